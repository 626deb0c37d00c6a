"""Which joint of a robot carries no inertia: direct models divide by what it carries."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from symoro.errors import ModelError
from symoro.expressions import Expression, ModularArithmetic, evaluate
from symoro.expressions.modular import NoRoot
from symoro.models.dynamics.articulated import articulated
from symoro.models.let import plain
from symoro.models.mechanism import mechanism
from symoro.robot import Robot

_POINTS = 3


def refuse_massless(robot: Robot, free: Collection[int]) -> None:
    """Refuse a robot of which a free joint has no inertia to accelerate, whatever the posture.

    Raises:
        ModelError: naming the joint, or the base.
    """
    where = _pivot(robot, free, 0)
    if where is None or any(_pivot(robot, free, point) is None for point in range(1, _POINTS)):
        return  # a pivot that is zero by chance at one random point is not zero at others
    if where == "base":
        raise ModelError(
            f"{robot.name}: the floating base and what it carries have no inertia in some "
            "direction, so its acceleration is not determined; link 0 needs inertial parameters"
        )
    raise ModelError(
        f"{robot.name}: joint {where} carries no inertia: a torque there would accelerate it "
        f"without bound. Give link {where}, or a link that it carries, inertial parameters, or "
        f"joint {where} a rotor inertia (--with ia)"
    )


class _Pivots:
    """Names nothing, but looks at what will be divided by."""

    def __call__(self, tag: str, frame: Any, value: Any, /) -> Any:
        if tag[0] == "D" and tag[1:].isdigit() and value == 0:
            raise _Zero(tag[1:])
        if tag[0] == "D" and tag[1:2] in ("F", "N") and value == 0:
            raise _Zero("base")
        return value

    def solve(self, tag: str, frame: Any, matrix: Any, right: Any, /) -> Any:
        return plain.solve(tag, frame, matrix, right)


class _Zero(Exception):
    """A joint or the base, whose inertia is zero."""


def _pivot(robot: Robot, free: Collection[int], point: int) -> str | None:
    """The first joint, from the tips, that carries nothing at a random posture; None if all do."""
    field = ModularArithmetic(f"{robot.name}|{point}", loose=True)
    values = {name: field.symbol(name) for name in robot.symbols}

    def scalar(entry: Expression) -> Any:
        return evaluate(entry, values, field)

    nothing = field.number(Fraction(0))
    try:
        articulated(mechanism(robot, scalar), dict.fromkeys(free, nothing), free, _Pivots())
    except _Zero as zero:
        return str(zero)
    except NoRoot:
        return None
    return None
