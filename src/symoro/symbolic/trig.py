"""Trigonometric expressions as people write them: unique forms and short forms."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from symoro.symbolic.absolute_angles import absolute_angles
from symoro.symbolic.gathering import terms_of
from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.ratio import Ratio
from symoro.symbolic.reading import in_one_sign
from symoro.symbolic.ring import TrigRing
from symoro.symbolic.sums import cost, easiest, plain_sum

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.polys.rings import PolyElement


_FEW = 60  # terms of a polynomial that is also written over sums of its angles
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


def readable_form(expression: Expr, rates: Collection[str] = ()) -> Expr:
    """Return the shortest of several equal forms of an expression.

    Products of sines and cosines are gathered into angle sums, s^2 + c^2 = 1 is used, common
    factors are taken out, squares completed; what costs least to read is returned, the expression
    itself if nothing is better. A sum in parentheses has one sign wherever it stands.

    Args:
        expression: any expression.
        rates: the names of velocities and the like, sums of which are read without effort.
    """
    if expression.is_Atom:
        return expression
    ring = TrigRing([expression], rates=rates)
    above, below = ring.quotient(expression)
    if len(above) > _GROWTH * cost(expression):
        return expression
    forms = [_ratio_form(ring, above, below), expression]
    if below.is_ground:
        forms.append(_common_symbols_first(ring, above, expression))
    if len(above) <= _FEW and (angles := absolute_angles(forms[0])) is not None:
        forth, back = angles
        other = expression.xreplace(forth)
        ring = TrigRing([other], by_atoms=True, sums=back, rates=rates)
        forms.append(_ratio_form(ring, *ring.quotient(other)).xreplace(back))
    return in_one_sign(easiest(forms, ring.rates))


def _common_symbols_first(ring: TrigRing, above: PolyElement, expression: Expr) -> Expr:
    """An expression whose numerator is x^k times what has no x, as x^k times its value at x = 1."""
    from sympy import Integer, Mul

    if not above or not expression.is_Add:
        return expression
    inside = (*ring.atoms, *(other for other in ring.others if not other.is_Symbol))
    busy: set[Expr] = set().union(*(each.free_symbols for each in inside))
    columns = list(zip(*above.itermonoms(), strict=True))[2 * len(ring.angles) :]
    common = {
        symbol: powers[0]
        for symbol, powers in zip(ring.others, columns, strict=True)
        if symbol.is_Symbol and symbol not in busy and powers[0] and len(set(powers)) == 1
    }
    rest = expression.xreplace(dict.fromkeys(common, Integer(1)))
    return Mul(*(symbol**power for symbol, power in common.items()), rest)


def _ratio_form(ring: TrigRing, above: PolyElement, below: PolyElement) -> Expr:
    """The shortest form of a quotient."""
    half = HalfAngles(ring)
    number, powers = factors_of(half, below)
    return Ratio(half, above, 1 / number, powers).expression(depth=0)
