"""Lengths with which the loops of a robot close: its own, else drawn ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from symoro.errors import InternalError, ModelError
from symoro.generate.draw import draw, known_values
from symoro.numeric.loops.refusal import CannotClose
from symoro.robot import Robot
from symoro.robot.frame import GEOMETRY

T = TypeVar("T")

_DRAWS = 5  # of lengths with which the loops might close


def with_closable_lengths(
    robot: Robot, find: Callable[[dict[str, float], random.Random], T], seed: str
) -> T:
    """Return what is found with a robot's own lengths, and with drawn ones where it has none.

    Args:
        robot: any robot.
        find: from a value of each symbol, and where it takes its random numbers from; lengths with
            which it cannot close the loops are drawn again.
        seed: of the random numbers.

    Raises:
        ModelError: if no lengths will do.
    """
    rng = random.Random(seed)
    known = known_values(robot, robot.values[0]) if robot.values else {}
    drawn = _lengths(robot) - known.keys()
    for remaining in reversed(range(_DRAWS if drawn else 1)):
        values = draw(robot, rng) | known
        try:
            return find(values, rng)
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
