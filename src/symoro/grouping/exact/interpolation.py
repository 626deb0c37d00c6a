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
from symoro.grouping.exact.echelon import echelon
from symoro.grouping.exact.residues import Integers
from symoro.robot import JointType, Robot

_POINTS = 3  # a product must fit at all of them
_SUMS = (15, 60, 160, 420)  # candidates of a sum, fewer first
_FEW = 8  # lengths of whose products quotients are tried
_MARGIN = 6
_MOST_PRODUCTS = 2_000_000  # products that are compared
_MOST_PAIRS = 84_000  # links squared, by points: a robot of 14 links at 426

Coefficient = Callable[[int], int]
"""The residue of the coefficient at a point."""
Constant = Callable[[int, Expression], int]
"""The residue of an expression at a point."""


def one_product(
    robot: Robot, power: int, coefficient: Coefficient, constant: Constant, prime: int
) -> Expression | None:
    """Return the product that takes these values, or None if none of the candidates does.

    ``power`` is its unit, as a power of length; where lengths are numbers any power will do.
    """
    values = [coefficient(point) for point in range(_POINTS)]
    sizes, circles, rest = _parts(robot, power)
    here = _residues(sizes, constant)
    left = _MOST_PRODUCTS
    for circle in circles:
        there = here * _residues([circle], constant) % prime
        for place in _fitting_rows(there, values, prime):
            number = _ratio(values[0], int(there[place, 0]), prime)
            if number is not None:
                return number * (sizes[place] * circle)
        left -= len(sizes)
        if left < 0:
            return None
    there = _residues(rest, constant)
    for place in _fitting_rows(there, values, prime):
        number = _ratio(values[0], int(there[place, 0]), prime)
        if number is not None:
            return number * rest[place]
    return None


def _residues(products: Sequence[Expression], constant: Constant) -> Integers:
    """The values of products, a row each, at the points."""
    rows = [[constant(point, each) for point in range(_POINTS)] for each in products]
    return np.array(rows, dtype=np.int64).reshape(len(products), _POINTS)


def _fitting_rows(there: Integers, values: Sequence[int], prime: int) -> list[int]:
    """The rows that are proportional to the values, without a zero."""
    first = np.array(values) * there[:, :1] % prime
    fits = (first == there * values[0] % prime).all(axis=1) & (there != 0).all(axis=1)
    return [int(place) for place in np.flatnonzero(fits)]


def _ratio(above: int, below: int, prime: int) -> Fraction | None:
    return simple_fraction(above * pow(below, -1, prime), prime)


def sum_of_products(
    robot: Robot,
    power: int,
    coefficient: Coefficient,
    constant: Constant,
    prime: int,
    likely: Sequence[Expression] = (),
) -> Expression | None:
    """Return the sum of products that takes these values, or None; ``likely`` ones come first."""
    sizes = (len(likely) + 1, *(most for most in _SUMS if _is_affordable(robot, most)))
    products: dict[Expression, None] = dict.fromkeys(likely)
    candidates = _candidates(robot, power)
    for most in sizes:
        while len(products) < most and (each := next(candidates, None)) is not None:
            products[each] = None
        total = _sum(list(products)[:most], coefficient, constant, prime)
        if total is not None or len(products) < most:
            return total
    return None


def can_try_all_sums(robot: Robot) -> bool:
    """Tell whether the robot is small enough for sums of all lengths to be tried."""
    return _is_affordable(robot, _SUMS[-1])


def _is_affordable(robot: Robot, most: int) -> bool:
    """Tell whether the robot can be evaluated at a point for each candidate."""
    return (most + _MARGIN) * robot.n_links**2 <= _MOST_PAIRS


def _sum(
    products: Sequence[Expression], coefficient: Coefficient, constant: Constant, prime: int
) -> Expression | None:
    points = len(products) + _MARGIN
    rows = [[*(constant(k, p) for p in products), coefficient(k)] for k in range(points)]
    form = echelon(np.array(rows, dtype=np.int64), prime)
    if len(products) not in form.dependent:
        return None
    column = form.coefficients[:, form.dependent.index(len(products))]
    total: Expression = ONE - ONE
    for place, value in zip(form.pivots, column, strict=True):
        number = simple_fraction(int(value), prime)
        if number is None:
            return None
        total = total + number * products[place]
    return total


def simple_fraction(residue: int, prime: int) -> Fraction | None:
    """The fraction with numerator and denominator below a thousand that a residue stands for."""
    a, b, x, y = prime, residue % prime, 0, 1
    bound = min(isqrt(prime // 2), 1000)
    while b > bound:
        q = a // b
        a, b, x, y = b, a - q * b, y, x - q * y
    return None if not y or abs(y) > bound else Fraction(b, y)


def _candidates(robot: Robot, power: int) -> Iterator[Expression]:
    """Products of lengths, quotients of lengths, times products of sines and cosines."""
    sizes, circles, rest = _parts(robot, power)
    yield from (size * circle for circle in circles for size in sizes)
    yield from rest


def _parts(robot: Robot, power: int) -> tuple[list[Expression], list[Expression], list[Expression]]:
    """Products of lengths; products of sines and cosines to multiply them by; other products."""
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
    powers = by_power.keys() if _has_numeric_lengths(robot) else (power,)
    circles = [ONE, *turns, *(a * b for a, b in combinations_with_replacement(turns, 2))]
    circles += [*(a / b for a in turns for b in turns if a != b), *(ONE / a for a in turns)]
    sizes = [size for each in powers for size in by_power[each]]
    return sizes, circles, [size for each in powers for size in more.get(each, ())]


def _has_numeric_lengths(robot: Robot) -> bool:
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
    return list(lengths), [e for e in turns if e.number is None]
