"""A robot with other limits of its joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symoro.errors import RobotError, SymoroError, UsageError
from symoro.expressions import Expression, ExpressionLike, expression
from symoro.robot.doubts import share_warnings
from symoro.robot.frame import Frame, Limits
from symoro.robot.robot import Robot

Ranges = Mapping[str, Sequence[ExpressionLike]]
"""The lower and the upper end of joints [rad or m], by the name of the joint variable."""


def with_limits(robot: Robot, ranges: Ranges) -> Robot:
    """Return a robot whose joints move over given ranges; what its tables say of others stays.

    Ends are numbers, or expressions in the robot's symbols.

    Raises:
        UsageError: for a name that is no joint variable, or ends that are none.
    """
    joints = {variable.name: j for j, variable in robot.variables.items()}
    frames = list(robot.frames)
    for name, ends in ranges.items():
        if name not in joints:
            raise UsageError(
                f"limit of {name}: {robot.name} has no such joint variable; these are "
                f"{', '.join(joints)}"
            )
        lower, upper = _ends(robot, name, ends)
        frames[joints[name] - 1] = _with_limits(name, frames[joints[name] - 1], lower, upper)
    return share_warnings(robot, replace(robot, frames=tuple(frames))) if ranges else robot


def _with_limits(name: str, frame: Frame, lower: Expression, upper: Expression) -> Frame:
    try:
        limits = replace(frame.limits or Limits(), lower=lower, upper=upper)
    except RobotError:
        raise UsageError(
            f"limit of {name}: the lower end {lower} is above the upper one, {upper}"
        ) from None
    return replace(frame, limits=limits)


def _ends(robot: Robot, name: str, ends: Sequence[ExpressionLike]) -> list[Expression]:
    if isinstance(ends, str) or len(ends) != 2:
        raise UsageError(f"limit of {name}: a lower and an upper end are needed, not {ends!r}")
    try:
        bounds = [expression(end) for end in ends]
    except SymoroError as error:
        raise UsageError(f"limit of {name}: {error}") from None
    variables = {variable.name for variable in robot.variables.values()}
    for end in bounds:
        if moving := sorted(end.symbols & variables):
            raise UsageError(f"limit of {name}: {end} depends on the joint variable {moving[0]}")
        if unknown := sorted(end.symbols - robot.symbols):
            raise UsageError(f"limit of {name}: {robot.name} has no symbol {', '.join(unknown)}")
    return bounds
