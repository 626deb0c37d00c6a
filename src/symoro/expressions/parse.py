"""The one grammar of user expressions, with positions; nothing here calls Python on user text.

    sum     = ["+" | "-"] product { ("+" | "-") product }
    product = power { ("*" | "/") power }
    power   = sign-run atom [ ("^" | "**") power ]     the exponent is an integer
    atom    = number | "Pi" | "pi" | symbol | "(" sum ")"
            | function "(" sum { "," sum } ")" | Function "[" sum { "," sum } "]"

Functions are sin, cos, tan, sqrt and atan2, with parentheses or, capitalised, in Mathematica's
form ``Sin[x]``. Length and depth are limited, so hostile text is refused and never hangs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple, NoReturn

from symoro.errors import ParseError, Position, UsageError
from symoro.expressions.expression import (
    MAX_EXPONENT,
    PI,
    ZERO,
    Expression,
    Symbol,
    call,
    expression,
    product_of,
    sum_of,
)
from symoro.expressions.names import FUNCTIONS, MAX_NAME

MAX_LENGTH = 10_000
_SHORT = 500  # a text below it cannot grow beyond the limit
MAX_DEPTH = 60
MAX_DECIMAL_EXPONENT = 300
MAX_DIGITS = 1280  # what a number of MAX_BITS with 40 decimals prints

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<operator>\*\*|[-+*/^()\[\],])",
    re.ASCII,
)
_MATHEMATICA = {name.capitalize(): name for name in FUNCTIONS}


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def parse(
    source: str, *, start: int = 0, end: int | None = None, file: str | None = None
) -> Expression:
    """Read an expression from a text, or from ``source[start:end]`` of a larger one.

    Raises:
        ParseError: with the line and column in ``source`` of what is wrong.
    """
    stop = len(source) if end is None else end
    if stop - start > MAX_LENGTH:
        raise ParseError(
            f"an expression of {stop - start} characters; the limit is {MAX_LENGTH}",
            Position.of(source, start),
            file,
        )
    result = _Parser(source, start, stop, file).whole()
    if stop - start > _SHORT and len(str(result)) > MAX_LENGTH:
        raise ParseError(
            f"an expression of {len(str(result))} characters in normal form; "
            f"the limit is {MAX_LENGTH}",
            Position.of(source, start),
            file,
        )
    return result


class _Parser:
    def __init__(self, source: str, start: int, end: int, file: str | None) -> None:
        self.source, self.file = source, file
        self.tokens = self._tokenise(start, end)
        self.index = 0
        self.depth = 0

    def fail(self, message: str, offset: int) -> NoReturn:
        raise ParseError(message, Position.of(self.source, offset), self.file) from None

    def _tokenise(self, start: int, end: int) -> list[_Token]:
        tokens, offset = [], start
        while offset < end:
            match = _TOKEN.match(self.source, offset, end)
            if match is None:
                self.fail(f"unexpected character {self.source[offset]!r}", offset)
            kind = str(match.lastgroup)
            if kind != "space":
                tokens.append(_Token(kind, match.group(), offset))
            offset = match.end()
        tokens.append(_Token("end", "the end of the expression", end))
        return tokens

    @property
    def token(self) -> _Token:
        return self.tokens[self.index]

    def accept(self, *texts: str) -> _Token | None:
        token = self.token
        if token.kind == "operator" and token.text in texts:
            self.index += 1
            return token
        return None

    def whole(self) -> Expression:
        if self.token.kind == "end":
            self.fail("an expression is missing here", self.token.offset)
        value = self.sum()
        if self.token.kind != "end":
            self.fail(f"expected an operator, found {self.token.text}", self.token.offset)
        return value

    def sum(self) -> Expression:
        first = self.token
        parts = [(self.product(), Fraction(1))]
        while sign := self.accept("+", "-"):
            parts.append((self.product(), Fraction(1 if sign.text == "+" else -1)))
        return self.build(first, lambda: sum_of(parts))

    def product(self) -> Expression:
        first = self.token
        parts = [(self.power(), 1)]
        while operator := self.accept("*", "/"):
            factor = self.power()
            if operator.text == "/" and factor == ZERO:
                self.fail("division by zero", operator.offset)
            parts.append((factor, 1 if operator.text == "*" else -1))
        return self.build(first, lambda: product_of(parts))

    def power(self) -> Expression:
        negative = False
        while sign := self.accept("+", "-"):
            negative ^= sign.text == "-"
        self.enter()
        value = self.atom()
        if operator := self.accept("^", "**"):
            offset = self.token.offset
            exponent = self.power().number
            if exponent is None or exponent.denominator != 1:
                self.fail("an exponent must be an integer; use sqrt for roots", offset)
            if abs(exponent) > MAX_EXPONENT:
                self.fail(f"exponent {exponent} is beyond the limit of {MAX_EXPONENT}", offset)
            powers = [(value, int(exponent))]
            value = self.build(operator, lambda: product_of(powers))
        self.depth -= 1
        return -value if negative else value

    def atom(self) -> Expression:
        token = self.token
        self.index += 1
        if token.kind == "number":
            return self.number(token)
        if token.kind == "name":
            return self.name(token)
        if token.text == "(" and token.kind == "operator":
            value = self.sum()
            if not self.accept(")"):
                self.fail(f"expected ), found {self.token.text}", self.token.offset)
            return value
        self.fail(f"expected a number, a symbol or (, found {token.text}", token.offset)

    def number(self, token: _Token) -> Expression:
        mantissa, _, exponent = token.text.lower().partition("e")
        if len(mantissa) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits", token.offset)
        if len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_DECIMAL_EXPONENT):
            self.fail(f"a decimal exponent beyond {MAX_DECIMAL_EXPONENT}", token.offset)
        return self.build(token, lambda: expression(Fraction(token.text.rstrip("."))))

    def name(self, token: _Token) -> Expression:
        name = token.text
        if len(name) > MAX_NAME:
            self.fail(f"a name of more than {MAX_NAME} characters", token.offset)
        if name in ("Pi", "pi"):
            return PI
        opening = self.token.text if self.token.kind == "operator" else ""
        if opening == "(" and name in FUNCTIONS:
            return self.call(token, name, ")")
        if opening == "[" and name in _MATHEMATICA:
            return self.call(token, _MATHEMATICA[name], "]")
        if opening in ("(", "["):
            known = ", ".join(FUNCTIONS)
            self.fail(f"{name} is not a function; the functions are {known}", token.offset)
        if name in FUNCTIONS:
            self.fail(f"{name} needs its argument in parentheses", token.offset)
        return Symbol(name)

    def call(self, token: _Token, function: str, closing: str) -> Expression:
        self.index += 1
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        if not self.accept(closing):
            self.fail(f"expected {closing}, found {self.token.text}", self.token.offset)
        if len(arguments) != FUNCTIONS[function]:
            wanted = FUNCTIONS[function]
            self.fail(
                f"{function} takes {wanted} argument(s), found {len(arguments)}", token.offset
            )
        return self.build(token, lambda: call(function, *arguments))

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", self.token.offset)

    def build(self, token: _Token, make: Callable[[], Expression]) -> Expression:
        """Make a node; what the expression refuses (too large a number) gets a position here."""
        try:
            return make()
        except UsageError as error:
            self.fail(str(error), token.offset)
