"""Everything suspicious about a robot: its tables, and its motors against its mobility."""

from __future__ import annotations

import random

from symoro.generate.draw import draw, known_values
from symoro.numeric.mobility import CannotClose, mobility
from symoro.robot import Finding, Robot, check


def diagnose(robot: Robot) -> list[Finding]:
    """Return what the author of a robot should look at; an empty list means nothing was found."""
    return [*check(robot), *motors(robot)]


def motors(robot: Robot) -> list[Finding]:
    """Compare the motorised joints of a closed robot with its true mobility."""
    if not robot.n_loops:
        return []
    rng = random.Random(robot.name)
    values = draw(robot, rng)
    for own in robot.values[:1]:
        values |= known_values(robot, own)
    try:
        freedom = mobility(robot, values, rng)
    except CannotClose as error:
        return [
            Finding(
                "the mobility could not be found: with lengths "
                f"{'of its value set' if robot.values else 'drawn at random'} {error}",
                field="mu",
            )
        ]
    count = sum(frame.mu for _, frame in robot)
    if count == freedom:
        return []
    return [Finding(f"the robot has mobility {freedom} and {count} motors", field="mu")]
