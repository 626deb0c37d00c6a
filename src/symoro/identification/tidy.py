"""Coefficients in a short form: products of sums multiplied out, sin^2 + cos^2 = 1 used.

    x sin^2 a + x cos^2 a = x        x - x sin^2 a = x cos^2 a        x - x cos^2 a = x sin^2 a
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symoro.expressions import ONE, Call, Expression, Product, Sum
from symoro.expressions.expression import sum_of

MOST = 200
"""Terms beyond which a coefficient is left as it is."""

_OTHER = {"sin": "cos", "cos": "sin"}

Terms = dict[Expression, Fraction]


def tidy(value: Expression) -> Expression:
    """Return the same coefficient, shorter if the rules above apply."""
    terms = _multiplied(value) if _has_sum(value) else None
    if terms is None:
        return value
    while (change := next(_changes(terms), None)) is not None:
        for base, factor in change:
            terms[base] = terms.get(base, Fraction(0)) + factor
            if not terms[base]:
                del terms[base]
    short = sum_of(terms.items())
    return min(value, short, key=lambda each: len(str(each)))


def _has_sum(value: Expression) -> bool:
    return isinstance(value, Sum) or any(isinstance(child, Sum) for child in value.children)


def _changes(terms: Terms) -> Iterator[list[tuple[Expression, Fraction]]]:
    """What the rules would add to the terms; each change makes them fewer, or as many but flat."""
    for base, factor in terms.items():
        for rest, other in _squares(base):
            if terms.get(other) == factor:  # x s^2 + x c^2 = x
                yield [(base, -factor), (other, -factor), (rest, factor)]
            elif terms.get(rest) == -factor:  # x s^2 - x = -x c^2
                yield [(base, -factor), (rest, factor), (other, -factor)]


def _squares(base: Expression) -> Iterator[tuple[Expression, Expression]]:
    """For each sin^2 or cos^2 in a product: the rest, and the product with the other square."""
    powers = base.powers if isinstance(base, Product) else ((base, 1),)
    for atom, exponent in powers:
        if isinstance(atom, Call) and atom.function in _OTHER and exponent >= 2:
            rest = base / atom**2
            yield rest, rest * atom.arguments[0].call(_OTHER[atom.function]) ** 2


def _multiplied(value: Expression) -> Terms | None:
    """The terms of an expression with products of sums multiplied out; None if they are many."""
    found: Terms = {}
    for base, factor in value.terms():
        product: Terms | None = {ONE: factor}
        for atom, exponent in base.powers if isinstance(base, Product) else ((base, 1),):
            if isinstance(atom, Sum) and 0 < exponent <= 2:
                inner = _multiplied(atom)
                for _ in range(exponent):
                    product = _times(product, inner)
            else:
                product = _times(product, {atom**exponent: Fraction(1)})
        if product is None:
            return None
        for each, scale in product.items():
            found[each] = found.get(each, Fraction(0)) + scale
    return found if len(found) <= MOST else None


def _times(a: Terms | None, b: Terms | None) -> Terms | None:
    if a is None or b is None or len(a) * len(b) > MOST:
        return None
    found: Terms = {}
    for x, p in a.items():
        for y, q in b.items():
            (base, scale), *_ = (x * y).terms() or ((ONE, Fraction(0)),)
            found[base] = found.get(base, Fraction(0)) + p * q * scale
    return found
