"""A part of a page is computed once for each mechanism and choice, where nothing is named."""

from __future__ import annotations

from typing import Any

from symoro import library
from symoro.expressions import Expression
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.part_cache import once_without_names

CALLS: list[tuple[int, str]] = []


@once_without_names(str.lower)
def letters(m: Mechanism, form: str, let: LetFunction) -> dict[int, str]:
    CALLS.append((id(m), form))
    return dict(enumerate(form))


def scalar(entry: Expression) -> Any:
    return entry


def test_a_part_is_computed_once_for_each_mechanism_and_choice() -> None:
    CALLS.clear()
    one, other = (mechanism(library.robot(name), scalar) for name in ("planar2r", "rrp"))
    first = letters(one, "Ab", plain)
    assert letters(one, "aB", plain) == first == {0: "A", 1: "b"}
    assert len(CALLS) == 1
    assert letters(one, "c", plain) == {0: "c"}
    assert letters(other, "Ab", plain) == first
    assert len(CALLS) == 3


def test_a_caller_may_change_its_result() -> None:
    one = mechanism(library.robot("planar2r"), scalar)
    letters(one, "xy", plain).clear()
    assert letters(one, "xy", plain) == {0: "x", 1: "y"}


def test_a_part_with_names_is_always_computed() -> None:
    CALLS.clear()
    one = mechanism(library.robot("planar2r"), scalar)
    naming = RenamingLet(plain, {})
    for _ in range(3):
        letters(one, "z", naming)
    assert len(CALLS) == 3
