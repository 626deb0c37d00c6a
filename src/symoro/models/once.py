"""Names given once: pages that share a step, such as transformations, share its variables too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.models.let import Frames, LetFunction


class Once:
    """Gives a value that comes again under its tag and frame the name that it has.

    A linear system is passed on.
    """

    def __init__(self, let: LetFunction) -> None:
        self._let = let
        self._named: dict[tuple[str, tuple[int | None, ...]], list[tuple[Any, Any]]] = {}

    def __call__(self, tag: str, frame: Frames, value: Any, /) -> Any:
        """Name a value, or return what it is named already."""
        key = tag, frame if isinstance(frame, tuple) else (frame,)
        before = self._named.setdefault(key, [])
        for known, name in before:
            if _same(known, value):
                return name
        before.append((value, self._let(tag, frame, value)))
        return before[-1][1]

    def solve(self, tag: str, frame: Frames, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self._let.solve(tag, frame, matrix, right)


class Given:
    """Returns some quantities as they were found in another way, by tag and frame.

    All others are named as they come.
    """

    def __init__(self, let: LetFunction, known: Mapping[tuple[str, Frames], Any]) -> None:
        self._let = let
        self._known = known

    def __call__(self, tag: str, frame: Frames, value: Any, /) -> Any:
        """Return what is known, or name a value."""
        known = self._known.get((tag, frame))
        return self._let(tag, frame, value) if known is None else known

    def solve(self, tag: str, frame: Frames, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self._let.solve(tag, frame, matrix, right)


def _same(a: Any, b: Any) -> bool:
    return np.shape(a) == np.shape(b) and all(is_number(x, 0) for x in np.ravel(a - b))
