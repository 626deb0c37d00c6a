"""The command that prints the table: what it prints, writes and returns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks import report
from benchmarks.build import BuildError
from benchmarks.lines import Line
from benchmarks.rounds import Effort


def measured(effort: Effort) -> Iterator[Line]:
    yield Line("a call", "ns", 50.0, "peer", float(effort.rounds), 7.0)


def lacking(effort: Effort) -> Iterator[Line]:
    yield Line("a call before", "ns", 1.0)
    raise BuildError("no_such_compiler: No such file or directory")


def run(monkeypatch: pytest.MonkeyPatch, file: Path, *options: str) -> int:
    monkeypatch.setattr(report, "SECTIONS", {"good": measured, "bad": lacking})
    monkeypatch.setattr("sys.argv", ["report", "--json", str(file), *options])
    return report.main()


def test_a_missing_peer_is_named_and_the_rest_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "folder" / "report.json"
    assert run(monkeypatch, file) == 1
    printed = capsys.readouterr().out
    assert "| a call        | 50 ns" in printed
    assert "bad: no_such_compiler" in printed
    written = json.loads(file.read_text(encoding="utf-8"))
    assert [line["what"] for line in written["lines"]] == ["a call", "a call before"]
    assert written["lines"][0]["ratio"] == 3.0  # 150 rounds
    assert written["missing"] == ["bad: no_such_compiler: No such file or directory"]
    assert "-O3" in written["machine"]["flags"]


def test_a_section_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path / "report.json", "--only", "good", "--quick") == 0
    assert "no_such_compiler" not in capsys.readouterr().out
