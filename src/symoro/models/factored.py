"""Rotations kept in factors: fewer products where axes are not at right angles.

`transform` names the sines and cosines of a frame's three angles, then the rotation made of them.
`Factoring` stands between a page and its ``let`` and returns the rotation as a `Factored`: it turns
vectors and matrices factor by factor (symoro.algebra.turn), and has elements like the matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.algebra.turn import Turn
from symoro.algebra.vectors import Array
from symoro.models.let import Frames, LetFunction

_ANGLES = ("S", "C", "Sa", "Ca", "Sg", "Cg")


class Factored:
    """A rotation matrix that multiplies in factors."""

    __array_ufunc__ = None  # NumPy leaves products to this class

    def __init__(self, turn: Turn, matrix: Array, *, transposed: bool = False) -> None:
        self._turn, self._matrix, self._transposed = turn, matrix, transposed

    @property
    def T(self) -> Factored:
        """The transposed matrix."""
        return Factored(self._turn, self._matrix, transposed=not self._transposed)

    def __matmul__(self, other: Any) -> Array:
        if isinstance(other, Factored):
            other = np.array(other)
        turned = self._turn.outward if self._transposed else self._turn.inward
        if other.ndim == 1:
            return turned(other)
        return np.array([turned(column) for column in other.T], dtype=object).T

    def __rmatmul__(self, other: Array) -> Array:
        return (self.T @ other.T).T

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return self._matrix.T if self._transposed else self._matrix

    def __getitem__(self, place: Any) -> Any:
        return np.array(self)[place]

    def __len__(self) -> int:
        return len(self._matrix)


class Factoring:
    """Passes names on to a recorder, but keeps rotations in factors."""

    def __init__(self, let: LetFunction) -> None:
        self.recorder = let
        self._angles: dict[tuple[str, Frames], Any] = {}

    def __call__(self, tag: str, frame: Frames, value: Any, /) -> Any:
        """Name a value; return a rotation as its factors."""
        if tag == "A" and np.shape(value) == (3, 3):
            S, C, Sa, Ca, Sg, Cg = (self._angles[angle, frame] for angle in _ANGLES)
            return Factored(Turn(S, C, Sa, Ca, Sg, Cg), value)
        named = self.recorder(tag, frame, value)
        if tag in _ANGLES:
            self._angles[tag, frame] = named
        return named

    def solve(self, tag: str, frame: Frames, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self.recorder.solve(tag, frame, matrix, right)
