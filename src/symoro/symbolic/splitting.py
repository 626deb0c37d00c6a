"""Common divisors and factors of ordinary polynomials, in the variables that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement


def split(poly: PolyElement) -> Iterator[PolyElement]:
    """Return the factors of a primitive polynomial, one by one."""
    if poly.is_ground:
        return
    (small,), back = _compact([poly])
    for factor, times in small.factor_list()[1]:
        yield from (back(factor) for _ in range(times))


def common_divisor(polys: Iterable[PolyElement]) -> PolyElement:
    """Return the greatest common divisor, a primitive polynomial."""
    first, *rest = sorted(polys, key=len)
    common = first.primitive()[1]
    for poly in rest:
        if common.is_ground:
            break
        if not poly.rem(common):
            continue
        (a, b), back = _compact([common, poly])
        common = back(a.gcd(b)).primitive()[1]
    return common


def _compact(
    polys: list[PolyElement],
) -> tuple[list[PolyElement], Callable[[PolyElement], PolyElement]]:
    """Polynomials over the ring of the variables they have, and the way back."""
    from sympy.polys.rings import PolyRing

    ring = polys[0].ring
    used = [i for i in range(ring.ngens) if any(poly.degree(i) > 0 for poly in polys)]
    small = PolyRing([ring.symbols[i] for i in used] or [ring.symbols[0]], ring.domain)

    def back(poly: PolyElement) -> PolyElement:
        terms = {}
        for monomial, number in poly.iterterms():
            exponents = dict(zip(used, monomial, strict=False))
            terms[tuple(exponents.get(i, 0) for i in range(ring.ngens))] = number
        return ring.from_dict(terms)

    compact = [
        small.from_dict({tuple(m[i] for i in used): number for m, number in poly.iterterms()})
        for poly in polys
    ]
    return compact, back
