"""A robot as a stick figure with its frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.numeric.arrays import Array
from symoro.plot.backend import new_figure, require_matplotlib
from symoro.plot.labels import line_points, place
from symoro.plot.numbers import Parameters, geometry_numbers
from symoro.plot.posture import Positions, Posture, posture
from symoro.plot.skeleton import Joint, Skeleton, skeleton
from symoro.robot import Robot

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d import Axes3D  # type: ignore[import-untyped]

COLOURS = {"x": "#b5302a", "y": "#2a7d3f", "z": "#1d55a5"}
_BAR, _FILL, _EDGE, _DIM = "#e3e3e3", "#9db8d9", "#222222", "#666666"
_CUT = "#c8641b"
_SAME = 1e-6
_TOWARDS = 0.22  # projected share of an axis below which it points at the reader
_POINT = 72 / 100  # points of a pixel of a new figure


@dataclass(frozen=True)
class Axis:
    """An axis of one or more frames: they share origin and direction."""

    letter: str
    origin: Array
    direction: Array
    frames: tuple[int, ...]

    @property
    def text(self) -> str:
        """The label, such as x_1, x_2."""
        return "$" + ",\\,".join(f"{self.letter}_{{{j}}}" for j in self.frames) + "$"


def shared_axes(item: Posture, letters: str, extent: float) -> list[Axis]:
    """The axes of all frames, one for those that coincide."""
    found: list[Axis] = []
    for letter in letters:
        for j in sorted(item.pose):
            origin, direction = item.origin(j), item.axis(j, "xyz".index(letter))
            for k, known in enumerate(found):
                near = np.linalg.norm(known.origin - origin) < _SAME * extent
                if known.letter == letter and near and known.direction @ direction > 1 - _SAME:
                    found[k] = Axis(letter, origin, direction, (*known.frames, j))
                    break
            else:
                found.append(Axis(letter, origin, direction, (j,)))
    return found
