"""Rates of the constraint equations of a loop: screws of its joints in frame 0 and their rates.

A screw (s_w, s_v) about a fixed point moves with its body, of spatial velocity (w, v): its rate is
(w x s_w, w x s_v + v x s_w). A column of the loop is such a screw taken at a point that moves, seen
from a frame that turns; so its rate has three parts.

References: [Featherstone08] chapter 2, spatial vectors in absolute coordinates.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.expressions import Arithmetic, Values
from symoro.references.motion import SpatialMotion, cross, spatial_motion
from symoro.robot import Robot


def loop_column_rates(
    robot: Robot,
    k: int,
    other: int,
    i: int,
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any,
) -> dict[int, Any]:
    """Return the rate of the column of each joint of a loop, six rows, in frame ``i``."""
    motion = spatial_motion(robot, values, arithmetic, dtype)
    root = robot.root(k, other)
    R_i, R_k = (motion.pose[f][:3, :3] for f in (i, k))
    w_i, w_k = motion.w[i], motion.w[k]
    rates: dict[int, Any] = {}
    for end, sign in ((k, 1), (other, -1)):
        R, w = motion.pose[end][:3, :3], motion.w[end]
        for j in robot.chain(root, end)[1:]:
            if not robot.frame(j).moves:
                continue
            parts = []
            for x, xd in _at_end(robot, motion, j, end):
                here, rate = R.T @ x, R.T @ (xd - cross(w, x))  # in the frame at the end
                change = cross(w_k - w_i, R_k @ here) + R_k @ rate
                parts.append(sign * (R_i.T @ change))
            rates[j] = np.concatenate(parts)
    return rates


def _at_end(robot: Robot, motion: SpatialMotion, j: int, end: int) -> list[tuple[Any, Any]]:
    """Velocity of the end's origin and angular velocity of a unit rate, with their rates."""
    s_w, s_v = motion.screw(robot, j)
    w, v = motion.w[j], motion.v[j]
    d_w, d_v = cross(w, s_w), cross(w, s_v) + cross(v, s_w)
    arm = motion.place[end]
    speed = motion.v[end] + cross(motion.w[end], arm)
    at = s_v + cross(s_w, arm)
    at_d = d_v + cross(d_w, arm) + cross(s_w, speed)
    return [(at, at_d), (s_w, d_w)]
