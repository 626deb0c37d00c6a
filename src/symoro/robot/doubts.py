"""The warnings on a robot, repeated wherever a model of it is made."""

from __future__ import annotations

import sys
import warnings

from symoro.errors import RobotError, RobotWarning
from symoro.robot.check import check
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.robot import Robot
from symoro.robot.rotation import with_exact_rotation

_TOLD = "_told"  # in the robot's __dict__, as what is computed once is


def doubts(robot: Robot) -> tuple[Diagnostic, ...]:
    """Return the warnings of `check`, which are likely mistakes, without the notes."""
    return tuple(each for each in check(robot) if not each.note)


def warn_of(robot: Robot, variant: Robot | None = None, *, strict: bool = False) -> tuple[str, ...]:
    """Warn of what is doubtful about a robot, each message once for each; return all in words.

    Args:
        robot: the robot of the caller.
        variant: the same after the options were applied, if there were any.
        strict: refuse a doubtful robot instead.

    Raises:
        RobotError: with all warnings, if ``strict``.
    """
    messages = tuple(map(str, doubts(robot if variant is None else variant)))
    if messages and strict:
        count = f"{len(messages)} warning{'s' if len(messages) > 1 else ''}"
        raise RobotError(f"{robot.name} has {count}; strict=True refuses it: {'; '.join(messages)}")
    history = issued_warnings(robot)
    for message in messages:
        if message not in history:
            warnings.warn(f"{robot.name}: {message}", RobotWarning, stacklevel=outside_level())
            history.add(message)
    if variant is not None:
        issued_warnings(variant).update(messages)
    return messages


def issued_warnings(robot: Robot) -> set[str]:
    """The warnings that the owner of this robot has had; a front end adds those it showed."""
    history: set[str] = vars(robot).setdefault(_TOLD, set())
    return history


def share_warnings(robot: Robot, variant: Robot) -> Robot:
    """Return a variant of a robot that warns of nothing that the robot has warned of, or will."""
    vars(variant)[_TOLD] = issued_warnings(robot)
    return variant


def modelled_robot(robot: Robot) -> Robot:
    """Return the robot that all functions work with: its Z is made an exact rotation.

    `warn_of` tells of the change, if it is given the robot as it was.
    """
    return share_warnings(robot, with_exact_rotation(robot))


def outside_level() -> int:
    """The stack level of the first caller outside symoro, for `warnings.warn` one frame up."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("symoro."):
        level, frame = level + 1, frame.f_back
    return level
