"""Sums grouped as a book does: few parentheses, each of which saves more than it costs to read.

A factor is taken out of some terms of a sum if these have it to the same power, so that l^2 + l x
stays as it is. Factors that all terms share are taken out always.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

from symoro.symbolic.gathering import Cosine, Factor, Monomial, Sine, Terms, multiply
from symoro.symbolic.sums import CALL, SumWriter, factor_rank

if TYPE_CHECKING:
    from sympy import Expr

    from symoro.symbolic.ring import TrigRing

MOST = 30
"""Terms of a sum that is grouped this way."""


def grouped_sum(ring: TrigRing, terms: Terms, below: int) -> Expr:
    """Return terms / below, grouped."""
    from sympy import Mul

    writer = SumWriter(ring, below)
    common = _lowest_powers(terms)
    rest = {multiply(m, *((f, -e) for f, e in common)): number for m, number in terms.items()}
    return Mul(*writer.powers(common), _group_terms(writer, rest, 1))


def _lowest_powers(terms: Terms) -> Monomial:
    """The factors that all terms share."""
    first, *others = map(dict, terms) if terms else ({},)
    lowest = {f: min(e, *(other.get(f, 0) for other in others), e) for f, e in first.items()}
    return frozenset((f, e) for f, e in lowest.items() if e)


def _group_terms(writer: SumWriter, terms: Terms, depth: int) -> Expr:
    """A sum of which groups stand in parentheses at a depth."""
    from sympy import Add, Mul, Rational

    parts: list[Expr] = []
    rates = writer.rates
    while (group := min(_groups(terms, depth, rates), key=_Group.rank, default=None)) is not None:
        terms = {m: number for m, number in terms.items() if m not in group.inside}
        number, below = Fraction(group.number, writer.below), 1
        if group.number == 1 and set(map(abs, group.body.values())) != {1}:
            number, below = Fraction(1), writer.below  # 0.3*a + b, not 0.1*(3*a + 10*b)
        body = _group_terms(SumWriter(writer.ring, below), group.body, depth + 1)
        factors = (Rational(number.numerator, number.denominator), *writer.powers(group.common))
        parts.append(Mul(*factors, body))
    return Add(*parts, writer.plain_terms(terms))


@dataclass(frozen=True)
class _Group:
    """Terms with a common factor.

    Attributes:
        common: the factor.
        number: the number that goes with it.
        inside: the terms.
        saving: the cost of what needs not be read again, without that of the parentheses.
    """

    common: Monomial
    number: int
    inside: Terms
    saving: int

    @property
    def body(self) -> Terms:
        """The sum that is left."""
        return {m - self.common: n // self.number for m, n in self.inside.items()}

    def rank(self) -> tuple[object, ...]:
        """Sort key: the largest saving first, then the shortest sum."""
        factors = sorted((factor_rank(factor), e) for factor, e in self.common)
        return -self.saving, len(self.inside), factors


def _groups(terms: Terms, depth: int, rates: Collection[Factor]) -> Iterator[_Group]:
    """The groups that are worth their parentheses."""
    tried: set[Monomial] = set()
    for a, b in combinations(terms, 2):
        common = a & b
        if not common or common in tried:
            continue
        tried.add(common)
        inside = {m: number for m, number in terms.items() if common <= m}
        number = gcd(*inside.values())
        length = sum(map(_length, common)) + (number > 1)
        saving = (len(inside) - 1) * length
        if not all(factor in rates for m in inside for factor, _ in m - common):
            saving -= depth - _is_projection({m - common for m in inside})
            saving += any(factor in rates for factor, _ in common)
        if saving > 0:
            yield _Group(common, number, inside, saving)


def _is_projection(monomials: Iterable[Monomial]) -> bool:
    """True for the terms of MX cos(t) - MY sin(t), a vector along a turned axis: free to read."""
    calls = [[(f, e) for f, e in m if isinstance(f, Cosine | Sine)] for m in monomials]
    circular = {each[0] for each in calls if len(each) == 1 and each[0][1] == 1}
    angles = {factor.angle for factor, _ in circular}
    return len(circular) == 2 and len(angles) == 1 and all(len(each) == 1 for each in calls)


def _length(power: tuple[object, int]) -> int:
    """The cost of a power as one more factor."""
    factor, exponent = power
    call = CALL if isinstance(factor, Cosine | Sine) else 0
    return 1 + call + (exponent > 1)
