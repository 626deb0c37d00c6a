"""Trigonometric polynomials at a random point modulo a prime: cheap questions, sure answers.

A polynomial that is not zero is zero at a random point with a chance below its degree / 2^60.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from symoro.expressions.primes import prime
from symoro.symbolic.ring import TrigRing

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement

PRIME = prime(0)


class Point:
    """A random value of each variable of a ring; those of an angle are on the unit circle."""

    def __init__(self, ring: TrigRing) -> None:
        self._ring = ring
        self._random = random.Random(ring.count)
        self._values: list[int] = [0] * ring.ring.ngens
        for variable in range(ring.count):
            self.move(variable)

    def move(self, variable: int) -> tuple[int, ...]:
        """Give a variable another random value; return the one it had."""
        places = self._ring.indices(variable)
        before = tuple(self._values[i] for i in places)
        t = self._random.randrange(1, PRIME)
        scale = pow(1 + t * t, -1, PRIME)
        self.put(variable, (2 * t * scale % PRIME, (1 - t * t) * scale % PRIME)[: len(places)])
        return before

    def put(self, variable: int, values: tuple[int, ...]) -> None:
        """Give a variable a value."""
        for i, value in zip(self._ring.indices(variable), values, strict=True):
            self._values[i] = value

    def value(self, poly: PolyElement) -> int:
        """The value of a polynomial."""
        return sum(self._without(poly, ()).values()) % PRIME

    def image(self, poly: PolyElement, variable: int) -> tuple[list[int], int]:
        """A polynomial in one variable, the others at their values; of an angle, its H.

        Returns:
            The coefficients, the highest first, and how many factors cos(angle/2) stand apart.
        """
        from sympy import ZZ
        from sympy.polys.galoistools import gf_add, gf_mul, gf_pow, gf_strip

        places = self._ring.indices(variable)
        terms = self._without(poly, places)
        degree = max(map(sum, terms), default=0)
        if len(places) == 1:
            return gf_strip([terms.get((e,), 0) for e in range(degree, -1, -1)]), 0
        total: list[int] = []
        for (s, c), number in terms.items():
            factor = [number * 2**s % PRIME] + [0] * s  # (2 t)^s
            for base, times in (([PRIME - 1, 0, 1], c), ([1, 0, 1], degree - s - c)):
                factor = gf_mul(factor, gf_pow(base, times, PRIME, ZZ), PRIME, ZZ)
            total = gf_add(total, factor, PRIME, ZZ)
        return total, 2 * degree - (len(total) - 1)

    def _without(self, poly: PolyElement, places: tuple[int, ...]) -> dict[tuple[int, ...], int]:
        """The terms of a polynomial by their exponents at some places, the rest evaluated."""
        terms: dict[tuple[int, ...], int] = {}
        for monomial, number in poly.iterterms():
            value = int(number)
            for i, exponent in enumerate(monomial):
                if exponent and i not in places:
                    value = value * pow(self._values[i], exponent, PRIME) % PRIME
            key = tuple(monomial[i] for i in places)
            terms[key] = (terms.get(key, 0) + value) % PRIME
        return {key: value for key, value in terms.items() if value}


def shared_variables(ring: TrigRing, polys: list[PolyElement]) -> set[int]:
    """Return the variables of the greatest common divisor of some polynomials, by their images."""
    from sympy import ZZ
    from sympy.polys.galoistools import gf_gcd

    point = Point(ring)
    shared: set[int] = set()
    for variable in set.intersection(*map(ring.variables, polys)):
        common, apart = point.image(polys[0], variable)
        for poly in polys[1:]:
            image, missing = point.image(poly, variable)
            common, apart = gf_gcd(common, image, PRIME, ZZ), min(apart, missing)
            if len(common) == 1 and not apart:
                break
        else:
            shared.add(variable)
    return shared


def determinant(point: Point, table: list[list[PolyElement]]) -> int:
    """Return the determinant of a table of polynomials at a point."""
    numbers = [[point.value(element) for element in row] for row in table]
    result = 1
    for k in range(len(numbers)):
        pivot = next((i for i in range(k, len(numbers)) if numbers[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            numbers[k], numbers[pivot] = numbers[pivot], numbers[k]
            result = -result
        result = result * numbers[k][k] % PRIME
        inverse = pow(numbers[k][k], -1, PRIME)
        for i in range(k + 1, len(numbers)):
            factor = numbers[i][k] * inverse % PRIME
            numbers[i] = [
                (a - factor * b) % PRIME for a, b in zip(numbers[i], numbers[k], strict=True)
            ]
    return result % PRIME
