"""The one grammar of expressions, with positions; nothing here calls Python on the text.

    sum     = product { ("+" | "-") product }
    product = power { ("*" | "/") power | power without a sign or a number before it }
    power   = sign-run atom [ ("^" | "**") power ]
    atom    = number | "Pi" | "pi" | name | "(" sum ")"
            | function "(" sum { "," sum } ")" | Function "[" sum { "," sum } "]"

A product may go without its sign, as Mathematica has it, where the dialect says so and the text
can be read in one way only: `2 d3`, `d3 Sin[t1]` and `2(a + b)` are products, `d 3`, `2d3`, `a/2 b`
and `d3 (a + b)` are refused with the two ways to write what may be meant.

A `Dialect` says how a language writes numbers and functions, a `Builder` what is made of what is
read. Text is read token by token, and depth is limited, so hostile text is refused early.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Generic, NamedTuple, NoReturn, Protocol, TypeVar

from symoro.errors import ParseError, UsageError
from symoro.expressions.limits import MAX_EXPONENT
from symoro.expressions.names import MAX_NAME

MAX_DEPTH = 60
MAX_DECIMAL_EXPONENT = 300
MAX_DIGITS = 1280  # what a number of MAX_BITS with 40 decimals prints

_DECIMAL_COMMA = re.compile(r"\d,\d", re.ASCII)
_EXPONENT = re.compile(r"[eEdD]\d*", re.ASCII)
_SPACE = re.compile(r"\s*", re.ASCII)

T = TypeVar("T")


class Token(NamedTuple):
    """A piece of text: number, name, operator or end."""

    kind: str
    text: str
    offset: int


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """The notation of a language for expressions.

    Attributes:
        functions: the names that stand before parentheses.
        bracketed: the names that stand before brackets.
        letters: characters that a name may have besides letters, digits and ``_``.
        signs: characters that stand alone besides operators, parentheses and brackets.
        folded: True if capitals do not matter in names.
        implicit: True if a product may go without its sign.
        piece: word for a text that is read at once.
    """

    functions: Collection[str]
    bracketed: Collection[str]
    number: str = r"(?:\d+\.?\d*|\.\d+)(?:\*\^[+-]?\d+|[eE][+-]?\d+)?"
    letters: str = ""
    signs: str = ""
    folded: bool = False
    implicit: bool = False
    piece: str = "expression"

    def function_name(self, name: str) -> str:
        """Return the name of a function as it stands in the tables."""
        return name.lower() if self.folded else name

    def is_pi(self, name: str) -> bool:
        """True if a name is that of the constant."""
        return name in ("Pi", "pi") or (self.folded and name.lower() == "pi")


class Builder(Protocol[T]):
    """The maker of values from what is read; a UsageError is given its place in the text.

    Attributes:
        in_turn: True if each term and factor is put to those before it as it is read, False if all
            of a sum or product are taken together.
    """

    in_turn: bool

    def number(self, value: Fraction) -> T:
        """Make a number."""

    def pi(self) -> T:
        """Make the constant."""

    def name(self, name: str, offset: int) -> T:
        """Make what a name stands for, used at an offset."""

    def sum(self, terms: Sequence[tuple[T, int]]) -> T:
        """Add terms, each with its sign."""

    def product(self, factors: Sequence[tuple[T, int]]) -> T:
        """Multiply factors, each with the exponent 1 or -1; none of exponent -1 is zero."""

    def power(self, base: T, exponent: int) -> T:
        """Make an integer power."""

    def real_power(self, base: T, exponent: T) -> T:
        """Make a power whose exponent is neither an integer nor a half of one."""

    def root(self, value: T) -> T:
        """Make a square root."""

    def negative(self, value: T) -> T:
        """Change the sign."""

    def call(self, function: str, arguments: Sequence[T]) -> T:
        """Apply a function of the dialect, by its name there."""

    def value(self, item: T) -> Fraction | None:
        """The exact value of a number, else None."""


@cache
def _pattern(number: str, letters: str, signs: str) -> re.Pattern[str]:
    more, alone = re.escape(letters), re.escape(signs)
    return re.compile(
        rf"\s*(?:(?P<number>{number})|(?P<name>[A-Za-z_{more}][\w{more}]*)"
        rf"|(?P<operator>\*\*|[-+*/^()\[\],{alone}]))",
        re.ASCII,
    )


class Parser(Generic[T]):
    """Reads pieces of a text."""

    def __init__(
        self,
        text: str,
        dialect: Dialect,
        builder: Builder[T],
        error: Callable[[str, int], ParseError],
    ) -> None:
        self.text, self.dialect, self.builder, self.error = text, dialect, builder, error
        self._pattern = _pattern(dialect.number, dialect.letters, dialect.signs)
        self._next = self._end = self._depth = 0
        self.token = self._last = Token("end", "", 0)

    def start(self, start: int, end: int) -> None:
        """Begin to read ``text[start:end]``."""
        self._next, self._end, self._depth = start, end, 0
        self.advance()

    def fail(self, message: str, offset: int) -> NoReturn:
        """Refuse what stands at an offset."""
        raise self.error(message, offset) from None

    def advance(self) -> Token:
        """Return the token that was next, and read the one after it."""
        token = self._last = self.token
        match = self._pattern.match(self.text, self._next, self._end)
        if match is not None:
            kind = str(match.lastgroup)
            self.token = Token(kind, match.group(kind), match.start(kind))
            self._next = match.end()
            return token
        space = _SPACE.match(self.text, self._next, self._end)
        offset = self._next if space is None else space.end()
        if offset < self._end:
            mark = self.text[offset]
            hint = "; names have ASCII letters, digits and _" if mark.isalpha() else ""
            self.fail(f"unexpected character {mark!r}{hint}", offset)
        self.token = Token("end", f"the end of the {self.dialect.piece}", self._end)
        return token

    def accept(self, *texts: str) -> Token | None:
        """Return the next token if it is one of these operators, else None."""
        if self.token.kind == "operator" and self.token.text in texts:
            return self.advance()
        return None

    def expect(self, text: str) -> None:
        """Pass over an operator that must come now."""
        if not self.accept(text):
            self.fail(f"expected {text}, found {self.token.text}", self.token.offset)

    def enter(self, token: Token) -> None:
        """Go a level deeper, at a token; `leave` comes back."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", token.offset)

    def leave(self) -> None:
        """Come back from a level."""
        self._depth -= 1

    def whole(self) -> T:
        """Read an expression up to the end of the piece."""
        if self.token.kind == "end":
            self.fail("an expression is missing here", self.token.offset)
        value = self.sum()
        self.finish()
        return value

    def finish(self) -> None:
        """Check that the piece ends here."""
        token, piece = self.token, self.dialect.piece
        if token.kind != "end":
            several = token.kind == "name" and piece != "expression"
            hint = f"; is the end of a {piece} missing before it?" if several else ""
            if token.kind == "number" and self.dialect.implicit:
                hint = f"; write *{token.text} for a product"
            if token.text == "," and _DECIMAL_COMMA.match(self.text, max(token.offset - 1, 0)):
                hint = "; write decimals with a point, not with a comma"
            self.fail(f"expected an operator, found {token.text}{hint}", token.offset)

    def sum(self) -> T:
        """Read terms."""
        first = self.token
        terms = [(self.product(), 1)]
        while sign := self.accept("+", "-"):
            terms.append((self.product(), 1 if sign.text == "+" else -1))
            if self.builder.in_turn:
                terms = [(self._build(sign, self.builder.sum, terms), 1)]
        return terms[0][0] if len(terms) == 1 else self._build(first, self.builder.sum, terms)

    def product(self) -> T:
        """Read factors and divisors."""
        first = self.token
        factors = [(self.power(), 1)]
        divided = False
        while operator := self.accept("*", "/") or self._implicit_product(divided):
            factor, divided = self.power(), operator.text == "/"
            if operator.text == "/" and self.builder.value(factor) == 0:
                self.fail("division by zero", operator.offset)
            factors.append((factor, -1 if divided else 1))
            if self.builder.in_turn:
                factors = [(self._build(operator, self.builder.product, factors), 1)]
        if len(factors) == 1:
            return factors[0][0]
        return self._build(first, self.builder.product, factors)

    def _implicit_product(self, divided: bool) -> Token | None:
        """Return the next token if it is a factor without a sign before it, else None.

        ``divided`` is True if what stands before it was divided by.
        """
        token, before = self.token, self._last
        starts = token.kind == "name" or token.text == "("
        if not (self.dialect.implicit and starts):
            return None
        if before.kind == "number" and before.offset + len(before.text) == token.offset:
            self._check_adjacent(before, token)
        if before.text in self.dialect.bracketed:
            self.fail(f"{before.text} needs its argument in brackets", before.offset)
        if divided:
            self.fail(
                f"{token.text} behind a divisor can be meant above or below: write a/b*c or "
                "a/(b*c) for a/b c",
                token.offset,
            )
        return token

    def _check_adjacent(self, number: Token, name: Token) -> None:
        """Refuse a name behind a number where both could be one number."""
        if name.text[0] == "_":
            self.fail(f"expected an operator, found {name.text}", name.offset)
        if _EXPONENT.fullmatch(name.text):
            both = number.text + name.text
            self.fail(
                f"{both} can be a number with an exponent or {number.text}*{name.text}; write "
                f"{number.text}*{name.text}, or an exponent with e and digits",
                number.offset,
            )

    def power(self) -> T:
        """Read a signed power."""
        negative = False
        while sign := self.accept("+", "-"):
            negative ^= sign.text == "-"
        self.enter(self.token)
        value = self.atom()
        if operator := self.accept("^", "**"):
            offset = self.token.offset
            raised = self.power()
            exponent = self.builder.value(raised)
            if exponent is not None and abs(exponent) > MAX_EXPONENT:
                self.fail(f"exponent {exponent} is beyond the limit of {MAX_EXPONENT}", offset)
            if exponent is None or exponent.denominator > 2:
                value = self._build(operator, self.builder.real_power, value, raised)
            else:
                if exponent.denominator == 2:
                    value = self._build(operator, self.builder.root, value)
                value = self._build(operator, self.builder.power, value, exponent.numerator)
        self.leave()
        return self.builder.negative(value) if negative else value

    def atom(self) -> T:
        """Read a number, a name, a call or what stands in parentheses."""
        token = self.token
        if token.kind == "number":
            self.advance()
            return self._number(token)
        if token.kind == "name":
            self.advance()
            return self._name(token)
        if self.accept("("):
            value = self.sum()
            self.expect(")")
            return value
        self.fail(f"expected a number, a symbol or (, found {token.text}", token.offset)

    def _number(self, token: Token) -> T:
        """A decimal number; Mathematica's ``*^`` and Fortran's ``d`` and kind are read."""
        text = token.text.lower().replace("*^", "e").replace("d", "e").partition("_")[0]
        mantissa, _, exponent = text.partition("e")
        if len(mantissa) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits", token.offset)
        if len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_DECIMAL_EXPONENT):
            self.fail(f"a decimal exponent beyond {MAX_DECIMAL_EXPONENT}", token.offset)
        value = Fraction(f"{mantissa.rstrip('.')}e{exponent or 0}")
        return self._build(token, self.builder.number, value)

    def _name(self, token: Token) -> T:
        self.check_length(token)
        opening = self.token.text if self.token.kind == "operator" else ""
        if opening in ("(", "["):
            return self._call(token, opening)
        if self.dialect.is_pi(token.text):
            return self.builder.pi()
        return self._build(token, self.builder.name, token.text, token.offset)

    def check_length(self, token: Token) -> None:
        """Refuse a name that is too long."""
        if len(token.text) > MAX_NAME:
            self.fail(f"a name of more than {MAX_NAME} characters", token.offset)

    def _call(self, token: Token, opening: str) -> T:
        known = self.dialect.functions if opening == "(" else self.dialect.bracketed
        function = self.dialect.function_name(token.text)
        if function not in known:
            names = ", ".join(known or self.dialect.functions)
            hint = ""
            if opening == "(" and self.dialect.implicit:
                bracket = token.text in self.dialect.bracketed
                hint = f"; write {token.text}" + ("[x]" if bracket else "*( for a product")
            self.fail(
                f"{token.text} is not a function; the functions are {names}{hint}", token.offset
            )
        self.advance()
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")" if opening == "(" else "]")
        return self._build(token, self.builder.call, function, arguments)

    def _build(self, token: Token, make: Callable[..., T], *operands: object) -> T:
        """Build a node; an error of the builder (too large a number) gets a place here."""
        try:
            return make(*operands)
        except UsageError as error:
            self.fail(str(error), token.offset)
