"""Gather products of sines and cosines into sines and cosines of sums, and use s^2 + c^2 = 1.

Each rule takes two terms of a sum and makes one, so the sum only gets shorter:

    X Ca Cb -+ X Sa Sb = X C(a +- b)       X Sa Cb +- X Ca Sb = X S(a +- b)      (1)
    X C^2 + X S^2 = X      X - X C^2 = X S^2      X - X S^2 = X C^2              (2)

Of the sums of two angles that can be made, the one that shortens the sum most is made first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symoro.symbolic.angles import Vector

if TYPE_CHECKING:
    from sympy.polys.rings import PolyElement

    from symoro.symbolic.ring import TrigRing


@dataclass(frozen=True)
class Cosine:
    """The cosine of an angle."""

    angle: Vector


@dataclass(frozen=True)
class Sine:
    """The sine of an angle."""

    angle: Vector

    def __hash__(self) -> int:
        return ~hash(self.angle)  # other than that of the cosine


@dataclass(frozen=True)
class OtherFactor:
    """A generator that is no sine or cosine, by its number in the ring."""

    number: int


@dataclass(frozen=True)
class Bracket:
    """A sum that is a factor, by its terms."""

    terms: frozenset[tuple[Monomial, int]]


Factor = Cosine | Sine | OtherFactor | Bracket
Monomial = frozenset[tuple[Factor, int]]
Terms = dict[Monomial, int]
Pair = tuple[Vector, Vector, int]  # two angles, and the sign of the second in their sum


def terms_of(ring: TrigRing, poly: PolyElement) -> Terms:
    """Return a polynomial as a sum of monomials over angles."""
    factors: list[Factor] = []
    for vector in ring.vectors:
        whole = tuple(int(x) if x.denominator == 1 else x for x in vector)  # hashed much faster
        factors += [Sine(whole), Cosine(whole)]
    factors += [OtherFactor(k) for k in range(len(ring.others))]
    return {
        frozenset((factors[i], e) for i, e in enumerate(exponents) if e): int(coefficient)
        for exponents, coefficient in poly.terms()
    }


def gather(terms: Terms, is_plain: Callable[[Vector], bool]) -> Terms:
    """Apply the rules until none shortens the sum; only plain angles are made."""
    terms = dict(terms)
    while True:
        _apply_squares(terms)
        gains: dict[Pair, list[_Merge]] = {}
        for monomial in terms:
            for pair, merge in _merges(monomial, terms, is_plain):
                gains.setdefault(pair, []).append(merge)
        if not gains:
            return terms
        order = sorted(gains, key=lambda pair: (-len(gains[pair]), _size(_angle_sum(*pair)), pair))
        for pair in order:
            for merge in gains[pair]:
                merge.apply(terms)


@dataclass(frozen=True)
class _Merge:
    """Two terms and the one they make."""

    first: Monomial
    second: Monomial
    sign: int  # of the second coefficient, relative to the first
    result: Monomial
    result_sign: int

    def apply(self, terms: Terms) -> None:
        """Replace the two terms, if an earlier replacement has not taken one of them."""
        a = terms.get(self.first)
        if a is None or terms.get(self.second) != self.sign * a:
            return
        del terms[self.first], terms[self.second]
        total = terms.get(self.result, 0) + self.result_sign * a
        if total:
            terms[self.result] = total
        else:
            del terms[self.result]


def _merges(
    monomial: Monomial, terms: Terms, is_plain: Callable[[Vector], bool]
) -> Iterator[tuple[Pair, _Merge]]:
    """The merges (1) of a term with a cosine of a, with the partner that rule asks for."""
    cosines = [f.angle for f, _ in monomial if isinstance(f, Cosine)]
    sines = [f.angle for f, _ in monomial if isinstance(f, Sine)]
    for a in cosines:
        for b in cosines:
            if a < b:  # Ca Cb and Sa Sb
                rest = multiply(monomial, (Cosine(a), -1), (Cosine(b), -1))
                partner = multiply(rest, (Sine(a), 1), (Sine(b), 1))
                yield from _merge(terms, monomial, partner, rest, (a, b), Cosine, is_plain)
        for b in sines:
            if a != b:  # Sb Ca and Cb Sa
                rest = multiply(monomial, (Cosine(a), -1), (Sine(b), -1))
                partner = multiply(rest, (Sine(a), 1), (Cosine(b), 1))
                yield from _merge(terms, monomial, partner, rest, (b, a), Sine, is_plain)


def _merge(
    terms: Terms,
    monomial: Monomial,
    partner: Monomial,
    rest: Monomial,
    angles: tuple[Vector, Vector],
    kind: type[Cosine] | type[Sine],
    is_plain: Callable[[Vector], bool],
) -> Iterator[tuple[Pair, _Merge]]:
    a, b = angles
    x, y = terms[monomial], terms.get(partner)
    if y is None or abs(x) != abs(y):
        return
    if kind is Sine and a > b:  # found from both of its terms
        return
    same = 1 if x == y else -1
    sign = same if kind is Sine else -same
    angle = _angle_sum(a, b, sign)
    if not is_plain(angle):
        return
    result_sign = 1
    if next(x for x in angle if x) < 0:
        angle = tuple(-x for x in angle)
        result_sign = -1 if kind is Sine else 1
    result = multiply(rest, (kind(angle), 1))
    yield (a, b, sign), _Merge(monomial, partner, same, result, result_sign)


def _apply_squares(terms: Terms) -> None:
    """Apply (2) until it changes nothing."""
    changed = True
    while changed:
        changed = False
        for monomial in list(terms):
            for factor, exponent in monomial:
                if exponent < 2 or not isinstance(factor, Cosine | Sine):
                    continue
                if _apply_square(terms, monomial, factor):
                    changed = True
                    break


def _apply_square(terms: Terms, monomial: Monomial, factor: Cosine | Sine) -> bool:
    twin: Factor = Sine(factor.angle) if isinstance(factor, Cosine) else Cosine(factor.angle)
    rest = multiply(monomial, (factor, -2))
    other = multiply(rest, (twin, 2))
    x = terms.get(monomial)
    if x is None:
        return False
    if terms.get(other) == x:  # X C^2 + X S^2 = X
        merge = _Merge(monomial, other, 1, rest, 1)
    elif terms.get(rest) == -x:  # X - X C^2 = X S^2
        merge = _Merge(monomial, rest, -1, other, -1)
    else:
        return False
    merge.apply(terms)
    return True


def multiply(monomial: Monomial, *changes: tuple[Factor, int]) -> Monomial:
    """Return a monomial times powers of factors."""
    powers = dict(monomial)
    for factor, exponent in changes:
        powers[factor] = powers.get(factor, 0) + exponent
    return frozenset((factor, e) for factor, e in powers.items() if e)


def _angle_sum(a: Vector, b: Vector, sign: int) -> Vector:
    return tuple(x + sign * y for x, y in zip(a, b, strict=True))


def _size(angle: Vector) -> int:
    return sum(map(bool, angle))
