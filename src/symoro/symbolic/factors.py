"""Factors of trigonometric polynomials.

What the polynomial is multiplied with as a whole (symbols, a sine, a cosine) is taken out first. A
polynomial A x + B of degree 1 in a symbol x has the common divisor of A and B and one more factor;
so has A cos(x) + B sin(x) + C, in whole angles. The determinants of most robots are of this kind. A
divisor is looked for in the variables that it has, which are few. What is left is factored by half
angles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import inf, lcm
from typing import TYPE_CHECKING

from symoro.errors import InternalError
from symoro.symbolic.half_angles import Half, HalfAngles
from symoro.symbolic.modular import Point, shared_variables
from symoro.symbolic.nested import cost
from symoro.symbolic.writing import written

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement

    Powers = Counter[PolyElement]


def factors_of(
    half: HalfAngles, poly: PolyElement, *, largest: float = inf
) -> tuple[Fraction, Powers]:
    """Return a number and powers of polynomials whose product is a polynomial, exactly.

    Args:
        half: the half angles of the polynomial's ring.
        poly: what to factor, not zero.
        largest: how many terms a polynomial in half angles may have to be factored.
    """
    found: Powers = Counter()
    for factor in _factors(half, poly, largest):
        primitive = factor.primitive()[1]
        found[primitive if primitive.LC > 0 else -primitive] += 1
    ring = half.trig
    product = ring.ring.one
    for factor, exponent in found.items():
        for _ in range(exponent):
            product = ring.product(product, factor)
    number = Fraction(int(poly.LC), int(product.LC))
    if poly * number.denominator != product * number.numerator:
        raise InternalError("the factors of a polynomial do not multiply to it")
    return number, found


def _factors(half: HalfAngles, poly: PolyElement, largest: float) -> Iterator[PolyElement]:
    """The factors, up to numbers."""
    ring = poly.ring
    lowest = tuple(map(min, zip(*poly.itermonoms(), strict=True)))
    for generator, times in zip(ring.gens, lowest, strict=True):
        yield from (generator for _ in range(times))
    poly = ring.from_dict(
        {tuple(a - b for a, b in zip(m, lowest, strict=True)): n for m, n in poly.terms()}
    )
    if poly.is_ground:
        return
    linear = _linear(half, poly)
    if linear:
        divisor = _divisor(half, list(coefficients(poly, linear).values()))
        if not divisor.is_ground:
            yield from _factors(half, divisor, largest)
            poly = _quotient(half, poly, divisor)
        yield poly
    elif half.size(poly) <= largest:
        yield from _lowered(half, half.factors(half.lift(poly)))
    else:
        yield poly


def _linear(half: HalfAngles, poly: PolyElement) -> set[int]:
    """The places of the generators of a variable in which a polynomial is of degree 1."""
    degrees = [*half.degrees(poly), *poly.degrees()[2 * half.count :]]
    point = Point(half.trig)
    return next((set(point.generators(v)) for v, d in enumerate(degrees) if d == 1), set())


def _divisor(half: HalfAngles, polys: list[PolyElement]) -> PolyElement:
    """The part in whole angles of the greatest common divisor of polynomials."""
    inside = shared_variables(half.trig, polys)
    if not inside:
        return half.trig.ring.one
    outside = _outside(half, inside)
    parts = [part for poly in polys for part in coefficients(poly, outside).values()]
    common = half.common_divisor(parts)
    divisor = half.trig.ring.one
    for factor in _lowered(half, half.factors(common), all_of_them=False):
        divisor = half.trig.product(divisor, factor)
    return divisor


def _quotient(half: HalfAngles, poly: PolyElement, divisor: PolyElement) -> PolyElement:
    """A polynomial divided by one that divides it, up to a number."""
    point = Point(half.trig)
    inside = {
        variable
        for variable in range(point.count)
        if any(divisor.degree(i) > 0 for i in point.generators(variable))
    }
    outside = _outside(half, inside)
    quotients = []
    for key, part in coefficients(poly, outside).items():
        quotient = half.divided(part, divisor)
        if quotient is None:
            raise InternalError("a common divisor does not divide")
        quotients.append((key, *quotient))
    common = lcm(*(number for _, _, number in quotients))
    total = poly.ring.zero
    for key, quotient, number in quotients:
        total += quotient.mul_monom(key) * (common // number)
    return total


def _outside(half: HalfAngles, inside: set[int]) -> set[int]:
    """The places of the generators of all variables but some."""
    point = Point(half.trig)
    others = set(range(point.count)) - inside
    return {i for variable in others for i in point.generators(variable)}


def coefficients(poly: PolyElement, places: set[int]) -> dict[tuple[int, ...], PolyElement]:
    """Return a polynomial's coefficients in the generators at some places, by their monomials."""
    parts: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
    for monomial, number in poly.terms():
        key = tuple(e if i in places else 0 for i, e in enumerate(monomial))
        rest = tuple(0 if i in places else e for i, e in enumerate(monomial))
        parts.setdefault(key, {})[rest] = number
    return {key: poly.ring.from_dict(part) for key, part in parts.items()}


def _lowered(
    half: HalfAngles, factors: Iterable[Half], *, all_of_them: bool = True
) -> Iterator[PolyElement]:
    """Factors in whole angles: those that belong to half angles are multiplied in pairs.

    What has no partner is multiplied together, or left out.
    """
    odd: dict[tuple[int, ...], list[Half]] = {}
    for factor in factors:
        if any(factor.parity):
            odd.setdefault(factor.parity, []).append(factor)
        else:
            yield half.lower(factor)[0]
    alone: Half | None = None
    for group in odd.values():
        yield from (half.lower(pair)[0] for pair in _pairs(half, group))
        for factor in group:
            alone = factor if alone is None else alone * factor
    if alone is not None and all_of_them:
        yield half.lower(alone)[0]


def _pairs(half: HalfAngles, group: list[Half]) -> Iterator[Half]:
    """Take pairs out of a group of equal parities: the product that is shortest to read first."""
    prices: dict[Half, int] = {}
    while len(group) > 1:
        products = {a * b: (a, b) for a, b in combinations(group, 2)}
        for product in products:
            if product not in prices:
                prices[product] = cost(written(half.trig, half.lower(product)[0]))
        best = min(products, key=lambda product: prices[product])
        yield best
        for factor in products[best]:
            group.remove(factor)
