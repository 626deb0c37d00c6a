"""Limits of joints as a filter of solutions that keeps what it removes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from symoro.analysis.inverse_geometry import Solutions
from symoro.analysis.inverse_geometry.solutions import FloatArray
from symoro.robot import JointType, Robot


def within_limits(robot: Robot, joints: Sequence[int], solutions: Solutions) -> Solutions:
    """Return the solutions that no limit excludes, moved by whole turns where that helps.

    Args:
        robot: whose limits they are.
        joints: the frames of the joints, in the order of the columns.
        solutions: with those that are excluded.
    """
    bounds = [_limits(robot, j) for j in joints]
    kept: list[int] = []
    removed: list[tuple[FloatArray, str]] = list(solutions.removed)
    q = solutions.q.copy()
    for k, row in enumerate(q):
        outside = ""
        for column, (low, high) in enumerate(bounds):
            turns = robot.frame(joints[column]).sigma is JointType.REVOLUTE
            inside = _nearest_inside(row[column], low, high, turns)
            if inside is None:
                outside = solutions.joints[column]
                break
            row[column] = inside
        if outside:
            removed.append((solutions.q[k], outside))
        else:
            kept.append(k)
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
