"""SymPy expressions over any scalars: how a simplified result goes back into a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from operator import add, mul
from typing import TYPE_CHECKING, Any

from symoro.errors import InternalError
from symoro.expressions import Arithmetic, Values
from symoro.symbolic.reading import in_reading_order, split_sign

if TYPE_CHECKING:
    from sympy import Expr

_MANY = 3  # terms of the same whole multiple that are worth their parentheses
_CLEARED = 10**12  # a larger denominator is common to decimals, and of no formula

_FUNCTIONS = {
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "atan2": "atan2",
    "sign": "sign",
    "Abs": "abs",
    **{name: name for name in ("exp", "log", "tanh", "asin", "acos")},
}


def from_sympy(expression: Expr, values: Values, arithmetic: Arithmetic[Any]) -> Any:
    """Return the value of an expression, in few operations.

    Quotients are formed once, a denominator as a whole; a number that all terms of a sum share, or
    many of them, is multiplied after they are added.
    """
    from sympy import Add, Mul, Rational, fraction, pi

    known: dict[Expr, Any] = {}

    def value(node: Expr) -> Any:
        if node not in known:
            known[node] = compute(node)
        return known[node]

    def total(terms: Sequence[Expr]) -> Any:
        """A sum; the number that all its terms share is multiplied once, and so is one of many."""
        common = _content(terms)
        if common == 1:
            return reduce(add, summands(terms))
        inside, sign = split_sign(Add(*(term / common for term in terms)))
        return arithmetic.number(sign * common) * reduce(add, summands(inside.args))

    def summands(terms: Sequence[Expr]) -> Iterator[Any]:
        """The terms of a sum; those that are the same multiple together, if they are many."""
        groups: dict[Rational, list[Expr]] = {}
        for term in in_reading_order(terms):
            factor, rest = term.as_coeff_Mul()
            groups.setdefault(abs(factor), []).append(rest if factor > 0 else -rest)
        for factor, group in groups.items():
            if factor == 1 or len(group) < (_MANY if factor.is_Integer else 2):
                yield from (value(factor * term) for term in group)
            else:
                inside, sign = split_sign(Add(*group))
                yield arithmetic.number(sign * _fraction(factor)) * value(inside)

    def compute(node: Expr) -> Any:
        if isinstance(node, Rational):
            return arithmetic.number(Fraction(int(node.p), int(node.q)))
        if node == pi:
            return arithmetic.pi()
        if node.is_Symbol:
            return values[node.name]
        if node.is_Add:
            angle = node.has(pi)  # which cannot be multiplied
            return reduce(add, map(value, node.args)) if angle else total(node.args)
        if node.is_Mul:
            if node.args[0] == -1:  # also of what cannot be multiplied, an angle
                return -value(-node)
            above, below = fraction(node)
            if below != 1 and not below.is_Rational:
                return value(above) / value(below)
            factor, rest = node.as_coeff_mul()
            if factor.q > _CLEARED and (sums := [each for each in rest if each.is_Add]):
                inside = Add(*(factor * term for term in sums[0].args))
                return value(Mul(inside, *(each for each in rest if each != sums[0])))
            number = value(factor)  # first, so that it is written first
            product = reduce(mul, map(value, rest))
            return product if factor == 1 else number * product
        if node.is_Pow and node.exp.is_Rational and node.exp.q <= 2:
            return _power(value(node.base), Fraction(str(node.exp)), arithmetic)
        if node.is_Pow:
            logarithm = arithmetic.call("log", value(node.base))
            return arithmetic.call("exp", value(node.exp) * logarithm)
        name = type(node).__name__
        if name in _FUNCTIONS:
            return arithmetic.call(_FUNCTIONS[name], *(value(arg) for arg in node.args))
        one = arithmetic.number(Fraction(1))
        if name == "Exp1":
            return arithmetic.call("exp", one)
        if name == "cot":  # SymPy's own: of tan(x + Pi/2)
            return one / arithmetic.call("tan", value(node.args[0]))
        if name == "atan":  # of atan2(y, x) with a positive x
            return arithmetic.call("atan2", value(node.args[0]), one)
        raise InternalError(f"{node} has no form in a program")

    return value(expression)


def _content(terms: Sequence[Expr]) -> Fraction:
    """The greatest number of which the factors of all terms are whole multiples.

    Where it is no whole number it must be one of them: 0.43 and 0.02 share 0.01 for nobody. The
    number of a term that has a sum of whole multiples may be `_CLEARED`, and is not one of them.
    """
    numbers = [abs(_fraction(term.as_coeff_Mul()[0])) for term in terms]
    above = gcd(*(number.numerator for number in numbers))
    common = Fraction(above, lcm(*(number.denominator for number in numbers)))
    shared = common.denominator == 1 or (common in numbers and common.denominator <= _CLEARED)
    return common if shared else Fraction(1)


def _fraction(number: Expr) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _power(base: Any, exponent: Fraction, arithmetic: Arithmetic[Any]) -> Any:
    if exponent.denominator == 2:
        base, exponent = arithmetic.call("sqrt", base), 2 * exponent
    if exponent.denominator != 1:
        raise InternalError(f"a power {exponent} has no form in a program")
    one = arithmetic.number(Fraction(1))
    power = abs(int(exponent))
    raised = base if power == 1 else base**power
    return raised if exponent > 0 else one / raised
