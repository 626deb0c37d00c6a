"""The package that the page on adding a language describes, and others that are broken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from docs.documents import DOCS

PAGE = DOCS / "how-to" / "add-a-language.md"

_BLOCK = re.compile(r"^```\{code-block\} (\w+)\n(?::caption: (\S+)\n\n)?(.*?)^```$", re.M | re.S)


def page_files() -> dict[str, str]:
    """The files of the page, by their captions."""
    found = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return {caption: text for _, caption, text in found if caption}


def page_sessions() -> str:
    """What the page types, and what that prints."""
    found = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return "".join(text for language, caption, text in found if language == "console")


def install(folder: Path, package: str, modules: dict[str, str], entries: dict[str, str]) -> None:
    """Do what ``pip install`` does: put modules and what describes the package in a folder."""
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    described = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    described.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    (described / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    text = "\n".join(["[symoro.languages]", *lines, ""])
    (described / "entry_points.txt").write_text(text, encoding="utf-8")


def install_page(folder: Path) -> None:
    """Install the package of the page."""
    files = page_files()
    (project,) = (name for name in files if name.endswith("pyproject.toml"))
    described = tomllib.loads(files.pop(project))["project"]
    root = project.removesuffix("pyproject.toml")
    modules = {name.removeprefix(root): text for name, text in files.items()}
    install(folder, described["name"], modules, described["entry-points"]["symoro.languages"])
