"""Motions of bodies as products of exponentials, and poses by the rows of tables, in doubles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from symoro.expressions import FloatArithmetic, evaluate
from symoro.robot import Robot
from symoro.robot.frame import GEOMETRY

Array = npt.NDArray[np.float64]
_FLOATS = FloatArithmetic()


def screw_motion(direction: Array, point: Array, sigma: int, value: float) -> Array:
    """The motion of a body by one joint: exp of its twist, from Rodrigues' formula."""
    T = np.eye(4)
    if sigma == 1:
        T[:3, 3] = value * direction
        return T
    x, y, z = direction
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T[:3, :3] = np.eye(3) + np.sin(value) * K + (1 - np.cos(value)) * K @ K
    T[:3, 3] = point - T[:3, :3] @ point
    return T


def _elementary(turn: float, shift: float, axis: int) -> Array:
    """A turn about x (0) or z (2) and a shift along it."""
    unit = np.eye(3)[axis]
    T = screw_motion(unit, np.zeros(3), 0, turn)
    T[:3, 3] += shift * unit
    return T


def table_poses(
    robot: Robot, q: Mapping[int, float], values: Mapping[str, float] | None = None
) -> list[Array]:
    """The pose of each frame in frame 0, which comes first, at values of the joint variables."""
    numbers = dict(values or {}) | {s.name: q[j] for j, s in robot.variables.items()}
    poses = [np.eye(4)]
    for _, frame in robot:
        entries = (evaluate(getattr(frame, name), numbers, _FLOATS) for name in GEOMETRY)
        gamma, b, alpha, d, theta, r = entries
        step = _elementary(gamma, b, 2) @ _elementary(alpha, d, 0) @ _elementary(theta, r, 2)
        poses.append(poses[frame.antecedent] @ step)
    return poses
