"""Robots with numbers for other programs: URDF, MJCF, and a model of pinocchio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.expressions import ExpressionLike
from symoro.formats.mjcf import writer as mjcf
from symoro.formats.pinocchio_model import pinocchio_model
from symoro.formats.urdf import writer as urdf
from symoro.formats.values import Values, changed_robot
from symoro.robot import Robot
from symoro.robot.values import only_set

Numbers = Mapping[str, ExpressionLike]


def to_urdf(robot: Robot, *, values: Values | None = None, param: Numbers | None = None) -> str:
    """Return a robot as the text of a URDF file.

    A `RobotWarning` says what URDF lacks of this robot, such as loops, or gravity of its own.

    Args:
        robot: any robot.
        values: a value set or its name, a file, a mapping, or None for the robot's only value set.
        param: single numbers, which take precedence.

    Raises:
        UsageError: for symbols without a number, with those and the robot's value sets.
        RobotError: for a table that cannot be said, with the frame.
    """
    return urdf.write(_with_numbers(robot, values, param))


def to_mjcf(robot: Robot, *, values: Values | None = None, param: Numbers | None = None) -> str:
    """Return a robot as the text of an MJCF file, MuJoCo's XML; the rest is as in `to_urdf`."""
    return mjcf.write(_with_numbers(robot, values, param))


def to_pinocchio(
    robot: Robot, *, values: Values | None = None, param: Numbers | None = None
) -> Any:
    """Return a robot as a ``pinocchio.Model``, with gravity and rotor inertia (``armature``).

    Positions are symoro's, one number a joint, also of joints without limits. Joints have the order
    of the tree, each branch as a whole; ``model.getJointId(name)`` tells their places. A base that
    floats is a free flyer, ``root_joint``. The rest is as in `to_urdf`.

    Raises:
        ModelError: if pinocchio is not installed.
    """
    return pinocchio_model(_with_numbers(robot, values, param))


def _with_numbers(robot: Robot, values: Values | None, param: Numbers | None) -> Robot:
    return changed_robot(robot, only_set(robot) if values is None else values, param=param)
