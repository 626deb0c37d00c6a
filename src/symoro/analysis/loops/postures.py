"""Random postures in which all loops close."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.refusal import CannotClose, miss_text
from symoro.analysis.loops.solve import batch_size, close, first_guesses
from symoro.errors import UsageError
from symoro.robot import Robot

_FEWEST, _MOST = 40, 1000  # first guesses of one batch
_PATIENCE = 3  # batches in a row that close nothing


def closed_postures(
    robot: Robot, values: Mapping[str, float], count: int, rng: random.Random
) -> Floats:
    """Return random joint positions in which every loop closes, one posture a row [rad or m].

    Columns are the joints of ``robot.moving_joints``. All joints are sampled, then moved by the
    shortest steps that close the loops to 1e-12 of the robot's size and 1e-12 rad; every assembly
    mode that is met so is kept.

    ``values`` has a number for each symbol of the geometry that is not a joint variable.

    Raises:
        CannotClose: if no posture was found from some batches of first guesses.
    """
    closure = Closure(robot, values)
    postures = [closure.posture(row) for row in closed_rows(closure, count, rng)]
    return np.array([[posture[j] for j in robot.moving_joints] for posture in postures])


def closed_rows(closure: Closure, count: int, rng: random.Random) -> Floats:
    """Return random closed postures as rows of the closure's own columns."""
    if count < 1:
        raise UsageError(f"the number of postures is at least 1, not {count}")
    generator = np.random.default_rng(rng.getrandbits(64))
    free = np.arange(len(closure.tables.joints))
    zero = closure.scaled_row({})
    batches: list[Floats] = []
    best = (math.inf, math.inf)
    fruitless = 0
    while sum(map(len, batches)) < count:
        wanted = min(_MOST, max(_FEWEST, round(1.2 * (count - sum(map(len, batches))))))
        starts = first_guesses(closure, zero, free, batch_size(closure, wanted), generator)
        solved = close(closure, starts, free)
        best = min(best, solved.best, key=lambda gap: math.hypot(*gap))
        batches.append(solved.x[solved.closed])
        fruitless = 0 if len(batches[-1]) else fruitless + 1
        if fruitless == _PATIENCE:
            size = closure.tables.size
            position, rotation = best[0] * size, best[1]
            nearest = miss_text(position, rotation, size)
            text = f"the loops of {closure.robot.name} do not close: {nearest}"
            raise CannotClose(text, position, rotation)
    return np.concatenate(batches)[:count]
