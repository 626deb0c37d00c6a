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
from typing import TYPE_CHECKING

from symoro.errors import InternalError
from symoro.symbolic.half_angles import HalfAnglePolynomial, HalfAngles
from symoro.symbolic.random_point import shared_variables
from symoro.symbolic.shortest_sum import shortest_sum
from symoro.symbolic.sums import cost

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement

    Powers = Counter[PolyElement]


_LARGEST = 20_000  # terms that SymPy factors in minutes


def factors_of(
    half: HalfAngles, poly: PolyElement, *, largest: int = _LARGEST
) -> tuple[Fraction, Powers]:
    """Return a number and powers of polynomials whose product is a polynomial, exactly.

    A polynomial of more than ``largest`` terms in half angles is left as it is.
    """
    powers: Powers = Counter()
    for factor in _factors(half, poly, largest):
        primitive = factor.primitive()[1]
        powers[primitive if primitive.LC > 0 else -primitive] += 1
    ring = half.trig
    product = ring.ring.one
    for factor, exponent in powers.items():
        for _ in range(exponent):
            product = ring.product(product, factor)
    number = Fraction(int(poly.LC), int(product.LC))
    if poly * number.denominator != product * number.numerator:
        raise InternalError("the factors of a polynomial do not multiply to it")
    return number, powers


def _factors(half: HalfAngles, poly: PolyElement, largest: int) -> Iterator[PolyElement]:
    """The factors, up to numbers."""
    ring = poly.ring
    lowest = tuple(map(min, zip(*poly.itermonoms(), strict=True)))
    for generator, times in zip(ring.gens, lowest, strict=True):
        yield from (generator for _ in range(times))
    poly = ring.from_dict(
        {tuple(a - b for a, b in zip(m, lowest, strict=True)): n for m, n in poly.iterterms()}
    )
    if poly.is_ground:
        return
    linear = _linear_variable(half, poly)
    if linear is not None:
        divisor = _divisor(half, list(half.trig.coefficients(poly, [linear]).values()), largest)
        if not divisor.is_ground:
            yield from _factors(half, divisor, largest)
            poly = _quotient(half, poly, divisor)
        yield poly
    elif half.size(poly) <= largest:
        yield from _lower(half, half.factors(half.lift(poly)))
    else:
        yield poly


def _linear_variable(half: HalfAngles, poly: PolyElement) -> int | None:
    """A variable in which a polynomial is of degree 1."""
    degrees = [*half.degrees(poly), *poly.degrees()[2 * half.count :]]
    return next((variable for variable, degree in enumerate(degrees) if degree == 1), None)


def _divisor(half: HalfAngles, polys: list[PolyElement], largest: int) -> PolyElement:
    """The part in whole angles of the greatest common divisor of polynomials."""
    ring = half.trig
    divisor = ring.ring.one
    inside = shared_variables(ring, polys)
    if not inside:
        return divisor
    outside = set(range(ring.count)) - inside
    parts = [part for poly in polys for part in ring.coefficients(poly, outside).values()]
    if max(map(half.size, parts)) > largest:
        return divisor
    common = half.common_divisor(parts)
    for factor in _lower(half, half.factors(common), all_of_them=False):
        divisor = ring.product(divisor, factor)
    return divisor


def _quotient(half: HalfAngles, poly: PolyElement, divisor: PolyElement) -> PolyElement:
    """A polynomial divided by one that divides it, up to a number."""
    quotient = half.quotient(poly, divisor)
    if quotient is None:
        raise InternalError("a common divisor does not divide")
    return quotient[0]


def _lower(
    half: HalfAngles, factors: Iterable[HalfAnglePolynomial], *, all_of_them: bool = True
) -> Iterator[PolyElement]:
    """Factors in whole angles: those that belong to half angles are multiplied in pairs.

    What has no partner is multiplied together, or left out.
    """
    odd: dict[tuple[int, ...], list[HalfAnglePolynomial]] = {}
    for factor in factors:
        if any(factor.parity):
            odd.setdefault(factor.parity, []).append(factor)
        else:
            yield half.lower(factor)[0]
    alone: HalfAnglePolynomial | None = None
    for group in odd.values():
        yield from (half.lower(pair)[0] for pair in _pairs(half, group))
        for factor in group:
            alone = factor if alone is None else alone * factor
    if alone is not None and all_of_them:
        yield half.lower(alone)[0]


def _pairs(half: HalfAngles, group: list[HalfAnglePolynomial]) -> Iterator[HalfAnglePolynomial]:
    """Take pairs out of a group of equal parities: the product that is shortest to read first."""
    prices: dict[HalfAnglePolynomial, int] = {}
    while len(group) > 1:
        products = {a * b: (a, b) for a, b in combinations(group, 2)}
        for product in products:
            if product not in prices:
                prices[product] = cost(shortest_sum(half.trig, half.lower(product)[0]))
        best = min(products, key=lambda product: prices[product])
        yield best
        for factor in products[best]:
            group.remove(factor)
