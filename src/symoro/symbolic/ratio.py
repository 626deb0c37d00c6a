"""Quotients of trigonometric polynomials whose denominators are kept in factors."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.reading import in_one_sign, split_sign
from symoro.symbolic.shortest_form import shortest_form
from symoro.symbolic.shortest_sum import shortest_sum
from symoro.symbolic.sums import easiest

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.polys.rings import PolyElement

    from symoro.symbolic.polynomial_factors import Powers


_LARGEST = 12  # denominator of a number that is a factor of its own; decimals have larger ones


def _absorb(number: Fraction, product: Expr) -> tuple[Fraction, Expr]:
    """Multiply a decimal into the first sum of a product, so that no whole numbers stand there."""
    from sympy import Add, Mul, Rational

    factors = list(Mul.make_args(product))
    for k, factor in enumerate(factors):
        if factor.is_Add:
            value = Rational(number.numerator, number.denominator)
            factors[k] = Add(*(value * term for term in factor.args))
            return Fraction(1), Mul(*factors)
    return number, product


class Ratio:
    """number * above / below, with the factors that divide the numerator cancelled.

    Attributes:
        half: the half angles of the ring of the polynomials.
        above: the numerator, a primitive polynomial or zero.
        number: the numeric factor.
        below: the factors of the denominator with their exponents.
    """

    def __init__(
        self, half: HalfAngles, above: PolyElement, number: Fraction, below: Powers
    ) -> None:
        self.half = half
        self.number, self.below = number, Counter(below)
        for factor, exponent in below.items():
            for _ in range(exponent):
                quotient = half.quotient(above, factor) if above else (above, 1)
                if quotient is None:
                    break
                above = quotient[0]
                self.number /= quotient[1]
                self.below[factor] -= 1
        self.below = +self.below
        content, self.above = above.primitive()
        self.number *= int(content) or 1

    def __add__(self, other: Ratio) -> Ratio:
        if not self.above or not other.above:
            return self if self.above else other
        below = self.below | other.below
        a, b = self._numerator_over(below), other._numerator_over(below)
        common = lcm(self.number.denominator, other.number.denominator)
        total = a * int(self.number * common) + b * int(other.number * common)
        return Ratio(self.half, total, Fraction(1, common), below)

    def __mul__(self, other: Ratio) -> Ratio:
        above = self.half.trig.product(self.above, other.above)
        return Ratio(self.half, above, self.number * other.number, self.below + other.below)

    def __neg__(self) -> Ratio:
        return Ratio(self.half, self.above, -self.number, self.below)

    def _numerator_over(self, below: Powers) -> PolyElement:
        """The numerator over a larger denominator."""
        above = self.above
        for factor, exponent in (below - self.below).items():
            for _ in range(exponent):
                above = self.half.trig.product(above, factor)
        return above

    def expression(self, depth: int = 1) -> Expr:
        """Return the quotient in its shortest form; for the depth see `shortest_form`."""
        from sympy import Mul, Rational

        form, sign = split_sign(shortest_form(self.half, self.above, depth))
        number = self.number * sign
        below = []
        for factor, exponent in self.below.items():
            expression, sign = split_sign(shortest_form(self.half, factor, depth))
            below.append(expression**-exponent)
            number *= sign**exponent
        if number.denominator > _LARGEST:
            number, form = _absorb(number, form)
        forms = [Mul(Rational(number.numerator, number.denominator), form, *below)]
        if not self.below and self.number.denominator > 1:  # each term with its own decimals
            trig, (above, under) = self.half.trig, self.number.as_integer_ratio()
            forms.append(shortest_sum(trig, self.above * above, under))
        return in_one_sign(easiest(forms, self.half.trig.rates))
