"""The motion of a base as inputs of a model: symbols where the robot has zeros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from symoro.expressions import ZERO, Expression, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.base import BASE_MOTION, NULL, BaseMotion, Row
from symoro.robot.robot import Robot

ROTATION = "R0"
"""The array of a floating base's rotation: frame 0 in the world frame, 3x3."""

POSITION = "P0"
"""The array of the position of its origin in the world frame, which only energies depend on."""

BASE_WRENCH = "FE0"
"""The array of the wrench that link 0 exerts on its environment: force, moment about O0."""

NOTE = (
    "floating base: its velocities W0, V0, accelerations WP0, VP0 (in frame 0) and its rotation R0 "
    "(frame 0 in the world frame) are arguments; gravity G is written in the world frame"
)


DYNAMIC_NOTE = (
    "floating base: the acceleration of its origin VP0 (that of the point itself, gravity "
    "included) and its angular acceleration WP0 are written in frame 0; its rotation R0 (frame 0 "
    "in the world frame) is an argument, gravity G is written in the world frame"
)


def unknown_acceleration(robot: Robot) -> Robot:
    """Return a robot whose floating base has velocity and rotation as inputs, no acceleration.

    Other robots are returned as they are.
    """
    if robot.base.motion is not BaseMotion.FLOATING:
        return robot
    base = replace(with_base_inputs(robot, ("W0", "V0")).base, WP0=NULL, VP0=NULL)
    return replace(robot, base=base)


def with_base_inputs(robot: Robot, arrays: Sequence[str] = BASE_MOTION) -> Robot:
    """Return a robot whose base motion is made of symbols, if its base floats.

    Entries of W0, WP0, V0 and VP0 that are zero become symbols (``W01``, ``VP03``), as do all nine
    of the rotation part of Z (``R011``); a user's symbol is never taken. Other robots are returned
    as they are.
    """
    if robot.base.motion is not BaseMotion.FLOATING:
        return robot
    fresh = _fresh_symbols(robot)
    changed = _general_motion(robot, arrays, fresh)
    *rows, last = robot.base.Z
    turned = [
        (*(fresh(f"{ROTATION}{r}{c}") for c in (1, 2, 3)), row[3])
        for r, row in enumerate(rows, start=1)
    ]
    changed["Z"] = (*turned, last)
    return replace(robot, base=replace(robot.base, **changed))


def with_position(robot: Robot) -> Robot:
    """Return a robot whose base, if it floats, has symbols (``P01``) for its origin's position."""
    base, fresh = robot.base, _fresh_symbols(robot)
    if base.motion is not BaseMotion.FLOATING:
        return robot

    def row(k: int) -> Row:
        return (*base.Z[k][:3], fresh(f"{POSITION}{k + 1}"))

    return replace(robot, base=replace(base, Z=(row(0), row(1), row(2), base.Z[3])))


def with_moving_base(robot: Robot) -> Robot:
    """Return a robot whose base moves in a known way, with symbols where its motion is zero."""
    motion = _general_motion(robot, BASE_MOTION, _fresh_symbols(robot))
    return replace(robot, base=replace(robot.base, motion=BaseMotion.MOVING, **motion))


def _general_motion(
    robot: Robot, arrays: Sequence[str], fresh: Callable[[str], Expression]
) -> dict[str, Any]:
    """Some of W0, WP0, V0 and VP0, as fields of a base, with symbols where they are zero."""
    return {
        array: tuple(
            entry if entry != ZERO else fresh(f"{array}{k}")
            for k, entry in enumerate(getattr(robot.base, array), start=1)
        )
        for array in arrays
    }


def _fresh_symbols(robot: Robot) -> Callable[[str], Expression]:
    """A function that makes a symbol of a name, or of the nearest that is not taken."""
    taken_names = set(robot.taken_names)

    def fresh(wanted: str) -> Expression:
        name = fresh_name(wanted, taken_names)
        taken_names.add(name)
        return symbol(name)

    return fresh
