"""Secondary terms of a redundant robot: joint velocities that follow a criterion, and repulsion.

A secondary term follows the gradient of a criterion, up to increase it, down to decrease it; given
to `symoro.analysis.redundancy.joint_velocities`, it acts where the task leaves freedom.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, apply, floats, transpose
from symoro.analysis.manipulability import manipulability
from symoro.errors import UsageError

_STEP = float(np.cbrt(np.finfo(np.float64).eps))  # balances truncation and rounding


def gradient(criterion: Callable[[Floats], float | Floats], q: npt.ArrayLike) -> Floats:
    """Return the gradient of a function of the joint positions, by central differences.

    About ten digits are right for a smooth function of values near 1; SciPy's forward differences
    (`scipy.optimize.approx_fprime`) have seven.

    Args:
        criterion: takes n joint positions, returns a number.
        q: the n joint positions.
    """
    q = floats(q, "joint positions", None)
    if q.ndim != 1:
        raise UsageError(f"joint positions: expected one posture, found shape {q.shape}")
    steps = np.diag(_STEP * np.maximum(1.0, np.abs(q)))
    return np.array(
        [
            (float(criterion(q + step)) - float(criterion(q - step))) / (2 * step[i])
            for i, step in enumerate(steps)
        ]
    )


def manipulability_term(
    jacobian: Callable[[Floats], npt.ArrayLike], q: npt.ArrayLike, gain: float = 1.0
) -> Floats:
    """Return gain times the gradient of sqrt(det J J'): away from singular postures.

    Args:
        jacobian: takes n joint positions, returns the m x n matrix, m <= n.
        q: the n joint positions.
        gain: positive.
    """
    return _positive(gain, "gain") * gradient(lambda posture: manipulability(jacobian(posture)), q)


def joint_limit_cost(q: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike) -> Floats:
    """Return H = sum(((q - middle) / (upper - lower))^2): 0 in the middle, n/4 at all limits."""
    q, middle, width = _within(q, lower, upper)
    return np.asarray((((q - middle) / width) ** 2).sum(axis=-1))


def joint_limit_term(
    q: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike, gain: float = 1.0
) -> Floats:
    """Return -gain times the gradient of `joint_limit_cost`: towards the middle of the ranges."""
    q, middle, width = _within(q, lower, upper)
    return -2 * _positive(gain, "gain") * (q - middle) / width**2


def repulsion(point: npt.ArrayLike, obstacle: npt.ArrayLike, radius: float, speed: float) -> Floats:
    """Return the velocity with which a point of the robot leaves the neighbourhood of an obstacle.

    It is ``((radius / distance)^2 - 1) speed`` away from the obstacle within the radius, and 0
    beyond. Use it as a second task with the Jacobian matrix of that point.

    Raises:
        UsageError: if the point is on the obstacle: there is no way away from it.
    """
    away = floats(point, "point", None) - floats(obstacle, "obstacle", None)
    distance = np.linalg.norm(away, axis=-1, keepdims=True)
    if not distance.all():
        raise UsageError("point: it is on the obstacle, so no direction leads away from it")
    strength = np.maximum((_positive(radius, "radius") / distance) ** 2 - 1, 0.0)
    velocity: Floats = strength * _positive(speed, "speed") * away / distance
    return velocity


def gradient_step(J: npt.ArrayLike, error: npt.ArrayLike, gain: float | None = None) -> Floats:
    """Return gain J' e, a step of joint positions that decreases the error e = Xd - f(q).

    Without a gain the one that is best for a linear f is taken, ``|J' e|^2 / |J J' e|^2``. The step
    is 0, and an iteration stalls, exactly where J' e = 0: no joint can decrease the error at once.
    """
    J = floats(J, "Jacobian matrix", None, None)
    downhill = apply(transpose(J), floats(error, "error", J.shape[-2]))
    if gain is not None:
        return _positive(gain, "gain") * downhill
    moved = (apply(J, downhill) ** 2).sum(axis=-1, keepdims=True)
    square = (downhill**2).sum(axis=-1, keepdims=True)
    best: Floats = np.zeros_like(square)
    np.divide(square, moved, out=best, where=moved > 0)
    return best * downhill


def _within(
    q: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Joint positions, the middle and the width of their ranges."""
    q = floats(q, "joint positions", None)
    lower = floats(lower, "lower limits", q.shape[-1])
    upper = floats(upper, "upper limits", q.shape[-1])
    if (lower >= upper).any():
        j = int(np.argwhere(lower >= upper)[0][-1])
        raise UsageError(f"limits: the lower limit of joint {j + 1} is not below the upper one")
    return q, (lower + upper) / 2, upper - lower


def _positive(value: float, what: str) -> float:
    if not value > 0:
        raise UsageError(f"{what}: expected a positive number, found {value}")
    return value
