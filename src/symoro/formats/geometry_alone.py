"""A robot of which the geometry alone has numbers, written to be looked at in other programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symoro.errors import short_list
from symoro.expressions import ZERO, Expression
from symoro.robot import Link, Robot
from symoro.robot.link import DRIVE, INERTIAL, LAW, WRENCH

_DYNAMIC = (*INERTIAL, *DRIVE, *LAW, *WRENCH)


def geometry_alone(robot: Robot) -> tuple[Robot, str]:
    """Return the robot without inertia, drives and gravity if none of them has a number.

    A value set of lengths so makes a file to look at; one that lacks a mass stays an error.

    Returns:
        the robot, and what it lost in words; the robot as it is, and nothing.
    """
    entries = list(_dynamic_entries(robot))
    lost = dict.fromkeys(name for entry in entries for name in sorted(entry.symbols))
    if not lost or any(entry.number for entry in entries):
        return robot, ""
    nothing = dict.fromkeys(_DYNAMIC, ZERO)
    x, y, z = (entry if entry.number is not None else ZERO for entry in robot.base.G)
    base = replace(
        robot.base,
        G=(x, y, z),
        link=None if robot.base.link is None else Link(),
        fixed_link=None,
    )
    links = tuple(replace(link, **nothing) for link in robot.links)
    words = f"no inertia, drives and gravity, which have no numbers ({short_list(list(lost))})"
    return replace(robot, links=links, base=base), words


def _dynamic_entries(robot: Robot) -> Iterator[Expression]:
    """Everything about the bodies and joints that is no geometry."""
    for link in (robot.base.link, robot.base.fixed_link, *robot.links):
        if link is not None:
            yield from (getattr(link, name) for name in _DYNAMIC)
