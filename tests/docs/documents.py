"""The documents of the project, and the blocks of code in them."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line in its document."""

    language: str
    text: str
    line: int


def blocks(document: Path, *languages: str) -> list[Block]:
    """The blocks of some languages in a document, in order."""
    text = document.read_text(encoding="utf-8")
    return [
        Block(match.group(1), match.group(2), text.count("\n", 0, match.start()) + 1)
        for match in _BLOCK.finditer(text)
        if match.group(1) in languages
    ]


def documents() -> list[Path]:
    """Every page, and the files at the top of the clone."""
    pages = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages]


def name(document: Path) -> str:
    """The path of a document in the clone, to name its test."""
    return document.relative_to(ROOT).as_posix()


def script(file: str) -> ModuleType:
    """A script of the documentation, as a module."""
    spec = importlib.util.spec_from_file_location(Path(file).stem, DOCS / file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for their types
    spec.loader.exec_module(module)
    return module


def environment() -> dict[str, str]:
    """The environment of a user who has symoro on the path, in a window of 80 columns."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "COLUMNS": "80"}
