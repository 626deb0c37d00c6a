"""The reason for which a pose has no solution, and its distance from those that a chain reaches.

For the distance, from random postures, each step restores the orientation and moves the point of
the end nearer to its goal by motions that keep it; of the postures that hold the orientation the
nearest one counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from symoro.analysis.inverse_geometry.solutions import FloatArray, Unreachable
from symoro.ir.tree import Failure, SolutionTree
from symoro.references.inverse_geometry import NumericChain

_STARTS = 24
_STEPS = 200
_LONGEST = 0.3  # of a step: an angle, or that part of the arm
_KEPT = 1e-9  # of the orientation
_SETTLED = 1e-13


def find_reason(
    tree: SolutionTree,
    failures: Sequence[Failure],
    least: float,
    search_distance: Callable[[], float],
) -> Unreachable:
    """Return the failure that comes nearest to a solution, of the step that is met first.

    Args:
        tree: the tree.
        failures: where its branches end.
        least: the smallest error of the pose at the end of a branch, where no step fails.
        search_distance: the distance of the end where the equation tells none.
    """
    if not failures:
        return Unreachable("the pose is not among those of the robot", "1", lambda: least)
    first = min(failure.step for failure in failures)
    nearest = min(
        (failure for failure in failures if failure.step == first),
        key=lambda failure: math.inf if math.isnan(failure.distance) else failure.distance,
    )
    step = tree.steps[nearest.step]
    where = f" ({step.meaning})" if step.meaning else ""
    text = f"{step.unknown.text}{where}, {step.table} from {step.elements}"
    if nearest.degree == 0:
        return Unreachable(text, "1", lambda: nearest.distance)
    if nearest.degree == 1:
        return Unreachable(text, "m", lambda: nearest.distance)
    return Unreachable(text, "m", search_distance)


def distance_with_orientation(
    chain: NumericChain, pose: FloatArray, elements: Sequence[str], size: float
) -> float | None:
    """Return the smallest distance of the point of the end; None without the orientation.

    Args:
        chain: the chain in numbers.
        pose: 4x4; columns that are no elements are not read.
        elements: the columns that are given, P among them.
        size: the length of the arm.
    """
    rng = np.random.default_rng(1)  # any: the same pose has the same distance
    scale = np.where(chain.turns, 1.0, size)
    q = rng.uniform(-np.pi, np.pi, (_STARTS, len(scale))) * scale
    axes = [name for name in elements if name != "P"]
    damping = np.full(_STARTS, 1e-3)
    away = np.full(_STARTS, np.inf)
    for _ in range(_STEPS):
        turned, rates = chain.columns_and_rates(q, axes) if axes else _nothing(q)
        miss = turned - np.concatenate([[], *(pose[:3, "snaP".index(name)] for name in axes)])
        point, moves = chain.columns_and_rates(q, "P")
        gap = point - pose[:3, 3]
        rates, moves = rates * scale, moves * scale
        inverse = np.linalg.pinv(rates, rcond=1e-9)
        back = -(inverse @ miss[:, :, None])
        free = np.eye(len(scale)) - inverse @ rates  # motions that keep the orientation
        slopes = moves @ free
        normal = slopes.swapaxes(1, 2) @ slopes / size**2
        normal += damping[:, None, None] * np.eye(len(scale))
        pull = slopes.swapaxes(1, 2) @ (gap[:, :, None] + moves @ back) / size**2
        step = (back - free @ np.linalg.solve(normal, pull))[:, :, 0]
        length = np.abs(step).max(axis=1)
        step *= np.minimum(1.0, _LONGEST / np.maximum(length, _LONGEST))[:, None]
        now = np.linalg.norm(gap, axis=1)
        damping = np.where(now < away, damping / 2, np.minimum(damping * 4, 1.0))
        damping = np.maximum(damping, 1e-12)
        if length.max() < _SETTLED:
            break
        away, q = now, q + step * scale
    holds = np.abs(miss).max(axis=1, initial=0.0) < _KEPT
    return float(now[holds].min()) if holds.any() else None


def _nothing(q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """No elements, and no derivatives."""
    return np.zeros((len(q), 0)), np.zeros((len(q), 0, q.shape[1]))
