"""Polynomials in sines, cosines and positions of unknown joints, over any scalars.

A monomial is a sorted tuple of powers of generators, such as ``(("C", 1), 2)``; the generator
``("C", 1)`` is the cosine of unknown 1, ``("S", 1)`` its sine, ``("r", 1)`` its position. Squares
of sines are replaced by 1 - C^2, so two polynomials are equal if their coefficients are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from symoro.algebra.scalars import is_number

Generator = tuple[str, int]
Monomial = tuple[tuple[Generator, int], ...]
ONE: Monomial = ()


class Polynomial:
    """A sum of coefficients times monomials; coefficients that are the number 0 are left out."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Any]) -> None:
        self.terms = {m: c for m, c in terms.items() if not is_number(c, 0)}

    def __repr__(self) -> str:
        return f"<Polynomial: {len(self.terms)} terms>"

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            terms[monomial] = terms[monomial] + coefficient if monomial in terms else coefficient
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -c for m, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + (-other)

    def __mul__(self, other: Polynomial) -> Polynomial:
        total: dict[Monomial, Any] = {}
        for m, a in self.terms.items():
            for n, b in other.terms.items():
                for monomial, sign in _product(m, n):
                    term = a * b if sign > 0 else -(a * b)
                    total[monomial] = total[monomial] + term if monomial in total else term
        return Polynomial(total)

    def scale(self, factor: Any) -> Polynomial:
        """The polynomial times a scalar."""
        return Polynomial({m: c * factor for m, c in self.terms.items()})

    def coefficient(self, monomial: Monomial) -> Any:
        """The coefficient of a monomial."""
        return self.terms.get(monomial, 0)

    def restrict(self, monomials: Collection[Monomial]) -> Polynomial:
        """The terms of some monomials: the others are zero, which not all scalars show."""
        return Polynomial({m: c for m, c in self.terms.items() if m in monomials})

    @property
    def unknowns(self) -> frozenset[int]:
        """The unknowns that occur."""
        return frozenset(g[1] for monomial in self.terms for g, _ in monomial)

    def split(self, unknown: int) -> dict[Monomial, Polynomial]:
        """The polynomial as one in an unknown, whose coefficients are polynomials in the others."""
        parts: dict[Monomial, dict[Monomial, Any]] = {}
        for monomial, coefficient in self.terms.items():
            own = tuple(power for power in monomial if power[0][1] == unknown)
            rest = tuple(power for power in monomial if power[0][1] != unknown)
            parts.setdefault(own, {})[rest] = coefficient
        return {own: Polynomial(rest) for own, rest in parts.items()}


def constant(value: Any) -> Polynomial:
    """The polynomial of one scalar."""
    return Polynomial({ONE: value})


def generator(letter: str, unknown: int) -> Polynomial:
    """The polynomial of one generator."""
    return Polynomial({power(letter, unknown): 1})


def power(letter: str, unknown: int, exponent: int = 1) -> Monomial:
    """The monomial of a power of one generator."""
    return (((letter, unknown), exponent),)


def _product(m: Monomial, n: Monomial) -> Iterable[tuple[Monomial, int]]:
    """The terms of the product of two monomials, with their signs."""
    if not m or not n:
        return ((m or n, 1),)
    powers = dict(m)
    for g, exponent in n:
        powers[g] = powers.get(g, 0) + exponent
    terms = [(powers, 1)]
    for g, exponent in tuple(powers.items()):
        if g[0] == "S" and exponent > 1:  # S^2 = 1 - C^2
            cosine = ("C", g[1])
            for _ in range(exponent // 2):
                terms = [
                    term
                    for each, sign in terms
                    for term in (
                        ({**each, g: each[g] - 2}, sign),
                        ({**each, g: each[g] - 2, cosine: each.get(cosine, 0) + 2}, -sign),
                    )
                ]
    return [
        (tuple(sorted((g, exponent) for g, exponent in each.items() if exponent)), sign)
        for each, sign in terms
    ]
