"""Rotations kept in factors: fewer products where axes are not at right angles.

`link_transform` names the sines and cosines of a frame's three angles, then the rotation of them.
`FactoringLet` stands between a page and its ``let`` and returns the rotation as a
`FactoredRotation`: it turns vectors and matrices factor by factor (symoro.algebra.frame_rotation),
and has elements like the matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.algebra.frame_rotation import FrameRotation
from symoro.algebra.vectors import Array
from symoro.models.let import FrameIndex, LetFunction

_ANGLES = ("S", "C", "Sa", "Ca", "Sg", "Cg")


class FactoredRotation:
    """A rotation matrix that multiplies in factors."""

    __array_ufunc__ = None  # NumPy leaves products to this class

    def __init__(self, turn: FrameRotation, matrix: Array, *, transposed: bool = False) -> None:
        self._turn, self._matrix, self._transposed = turn, matrix, transposed

    @property
    def T(self) -> FactoredRotation:
        """The transposed matrix."""
        return FactoredRotation(self._turn, self._matrix, transposed=not self._transposed)

    def __matmul__(self, other: Any) -> Array:
        if isinstance(other, FactoredRotation):
            other = np.array(other)
        turned = self._turn.rotate_outward if self._transposed else self._turn.rotate_inward
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


class FactoringLet:
    """Passes names on to a recorder, but keeps rotations in factors."""

    def __init__(self, let: LetFunction) -> None:
        self.recorder = let
        self._angles: dict[tuple[str, FrameIndex], Any] = {}

    def __call__(self, tag: str, frame: FrameIndex, value: Any, /) -> Any:
        """Name a value; return a rotation as its factors."""
        if tag == "A" and np.shape(value) == (3, 3):
            S, C, Sa, Ca, Sg, Cg = (self._angles[angle, frame] for angle in _ANGLES)
            return FactoredRotation(FrameRotation(S, C, Sa, Ca, Sg, Cg), value)
        name = self.recorder(tag, frame, value)
        if tag in _ANGLES:
            frames = frame if isinstance(frame, tuple) else (frame,)  # several of a sum of angles
            self._angles |= {(tag, each): name for each in frames if frames == (each,)}
        return name

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self.recorder.solve(tag, frame, matrix, right)
