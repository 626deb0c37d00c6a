"""Sums that are factors of several terms taken out: (a + b) x + (a + b) y = (a + b) (x + y)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from symoro.symbolic.reading import split_sign

if TYPE_CHECKING:
    from sympy import Expr


def with_shared_sums(expression: Expr) -> Expr:
    """Return an expression whose sums share no sum that is a factor of their terms."""
    from sympy import Add, Mul

    if expression.is_Atom or not (expression.is_Add or expression.is_Mul or expression.is_Pow):
        return expression
    parts = [with_shared_sums(part) for part in expression.args]
    if not expression.is_Add:
        return expression.func(*parts)
    terms = [_signed_factors(part) for part in parts]
    counts = Counter(factor for term in terms for factor in term if factor.is_Add)
    shared = next((factor for factor, count in counts.items() if count > 1), None)
    if shared is None:
        return Add(*parts)
    inside = [term for term in terms if shared in term]
    others = (Mul(*term) for term in terms if shared not in term)
    common = [factor for factor in inside[0][1:] if all(factor in term for term in inside)]
    rest = Add(*(Mul(*(f for f in term if f not in common)) for term in inside))
    return with_shared_sums(Add(Mul(*common, with_shared_sums(rest)), *others))


def _signed_factors(term: Expr) -> list[Expr]:
    """The factors of a term, a number first, each sum with the sign that it has everywhere."""
    from sympy import Mul

    factors = []
    for factor in Mul.make_args(term):
        sign = 1
        if factor.is_Add:
            factor, sign = split_sign(factor)
        factors += [factor, sign]
    number, rest = Mul(*factors).as_coeff_Mul()
    return [number, *Mul.make_args(rest)]
