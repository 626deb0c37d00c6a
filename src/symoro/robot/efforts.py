"""The effort of a joint as the tables give it, from which direct models start."""

from __future__ import annotations

from symoro.expressions import ZERO, Expression
from symoro.robot.robot import Robot


def effort(robot: Robot, j: int) -> Expression:
    """Return the torque or force of joint ``j``: its GAM, or what its spring exerts."""
    frame = robot.frame(j)
    return -frame.k * (robot.variables[j] - frame.rest) if frame.eta else frame.GAM


def given_effort(robot: Robot, j: int) -> Expression:
    """Return the effort of a joint that is free: its motor's, its spring's, or none."""
    frame = robot.frame(j)
    return effort(robot, j) if frame.mu or frame.eta else ZERO
