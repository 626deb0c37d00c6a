"""Everything suspicious about a robot: its tables, its value sets, its motors."""

from __future__ import annotations

import random

from symoro.errors import InternalError, ModelError
from symoro.generate.draw import draw, known_values
from symoro.generate.value_sets import check_values
from symoro.numeric.loops.refusal import CannotClose
from symoro.numeric.mobility import idle_motion, mobility
from symoro.robot import Finding, Robot, check
from symoro.robot.frame import GEOMETRY

_DRAWS = 5  # of lengths with which the loops might close


def diagnose(robot: Robot) -> list[Finding]:
    """Return what the author of a robot should look at; an empty list means nothing was found."""
    return [*check(robot), *motors(robot), *check_values(robot)]


def motors(robot: Robot) -> list[Finding]:
    """Compare the motorised joints of a closed robot with its true mobility.

    Bodies that spin idly, as a rod between two spherical joints, need no motor.
    """
    if not robot.n_loops:
        return []
    active = [j for j, frame in robot if frame.mu]
    count = len(active)
    try:
        freedom, idle = _freedoms(robot, active)
    except ModelError as error:
        return [Finding(f"the mobility could not be found: {error}", field="mu")]
    if count + idle == freedom:
        return []
    return [Finding(f"the robot has mobility {freedom} and {count} motors", field="mu")]


def _freedoms(robot: Robot, active: list[int]) -> tuple[int, int]:
    """Find the mobility, and the idle part of it, with the robot's own lengths or drawn ones."""
    rng = random.Random(robot.name)
    known = known_values(robot, robot.values[0]) if robot.values else {}
    drawn = _lengths(robot) - known.keys()
    held = [j for j in active if robot.frame(j).moves]
    for remaining in reversed(range(_DRAWS if drawn else 1)):
        values = draw(robot, rng) | known
        try:
            freedom = mobility(robot, values, rng)
            if freedom <= len(active):
                return freedom, 0
            idle = idle_motion(robot, values, held, rng)
            return freedom, idle.freedom if idle.harmless else 0
        except (CannotClose, ValueError, ZeroDivisionError, OverflowError) as error:
            if not remaining:
                source = "lengths drawn at random" if drawn else "the given lengths"
                raise ModelError(f"with {source}, {error}") from error
    raise InternalError("no draw was made")


def _lengths(robot: Robot) -> set[str]:
    """The symbols of the geometry that are not joint variables."""
    variables = {variable.name for variable in robot.variables.values()}
    used = set[str]().union(*(getattr(f, field).symbols for _, f in robot for field in GEOMETRY))
    return used - variables
