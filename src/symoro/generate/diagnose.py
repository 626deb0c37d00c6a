"""Everything suspicious about a robot: its tables, and its motors against its mobility."""

from __future__ import annotations

import random

from symoro.errors import InternalError
from symoro.generate.draw import draw, known_values
from symoro.numeric.mobility import CannotClose, mobility
from symoro.robot import Finding, Robot, check
from symoro.robot.frame import GEOMETRY

_DRAWS = 3  # of lengths with which the loops might close


def diagnose(robot: Robot) -> list[Finding]:
    """Return what the author of a robot should look at; an empty list means nothing was found."""
    return [*check(robot), *motors(robot)]


def motors(robot: Robot) -> list[Finding]:
    """Compare the motorised joints of a closed robot with its true mobility."""
    if not robot.n_loops:
        return []
    try:
        freedom = _mobility(robot)
    except CannotClose as error:
        return [Finding(f"the mobility could not be found: {error}", field="mu")]
    count = sum(frame.mu for _, frame in robot)
    if count == freedom:
        return []
    return [Finding(f"the robot has mobility {freedom} and {count} motors", field="mu")]


def _mobility(robot: Robot) -> int:
    """Find the mobility with the robot's own lengths, or with some that are drawn."""
    rng = random.Random(robot.name)
    known = known_values(robot, robot.values[0]) if robot.values else {}
    drawn = _lengths(robot) - known.keys()
    for remaining in reversed(range(_DRAWS if drawn else 1)):
        try:
            return mobility(robot, draw(robot, rng) | known, rng)
        except (CannotClose, ValueError, ZeroDivisionError, OverflowError) as error:
            if not remaining:
                source = "lengths drawn at random" if drawn else "the given lengths"
                raise CannotClose(f"with {source}, {error}") from error
    raise InternalError("no draw was made")


def _lengths(robot: Robot) -> set[str]:
    """The symbols of the geometry that are not joint variables."""
    variables = {variable.name for variable in robot.variables.values()}
    used = set[str]().union(*(getattr(f, field).symbols for _, f in robot for field in GEOMETRY))
    return used - variables
