"""Find the expression behind a coefficient that is known at random points only.

A coefficient of a grouping is a function of the robot's constants: lengths, and sines and cosines
of angles. It is sought first as a rational number times one product of these, then as a sum of such
products: linear equations modulo a prime, at as many points as there are candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import isqrt

import numpy as np

from symoro.expressions import ONE, ZERO, Expression, call
from symoro.expressions.expression import multiple_of_pi
from symoro.identification.exact.echelon import echelon
from symoro.robot import JointType, Robot

_POINTS = 3  # a product must fit at all of them
_SUMS = (15, 60, 160, 420)  # candidates of a sum, fewer first
_FEW = 8  # lengths of whose products quotients are tried
_MARGIN = 6

Coefficient = Callable[[int], int]
"""The residue of the coefficient at a point."""
Constant = Callable[[int, Expression], int]
"""The residue of an expression at a point."""


def one_product(
    robot: Robot, power: int, coefficient: Coefficient, constant: Constant, prime: int
) -> Expression | None:
    """Return the product that takes these values, or None if none of the candidates does.

    Args:
        robot: of whose lengths and angles it is made.
        power: its unit, as a power of length; where lengths are numbers any power will do.
        coefficient: its value at a point.
        constant: the value of an expression at a point.
        prime: the field.
    """
    values = [coefficient(point) for point in range(_POINTS)]
    for product in _candidates(robot, power):
        there = [constant(point, product) for point in range(_POINTS)]
        if not all(there):
            continue
        ratios = {v * pow(c, -1, prime) % prime for v, c in zip(values, there, strict=True)}
        if len(ratios) == 1 and (number := rational(ratios.pop(), prime)) is not None:
            return number * product
    return None


def sum_of_products(
    robot: Robot,
    power: int,
    coefficient: Coefficient,
    constant: Constant,
    prime: int,
    likely: Sequence[Expression] = (),
) -> Expression | None:
    """Return the sum of products that takes these values, or None; see `one_product`.

    Args:
        robot: of whose lengths and angles it is made.
        power: its unit, as a power of length.
        coefficient: its value at a point.
        constant: the value of an expression at a point.
        prime: the field.
        likely: products that are tried before all others.
    """
    products = list(dict.fromkeys((*likely, *_candidates(robot, power))))
    for most in (len(likely) + 1, *_SUMS):
        found = _sum(products[:most], coefficient, constant, prime)
        if found is not None or most >= len(products):
            return found
    return None


def _sum(
    products: Sequence[Expression], coefficient: Coefficient, constant: Constant, prime: int
) -> Expression | None:
    points = len(products) + _MARGIN
    rows = [[*(constant(k, p) for p in products), coefficient(k)] for k in range(points)]
    found = echelon(np.array(rows, dtype=np.int64), prime)
    if len(products) not in found.dependent:
        return None
    column = found.coefficients[:, found.dependent.index(len(products))]
    total: Expression = ONE - ONE
    for place, value in zip(found.pivots, column, strict=True):
        number = rational(int(value), prime)
        if number is None:
            return None
        total = total + number * products[place]
    return total


def rational(residue: int, prime: int) -> Fraction | None:
    """The fraction with numerator and denominator below a thousand that a residue stands for."""
    a, b, x, y = prime, residue % prime, 0, 1
    bound = min(isqrt(prime // 2), 1000)
    while b > bound:
        q = a // b
        a, b, x, y = b, a - q * b, y, x - q * y
    if not y or abs(y) > bound:
        return None
    return Fraction(b, y)


def _candidates(robot: Robot, power: int) -> Iterator[Expression]:
    """Products of lengths, quotients of lengths, times products of sines and cosines."""
    lengths, turns = _atoms(robot)
    areas = [a * b for a, b in combinations_with_replacement(lengths, 2)]
    by_power = {
        0: [ONE, *(a / b for a in lengths for b in lengths if a != b)],
        1: lengths,
        2: areas,
        -1: [ONE / a for a in lengths],
        -2: [ONE / a for a in areas],
    }
    more: dict[int, list[Expression]] = {}
    if len(lengths) <= _FEW:
        more[0] = [a / b for b in areas for a in areas if a != b]
        more[1] = [a / b for a in areas for b in lengths]
        more[-1] = [a / b for b in areas for a in lengths]
    powers = by_power.keys() if _numeric(robot) else (power,)
    circles = [ONE, *turns, *(a * b for a, b in combinations_with_replacement(turns, 2))]
    circles += [*(a / b for a in turns for b in turns if a != b), *(ONE / a for a in turns)]
    simple = (size * circle for circle in circles for each in powers for size in by_power[each])
    rest = (size for each in powers for size in more.get(each, ()))
    yield from dict.fromkeys((*simple, *rest))


def _numeric(robot: Robot) -> bool:
    """Tell whether some lengths are numbers, so that units do not show."""
    entries = (
        entry
        for _, frame in robot
        for entry in (frame.d, frame.b, ZERO if frame.sigma is JointType.PRISMATIC else frame.r)
    )
    return any(entry.number for entry in entries)


def _atoms(robot: Robot) -> tuple[list[Expression], list[Expression]]:
    """The constant lengths of a robot, and the sines and cosines of its constant angles."""
    lengths: dict[Expression, None] = {}
    turns: dict[Expression, None] = {}
    for _, frame in robot:
        straight = [frame.d, frame.b]
        angles = [frame.alpha, frame.gamma]
        if frame.sigma is not JointType.PRISMATIC:
            straight.append(frame.r)
        if frame.sigma is not JointType.REVOLUTE:
            angles.append(frame.theta)
        lengths.update((e, None) for e in straight if e.number is None)
        for angle in angles:
            turn = multiple_of_pi(angle)
            if turn is None or (2 * turn).denominator != 1:
                turns[call("sin", angle)] = None
                turns[call("cos", angle)] = None
    lengths.update((e, None) for e in robot.base.G if e.number is None)
    numbers = [e for e in turns if e.number is None]
    return list(lengths), numbers
