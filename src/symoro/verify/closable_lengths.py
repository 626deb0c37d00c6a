"""Lengths with which the loops of a robot close: its own, else sampled ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from symoro.analysis.loops.refusal import CannotClose
from symoro.errors import ModelError, SymoroError
from symoro.robot import Robot
from symoro.verify.sampling import known_values, sample_values

T = TypeVar("T")

_SAMPLES = 5  # of lengths with which the loops might close


def with_closable_lengths(
    robot: Robot, find: Callable[[dict[str, float], random.Random], T], seed: str
) -> T:
    """Return the result with a robot's own lengths, and with sampled ones where it has none.

    Args:
        robot: any robot.
        find: from a value of each symbol, and where it takes its random numbers from; lengths with
            which it cannot close the loops are sampled again.
        seed: of the random numbers.

    Raises:
        CannotClose: if the loops close with none of the lengths.
        ModelError: if an entry of the tables has no value with any of them.
    """
    rng = random.Random(seed)
    known = known_values(robot, robot.values[0]) if robot.values else {}
    sampled = robot.geometry_symbols - {v.name for v in robot.variables.values()} - known.keys()
    failure: SymoroError | None = None
    for _ in range(_SAMPLES):
        values = sample_values(robot, rng) | known
        try:
            return find(values, rng)
        except CannotClose as error:
            source = "lengths drawn at random" if sampled else "the given lengths"
            text = f"with {source}, {error}"
            failure = CannotClose(text, error.position, error.rotation, error.limits)
            if not sampled:
                break
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            failure = failure or ModelError(
                f"{robot.name}: an expression of its tables has no value with any of the random "
                f"numbers that were tried ({error}); --set NAME=NUMBER gives it one"
            )
    assert failure is not None
    raise failure
