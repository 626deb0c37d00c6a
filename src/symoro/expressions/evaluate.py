"""Evaluate an expression over any scalars: floats, residues modulo a prime, graph nodes.

Scalars bring their own ``+ - * / **``; an `Arithmetic` adds what operators cannot say: how an
exact number, Pi and the functions look among these scalars.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from symoro.errors import InternalError, UsageError
from symoro.expressions.exact_values import sign_of
from symoro.expressions.expression import Call, Constant, Expression, Number, Product, Sum, Symbol

T = TypeVar("T")
ScalarOf = Callable[[Expression], Any]
"""Gives the scalar of an expression."""

Values = Mapping[str, Any]
"""A scalar for each symbol, by name."""


class Arithmetic(Protocol[T]):
    """The scalars of an evaluation: their numbers, Pi and functions."""

    def number(self, value: Fraction) -> T:
        """The scalar of an exact number."""

    def pi(self) -> T:
        """The scalar of Pi."""

    def call(self, function: str, *arguments: T) -> T:
        """The value of a function of `FUNCTIONS`."""


def double(value: Fraction) -> float:
    """Return the nearest double of an exact number."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        size = f"about 1e{len(str(abs(value.numerator // value.denominator))) - 1}"
        raise UsageError(f"a number ({size}) beyond the range of double precision") from None


class FloatArithmetic:
    """Double precision; functions come from ``math``."""

    def number(self, value: Fraction) -> float:
        """Return the nearest double."""
        return double(value)

    def pi(self) -> float:
        """Return Pi as a double."""
        return math.pi

    def call(self, function: str, *arguments: float) -> float:
        """Return the value of a function; sign(0) is 0."""
        if function == "sign":
            return float(sign_of(arguments[0]))
        if function == "abs":
            return abs(arguments[0])
        try:
            result: float = getattr(math, function)(*arguments)
        except OverflowError:
            size = f"{function}({arguments[0]:g})"
            raise UsageError(f"{size} is beyond the range of double precision") from None
        return result


def float_values(values: Iterable[tuple[str, Expression]]) -> dict[str, float]:
    """Return expressions without symbols as doubles, by name."""
    floats = FloatArithmetic()
    return {name: evaluate(value, {}, floats) for name, value in values}


def evaluate(node: Expression, values: Mapping[str, T], arithmetic: Arithmetic[T]) -> T:
    """Return the value of an expression; a symbol without a value is an error that names it."""
    if type(node) is Number:  # most of what is evaluated
        return arithmetic.number(node.value)
    if type(node) is Symbol and node.name in values:
        return values[node.name]

    def value(node: Expression) -> Any:
        match node:
            case Number(number):
                return arithmetic.number(number)
            case Constant():
                return arithmetic.pi()
            case Symbol(name):
                if name not in values:
                    raise UsageError(f"symbol {name} has no value")
                return values[name]
            case Call(function, arguments):
                return arithmetic.call(function, *(value(a) for a in arguments))
            case Sum(parts):
                return _sum([scale(factor, value(base)) for base, factor in parts])
            case Product(factor, powers):
                return scale(factor, _product([value(b) ** e for b, e in powers]))
        raise InternalError(f"not an expression: {type(node).__name__}")

    def scale(factor: Fraction, scalar: Any) -> Any:
        if factor == 1:
            return scalar
        if factor == -1:
            return -scalar
        return arithmetic.number(factor) * scalar

    result: T = value(node)
    return result


def _sum(scalars: list[Any]) -> Any:
    total = scalars[0]
    for scalar in scalars[1:]:
        total = total + scalar
    return total


def _product(scalars: list[Any]) -> Any:
    product = scalars[0]
    for scalar in scalars[1:]:
        product = product * scalar
    return product
