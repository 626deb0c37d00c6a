"""Everything suspicious about a robot: its tables, its value sets, its motors."""

from __future__ import annotations

import random

from symoro.errors import ModelError
from symoro.generate.closable import with_closable_lengths
from symoro.generate.value_sets import check_values
from symoro.numeric.mobility import idle_motion, mobility
from symoro.robot import Finding, Robot, check


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
    held = [j for j in active if robot.frame(j).moves]

    def find(values: dict[str, float], rng: random.Random) -> tuple[int, int]:
        freedom = mobility(robot, values, rng)
        if freedom <= len(active):
            return freedom, 0
        idle = idle_motion(robot, values, held, rng)
        return freedom, idle.freedom if idle.harmless else 0

    return with_closable_lengths(robot, find, robot.name)
