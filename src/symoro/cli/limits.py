"""The option --limit: ranges of joints, with units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from symoro.errors import ParseError, UsageError

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.robot import Robot

_ENDS = "NAME=LOW:HIGH, such as t2=-90deg:90deg"
_WITH_UNIT = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z]+)")
_METRES = {"mm": "1/1000", "cm": "1/100", "m": "1", "in": "127/5000", "ft": "381/1250"}
_ANGLES, _LENGTHS = ("deg", "rad"), tuple(_METRES)


def joint_limits(robot: Robot, items: Sequence[str]) -> dict[str, list[Expression]]:
    """Return the ranges that the option gives, by joint variable [rad or m].

    Raises:
        UsageError: for a text that is no range, a unit that the joint does not have, or a joint
            that is not there.
    """
    from symoro.robot import JointType
    from symoro.robot.gravity import length_unit

    types = {v.name: robot.frame(j).sigma for j, v in robot.variables.items()}
    turning = {name: sigma is JointType.REVOLUTE for name, sigma in types.items()}
    ranges: dict[str, list[Expression]] = {}
    for item in items:
        name, ends = _split(item)
        if name not in turning:
            raise UsageError(
                f"--limit {item.strip()}: {robot.name} has no joint variable {name}; it has "
                f"{', '.join(turning)}"
            )
        if name in ranges:
            raise UsageError(f"--limit {name} is given twice")
        ranges[name] = [_end(item.strip(), end, turning[name], length_unit(robot)) for end in ends]
    return ranges


def _split(item: str) -> tuple[str, list[str]]:
    name, sign, ends = item.partition("=")
    parts = [end.strip() for end in ends.split(":")]
    if not sign or not name.strip() or len(parts) != 2 or not all(parts):
        raise UsageError(f"--limit takes {_ENDS}, not {item.strip()}")
    return name.strip(), parts


def _end(item: str, text: str, turns: bool, own: str) -> Expression:
    """One end in rad or in the robot's own unit of length; a unit stands after a number."""
    from symoro.expressions import PI, expression, parse

    units = _ANGLES if turns else _LENGTHS
    match = _WITH_UNIT.fullmatch(text)
    try:
        if match is None:
            return parse(text)
        value, unit = parse(match[1]), match[2]
    except ParseError as error:
        raise UsageError(f"--limit {item}: {error.message} (in {text!r})") from None
    if unit not in units:
        what = "turns" if turns else "slides"
        raise UsageError(f"--limit {item}: the joint {what}; units are {', '.join(units)}")
    if turns:
        return value * PI / 180 if unit == "deg" else value
    return value * expression(_METRES[unit]) / expression(_METRES[own])
