"""The names of a symmetric matrix: each element once, and no mutant names it otherwise."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import symoro.models.let as let_page
from models.decision_mutants import page_mutants
from models.test_kinematics_mutants import BROKEN


def behaves(page: ModuleType) -> bool:
    """True if elements are named by their frame, or else by row and column."""
    named: list[tuple[str, Any, int]] = []

    def let(tag: str, frame: Any, value: int) -> int:
        named.append((tag, frame, value))
        return -value

    matrix = np.array([[1, 2], [2, 3]], dtype=object)
    found = [page.name_symmetric(tag, frame, matrix, let) for tag, frame in (("J", 4), ("L", None))]
    frames = [("J11", 4, 1), ("J12", 4, 2), ("J22", 4, 3)]
    places = [("L1", 1, 1), ("L1", 2, 2), ("L2", 2, 3)]
    whole = all(each.tolist() == [[-1, -2], [-2, -3]] for each in found)
    solved = page.PlainLet().solve("X", 1, np.array([[2.0]]), np.array([6.0])).tolist() == [3.0]
    passed = page.PlainLet(lambda *system: system).solve("X", 1, "A", "B") == ("X", 1, "A", "B")
    return (
        solved
        and passed
        and whole
        and named == frames + places
        and matrix.tolist() == [[1, 2], [2, 3]]
    )


def test_elements_are_named_once_by_frame_or_by_place() -> None:
    assert behaves(let_page)


def test_every_mutant_is_caught() -> None:
    def passes(page: ModuleType) -> bool:
        try:
            return behaves(page)
        except BROKEN:
            return False

    unchanged, *made = page_mutants(let_page)
    assert passes(unchanged.module)
    assert [f"{m.line}: {m.what}: {m.text}" for m in made if passes(m.module)] == []
    assert len(made) >= 8
