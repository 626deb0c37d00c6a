"""Factors of an angle's atom as whole sums of few units, with small numbers.

The sine of n times a unit is a polynomial of degree n, so 0.7854 as 3927 times 1/5000 is of no use,
though that is the common unit of 0.7854 and 0.1. Where multiples of one unit would be large, a
factor that is no small sum of the others is a unit of its own.

That loses nothing for polynomials of low degree: the numbers exp(i r) of different rationals r are
linearly independent (Lindemann and Weierstrass), so units of which no small whole sum is zero
satisfy no equation of low degree.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, lcm

MOST = 24
"""The largest multiple of a symbol's unit whose sine is written by that of the unit."""

MOST_CONSTANT = 4
"""The same of a constant angle: sin(0.7) reads better than a polynomial in sin(0.1)."""

UnitSum = dict[Fraction, int]
"""Units, with how many of each."""


def units_of(factors: Iterable[Fraction], most: int = MOST) -> dict[Fraction, UnitSum]:
    """Return each factor as a whole sum of units: of one fraction 1/n where that gives small sums.

    Args:
        factors: of one atom, in all angles.
        most: the largest multiple of one unit.
    """
    ordered = sorted({abs(factor) for factor in factors if factor})
    if not ordered:
        return {}
    below = lcm(*(factor.denominator for factor in ordered))
    if ordered[-1] * below <= most:
        return {factor: {Fraction(1, below): int(factor * below)} for factor in ordered}
    sums: dict[Fraction, UnitSum] = {}
    units: list[Fraction] = []
    for group in _groups(ordered, most):
        unit = _common_unit(group)
        unit_sum = _small_sum(unit, units)
        if unit_sum is None:
            units.append(unit)
            unit_sum = {unit: 1}
        for factor in group:
            times = int(factor / unit)
            sums[factor] = {each: times * count for each, count in unit_sum.items()}
    return sums


def _common_unit(factors: Iterable[Fraction]) -> Fraction:
    """The largest unit of which all factors are whole multiples."""
    numbers = list(factors)
    below = lcm(*(number.denominator for number in numbers))
    return Fraction(gcd(*(int(number * below) for number in numbers)), below)


def _groups(ordered: list[Fraction], most: int) -> list[list[Fraction]]:
    """Factors that are small multiples of one unit, together."""
    groups: list[list[Fraction]] = []
    for factor in ordered:
        for group in groups:
            if max(*group, factor) <= most * _common_unit([*group, factor]):
                group.append(factor)
                break
        else:
            groups.append([factor])
    return groups


def _small_sum(number: Fraction, units: list[Fraction]) -> UnitSum | None:
    """A number as a sum of at most four units, each taken once or more, added or subtracted."""
    terms = [(unit, sign) for unit in units for sign in (1, -1)]
    pairs: dict[Fraction, list[tuple[Fraction, int]]] = {Fraction(0): []}
    for unit, sign in terms:
        pairs.setdefault(sign * unit, [(unit, sign)])
    for first, second in combinations_with_replacement(terms, 2):
        pairs.setdefault(first[0] * first[1] + second[0] * second[1], [first, second])
    for value, left in pairs.items():
        right = pairs.get(number - value)
        if right is not None:
            counts: UnitSum = {}
            for unit, sign in [*left, *right]:
                counts[unit] = counts.get(unit, 0) + sign
            return {unit: count for unit, count in counts.items() if count}
    return None
