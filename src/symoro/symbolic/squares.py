"""Complete squares in a sum of products: X a^2 + 2 X a b + X b^2 = X (a + b)^2, and with more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import gcd, isqrt

from symoro.symbolic.gathering import Bracket, Monomial, Terms, multiply


def with_squares(terms: Terms) -> Terms:
    """Return the terms with complete squares in brackets, the longest first."""
    terms = dict(terms)
    while (square := max(_squares(terms), key=lambda s: len(s.roots), default=None)) is not None:
        for monomial in square.parts():
            del terms[monomial]
        body = frozenset(square.roots)
        terms[multiply(square.common, (Bracket(body), 2))] = square.number
    return terms


@dataclass(frozen=True)
class _Square:
    """number * common * (sum of roots)^2."""

    number: int
    common: Monomial
    roots: tuple[tuple[Monomial, int], ...]

    def parts(self) -> Iterator[Monomial]:
        """The monomials of the terms that it replaces."""
        for (a, _), (b, _) in combinations(self.roots, 2):
            yield _product(self.common, a, b)
        for root, _ in self.roots:
            yield _product(self.common, root, root)


def _squares(terms: Terms) -> Iterator[_Square]:
    """The squares of two roots, each with all others that fit."""
    for (p, x), (q, y) in combinations(terms.items(), 2):
        if (x > 0) != (y > 0):
            continue
        middle = _root(_product(p, q))
        z = None if middle is None else terms.get(middle)
        if z is None or z * z != 4 * x * y:
            continue
        number = gcd(x, y) * (1 if x > 0 else -1)
        common = _shared_part(p, q)
        a, b = (_root(_quotient(m, common)) for m in (p, q))
        u, v = isqrt(x // number), isqrt(y // number)
        if a is None or b is None or u * u * number != x or v * v * number != y:
            continue
        square = _Square(number, common, ((a, u), (b, v if (z > 0) == (number > 0) else -v)))
        for monomial, value in terms.items():
            square = _extension(square, monomial, value, terms)
        yield square


def _extension(square: _Square, monomial: Monomial, value: int, terms: Terms) -> _Square:
    """The square with one more root, if its own term and its products with the others are there."""
    if value % square.number or not _divides(square.common, monomial):
        return square
    times = value // square.number
    root = _root(_quotient(monomial, square.common))
    if root is None or times < 0 or isqrt(times) ** 2 != times:
        return square
    w = isqrt(times)
    for sign in (1, -1):
        if all(
            root != other
            and terms.get(_product(square.common, root, other)) == 2 * square.number * sign * w * n
            for other, n in square.roots
        ):
            return _Square(square.number, square.common, (*square.roots, (root, sign * w)))
    return square


def _product(*monomials: Monomial) -> Monomial:
    first, *others = monomials
    for other in others:
        first = multiply(first, *other)
    return first


def _quotient(monomial: Monomial, by: Monomial) -> Monomial:
    return multiply(monomial, *((factor, -e) for factor, e in by))


def _divides(by: Monomial, monomial: Monomial) -> bool:
    powers = dict(monomial)
    return all(powers.get(factor, 0) >= e for factor, e in by)


def _shared_part(p: Monomial, q: Monomial) -> Monomial:
    """The greatest common divisor of two monomials."""
    powers = dict(q)
    return frozenset((f, min(e, powers[f])) for f, e in p if f in powers)


def _root(monomial: Monomial) -> Monomial | None:
    """The square root of a monomial, if it is one."""
    if any(e % 2 for _, e in monomial):
        return None
    return frozenset((factor, e // 2) for factor, e in monomial)
