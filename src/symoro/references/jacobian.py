"""The Jacobian matrix of a link by axes and moments in frame 0, over any scalars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.references.motion import cross, skew
from symoro.robot import JointType, Robot


def basic_jacobian(
    robot: Robot, pose: Mapping[int, Any], frames: tuple[int, int, int], dtype: Any
) -> tuple[Any, Any]:
    """Return iJr,j and the matrix L that moves it to the origin of frame r.

    Frames are link r, frame of projection i and intermediate frame j; poses are in frame 0.
    """
    r, i, j = frames
    turn, point = pose[i][:3, :3].T, pose[j][:3, 3]
    columns = []
    for k in robot.joints_to(r):
        z, p = pose[k][:3, 2], pose[k][:3, 3]
        revolute = robot.frame(k).sigma is JointType.REVOLUTE
        pair = (cross(z, point - p), z) if revolute else (z, 0 * z)
        columns.append(np.concatenate([turn @ part for part in pair]))
    L = np.array(np.eye(6, dtype=int), dtype=dtype)
    L[:3, 3:] = -skew(turn @ (pose[r][:3, 3] - point))
    return np.array(columns, dtype=dtype).T, L
