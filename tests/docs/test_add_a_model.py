"""The page on adding a model, carried out in a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import external
from docs.documents import DOCS, ROOT, environment
from docs.test_commands import pattern, sessions
from how_to_pages import change_files, changed_files, page_files, page_sessions, write_files

PAGE = DOCS / "how-to" / "add-a-model.md"
COPIED = ("pyproject.toml", "src/symoro", "tests/conftest.py", "tests/external.py")
MOST_FILES = 6


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The parts of a clone that the page needs, changed, with the package first on the path."""
    for name in (*COPIED, *(f"tests/{file.name}" for file in (ROOT / "tests").glob("*.py"))):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / name, tmp_path / name)
    write_files(tmp_path, page_files(PAGE))
    change_files(tmp_path, PAGE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"), prepend=os.pathsep)
    return tmp_path


def test_the_page_is_true(clone: Path) -> None:
    """Every command of the page prints what the page says, after its changes."""
    followed = sessions(page_sessions(PAGE))
    assert len(followed) == 4
    for command, said in followed:
        ran = external.run(command, clone, environment=environment(), merged=True)
        assert ran.returncode == 0, ran.stdout
        assert re.fullmatch(pattern(said), ran.stdout), f"{command} prints\n{ran.stdout}"


def test_a_model_is_added_in_few_files() -> None:
    assert len({*page_files(PAGE), *changed_files(PAGE)}) <= MOST_FILES


def test_what_the_page_adds_keeps_the_rules_of_the_source(clone: Path) -> None:
    """Lint and layout: the page is an example to copy."""
    files = [name for name in {*page_files(PAGE), *changed_files(PAGE)} if name.endswith(".py")]
    for command in ("check", "format --check"):
        ran = external.run(f"ruff {command} {' '.join(files)}", clone, environment=environment())
        assert ran.returncode == 0, ran.stdout
