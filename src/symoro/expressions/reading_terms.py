"""The terms of an expression in the order in which people read a sum, and the text of that."""

from __future__ import annotations

from fractions import Fraction

from symoro.expressions.expression import Call, Constant, Expression, Product, Sum, Symbol
from symoro.expressions.reading_order import (
    NUMBER,
    Traits,
    angle_key,
    call_traits,
    group_traits,
    symbol_traits,
)
from symoro.expressions.text import term_text

Term = tuple[Expression, Fraction]
"""An expression without numeric factor, and that factor."""


def reading_terms(value: Expression) -> list[Term]:
    """Return the terms of a sum by link: ZZ1 before YY2, symbols before products.

    Where the first has a minus sign, the first that has none is put before it.
    """
    terms = sorted(value.terms(), key=lambda term: _traits(term[0]).key)
    lead = next((k for k, (_, factor) in enumerate(terms) if factor > 0), 0)
    return [terms[lead], *terms[:lead], *terms[lead + 1 :]] if terms else []


def reading_text(value: Expression) -> str:
    """Return the text of an expression with the terms of its sum in reading order."""
    if not isinstance(value, Sum):
        return str(value)
    terms = [(factor < 0, term_text(base, abs(factor))) for base, factor in reading_terms(value)]
    text = "".join(f" {'-' if minus else '+'} {each}" for minus, each in terms)
    return "-" * terms[0][0] + text[3:]


def _traits(node: Expression) -> Traits:
    match node:
        case Constant(name) | Symbol(name):
            return symbol_traits(name)
        case Call(function, (angle,)) if function in ("sin", "cos"):
            names = [(name, factor < 0) for base, factor in angle.terms() for name in base.symbols]
            return call_traits(angle_key(names), sine=function == "sin")
        case Call(_, arguments):
            return group_traits(map(_traits, arguments))
        case Sum(parts):
            return group_traits(_traits(base) for base, _ in parts)
        case Product():
            traits = NUMBER
            for base, exponent in node.powers:
                own = _traits(base)
                traits = traits * (own if exponent == 1 else own.raised_to(exponent))
            return traits
    return NUMBER
