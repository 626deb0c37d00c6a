"""The shortest of several ways to write a trigonometric polynomial."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from symoro.symbolic.gathering import gather, terms_of
from symoro.symbolic.grouped_sum import MOST, grouped_sum
from symoro.symbolic.ring import TrigRing
from symoro.symbolic.shared_sums import with_shared_sums
from symoro.symbolic.squares import with_squares
from symoro.symbolic.sums import easiest, nested_sum, plain_sum

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.polys.rings import PolyElement

_MOST_BOTH_WAYS = 3  # angles whose squares are tried both as sines and as cosines
_MOST_TERMS = 300  # of a polynomial that is written in several ways


def shortest_sum(ring: TrigRing, poly: PolyElement, below: int = 1) -> Expr:
    """Return poly / below in the form that costs least to read."""
    if len(poly) > _MOST_TERMS:
        return nested_sum(
            ring, gather(terms_of(ring, poly), ring.is_plain), below, by_frequency=True
        )
    forms = []
    for variant in _variants(ring, poly):
        terms = gather(terms_of(ring, variant), ring.is_plain)
        if len(terms) <= MOST:
            forms.append(grouped_sum(ring, terms, below))
            squared = with_squares(terms)
            if squared != terms:
                forms.append(grouped_sum(ring, squared, below))
        forms.append(plain_sum(ring, terms, below))
        forms.append(nested_sum(ring, terms, below, by_frequency=False))
        forms.append(nested_sum(ring, terms, below, by_frequency=True))
    forms += map(with_shared_sums, tuple(forms))
    return easiest(forms, ring.rates)


def gathered_sum(ring: TrigRing, above: PolyElement, below: PolyElement) -> Expr:
    """Return a quotient of plain sums with their sines and cosines gathered: quick, not short."""
    top, bottom = (
        plain_sum(ring, gather(terms_of(ring, poly), ring.is_plain), 1) for poly in (above, below)
    )
    return top / bottom


def _variants(ring: TrigRing, poly: PolyElement) -> Iterator[PolyElement]:
    """The same polynomial with squares of some cosines written as 1 - sin^2."""
    squared = [
        k for k in range(len(ring.angles)) if any(m[2 * k + 1] > 1 for m in poly.itermonoms())
    ]
    if len(squared) > _MOST_BOTH_WAYS:
        choices: list[tuple[int, ...]] = [(), tuple(squared)]
    else:
        sizes = range(len(squared) + 1)
        choices = [choice for size in sizes for choice in combinations(squared, size)]
    for choice in choices:
        yield ring.in_sines(poly, choice)
