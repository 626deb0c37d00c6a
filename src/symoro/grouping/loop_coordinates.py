"""Joints in which the loops of a closed robot have a closed form.

Base parameters do not depend on which joints are actuated. The motors are tried first; where they
are too many, too few or give no closed form, other joints are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice, product

import numpy as np

from symoro.analysis.loops import CannotClose
from symoro.analysis.mobility import mobility
from symoro.grouping.numeric.constants import constants
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.robot import Robot
from symoro.robot.variables import refuse_moving_tables

_TRIES = 200
_MOST = 100_000  # choices that are counted, of robots with many loops
_SAMPLES = 20  # of lengths with which the loops may close


def loop_coordinates(robot: Robot) -> LoopPlan | None:
    """Return the closed form of the loops, or None if there is none.

    Raises:
        ModelError: for tables that move with the robot.
    """
    refuse_moving_tables(robot)
    freedom = _mobility(robot)
    choices = (each for each in islice(_choices(robot), _MOST) if len(each) == freedom)
    plans = (plan_loops(robot, active) for active in islice(choices, _TRIES))
    return next((loops for loops in plans if not loops.reasons), None)


def _mobility(robot: Robot) -> int:
    """The number of joints that can be chosen freely, whatever the lengths; 0 if none closed."""
    pool = constants(robot, {})
    rng = np.random.default_rng(0)
    for seed in range(_SAMPLES):
        with suppress(CannotClose):
            return mobility(robot, pool.sample(rng), random.Random(seed))
    return 0


def _choices(robot: Robot) -> Iterator[tuple[int, ...]]:
    """Sets of joints to take as known: motors, then all but two joints of every loop."""
    tree = [j for j in robot.moving_joints if j <= robot.n_links]
    around = [
        [j for j in robot.chain(k, other) if j in tree and j != robot.root(k, other)]
        for k, other in robot.loops()
    ]
    on_loops = {j for joints in around for j in joints}
    yield tuple(j for j in tree if robot.frame(j).mu or j not in on_loops)
    pairs = [
        sorted(combinations(joints, 2), key=lambda pair: sum(robot.frame(j).mu for j in pair))
        for joints in around
    ]
    for chosen in product(*pairs):
        passive = {j for pair in chosen for j in pair}
        yield tuple(j for j in tree if j not in passive)
