"""The joints of a robot that carry no inertia: direct models divide by what they carry.

One rule serves tables and numbers. The recursion of symoro.models.dynamics.articulated_body runs at
a random posture; a pivot D, equation (103), that is zero there and at two other postures is zero at
every posture. The factors of the inertia matrix have the same pivots. Tables are tested modulo a
prime, numbers in doubles: there a pivot counts as zero that is negligible beside the inertia which
the joint would carry if all joints beyond it were locked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

from symoro.errors import ModelError
from symoro.expressions import Arithmetic, FloatArithmetic, ModularArithmetic, Values, evaluate
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.models.dynamics.articulated_body import articulated_body_dynamics
from symoro.models.dynamics.composite_links import composite_links
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import BASE_ROWS
from symoro.robot import Robot
from symoro.verify.pivots import massless_message, pivot_reason

_POINTS = 3
_NEGLIGIBLE = 1e-13  # what some hundred roundings leave of a pivot that is zero

See = Callable[[str, Any], None]


def refuse_massless(robot: Robot, free: Collection[int]) -> None:
    """Refuse a robot of which a free joint has no inertia to accelerate, whatever the posture.

    Raises:
        ModelError: naming the joint, or the base, and what a pivot of zero means there.
    """
    _refuse(
        robot,
        lambda point: _zero_in_tables(robot, free, point),
        lambda row: pivot_reason(robot, free, row),
    )


def refuse_massless_numbers(
    robot: Robot, free: Collection[int], numbers: Mapping[str, float]
) -> None:
    """Refuse numbers for a robot's symbols that leave a free joint without inertia.

    Symbols without a number get random values.

    Raises:
        ModelError: naming the joint, or the base.
    """
    _refuse(
        robot,
        lambda point: _zero_in_numbers(robot, free, numbers, point),
        lambda row: f"with these values, {massless_message(row)}",
    )


def visit_pivots(m: Mechanism, free: Collection[int], zero: Any, see: See) -> None:
    """Run the recursion and show each pivot, with its row: the joint, or that of the base."""
    pivots = _Pivots(see, len(free) + len(BASE_ROWS) * m.floating)
    try:
        articulated_body_dynamics(m, dict.fromkeys(free, zero), free, pivots)
    except _Done:
        return


def _refuse(robot: Robot, find: Callable[[int], str | None], reason: Callable[[str], str]) -> None:
    row = find(0)
    if row is None or any(find(point) is None for point in range(1, _POINTS)):
        return  # a pivot that is zero by chance at one random point is not zero at others
    raise ModelError(f"{robot.name}: {reason(row)}")


class _Pivots:
    """Names nothing, but shows what will be divided by; nothing is computed after the last."""

    def __init__(self, see: See, count: int) -> None:
        self.see, self.count = see, count

    def __call__(self, tag: str, frame: Any, value: Any, /) -> Any:
        if tag[0] == "D" and (tag[1:].isdigit() or tag[1:] in BASE_ROWS):
            self.see(tag[1:], value)
            self.count -= 1
        if self.count <= 0:
            raise _Done
        return value

    def solve(self, tag: str, frame: Any, matrix: Any, right: Any, /) -> Any:
        return plain.solve(tag, frame, matrix, right)


class _Done(Exception):
    """All pivots were shown."""


class _Zero(Exception):
    """The row of a joint or of the base, whose inertia is zero."""


def _zero_in_tables(robot: Robot, free: Collection[int], point: int) -> str | None:
    """The first joint, from the tips, that carries nothing at a random posture; None if all do."""

    def see(row: str, pivot: Any) -> None:
        if pivot == 0:
            raise _Zero(row)

    def visit(field: ModularArithmetic) -> None:
        values = {name: field.symbol(name) for name in robot.symbols}
        visit_pivots(_mechanism_at(robot, values, field), free, field.number(Fraction(0)), see)

    try:
        at_random_point(f"{robot.name}|{point}", visit)
    except _Zero as zero:
        return str(zero)
    except ZeroDivisor:  # the tables divide by zero
        return None
    return None


def _zero_in_numbers(
    robot: Robot, free: Collection[int], numbers: Mapping[str, float], point: int
) -> str | None:
    """The same with numbers in the place of symbols."""
    rng = random.Random(f"{robot.name}|{point}")
    values = {name: rng.uniform(0.3, 1.3) for name in sorted(robot.symbols)}
    sizes: dict[str, Any] = {}

    def see(row: str, pivot: Any) -> None:
        if not (isfinite(pivot) and isfinite(sizes[row])):
            raise OverflowError(row)
        if abs(pivot) <= _NEGLIGIBLE * abs(sizes[row]):
            raise _Zero(row)

    try:
        with np.errstate(all="ignore"):  # `see` looks at what overflows
            m = _mechanism_at(robot, {**values, **numbers}, FloatArithmetic())
            sizes.update(_locked_inertias(m))
            visit_pivots(m, free, 0.0, see)
    except _Zero as zero:
        return str(zero)
    except (ArithmeticError, ValueError):  # numbers beyond doubles
        return None
    return None


def _mechanism_at(robot: Robot, values: Values, arithmetic: Arithmetic[Any]) -> Mechanism:
    return mechanism(robot, lambda entry: evaluate(entry, values, arithmetic))


def _locked_inertias(m: Mechanism) -> dict[str, Any]:
    """The diagonal of the inertia matrix: each joint carries one rigid body."""
    links = composite_links(m, link_transforms(m, plain), plain)
    sizes = {}
    for j, link in links.items():
        body = m.body(j)
        if body.moves:
            sizes[str(j)] = body.prismatic * link.M + body.revolute * link.J[2, 2] + body.IA
    if m.floating:
        whole = links[0]
        sizes |= dict(zip(BASE_ROWS, (*[whole.M] * 3, *whole.J.diagonal()), strict=True))
    return sizes
