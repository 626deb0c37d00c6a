"""The axes of a robot's frames as arrows, and the best view of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.plot.posture import Posture
from symoro.plot.skeleton import Skeleton

View = tuple[float, float]
"""Elevation and azimuth of the reader's eye [degrees], as matplotlib has them."""

FROM_ABOVE: View = (90.0, -90.0)

_SAME = 1e-6
_ELEVATIONS = (18.0, 24.0, 30.0)
_AZIMUTHS = tuple(float(a) for a in (*range(-75, -14, 5), *range(15, 76, 5)))
_USUAL = -55.0  # the azimuth that is taken when others are no better
_CROSSING, _CLOSE, _SHORT = math.radians(18), 0.7, 0.25  # what is too close to tell apart


@dataclass(frozen=True)
class Axis:
    """An axis that one or more frames share: origin and direction are the same.

    Attributes:
        letter: x, y or z.
        direction: a unit vector.
    """

    letter: str
    origin: Floats
    direction: Floats
    frames: tuple[int, ...]

    @property
    def text(self) -> str:
        """The label, such as x_1, x_2."""
        return "$" + ",\\,".join(f"{self.letter}_{{{j}}}" for j in self.frames) + "$"


def shared_axes(item: Posture, letters: str, extent: float) -> list[Axis]:
    """Return the axes of all frames, one for those that coincide."""
    axes: list[Axis] = []
    for letter in letters:
        for j in sorted(item.pose):
            origin, direction = item.origin(j), item.axis(j, "xyz".index(letter))
            for k, known in enumerate(axes):
                near = np.linalg.norm(known.origin - origin) < _SAME * extent
                if known.letter == letter and near and known.direction @ direction > 1 - _SAME:
                    axes[k] = Axis(letter, origin, direction, (*known.frames, j))
                    break
            else:
                axes.append(Axis(letter, origin, direction, (j,)))
    return axes


def best_view(axes: list[Axis], sticks: Skeleton) -> View:
    """Return the view in which axes of one origin point apart, and origins are apart."""
    if sticks.planar:
        return FROM_ABOVE
    views = [(elevation, azimuth) for elevation in _ELEVATIONS for azimuth in _AZIMUTHS]
    return min(views, key=lambda view: round(_clutter(axes, sticks, view), 9))


def _clutter(axes: list[Axis], sticks: Skeleton, view: View) -> float:
    plane = screen(view).T
    ways = np.array([axis.direction for axis in axes]) @ plane
    starts = np.array([axis.origin for axis in axes]) @ plane / sticks.arrow
    shown = np.linalg.norm(ways, axis=1)
    cost = float(np.exp(-shown / _SHORT).sum()) + abs(view[1] - _USUAL) / 120
    angles = np.arctan2(ways[:, 1], ways[:, 0])
    for k in range(len(axes)):
        for m in range(k):
            apart = float(np.linalg.norm(starts[k] - starts[m]))
            if np.linalg.norm(axes[k].origin - axes[m].origin) < _SAME * sticks.extent:
                turn = abs(math.remainder(angles[k] - angles[m], 2 * math.pi))
                cost += math.exp(-turn / _CROSSING)
            else:
                cost += math.exp(-apart / _CLOSE) / 4
                ends = starts[k] + ways[k] - starts[m] - ways[m]
                cost += math.exp(-float(np.linalg.norm(ends)) / _CLOSE) / 4
    return cost


def screen(view: View) -> Floats:
    """Return the directions of the picture, to the right and up, for an eye far away."""
    elevation, azimuth = map(math.radians, view)
    right = [-math.sin(azimuth), math.cos(azimuth), 0.0]
    up = [
        -math.sin(elevation) * math.cos(azimuth),
        -math.sin(elevation) * math.sin(azimuth),
        math.cos(elevation),
    ]
    return np.array([right, up])
