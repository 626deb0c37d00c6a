"""Factors of trigonometric expressions, each in its shortest form."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.expressions.names import natural_key
from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.ratio import Ratio
from symoro.symbolic.reading import in_one_sign, split_sign
from symoro.symbolic.ring import TrigRing
from symoro.symbolic.shortest_form import shortest_form

if TYPE_CHECKING:
    from sympy import Expr

    from symoro.symbolic.polynomial_factors import Powers

    Factors = list[tuple[Expr, int]]


def factorise(expression: Expr) -> Factors:
    """Return the factors of an expression with their exponents, a number with its sign in front.

    The product of the factors is the expression, exactly. A factor of a denominator has a negative
    exponent. The factors of zero are [(0, 1)], those of one [(1, 1)]. Square roots, as those of
    angles such as Pi/4, are taken as symbols: factors that need their squares are not found.
    """
    ring = TrigRing([expression])
    half = HalfAngles(ring)
    above, below = ring.quotient(expression)
    if not above:
        return ordered_factors(half, Fraction(0), Counter())
    divisor, powers = factors_of(half, below)
    ratio = Ratio(half, above, 1 / divisor, powers)
    number, exponents = factors_of(half, ratio.above)
    exponents.subtract(ratio.below)
    return ordered_factors(half, number * ratio.number, exponents)


def ordered_factors(half: HalfAngles, number: Fraction, powers: Powers) -> Factors:
    """Return a product as SymPy factors: the number, symbols, sines and cosines, then sums."""
    from sympy import Rational

    factors: Factors = []
    for factor, exponent in powers.items():
        if exponent:
            expression, sign = split_sign(in_one_sign(shortest_form(half, factor)))
            number *= sign ** abs(exponent)
            factors.append((expression, exponent))
    factors.sort(key=lambda item: (item[1] < 0, _kind(item[0]), natural_key(str(item[0]))))
    if number != 1 or not factors:
        factors.insert(0, (Rational(number.numerator, number.denominator), 1))
    return factors


def _kind(expression: Expr) -> int:
    if expression.is_Symbol:
        return 0
    return 2 if expression.is_Add else 1
