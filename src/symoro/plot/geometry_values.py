"""Values for the lengths and angles of a robot: given, or from one of its value sets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

from symoro.errors import UsageError
from symoro.robot import Robot
from symoro.robot.geometry_check import require_geometry


@dataclass(frozen=True)
class GeometryValues:
    """A value for each symbol of a robot's geometry and joint limits.

    Attributes:
        values: by symbol; joint variables are not among them.
        source: their source, in words.
    """

    values: dict[str, float]
    source: str


Parameters = Mapping[str, float] | str | GeometryValues | None
"""Numbers by symbol, the name of a value set, or None for the robot's only set."""


def geometry_values(
    robot: Robot, parameters: Parameters = None, overrides: Mapping[str, float] | None = None
) -> GeometryValues:
    """Return the values that a picture needs; nothing is assumed.

    Args:
        robot: any robot.
        parameters: a mapping, the name of a value set, or None for the only one, if there is one.
        overrides: numbers that go before those.

    Raises:
        UsageError: for symbols without a number, symbols that the robot does not have, values that
            are no numbers, or an unknown value set.
    """
    if isinstance(parameters, GeometryValues):
        return parameters
    chosen, source = _choose_values(robot, parameters)
    robot.require_symbols(
        [*(parameters if isinstance(parameters, Mapping) else ()), *(overrides or ())]
    )
    if overrides:
        source = ", ".join(filter(None, [source, f"{', '.join(overrides)} given"]))
    chosen |= overrides or {}
    needed = picture_symbols(robot)
    missing = [name for name in needed if name not in chosen]
    if missing:
        raise UsageError(_missing_message(robot, missing))
    values = {name: _require_number(name, chosen[name]) for name in needed}
    require_geometry(robot, values)
    return GeometryValues(values, source)


def picture_symbols(robot: Robot) -> list[str]:
    """Return the symbols of geometry and joint limits that are no joint variables, sorted."""
    limits = (frame.limits for _, frame in robot if frame.limits is not None)
    ends = (end for each in limits for end in (each.lower, each.upper) if end is not None)
    symbols = robot.geometry_symbols.union(*(end.symbols for end in ends))
    return sorted(symbols - {variable.name for variable in robot.variables.values()})


def _choose_values(
    robot: Robot, parameters: Mapping[str, float] | str | None
) -> tuple[dict[str, float], str]:
    if isinstance(parameters, str):
        return dict(robot.parameter_values(parameters)), f"value set {parameters}"
    if isinstance(parameters, Mapping):
        return dict(parameters), "given" if parameters else ""
    if parameters is not None:
        raise UsageError(
            "parameters are a mapping from symbol to number or the name of a value set, "
            f"not {type(parameters).__name__}"
        )
    if len(robot.values) == 1:
        only = robot.values[0]
        return dict(only.numbers), f"value set {only.name}, the only one of {robot.name}"
    return {}, ""


def _missing_message(robot: Robot, missing: list[str]) -> str:
    sets = ", ".join(values.name for values in robot.values) or "none"
    first = missing[0]
    return (
        f"{robot.name}: no number for {', '.join(missing)}; give numbers (--param {first}=NUMBER, "
        f"parameters={{'{first}': ...}}) or a value set (--values NAME); value sets of "
        f"{robot.name}: {sets}"
    )


def _require_number(name: str, value: object) -> float:
    if not isinstance(value, Real) or not math.isfinite(value):
        raise UsageError(f"{name} is a number, not {value!r}")
    return float(value)
