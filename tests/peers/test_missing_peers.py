"""A peer that cannot be built is a row of the report, and everything else is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import build, measures, report
from benchmarks.lines import Line, table
from benchmarks.rounds import Effort

from printers.toolchain import tool

REFUSED = "error: unknown argument: '-fno-gnu-unique'"


def stand_in(folder: Path, name: str, *, refuses: str) -> None:
    """A compiler that says which one it is, and fails where a word stands in its command."""
    path = folder / name
    path.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"*--version*) echo {name} of the tests 1.0;;\n"
        f'*{refuses}*) echo "{name}: {REFUSED}" >&2; exit 1;;\n'
        "esac\n"
    )
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tool("gcc")
    monkeypatch.setattr(build, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    build.compiler_version.cache_clear()
    build.takes.cache_clear()
    return tmp_path


def test_an_option_that_a_compiler_does_not_know_is_left_out(folder: Path) -> None:
    stand_in(folder, "clang++", refuses="-fno-gnu-unique")
    stand_in(folder, "g++", refuses="-fno-such-option")
    assert not build.takes("clang++", "-fno-gnu-unique")
    assert build.takes("g++", "-fno-gnu-unique")


def test_a_peer_that_cannot_be_built_is_a_row_and_the_rest_is_measured(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(folder, "clang++", refuses="pinocchio_peer")
    stand_in(folder, "g++", refuses="pinocchio_peer")
    monkeypatch.setattr(measures, "_TIMED", (("rx90", "inverse_dynamics"),))
    monkeypatch.setattr(report, "_QUICK", Effort(rounds=1, repeats=1, batch=200))
    words = ["report", "--quick", "--only", "c", "--only", "batch"]
    monkeypatch.setattr("sys.argv", [*words, "--json", str(folder / "report.json")])
    assert report.main() == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    refused = [row for row in rows if REFUSED in row]
    assert [row.split("|")[3].strip() for row in refused] == [
        *("pinocchio g++", "pinocchio clang++"),
        *["pinocchio g++ loop"] * 3,
    ]
    assert any("CasADi C loop" in row and "ns" in row.split("|")[4] for row in rows)
    assert any("symoro, 1 thread" in row for row in rows)


def test_a_row_without_a_peer_promises_nothing() -> None:
    line = Line("a call", "ns", 50.0, "peer", ratio_promised=7.0, missing="no compiler")
    assert line.holds is None
    assert line.as_dict()["missing"] == "no compiler"
    assert "| not measured: no compiler |" in table([line])
