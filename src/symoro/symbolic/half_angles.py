"""Division and factoring of trigonometric polynomials, by the tangents of half angles.

With t = tan(a/2), s = 2t/(1+t^2), c = (1-t^2)/(1+t^2), a polynomial P of degree d in s and c of an
angle is H / (1+t^2)^d with H a polynomial in t. In its unique form P has no lower d, so that H has
no factor 1+t^2, and a product of polynomials P has the product of their H. So division and
factoring are those of ordinary polynomials. H counts as of degree 2d: where t^2d is missing, that
many factors cos(a/2) stand apart. A factor of odd degree, such as t = sin(a/2)/cos(a/2), belongs to
half an angle: two of them make a polynomial in s and c.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm, prod
from typing import TYPE_CHECKING

from symoro.symbolic.limits import MOST_TERMS, TooLarge
from symoro.symbolic.ring import TrigRing, cancel_numbers
from symoro.symbolic.splitting import common_divisor, split

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement


@dataclass(frozen=True)
class HalfAnglePolynomial:
    """A polynomial in tangents of half angles, with the degree it counts as in each."""

    poly: PolyElement
    degrees: tuple[int, ...]

    @property
    def parity(self) -> tuple[int, ...]:
        """The degrees modulo 2: all zero for what can be written in whole angles."""
        return tuple(degree % 2 for degree in self.degrees)

    @property
    def missing_cosines(self) -> tuple[int, ...]:
        """The number of factors cos(a/2) of each angle that are not in the polynomial."""
        pairs = zip(self.degrees, self.poly.degrees(), strict=False)
        return tuple(degree - max(actual, 0) for degree, actual in pairs)

    def __mul__(self, other: HalfAnglePolynomial) -> HalfAnglePolynomial:
        degrees = tuple(a + b for a, b in zip(self.degrees, other.degrees, strict=True))
        return HalfAnglePolynomial(self.poly * other.poly, degrees)


class HalfAngles:
    """From a ring of trigonometric polynomials to tangents of half angles, and back."""

    def __init__(self, ring: TrigRing) -> None:
        from sympy import ZZ
        from sympy.polys.rings import PolyRing

        self.trig = ring
        self.count = len(ring.angles)
        names = [f"t{k}" for k in range(self.count)] + [f"x{k}" for k in range(len(ring.others))]
        self.ring = PolyRing(names, ZZ)

    def size(self, poly: PolyElement) -> int:
        """Return about how many terms H of a polynomial has."""
        whole = self.degrees(poly)
        return sum(
            prod(d - monomial[2 * k] + 1 for k, d in enumerate(whole))
            for monomial in poly.itermonoms()
        )

    def degrees(self, poly: PolyElement) -> list[int]:
        """Return the degree of a polynomial in the sine and cosine of each angle."""
        return [
            max((m[2 * k] + m[2 * k + 1] for m in poly.itermonoms()), default=0)
            for k in range(self.count)
        ]

    def lift(self, poly: PolyElement) -> HalfAnglePolynomial:
        """Return H of a polynomial in its unique form."""
        if self.size(poly) > MOST_TERMS:
            raise TooLarge(f"more than {MOST_TERMS} terms in half angles")
        whole = self.degrees(poly)
        total = self.ring.zero
        powers: dict[tuple[int, int, int], PolyElement] = {}
        for monomial, number in poly.iterterms():
            term = self.ring.term_new((0,) * self.count + monomial[2 * self.count :], number)
            for k in range(self.count):
                s, c = monomial[2 * k], monomial[2 * k + 1]
                if (k, s, c) not in powers:
                    t = self.ring.gens[k]
                    rest = (1 + t**2) ** (whole[k] - s - c)
                    powers[k, s, c] = (2 * t) ** s * (1 - t**2) ** c * rest
                term = term * powers[k, s, c]
            total += term
        return HalfAnglePolynomial(total, tuple(2 * d for d in whole))

    def lower(self, half: HalfAnglePolynomial) -> tuple[PolyElement, int]:
        """Return the trigonometric polynomial of an H of even degrees, and a number below it."""
        ring = self.trig.ring
        total = ring.zero
        for monomial, number in half.poly.iterterms():
            term = ring.term_new((0,) * (2 * self.count) + monomial[self.count :], number)
            for k in range(self.count):
                pairs, odd = divmod(monomial[k], 2)
                s, c = self.trig.sine(k), self.trig.cosine(k)
                d = half.degrees[k] // 2
                term = term * (s**odd * (1 - c) ** pairs * (1 + c) ** (d - odd - pairs))
            total += term
        below = 2 ** sum(degree // 2 for degree in half.degrees)
        above, number = cancel_numbers(self.trig.reduce(total), ring(below))
        return above, int(number.LC)

    def quotient(self, poly: PolyElement, by: PolyElement) -> tuple[PolyElement, int] | None:
        """Return poly / by as a polynomial over a number, or None if it is no polynomial.

        The coefficients of poly in the variables that the divisor does not have are divided.
        """
        number, primitive = by.primitive()
        below = self.lift(primitive)
        outside = set(range(self.trig.count)) - self.trig.variables(primitive)
        parts: list[tuple[tuple[int, ...], PolyElement, int]] = []
        for key, part in self.trig.coefficients(poly, outside).items():
            above = self.lift(part)
            if any(
                a < b for a, b in zip(above.missing_cosines, below.missing_cosines, strict=True)
            ):
                return None
            quotient, remainder = above.poly.div(below.poly)
            if remainder:
                return None
            degrees = tuple(a - b for a, b in zip(above.degrees, below.degrees, strict=True))
            parts.append((key, *self.lower(HalfAnglePolynomial(quotient, degrees))))
        common = lcm(*(power for _, _, power in parts))
        total = poly.ring.zero
        for key, quotient, power in parts:
            total += quotient.mul_monom(key) * (common // power)
        return total, common * int(number)

    def factors(self, half: HalfAnglePolynomial) -> Iterator[HalfAnglePolynomial]:
        """Return the factors that cannot be factored further, one by one, without numbers."""
        for k, times in enumerate(half.missing_cosines):
            for _ in range(times):
                yield HalfAnglePolynomial(
                    self.ring.one, tuple(int(k == i) for i in range(self.count))
                )
        for factor in split(half.poly.primitive()[1]):
            yield HalfAnglePolynomial(
                factor, tuple(max(factor.degree(k), 0) for k in range(self.count))
            )

    def common_divisor(self, polys: Sequence[PolyElement]) -> HalfAnglePolynomial:
        """Return the greatest common divisor of polynomials."""
        halves = [self.lift(poly) for poly in polys]
        common = common_divisor([half.poly for half in halves])
        apart = map(min, zip(*(half.missing_cosines for half in halves), strict=True))
        inside = (max(common.degree(k), 0) for k in range(self.count))
        return HalfAnglePolynomial(common, tuple(a + b for a, b in zip(apart, inside, strict=True)))
