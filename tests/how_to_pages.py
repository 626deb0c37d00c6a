"""The files, changes and sessions of the pages of docs/how-to; packages that are broken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_BLOCK = re.compile(r"^```\{code-block\} (\w+)\n(?::caption: (\S+)\n\n)?(.*?)^```$", re.M | re.S)


def page_files(page: Path) -> dict[str, str]:
    """The files of a page, by their captions."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return {caption: text for language, caption, text in found if caption and language != "diff"}


def change_files(folder: Path, page: Path) -> None:
    """Apply the changes of a page to files that are there: lines with ``-``, ``+`` or a blank."""
    for language, caption, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "diff":
            path, lines = folder / caption, text.splitlines(keepends=True)
            old, new = ("".join(x[1:] for x in lines if x[0] in sides) for sides in (" -", " +"))
            before = path.read_text(encoding="utf-8")
            assert before.count(old) == 1, f"{caption} has not once\n{old}"
            path.write_text(before.replace(old, new), encoding="utf-8")


def changed_files(page: Path) -> list[str]:
    """The files that a page changes."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return [caption for language, caption, _ in found if language == "diff"]


def page_sessions(page: Path) -> str:
    """The commands of a page, and what they print."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return "".join(text for language, caption, text in found if language == "console")


def install(
    folder: Path, package: str, group: str, modules: dict[str, str], entries: dict[str, str]
) -> None:
    """Do what ``pip install`` does: put modules and what describes the package in a folder."""
    write_files(folder, modules)
    described = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    described.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
    (described / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    text = "\n".join([f"[{group}]", *lines, ""])
    (described / "entry_points.txt").write_text(text, encoding="utf-8")


def install_page(folder: Path, page: Path) -> None:
    """Install the package of a page."""
    files = page_files(page)
    (project,) = (name for name in files if name.endswith("pyproject.toml"))
    described = tomllib.loads(files.pop(project))["project"]
    root = project.removesuffix("pyproject.toml")
    modules = {name.removeprefix(root): text for name, text in files.items()}
    ((group, entries),) = described["entry-points"].items()
    install(folder, described["name"], group, modules, entries)


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write texts to a folder, by their paths in it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
