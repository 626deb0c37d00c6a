"""The sessions in docstrings print what they show."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from docs.documents import ROOT, name

SOURCE = ROOT / "src"
PROMPT = re.compile(r"^\s*>>> ", re.MULTILINE)


def modules() -> list[Path]:
    """The files of the package that have a session."""
    files = sorted(SOURCE.rglob("*.py"))
    return [file for file in files if PROMPT.search(file.read_text(encoding="utf-8"))]


def dotted(file: Path) -> str:
    """The name by which a file of the package is imported."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("file", modules(), ids=name)
def test_the_sessions_of_a_module_are_true(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(import_module(dotted(file)))
    prompts = len(PROMPT.findall(file.read_text(encoding="utf-8")))
    assert found.attempted == prompts, "a session is in no docstring"
    assert found.failed == 0
