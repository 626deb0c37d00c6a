"""The names that SYMORO+ gives to joint velocities, accelerations and torques."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from symoro.expressions import ZERO, Expression, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.robot import Robot

JOINT_NAMES = ("QP", "QDP", "GAM")


def default_names(robot: Robot, tag: str) -> tuple[Expression, ...]:
    """Return the names ``QP1, QP2, ...`` for the joints that move, 0 for fixed frames.

    A name that the robot uses already, for anything but this tag, gets a trailing ``_``.
    """
    symbols = without_names(robot, (tag,)).symbols

    return tuple(
        symbol(fresh_name(f"{tag}{j}", symbols)) if frame.moves else ZERO for j, frame in robot
    )


def without_names(robot: Robot, tags: Iterable[str]) -> Robot:
    """Return the robot with zeros in the place of some of QP, QDP and GAM."""
    zeros = dict.fromkeys(tags, ZERO)
    return replace(robot, frames=tuple(replace(f, **zeros) for f in robot.frames))  # type: ignore[arg-type]


def with_default_names(
    robot: Robot, tags: Iterable[str], frames: Collection[int] | None = None
) -> Robot:
    """Return the robot with the default names for some of QP, QDP and GAM, in some frames."""
    for tag in tags:
        names = default_names(robot, tag)
        changed = tuple(
            replace(frame, **{tag: names[j - 1]})  # type: ignore[arg-type]
            if frames is None or j in frames
            else frame
            for j, frame in robot
        )
        robot = replace(robot, frames=changed)
    return robot
