"""SymPy expressions over any scalars: how a simplified result goes back into a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import TYPE_CHECKING, Any

from symoro.errors import InternalError
from symoro.expressions import Arithmetic, Values

if TYPE_CHECKING:
    from sympy import Expr

_FUNCTIONS = {
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "atan2": "atan2",
    "sign": "sign",
    "Abs": "abs",
}


def from_sympy(expression: Expr, values: Values, arithmetic: Arithmetic[Any]) -> Any:
    """Return the value of an expression, in few operations.

    Quotients are formed once, a denominator as a whole; terms that are the same multiple are added
    before they are multiplied.
    """
    from sympy import Add, Rational, fraction, pi

    known: dict[Expr, Any] = {}

    def value(node: Expr) -> Any:
        if node not in known:
            known[node] = compute(node)
        return known[node]

    def summands(terms: Sequence[Expr]) -> Iterator[Any]:
        """The terms of a sum: symbols first, those of the same multiple together."""
        groups: dict[Rational, list[Expr]] = {}
        for term in sorted(terms, key=lambda term: not (term.is_Atom or (-term).is_Atom)):
            factor, rest = term.as_coeff_Mul()
            groups.setdefault(abs(factor), []).append(rest if factor > 0 else -rest)
        for factor, group in groups.items():
            if factor == 1 or len(group) == 1:
                yield from (value(factor * term) for term in group)
            else:
                yield arithmetic.number(Fraction(str(factor))) * value(Add(*group))

    def compute(node: Expr) -> Any:
        if isinstance(node, Rational):
            return arithmetic.number(Fraction(int(node.p), int(node.q)))
        if node == pi:
            return arithmetic.pi()
        if node.is_Symbol:
            return values[node.name]
        if node.is_Add:
            angle = node.has(pi)  # which cannot be multiplied
            return reduce(add, map(value, node.args) if angle else summands(node.args))
        if node.is_Mul:
            if node.args[0] == -1:  # also of what cannot be multiplied, an angle
                return -value(-node)
            above, below = fraction(node)
            if below != 1 and not below.is_Rational:
                return value(above) / value(below)
            factor, rest = node.as_coeff_mul()
            number = value(factor)  # first, so that it is written first
            product = reduce(mul, map(value, rest))
            return product if factor == 1 else number * product
        if node.is_Pow and node.exp.is_Rational:
            return _power(value(node.base), Fraction(str(node.exp)), arithmetic)
        name = type(node).__name__
        if name in _FUNCTIONS:
            return arithmetic.call(_FUNCTIONS[name], *(value(arg) for arg in node.args))
        one = arithmetic.number(Fraction(1))
        if name == "cot":  # SymPy's own: of tan(x + Pi/2)
            return one / arithmetic.call("tan", value(node.args[0]))
        if name == "atan":  # of atan2(y, x) with a positive x
            return arithmetic.call("atan2", value(node.args[0]), one)
        raise InternalError(f"{node} has no form in a program")

    return value(expression)


def _power(base: Any, exponent: Fraction, arithmetic: Arithmetic[Any]) -> Any:
    if exponent.denominator == 2:
        base, exponent = arithmetic.call("sqrt", base), 2 * exponent
    if exponent.denominator != 1:
        raise InternalError(f"a power {exponent} has no form in a program")
    one = arithmetic.number(Fraction(1))
    power = abs(int(exponent))
    raised = base if power == 1 else base**power
    return raised if exponent > 0 else one / raised
