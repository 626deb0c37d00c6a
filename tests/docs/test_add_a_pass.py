"""The page on adding a pass, carried out in a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import external
from docs.documents import DOCS, ROOT, environment
from docs.test_commands import pattern, sessions
from how_to_pages import change_files, page_files, page_sessions, write_files

PAGE = DOCS / "how-to" / "add-a-pass.md"
COPIED = (
    "pyproject.toml",
    "docs/counting.md",
    "src/symoro",
    "tests/passes",
    *(f"tests/{file.name}" for file in (ROOT / "tests").glob("*.py")),
)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The parts of a clone that the page needs, with the package first on the path."""
    for name in COPIED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, tmp_path / name)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"), prepend=os.pathsep)
    return tmp_path


def test_the_page_is_true(clone: Path) -> None:
    """Every command of the page prints what the page says, after its changes."""
    write_files(clone, page_files(PAGE))
    change_files(clone, PAGE)
    followed = sessions(page_sessions(PAGE))
    assert len(followed) == 3
    for command, said in followed:
        ran = external.run(command, clone, environment=environment(), merged=True)
        assert ran.returncode == 0, ran.stdout
        assert re.fullmatch(pattern(said), ran.stdout), f"{command} prints\n{ran.stdout}"
    assert "Verified against" in (clone / "report.txt").read_text(encoding="utf-8")


def test_what_the_page_adds_keeps_the_rules_of_the_source(clone: Path) -> None:
    """Lint and layout: the page is an example to copy."""
    write_files(clone, page_files(PAGE))
    change_files(clone, PAGE)
    files = [name for name in page_files(PAGE) if name.startswith(("src/", "tests/"))]
    files += ["src/symoro/passes/__init__.py", "src/symoro/passes/levels.py"]
    for command in ("check", "format --check"):
        ran = external.run(f"ruff {command} {' '.join(files)}", clone, environment=environment())
        assert ran.returncode == 0, ran.stdout
