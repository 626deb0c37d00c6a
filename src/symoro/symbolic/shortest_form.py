"""The shortest form of a trigonometric polynomial: as a sum, as a product, or symbol by symbol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.reading import split_sign
from symoro.symbolic.shortest_sum import shortest_sum
from symoro.symbolic.sums import cost, easiest

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.polys.rings import PolyElement

_SHORT = 24  # what costs no more than that is not taken apart
_MANY = 60  # terms of a polynomial that is written as a sum only
_LARGE = 100  # terms of a polynomial in half angles that is not factored only to be read


def shortest_form(half: HalfAngles, poly: PolyElement, depth: int = 1) -> Expr:
    """Return the form of a polynomial that costs least to read.

    A sum may be split by the powers of a symbol ``depth`` times.
    """
    from sympy import Mul, Rational

    forms = [shortest_sum(half.trig, poly)]
    if poly and len(poly) <= _MANY:
        number, powers = factors_of(half, poly, largest=_LARGE)
        if sum(powers.values()) > 1:
            factors = [Rational(number.numerator, number.denominator)]
            for factor, exponent in powers.items():
                expression, sign = split_sign(shortest_form(half, factor, depth))
                factors += [sign**exponent, expression**exponent]
            forms.append(Mul(*factors))
        elif depth and cost(forms[0]) > _SHORT:
            forms += _by_symbols(half, poly, depth)
    return easiest(forms, half.trig.rates)


def _by_symbols(half: HalfAngles, poly: PolyElement, depth: int) -> Iterator[Expr]:
    """A sum over the powers of one symbol, for each symbol that does not stand in all terms."""
    from sympy import Add

    for number, symbol in enumerate(half.trig.others):
        parts = half.trig.coefficients(poly, [half.count + number])
        place = 2 * half.count + number
        if len(parts) > 1:
            yield Add(
                *(
                    symbol ** key[place] * shortest_form(half, part, depth - 1)
                    for key, part in parts.items()
                )
            )
