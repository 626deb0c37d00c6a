"""The area that two joints reach in a plane, every place counted once.

The first joint moves the point along circles about its axis, or along lines. Which of them are
reached, and from where to where, follows from the second joint alone. With u half the square of
the distance from the axis, or the distance across the lines, and w the width of the first range,

    A = int L(u) du,  L(u) = sum of min(w, gap to the next start)

over the starts of the pieces of width w on the circle or line of u, one for each posture of the
second joint there. On a circle the last gap leads to the first start.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.workspace import JointRange, Line, Measure

_PARTS = 4096  # of the range of the second joint; halved again for the error
_TURN = 2 * math.pi
_ROUNDING = 1e-12  # of the area: sums of some thousand terms
_LEVEL = 1e-9  # of the extent: how much the heights of a flat reach may differ


def area_of_two(
    path: Callable[[Floats], Floats], first: JointRange, second: JointRange, line: Line, turns: bool
) -> Measure | None:
    """Return the area that two joints reach in a plane; None if they leave it.

    Args:
        path: positions (N, 3) at N positions of the second joint, the first one at zero.
        first: the range of the joint nearer to the base.
        second: the range of the other.
        line: the axis of the first joint.
        turns: True if that is revolute.
    """
    width = first.high - first.low
    x = path(np.linspace(second.low, second.high, _PARTS + 1))
    placed = _about_axis(x, line) if turns else _across_line(x, line)
    if placed is None:
        return None
    fine, coarse = (
        _integrate(placed[0][::step], placed[1][::step], width, turns) for step in (1, 2)
    )
    along = "the distance from the axis" if turns else "the distance across the direction"
    error = max(abs(fine - coarse), _ROUNDING * fine)
    return Measure(2, "area", fine, error, f"an integral over {along} of the first joint")


def _about_axis(x: Floats, line: Line) -> tuple[Floats, Floats] | None:
    """Half the squares of the distances from an axis, and the angles about it."""
    away = x - line[0]
    height = away @ line[1]
    if np.ptp(height) > _LEVEL * np.abs(away).max(initial=0.0):
        return None
    side = np.cross(line[1], np.eye(3)[int(np.abs(line[1]).argmin())])
    side /= np.linalg.norm(side)
    a, b = away @ side, away @ np.cross(line[1], side)
    return (a * a + b * b) / 2, np.unwrap(np.arctan2(b, a))


def _across_line(x: Floats, line: Line) -> tuple[Floats, Floats] | None:
    """The distances across a direction, in the plane of the positions, and those along it."""
    away = x - x[0]
    along = away @ line[1]
    rest = away - along[:, None] * line[1]
    farthest = rest[int(np.linalg.norm(rest, axis=1).argmax())]
    length = float(np.linalg.norm(farthest))
    across: Floats = rest @ (farthest / length) if length else 0 * along
    gone = rest - across[:, None] * (farthest / length) if length else rest
    return None if np.abs(gone).max() > _LEVEL * np.abs(away).max() else (across, along)


def _integrate(u: Floats, start: Floats, width: float, turns: bool) -> float:
    """The integral of L over u; a path from posture to posture is straight in u and start."""
    levels = np.unique(u)
    middle = (levels[1:] + levels[:-1]) / 2
    starts = np.stack([_start_at(middle, *run) for run in _monotone_runs(u, start)], axis=1)
    if turns:
        starts = np.mod(starts, _TURN)
    starts = np.sort(starts, axis=1)  # what is not there is NaN and comes last
    after = np.roll(starts, -1, axis=1)
    after[:, -1] = np.nan
    last = np.isfinite(starts) & ~np.isfinite(after)
    after[last] = (starts[:, 0] + _TURN if turns else np.full(len(starts), np.inf))[
        np.nonzero(last)[0]
    ]
    pieces = np.minimum(width, after - starts)
    return float(np.nansum(pieces, axis=1) @ np.diff(levels))


def _monotone_runs(u: Floats, start: Floats) -> list[tuple[Floats, Floats]]:
    """The runs in which u only rises, or only falls, turned so that it rises."""
    rises = np.sign(np.diff(u))
    known = np.flatnonzero(rises)  # a level step belongs to the run before it
    turns = known[1:][rises[known[1:]] != rises[known[:-1]]]
    runs = []
    for a, b in pairwise([0, *turns.tolist(), len(u) - 1]):
        piece = slice(a, b + 1)
        step = 1 if u[b] >= u[a] else -1
        runs.append((u[piece][::step], start[piece][::step]))
    return runs


def _start_at(level: Floats, u: Floats, start: Floats) -> Floats:
    return np.interp(level, u, start, left=np.nan, right=np.nan)
