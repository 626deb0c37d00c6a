"""Names given once: pages that share a step, such as transformations, share its variables too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array
from symoro.models.let import FrameIndex, LetFunction


class MemoizedLet:
    """Gives a value that comes again under its tag and frame the name that it has.

    So do elements of an array that come again in their places. A linear system is passed on.
    """

    def __init__(self, let: LetFunction) -> None:
        self._let = let
        self._names: dict[tuple[str, tuple[int | None, ...]], list[tuple[Any, Any]]] = {}

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Name a value, or return what it is named already; elements that are None stay None."""
        key = tag, frame if isinstance(frame, tuple) else (frame,)
        before = self._names.setdefault(key, [])
        for known, name in before:
            if _same(known, value):
                return name
        again = _again(value, before) if isinstance(value, np.ndarray) else {}
        if again:
            new = value.copy()
            new[tuple(zip(*again, strict=True))] = None
            names = self._let(tag, frame, new).copy()
            for place, name in again.items():
                names[place] = name
        else:
            names = self._let(tag, frame, value)
        before.append((value, names))
        return names

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self._let.solve(tag, frame, matrix, right)


class PrecomputedLet:
    """Returns some quantities as they were found in another way, by tag and frame.

    All others are named as they come.
    """

    def __init__(self, let: LetFunction, known: Mapping[tuple[str, FrameIndex], Any]) -> None:
        self._let = let
        self._known = known

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Return the known quantity, or name a value."""
        known = self._known.get((tag, frame))
        return self._let(tag, frame, value) if known is None else known

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self._let.solve(tag, frame, matrix, right)


def _same(a: Any, b: Any) -> bool:
    if np.shape(a) != np.shape(b):
        return False
    return all(_equal(x, y) for x, y in zip(np.ravel(a), np.ravel(b), strict=True))


def _again(value: Array, before: Sequence[tuple[Any, Any]]) -> dict[tuple[int, ...], Any]:
    """The elements that an array before had in the same place, and what they are named."""
    alike = [(known, names) for known, names in before if np.shape(known) == value.shape]
    return {
        place: names[place]
        for known, names in alike
        for place, x in np.ndenumerate(value)
        if x is not None and _equal(x, known[place])
    }


def _equal(x: Any, y: Any) -> bool:
    """True if the difference is zero; None, an element that is not known, equals only None."""
    return x is y if x is None or y is None else is_number(x - y, 0)
