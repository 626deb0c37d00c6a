"""Trigonometric expressions as people write them: unique forms, short forms, short names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.symbolic.factors import factors_of
from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.nested import cost
from symoro.symbolic.ratio import Ratio
from symoro.symbolic.ring import TrigRing

if TYPE_CHECKING:
    from sympy import Expr


def is_zero(expression: Expr) -> bool:
    """Tell whether an expression in symbols, sines and cosines is zero for all values."""
    return not TrigRing([expression]).polynomial(expression)


def readable(expression: Expr) -> Expr:
    """Return the shortest of several equal forms of an expression.

    Products of sines and cosines are gathered into angle sums, s^2 + c^2 = 1 is used, common factors
    are taken out; what costs least to read is returned, the expression itself if nothing is better.
    """
    if expression.is_Atom:
        return expression
    ring = TrigRing([expression])
    half = HalfAngles(ring)
    above, below = ring.quotient(expression)
    number, powers = factors_of(half, below)
    found = Ratio(half, above, 1 / number, powers).expression()
    return min(found, expression, key=cost)
