"""Write a sum of products shorter: multiply out, and let sin^2 + cos^2 = 1.

A readable form of short coefficients, not a normal form: equality is decided by `is_zero`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from symoro.expressions.expression import (
    ONE,
    Call,
    Expression,
    Product,
    Sum,
    call,
    product_of,
    sum_of,
)

_MOST = 60  # terms of a sum that is still worked on
_MOST_MULTIPLIED = 2000  # terms on the way there, before equal ones cancel

_Terms = dict[Expression, Fraction]


def tidy(node: Expression) -> Expression:
    """Return an equal expression that is at most as long."""
    if node.number is not None or not isinstance(node, Sum | Product):
        return node
    if _size(node) > _MOST_MULTIPLIED:
        return node
    terms = _terms(node)
    if len(terms) > _MOST:
        return node
    while _merge_squares(terms):
        pass
    candidate = sum_of(terms.items())
    return candidate if len(str(candidate)) <= len(str(node)) else node


def _size(node: Expression) -> int:
    """The number of terms of a sum, its products of sums multiplied out; about, if it is large."""
    if isinstance(node, Sum):
        return sum(_size(base) for base, _ in node.terms())
    if isinstance(node, Product):
        sums = [(each, exponent) for each, exponent in node.powers if isinstance(each, Sum)]
        return prod(_size(each) ** exponent for each, exponent in sums if 0 < exponent <= 2)
    return 1


def _terms(node: Expression) -> _Terms:
    """The terms of a sum, its products of sums multiplied out."""
    terms: _Terms = {}
    for base, factor in node.terms():
        for product, more in _multiply_out(base).items():
            terms[product] = terms.get(product, Fraction(0)) + factor * more
    return {base: factor for base, factor in terms.items() if factor}


def _multiply_out(base: Expression) -> _Terms:
    if not isinstance(base, Product):
        return {base: Fraction(1)}
    whole: _Terms = {ONE: Fraction(1)}
    for each, exponent in base.powers:
        if isinstance(each, Sum) and 0 < exponent <= 2:
            for _ in range(exponent):
                whole = _times(whole, _terms(each))
        else:
            whole = _times(whole, {product_of([(each, exponent)]): Fraction(1)})
    return whole


def _times(a: _Terms, b: _Terms) -> _Terms:
    product: _Terms = {}
    for x, m in a.items():
        for y, n in b.items():
            for base, factor in (x * y).terms():
                product[base] = product.get(base, Fraction(0)) + m * n * factor
    return product


def _merge_squares(terms: _Terms) -> bool:
    """Apply X sin^2 + X cos^2 = X, or X - X cos^2 = X sin^2, once."""
    for base, factor in list(terms.items()):
        for square, other in _squares(base):
            rest = base / square
            partner = rest * other
            if terms.get(partner) == factor:
                del terms[base], terms[partner]
                _add(terms, rest, factor)
                return True
            if terms.get(rest) == -factor:
                del terms[base], terms[rest]
                _add(terms, partner, -factor)
                return True
    return False


def _squares(base: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The squares of sines and cosines in a product, each with its partner."""
    powers = base.powers if isinstance(base, Product) else ((base, 1),)
    for each, exponent in powers:
        if isinstance(each, Call) and each.function in ("sin", "cos") and exponent >= 2:
            other = call("cos" if each.function == "sin" else "sin", *each.arguments)
            yield each**2, other**2


def _add(terms: _Terms, base: Expression, factor: Fraction) -> None:
    for part, more in base.terms():
        total = terms.get(part, Fraction(0)) + factor * more
        if total:
            terms[part] = total
        else:
            terms.pop(part, None)
