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

from symoro.expressions import ONE, Expression, call
from symoro.expressions.expression import multiple_of_pi
from symoro.identification.echelon import echelon
from symoro.robot import JointType, Robot

_POINTS = 3  # a product must fit at all of them
_MOST = 160  # candidates of a sum
_FEW = 8  # lengths of whose products quotients are tried
_MARGIN = 6

Coefficient = Callable[[int], int]
"""The residue of the coefficient at a point."""
Constant = Callable[[int, Expression], int]
"""The residue of an expression at a point."""


def interpolate(
    robot: Robot, coefficient: Coefficient, constant: Constant, prime: int
) -> Expression | None:
    """Return the expression that takes these values, or None if none of the candidates does."""
    products = list(_candidates(robot))
    values = [coefficient(point) for point in range(_POINTS)]
    for product in products:
        there = [constant(point, product) for point in range(_POINTS)]
        if not all(there):
            continue
        ratios = {v * pow(c, -1, prime) % prime for v, c in zip(values, there, strict=True)}
        if len(ratios) == 1 and (number := rational(ratios.pop(), prime)) is not None:
            return number * product
    return _sum(products[:_MOST], coefficient, constant, prime)


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


def _candidates(robot: Robot) -> Iterator[Expression]:
    """Products of lengths, quotients of lengths, times products of sines and cosines."""
    lengths, turns = _atoms(robot)
    areas = [a * b for a, b in combinations_with_replacement(lengths, 2)]
    sizes = [ONE, *lengths, *areas]
    sizes += [a / b for a in lengths for b in lengths if a != b]
    sizes += [ONE / a for a in lengths]
    circles = [ONE, *turns, *(a * b for a, b in combinations_with_replacement(turns, 2))]
    circles += [a / b for a in turns for b in turns if a != b]
    seen = set()
    for circle in circles:
        for size in sizes:
            product = size * circle
            if product not in seen:
                seen.add(product)
                yield product
    if len(lengths) <= _FEW:
        quotients = dict.fromkeys(a / b for b in areas for a in (ONE, *lengths, *areas))
        yield from (each for each in quotients if each not in seen)


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
