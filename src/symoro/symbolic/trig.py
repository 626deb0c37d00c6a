"""Trigonometric expressions as people write them: unique forms and short forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.symbolic.gathering import terms_of
from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.ratio import Ratio
from symoro.symbolic.ring import TrigRing
from symoro.symbolic.sums import cost, plain_sum

if TYPE_CHECKING:
    from sympy import Expr


_GROWTH = 3  # terms of the expanded form per unit of cost: beyond, no sum of terms is shorter


def is_zero(expression: Expr) -> bool:
    """Tell whether an expression in symbols, sines and cosines is zero for all values."""
    return not TrigRing([expression]).polynomial(expression)


def canonical_form(expression: Expr) -> Expr:
    """Return the unique form of an expression: sums of products over the symbols of its angles.

    Angle sums are expanded and squares of sines are replaced, so equal polynomials look the same.
    """
    ring = TrigRing([expression], by_atoms=True)
    above, below = (plain_sum(ring, terms_of(ring, p), 1) for p in ring.quotient(expression))
    return above / below


def readable_form(expression: Expr) -> Expr:
    """Return the shortest of several equal forms of an expression.

    Products of sines and cosines are gathered into angle sums, s^2 + c^2 = 1 is used, common
    factors are taken out; what costs least to read is returned, the expression itself if nothing
    is better.
    """
    if expression.is_Atom:
        return expression
    ring = TrigRing([expression])
    half = HalfAngles(ring)
    above, below = ring.quotient(expression)
    if len(above) > _GROWTH * cost(expression):
        return expression
    number, powers = factors_of(half, below)
    return min(Ratio(half, above, 1 / number, powers).expression(depth=0), expression, key=cost)
