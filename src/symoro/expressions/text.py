"""The text of an expression, which the grammar reads back as the same expression."""

from __future__ import annotations

import re
from fractions import Fraction

from symoro.expressions.expression import (
    ONE,
    PI,
    Call,
    Constant,
    Expression,
    Number,
    Product,
    Sum,
    Symbol,
)

_PLAIN = re.compile(r"[\d.]+")
_MAX_DECIMALS = 40
_MAX_DIVISOR = 4  # a coefficient 1/2 prints as x/2, 0.2 stays 0.2*x


def text(node: Expression) -> str:
    """Return the canonical text of an expression."""
    match node:
        case Number(value):
            return number_text(value)
        case Constant(name) | Symbol(name):
            return name
        case Call(power=(base, exponent)):
            return f"{_atom(base)}^{_atom(exponent)}"
        case Call(function, arguments):
            return f"{function}({', '.join(text(a) for a in arguments)})"
        case Sum(parts):
            pieces = [term_text(base, abs(factor)) for base, factor in parts]
            signs = ["-" if factor < 0 else "+" for _, factor in parts]
            lead = "-" if signs[0] == "-" else ""
            tail = "".join(f" {s} {p}" for s, p in zip(signs[1:], pieces[1:], strict=True))
            return lead + pieces[0] + tail
        case Product(factor):
            (base, _), *_ = node.terms()
            return ("-" if factor < 0 else "") + term_text(base, abs(factor))
    raise TypeError(f"not an expression: {type(node).__name__}")


def number_text(value: Fraction) -> str:
    """Print a fraction: as a decimal where one is exact and short, else as p/q."""
    decimal = _decimal(value)
    return decimal if decimal is not None else f"{value.numerator}/{value.denominator}"


def term_text(base: Expression, factor: Fraction) -> str:
    """Print a positive factor times an expression without numeric factor."""
    if base == ONE:
        return number_text(factor)
    powers = base.powers if isinstance(base, Product) else ((base, 1),)
    above = [_factor(b, e) for b, e in powers if e > 0]
    below = [_factor(b, -e) for b, e in powers if e < 0]
    as_fraction = (
        factor.denominator <= _MAX_DIVISOR
        or any(b == PI for b, _ in powers)
        or _decimal(factor) is None
    )
    if as_fraction and factor.denominator != 1:
        below.insert(0, str(factor.denominator))
        factor = Fraction(factor.numerator)
    if factor != 1 or not above:
        above.insert(0, number_text(factor))
    return "*".join(above) + "".join(f"/{b}" for b in below)


def _factor(base: Expression, exponent: int) -> str:
    if exponent == 1:
        return f"({text(base)})" if isinstance(base, Sum) else text(base)
    return f"{_atom(base)}^{exponent}"


def _atom(node: Expression) -> str:
    """The text of what is a base or an exponent."""
    shown = text(node)
    if isinstance(node, Symbol | Constant) or (isinstance(node, Call) and node.power is None):
        return shown
    return shown if isinstance(node, Number) and _PLAIN.fullmatch(shown) else f"({shown})"


def _decimal(value: Fraction) -> str | None:
    """Print a fraction as an exact decimal, or return None if there is no short one."""
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    places = max(twos, fives)
    if denominator != 1 or places > _MAX_DECIMALS:
        return None
    if not places:
        return str(value.numerator)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
