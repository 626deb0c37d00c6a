"""Values of joints that are given by variable or by the number of the joint."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral

from symoro.errors import UsageError
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


def _variable(robot: Robot, key: object) -> str:
    """The variable that a key stands for."""
    if isinstance(key, str):
        return key
    joints = ", ".join(f"{j} ({symbol.name})" for j, symbol in robot.variables.items())
    if not isinstance(key, Integral) or isinstance(key, bool):
        raise UsageError(
            f"{robot.name}: values of joints are given by variable or by number, not by {key!r}; "
            f"joints that move are {joints}"
        )
    if int(key) not in robot.variables:
        raise UsageError(
            f"{key} is no joint of {robot.name} that moves; joints that move are {joints}"
        )
    return robot.variables[int(key)].name
