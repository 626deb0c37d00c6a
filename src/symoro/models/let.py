"""``let``: the function by which a page names a quantity, so that a tracer can record it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from symoro.algebra.vectors import Array

FrameIndex = int | tuple[int, ...] | None
"""The frame of a quantity; several for a sum of angles; None where the tag names its frames."""


class LetFunction(Protocol):
    """Called once for each named quantity: SYMORO+'s tag, the frame, the value."""

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Return the value, or a name that stands for it."""

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Return X of ``matrix`` X = ``right``, or names that stand for its elements.

        Args:
            tag: SYMORO+'s tag of the unknowns.
            frame: their frame.
            matrix: n x n.
            right: a vector of n or a matrix n x m; X has its shape.
        """


Solver = Callable[[str, FrameIndex, Any, Any], Any]


class PlainLet:
    """Names nothing: a page is then an ordinary numeric function.

    Another solver of linear systems may take the place of that of numbers.
    """

    def __init__(self, solver: Solver | None = None) -> None:
        self._solver = solver

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Return the value."""
        return value

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Return the unknowns."""
        from symoro.algebra.linear import solve

        if self._solver is not None:
            return self._solver(tag, frame, matrix, right)
        return solve(matrix, right)


plain: LetFunction = PlainLet()
"""Names nothing: the page is then an ordinary numeric function."""


class RenamingLet:
    """Names with some tags replaced: for a page whose result is only a step of another."""

    def __init__(self, let: LetFunction, tags: Mapping[str, str]) -> None:
        self._let = let
        self._tags = tags

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Name a value under the replaced tag."""
        return self._let(self._tags.get(tag, tag), frame, value)

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system under the replaced tag."""
        return self._let.solve(self._tags.get(tag, tag), frame, matrix, right)


def name_symmetric(tag: str, frame: FrameIndex, matrix: Array, let: LetFunction) -> Array:
    """Name the elements of a symmetric matrix, each once; without a frame by row and column."""
    elements = matrix.copy()
    for r, c in zip(*np.triu_indices(len(matrix)), strict=True):
        label = (f"{tag}{r + 1}", int(c) + 1) if frame is None else (f"{tag}{r + 1}{c + 1}", frame)
        elements[r, c] = elements[c, r] = let(*label, matrix[r, c])
    return elements
