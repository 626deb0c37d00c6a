"""Lengths with which the loops of a robot close: its own, else sampled ones.

Where no sample closes the loops, the one that misses by least is changed at random again and again,
as long as they come nearer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import TypeVar

from symoro.analysis.loops.refusal import CannotClose
from symoro.errors import ModelError, SymoroError
from symoro.robot import Robot
from symoro.verify.sampling import ANGLES, known_values, sample_values

T = TypeVar("T")

Values = dict[str, float]

_SAMPLES = 5  # of lengths with which the loops might close
_CHANGES = 20  # of the sample that misses by least
_PATIENCE = 8  # changes in a row that come no nearer
_SPREAD = 0.4  # of a change: of the logarithm of a length, of an angle [rad]


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
    nearest: tuple[float, Values] = (math.inf, {})
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
            nearest = min(nearest, (_miss(error), values), key=lambda each: each[0])
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            failure = failure or ModelError(
                f"{robot.name}: an expression of its tables has no value with any of the random "
                f"numbers that were tried ({error}); --set NAME=NUMBER gives it one"
            )
    assert failure is not None
    if nearest[1]:
        with suppress(CannotClose):
            return come_nearer(robot, find, sampled, *nearest, rng)[1]
    raise failure


def sampled_lengths(robot: Robot) -> frozenset[str]:
    """The symbols of the geometry, joint variables apart, for which no value set has a number."""
    own = {name for each in robot.values for name in known_values(robot, each)}
    return robot.geometry_symbols - {v.name for v in robot.variables.values()} - own


def come_nearer(
    robot: Robot,
    find: Callable[[Values, random.Random], T],
    free: Collection[str],
    miss: float,
    values: Values,
    rng: random.Random,
) -> tuple[Values, T]:
    """Change lengths and angles until the loops close; return them, and the result with them.

    Args:
        robot: a closed robot.
        find: the result, from a value of each symbol.
        free: the symbols that may be changed.
        miss: by how much the loops miss with the first values.
        values: these.
        rng: where random numbers come from.

    Raises:
        CannotClose: if they come no nearer.
    """
    fruitless = 0
    failure: CannotClose | None = None
    for _ in range(_CHANGES if free else 0):
        trial = _vary(robot, values, free, rng)
        try:
            return trial, find(trial, rng)
        except CannotClose as error:
            failure = error
            nearer = _miss(error) < miss
            if nearer:
                miss, values = _miss(error), trial
        except (ValueError, ZeroDivisionError, OverflowError):
            nearer = False
        fruitless = 0 if nearer else fruitless + 1
        if fruitless == _PATIENCE:
            break
    raise failure or CannotClose(f"the loops of {robot.name} do not close", miss, 0.0)


def close_somehow(
    robot: Robot,
    find: Callable[[Values, random.Random], T],
    values: Values,
    rng: random.Random,
) -> tuple[Values, T]:
    """Return the values, or near ones, and the result with them; numbers of value sets stay.

    Raises:
        CannotClose: if the loops close neither with these values nor with others that come nearer.
    """
    try:
        return values, find(values, rng)
    except CannotClose as error:
        try:
            return come_nearer(robot, find, sampled_lengths(robot), _miss(error), values, rng)
        except CannotClose:
            raise error from None


def _miss(error: CannotClose) -> float:
    return error.position + error.rotation


def _vary(
    robot: Robot, values: Mapping[str, float], free: Collection[str], rng: random.Random
) -> Values:
    """Return values with some symbols changed: lengths keep their signs."""
    angles = {name for _, f in robot for field in ANGLES for name in getattr(f, field).symbols}
    changed = dict(values)
    for name in sorted(free):
        step = rng.gauss(0.0, _SPREAD)
        changed[name] = values[name] + step if name in angles else values[name] * math.exp(step)
    return changed
