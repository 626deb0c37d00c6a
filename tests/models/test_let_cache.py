"""Names that are given once: what comes again is named as before, and no mutant does the same."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import symoro.models.let_cache as let_cache_page
from models.decision_mutants import page_mutants
from models.test_kinematics_mutants import BROKEN


class Names:
    """A let that numbers what it names, element by element; None stays None."""

    def __init__(self) -> None:
        self.given: list[tuple[str, Any]] = []
        self.solved: list[tuple[Any, ...]] = []

    def __call__(self, tag: str, frame: Any, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return self._name(tag, frame)
        named = value.copy()
        for place, element in np.ndenumerate(value):
            named[place] = None if element is None else self._name(tag, frame)
        return named

    def _name(self, tag: str, frame: Any) -> float:
        self.given.append((tag, frame))
        return 1000.0 + len(self.given)

    def solve(self, *system: Any) -> Any:
        self.solved.append(system)
        return "unknowns"


def row(*elements: Any) -> Any:
    return np.array(elements, dtype=object)


def behaves(page: ModuleType) -> bool:
    """True if the page names as its docstrings say."""
    names = Names()
    once = page.MemoizedLet(names)
    first = once("T", 1, row(1, 2, 3))
    again = once("T", (1,), row(1, 2, 3))
    shared = once("T", 1, row(1, 5, 3))  # two elements were there before
    partly = once("T", 1, row(None, 2, 9))
    same_partly = once("T", 1, row(None, 2, 9))
    number = once("S", 2, 4)
    same_number, other_number = once("S", 2, 4), once("S", 2, 7)
    longer = once("T", 1, row(1, 2, 3, 4))  # another shape: nothing is shared
    elsewhere = once("T", 2, row(1, 2, 3))
    single = once("T", 1, 2)
    facts = [
        again is first,
        list(shared) == [first[0], 1004.0, first[2]],
        list(partly) == [None, first[1], 1005.0],
        same_partly is partly,
        same_number == number == 1006.0,
        other_number == 1007.0,
        list(longer) == [1008.0, 1009.0, 1010.0, 1011.0],
        list(elsewhere) == [1012.0, 1013.0, 1014.0],
        single == 1015.0,
        len(names.given) == 15,
        once.solve("X", 1, "A", "b") == "unknowns",
    ]
    names = Names()
    known = page.PrecomputedLet(names, {("A", 1): "known", ("B", None): 0})
    facts += [
        known("A", 1, 5) == "known",
        known("B", None, 5) == 0,
        known("A", 2, 5) == 1001.0,
        known.solve("X", 1, "A", "b") == "unknowns",
        names.solved == [("X", 1, "A", "b")],
    ]
    return all(facts)


def test_what_comes_again_is_named_as_before() -> None:
    assert behaves(let_cache_page)


def test_every_mutant_is_caught() -> None:
    def passes(page: ModuleType) -> bool:
        try:
            return behaves(page)
        except (*BROKEN, IndexError):
            return False

    unchanged, *made = page_mutants(let_cache_page)
    assert passes(unchanged.module)
    assert [f"{m.line}: {m.what}: {m.text}" for m in made if passes(m.module)] == []
    assert len(made) >= 12
