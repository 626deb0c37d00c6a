"""Gaps of loops from poses in frame 0.

The turn between both sides of a cut joint is that of Cayley's transform, (R - 1) (R + 1)^-1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.expressions import Arithmetic, Values
from symoro.references.poses import poses
from symoro.robot import Robot


def position_gap(
    robot: Robot, k: int, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """Return the place of frame k+B in frame k, and twice the tangent of half its turn."""
    pose = poses(robot, values, arithmetic, dtype)
    near, far = pose[k], pose[dict(robot.loops())[k]]
    place = near[:3, :3].T @ (far[:3, 3] - near[:3, 3])
    R = near[:3, :3].T @ far[:3, :3]
    one = np.eye(3, dtype=int).astype(dtype)
    half = linear.solve((R + one).T, (R - one).T).T
    return np.array([*place, 2 * half[2, 1], 2 * half[0, 2], 2 * half[1, 0]], dtype=dtype)
