"""Random closed states of a robot with eighty digits, at which ranks are as good as exact."""

from __future__ import annotations

import random
from collections.abc import Iterator

from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions.precision import PreciseArithmetic, precise
from symoro.references.closed_dynamics import ClosedDynamics
from symoro.verify.agreement import UNDEFINED
from symoro.verify.sampling import known_values, resample_state, sample_values

DRAWS = 200
"""The states that are drawn; loops close at some of them."""


def precise_states(driven: Actuated) -> Iterator[ClosedDynamics]:
    """Return the dynamics at states at which the loops close, and are far from a dead point."""
    robot, arithmetic = driven.robot, PreciseArithmetic()
    rng = random.Random(f"{robot.name}|states")
    known = known_values(robot, robot.values[0]) if robot.values else {}
    for _ in range(DRAWS):
        values = resample_state(robot, sample_values(robot, rng) | known, rng)
        try:
            closed = driven.settle(values)
            exact = {name: precise(x) for name, x in closed.items()}
            state = driven.refine(exact, arithmetic, object)
        except UNDEFINED:
            continue
        yield driven.reference_dynamics(state, arithmetic, object)
