"""Paul's method and Pieper's check each other: what one solves with, the other does not import."""

from __future__ import annotations

import ast
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "symoro" / "models" / "inverse_geometry"
PACKAGE = "symoro.models.inverse_geometry."
OF_PAUL = {"paul", "eliminations", "element_names"}
OF_PIEPER = {"pieper", "centre", "wrist", "slides", "joint_scene"}


def imported_files(name: str) -> set[str]:
    """The files of the folder that one of them imports, by way of others too."""
    names: set[str] = set()
    waiting = [name]
    while waiting:
        file = waiting.pop()
        if file in names:
            continue
        names.add(file)
        tree = ast.parse((FOLDER / f"{file}.py").read_text("utf-8"))
        modules = (node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        waiting += [each.removeprefix(PACKAGE) for each in modules if each.startswith(PACKAGE)]
    return names


def test_the_methods_share_the_chain_and_no_solving_code() -> None:
    paul, pieper = imported_files("paul"), imported_files("pieper")
    assert paul >= OF_PAUL
    assert pieper >= OF_PIEPER
    assert not paul & OF_PIEPER
    assert not pieper & OF_PAUL
