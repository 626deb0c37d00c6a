"""Values for the lengths and angles of a robot: given, or from one of its value sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symoro.errors import UsageError
from symoro.expressions import ExpressionLike, float_values
from symoro.formats.values import SUFFIX, Values, read_values
from symoro.robot import Robot, ValueSet
from symoro.robot.geometry_check import require_geometry
from symoro.robot.values import SetOrNumbers, exact_values, missing_values, only_set


@dataclass(frozen=True)
class GeometryValues:
    """A value for each symbol of a robot's geometry and joint limits.

    Attributes:
        values: by symbol; joint variables are not among them.
        source: their source, in words.
    """

    values: dict[str, float]
    source: str


def geometry_values(
    robot: Robot,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
) -> GeometryValues:
    """Return the values that a picture needs; nothing is assumed.

    A picture names lengths by their symbols, so the numbers are not put into the tables.

    Args:
        robot: any robot.
        values: a mapping, a value set or its name, a file, or None for the robot's only value set.
        param: single numbers, which take precedence over those.

    Raises:
        UsageError: for symbols without a number, symbols that the robot does not have, values that
            are no numbers, or an unknown value set.
    """
    chosen = only_set(robot) if values is None else read_values(values)
    exact = exact_values(robot, chosen, param)
    needed = picture_symbols(robot)
    if missing := [name for name in needed if name not in exact]:
        raise UsageError(missing_values(robot, missing, chosen))
    numbers = float_values((name, exact[name]) for name in needed)
    require_geometry(robot, numbers)
    source = _source(robot, chosen, default=values is None)
    if param:
        source = ", ".join(filter(None, [source, f"{', '.join(param)} given"]))
    return GeometryValues(numbers, source)


def _source(robot: Robot, chosen: SetOrNumbers | None, default: bool) -> str:
    """The source of numbers, in words."""
    if not isinstance(chosen, str | ValueSet):
        return "given" if chosen else ""
    name = chosen if isinstance(chosen, str) else chosen.name
    kind = "file" if name.lower().endswith(SUFFIX) else "value set"
    return f"{kind} {name}" + (f", the only one of {robot.name}" if default else "")


def picture_symbols(robot: Robot) -> list[str]:
    """Return the symbols of geometry and joint limits that are no joint variables, sorted."""
    limits = (frame.limits for _, frame in robot if frame.limits is not None)
    ends = (end for each in limits for end in (each.lower, each.upper) if end is not None)
    symbols = robot.geometry_symbols.union(*(end.symbols for end in ends))
    return sorted(symbols - {variable.name for variable in robot.variables.values()})
