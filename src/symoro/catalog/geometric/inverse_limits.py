"""Limits of joints as a filter of solutions that keeps what it removes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from symoro.analysis.inverse_geometry import Solutions
from symoro.analysis.inverse_geometry.solutions import Family, FloatArray
from symoro.robot import JointType, Robot

_TRIED = 256  # postures of a family


def within_limits(robot: Robot, joints: Sequence[int], solutions: Solutions) -> Solutions:
    """Return the solutions that no limit excludes, moved by whole turns where that helps.

    A family stays if one of its postures is inside, which then stands for it.

    Args:
        robot: whose limits they are.
        joints: the frames of the joints, in the order of the columns.
        solutions: with those that are excluded.
    """
    bounds = [_Bounds(*_limits(robot, j), robot.frame(j).sigma) for j in joints]
    families = {family.row: family for family in solutions.families}
    kept: list[int] = []
    removed: list[tuple[FloatArray, str]] = list(solutions.removed)
    q = solutions.q.copy()
    for k, row in enumerate(q):
        inside, outside = _move_inside(row, bounds)
        if inside is None and k in families:
            inside = _member_inside(families[k], bounds)
        if inside is None:
            removed.append((row.copy(), solutions.joints[outside]))
        else:
            kept.append(k)
            q[k] = inside
    rows = {k: n for n, k in enumerate(kept)}
    return replace(
        solutions,
        q=q[kept],
        labels=tuple(solutions.labels[k] for k in kept),
        residuals=solutions.residuals[kept],
        multiplicity=tuple(solutions.multiplicity[k] for k in kept),
        families=tuple(
            replace(family, row=rows[family.row])
            for family in solutions.families
            if family.row in rows
        ),
        removed=tuple(removed),
    )


@dataclass(frozen=True)
class _Bounds:
    """The limits of a joint."""

    low: float
    high: float
    kind: JointType

    @property
    def turns(self) -> bool:
        return self.kind is JointType.REVOLUTE


def _move_inside(row: FloatArray, bounds: Sequence[_Bounds]) -> tuple[FloatArray | None, int]:
    """The joints within limits, angles up to whole turns; or the place of one that is outside."""
    moved = row.copy()
    for column, each in enumerate(bounds):
        inside = _nearest_inside(row[column], each.low, each.high, each.turns)
        if inside is None:
            return None, column
        moved[column] = inside
    return moved, -1


def _member_inside(family: Family, bounds: Sequence[_Bounds]) -> FloatArray | None:
    """A posture of a family within limits, of those at values of its parameters that are tried."""
    lengths = [x for b in bounds if not b.turns for x in (b.low, b.high) if np.isfinite(x)]
    steps = max(2, round(_TRIED ** (1 / family.dimension)))
    values = [
        np.linspace(-np.pi, np.pi, steps, endpoint=False)
        if "theta" in parameter
        else np.linspace(min(lengths, default=0.0), max(lengths, default=0.0), steps)
        for parameter in family.parameters
    ]
    for parameters in product(*values):
        row = family(*map(float, parameters))
        if row is not None:
            inside, _ = _move_inside(row, bounds)
            if inside is not None:
                return inside
    return None


def _limits(robot: Robot, j: int) -> tuple[float, float]:
    """The limits of a joint in numbers; infinite where there are none."""
    limits = robot.frame(j).limits
    ends = (None, None) if limits is None else (limits.lower, limits.upper)
    low, high = (None if end is None else end.number for end in ends)
    return (-np.inf if low is None else float(low), np.inf if high is None else float(high))


def _nearest_inside(x: float, low: float, high: float, turns: bool) -> float | None:
    """The position within limits, or an angle that is the same up to whole turns."""
    if low <= x <= high:
        return x
    if turns:
        for k in (-1, 1, -2, 2):
            if low <= x + 2 * np.pi * k <= high:
                return float(x + 2 * np.pi * k)
    return None
