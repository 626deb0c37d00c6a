"""User expressions: the `grammar` read into normal form, with the limits of a text.

Functions are those of `FUNCTIONS` and atan, with parentheses or, by their names there, in
Mathematica's form: ``Sin[x]``, ``ArcSin[x]``, ``ArcTan[x]``, ``ArcTan[x, y]``. Length and depth are
limited, so hostile text is refused and never hangs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symoro.errors import ParseError, Position, UsageError
from symoro.expressions.expression import (
    ONE,
    PI,
    Expression,
    Symbol,
    call,
    expression,
    product_of,
    sum_of,
)
from symoro.expressions.grammar import MAX_DECIMAL_EXPONENT, MAX_DEPTH, MAX_DIGITS, Dialect, Parser
from symoro.expressions.names import FUNCTIONS, refuse_not_number

__all__ = ["MAX_DECIMAL_EXPONENT", "MAX_DEPTH", "MAX_DIGITS", "MAX_LENGTH", "parse"]

MAX_LENGTH = 10_000
_SHORT = 500  # a text below it cannot grow beyond the limit

_ARCS = ("asin", "acos", "atan")
_COUNTS = FUNCTIONS | {"atan": 1}  # an angle by its tangent is atan2(x, 1)
_MATHEMATICA = {name.capitalize(): name for name in FUNCTIONS if name not in _ARCS} | {
    f"Arc{name[1:].capitalize()}": name for name in _ARCS
}
_DIALECT = Dialect(functions=_COUNTS, bracketed=_MATHEMATICA, implicit=True)


def parse(
    source: str, *, start: int = 0, end: int | None = None, file: str | None = None
) -> Expression:
    """Read an expression from a text, or from ``source[start:end]`` of a larger one.

    Raises:
        ParseError: with the line and column in ``source`` of what is wrong.
    """

    def error(message: str, offset: int) -> ParseError:
        return ParseError(message, Position.of(source, offset), file)

    stop = len(source) if end is None else end
    if stop - start > MAX_LENGTH:
        raise error(f"an expression of {stop - start} characters; the limit is {MAX_LENGTH}", start)
    parser = Parser(source, _DIALECT, _Normal(), error)
    parser.start(start, stop)
    while parser.token.kind != "end":  # a character that fits nowhere is refused before all else
        parser.advance()
    parser.start(start, stop)
    result = parser.whole()
    if stop - start > _SHORT and len(str(result)) > MAX_LENGTH:
        raise error(
            f"an expression of {len(str(result))} characters in normal form; "
            f"the limit is {MAX_LENGTH}",
            start,
        )
    return result


class _Normal:
    """Builds expressions; a sum or product is brought into normal form once, as a whole."""

    in_turn = False

    def number(self, value: Fraction) -> Expression:
        return expression(value)

    def pi(self) -> Expression:
        return PI

    def name(self, name: str, offset: int) -> Expression:
        if name in _COUNTS:
            raise UsageError(f"{name} needs its argument in parentheses")
        refuse_not_number(name)
        return Symbol(name)

    def sum(self, terms: Sequence[tuple[Expression, int]]) -> Expression:
        return sum_of((term, Fraction(sign)) for term, sign in terms)

    def product(self, factors: Sequence[tuple[Expression, int]]) -> Expression:
        return product_of(factors)

    def power(self, base: Expression, exponent: int) -> Expression:
        return product_of([(base, exponent)])

    def real_power(self, base: Expression, exponent: Expression) -> Expression:
        return base**exponent

    def root(self, value: Expression) -> Expression:
        return call("sqrt", value)

    def negative(self, value: Expression) -> Expression:
        return -value

    def call(self, function: str, arguments: Sequence[Expression]) -> Expression:
        if function == "ArcTan" and len(arguments) == 2:  # of x and y
            return call("atan2", *reversed(arguments))
        name = _MATHEMATICA.get(function, function)
        if len(arguments) != _COUNTS[name]:
            raise UsageError(f"{name} takes {_COUNTS[name]} argument(s), found {len(arguments)}")
        return call("atan2", *arguments, ONE) if name == "atan" else call(name, *arguments)

    def value(self, item: Expression) -> Fraction | None:
        return item.number
