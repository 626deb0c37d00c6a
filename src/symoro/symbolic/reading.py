"""SymPy expressions in the order in which people read them, with one sign for each sum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from symoro.expressions.reading_order import (
    NUMBER,
    Key,
    Traits,
    angle_key,
    call_traits,
    group_traits,
    symbol_traits,
)

if TYPE_CHECKING:
    from sympy import Expr

_KEPT = 4096  # expressions whose traits are remembered


def ordered_terms(expression: Expr) -> list[Expr]:
    """Return the terms of a sum in reading order."""
    from sympy import Add

    return in_reading_order(Add.make_args(expression))


def in_reading_order(terms: Sequence[Expr]) -> list[Expr]:
    """Return terms in reading order; those that have one place in it by their texts."""
    keys = {term: traits_of(term).key for term in terms}
    if len(set(keys.values())) == len(keys):
        return sorted(terms, key=keys.__getitem__)
    return sorted(terms, key=lambda term: (keys[term], _text(term.as_coeff_Mul()[1])))


def _text(expression: Expr) -> str:
    """The text of an expression or of its opposite: one for both."""
    return min(str(expression), str(-expression))


@lru_cache(maxsize=_KEPT)
def traits_of(expression: Expr) -> Traits:
    """Return the traits by which a term is placed."""
    from sympy import cos, pi, sin

    if expression.is_Number:
        return NUMBER
    if expression == pi:
        return symbol_traits("Pi")
    if expression.is_Symbol:
        return symbol_traits(expression.name)
    if isinstance(expression, sin | cos):
        return call_traits(_angle(expression.args[0]), sine=isinstance(expression, sin))
    if expression.is_Mul:
        total = NUMBER
        for factor in expression.args:
            total *= traits_of(factor)
        return total
    if expression.is_Pow and expression.exp.is_Integer:
        return traits_of(expression.base).raised_to(int(expression.exp))
    return group_traits(map(traits_of, expression.args))


def _angle(angle: Expr) -> Key:
    from sympy import Add

    terms = [(term, bool(term.as_coeff_Mul()[0] < 0)) for term in Add.make_args(angle)]
    return angle_key([(s.name, minus) for term, minus in terms for s in term.free_symbols])


def split_sign(expression: Expr) -> tuple[Expr, int]:
    """Return an expression or its opposite, whichever has fewer minus signs, and which: 1 or -1.

    Of two with as many the one whose first term has none, so that it is the same for both.
    """
    terms = ordered_terms(expression)
    negative = [bool(term.as_coeff_Mul()[0] < 0) for term in terms]
    if 2 * sum(negative) > len(terms) or (2 * sum(negative) == len(terms) and negative[0]):
        return -expression, -1
    return expression, 1


def in_one_sign(expression: Expr) -> Expr:
    """Return an expression whose factors in parentheses have their signs by `split_sign`."""
    from sympy import Integer, Mul

    if expression.is_Atom or not (expression.is_Add or expression.is_Mul or expression.is_Pow):
        return expression
    parts = tuple(map(in_one_sign, expression.args))
    if not expression.is_Mul:
        return expression if parts == expression.args else expression.func(*parts)
    number, factors = Integer(1), []
    for factor in parts:
        base, exponent = factor.as_base_exp()
        if base.is_Add and exponent.is_Integer:
            base, sign = split_sign(base)
            number *= sign**exponent
            factor = base**exponent
        factors.append(factor)
    return Mul(number, *factors)
