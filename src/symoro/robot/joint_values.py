"""Values of joints that are given by variable or by the number of the joint."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral

from symoro.errors import UsageError, short_list
from symoro.robot.robot import Robot

JointValues = Mapping[str, float] | Mapping[int, float]
"""Values of joints: keys are joint variables, or numbers of joints that move."""


def by_variable(robot: Robot, at: JointValues) -> dict[str, float]:
    """Return the same values by variable; a name that is none stays, for the caller to judge.

    Raises:
        UsageError: for a number of no joint that moves, a joint given twice, or another key.
    """
    values: dict[str, float] = {}
    for key, value in at.items():
        name = _variable(robot, key)
        if name in values:
            raise UsageError(f"{robot.name}: {name} is given twice, by variable and by number")
        values[name] = value
    return values


def by_number(robot: Robot, at: JointValues) -> dict[int, float]:
    """Return the same values by the number of the joint.

    Raises:
        UsageError: for a variable or a number of no joint that moves, or a joint given twice.
    """
    numbers = {symbol.name: j for j, symbol in robot.variables.items()}
    values = by_variable(robot, at)
    if unknown := [name for name in values if name not in numbers]:
        raise UsageError(
            f"{unknown[0]} is no joint variable of {robot.name}; joints that move are "
            f"{_joints(robot)}"
        )
    return {numbers[name]: value for name, value in values.items()}


def _joints(robot: Robot) -> str:
    """The joints that move, by number and variable."""
    return short_list(f"{j} ({symbol.name})" for j, symbol in robot.variables.items())


def _variable(robot: Robot, key: object) -> str:
    """The variable that a key stands for."""
    if isinstance(key, str):
        return key
    if not isinstance(key, Integral) or isinstance(key, bool):
        raise UsageError(
            f"{robot.name}: values of joints are given by variable or by number, not by {key!r}; "
            f"joints that move are {_joints(robot)}"
        )
    if int(key) not in robot.variables:
        raise UsageError(
            f"{key} is no joint of {robot.name} that moves; joints that move are {_joints(robot)}"
        )
    return robot.variables[int(key)].name
