"""Right-hand sides of program texts, read into a graph as they stand.

    sum     = product { ("+" | "-") product }
    product = power { ("*" | "/") power }
    power   = sign-run atom [ ("^" | "**") power ]     the exponent is an integer
    atom    = number | "Pi" | "pi" | name | "(" sum ")"
            | function "(" sum { "," sum } ")" | Function "[" sum { "," sum } "]"

It is the grammar of user expressions (`symoro.expressions.parse`), in several languages and
without a normal form: what a listing computes, and in what order, is what is kept. Text is read
token by token and depth is limited, so hostile text is refused early.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple, NoReturn

from symoro.errors import UsageError
from symoro.expressions.expression import MAX_BITS, MAX_EXPONENT
from symoro.expressions.names import MAX_NAME
from symoro.expressions.parse import MAX_DECIMAL_EXPONENT, MAX_DEPTH, MAX_DIGITS
from symoro.formats.source import Source
from symoro.ir.graph import Graph
from symoro.listings.syntax import Function, Syntax

Lookup = Callable[[str, int], int]  # the edge of a name that is used at an offset
Nested = list["Nested"] | int


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


class Token(NamedTuple):
    """A piece of text: number, name, operator or end."""

    kind: str
    text: str
    offset: int


@cache
def _tokens(number: str) -> re.Pattern[str]:
    return re.compile(
        rf"\s*(?:(?P<number>{number})|(?P<name>[A-Za-z_$][\w$]*)"
        r"|(?P<operator>\*\*|[-+*/^()\[\]{},]))",
        re.ASCII,
    )


class Grammar:
    """Reads expressions from ``code[start:end]``; errors have their place in the source."""

    def __init__(
        self, source: Source, code: str, syntax: Syntax, graph: Graph, lookup: Lookup
    ) -> None:
        self.source, self.code, self.syntax = source, code, syntax
        self.graph, self.lookup = graph, lookup
        self._pattern = _tokens(syntax.number)
        self.end = self.depth = 0
        self.token = Token("end", "", 0)

    def start(self, start: int, end: int) -> None:
        """Begin to read a piece of the code."""
        self.end, self.depth, self._next = end, 0, start
        self.advance()

    def fail(self, message: str, offset: int) -> NoReturn:
        """Refuse what stands at an offset."""
        raise self.source.error(message, offset) from None

    def advance(self) -> Token:
        """Return the token that was next, and read the one after it."""
        token = self.token
        match = self._pattern.match(self.code, self._next, self.end)
        if match is not None:
            kind = str(match.lastgroup)
            self.token = Token(kind, match.group(kind), match.start(kind))
            self._next = match.end()
            return token
        rest = re.compile(r"\s*").match(self.code, self._next, self.end)
        offset = self._next if rest is None else rest.end()
        if offset < self.end:
            self.fail(f"unexpected character {self.code[offset]!r}", offset)
        self.token = Token("end", "the end of the statement", self.end)
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

    def whole(self) -> int:
        """Read an expression up to the end of the piece."""
        if self.token.kind == "end":
            self.fail("an expression is missing here", self.token.offset)
        value = self.sum()
        self.finish()
        return value

    def finish(self) -> None:
        """Check that the piece ends here."""
        token = self.token
        if token.kind != "end":
            hint = "; is the end of a statement missing before it?" if token.kind == "name" else ""
            self.fail(f"expected an operator, found {token.text}{hint}", token.offset)

    def sum(self) -> int:
        """Read terms."""
        value = self.product()
        while sign := self.accept("+", "-"):
            term = self.product()
            value = self.graph.add(value, term if sign.text == "+" else -term)
            self._check_size(value, sign.offset)
        return value

    def product(self) -> int:
        """Read factors and divisors."""
        value = self.power()
        while operator := self.accept("*", "/"):
            factor = self.power()
            if operator.text == "/":
                if factor == 0:
                    self.fail("division by zero", operator.offset)
                factor = self.graph.inverse(factor)
            value = self.graph.mul(value, factor)
            self._check_size(value, operator.offset)
        return value

    def power(self) -> int:
        """Read a signed power."""
        negative = False
        while sign := self.accept("+", "-"):
            negative ^= sign.text == "-"
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", self.token.offset)
        value = self.atom()
        if operator := self.accept("^", "**"):
            offset = self.token.offset
            exponent = self.graph.value(self.power())
            if exponent is None or exponent.denominator != 1:
                self.fail("an exponent must be an integer; use sqrt for roots", offset)
            if abs(exponent) > MAX_EXPONENT:
                self.fail(f"exponent {exponent} is beyond the limit of {MAX_EXPONENT}", offset)
            value = self._powered(value, int(exponent), operator)
        self.depth -= 1
        return -value if negative else value

    def _powered(self, value: int, exponent: int, operator: Token) -> int:
        number = self.graph.value(value)
        if number is not None:
            self._check_bits(_bits(number) * abs(exponent), operator.offset)
            if not number and exponent < 0:
                self.fail("division by zero", operator.offset)
        return self.graph.power(value, exponent)

    def _check_size(self, edge: int, offset: int) -> None:
        """Refuse a number that has grown too long."""
        number = self.graph.value(edge)
        if number is not None:
            self._check_bits(_bits(number), offset)

    def _check_bits(self, bits: int, offset: int) -> None:
        if bits > MAX_BITS:
            self.fail(f"a number of more than {MAX_BITS} bits", offset)

    def atom(self) -> int:
        """Read a number, a name, a call or what stands in parentheses."""
        token = self.token
        if token.kind == "end":
            self.fail(f"expected a number, a name or (, found {token.text}", token.offset)
        self.advance()
        if token.kind == "number":
            return self._number(token)
        if token.kind == "name":
            return self._name(token)
        if token.text == "(":
            value = self.sum()
            self.expect(")")
            return value
        self.fail(f"expected a number, a name or (, found {token.text}", token.offset)

    def _number(self, token: Token) -> int:
        text = re.sub(r"_.*|\.$", "", token.text.lower().replace("*^", "e").replace("d", "e"))
        mantissa, _, exponent = text.partition("e")
        if len(mantissa) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits", token.offset)
        if len(exponent) > 6 or (exponent and abs(int(exponent)) > MAX_DECIMAL_EXPONENT):
            self.fail(f"a decimal exponent beyond {MAX_DECIMAL_EXPONENT}", token.offset)
        return self.graph.number(Fraction(f"{mantissa.rstrip('.')}e{exponent or 0}"))

    def _name(self, token: Token) -> int:
        opening = self.token.text if self.token.kind == "operator" else ""
        if opening in ("(", "["):
            return self._call(token, opening)
        if self.is_pi(token.text):
            return self.graph.pi()
        self.check_name(token)
        return self.lookup(token.text, token.offset)

    def check_name(self, token: Token) -> None:
        """Refuse what cannot be the name of a variable."""
        if len(token.text) > MAX_NAME:
            self.fail(f"a name of more than {MAX_NAME} characters", token.offset)
        if self._function(token.text, "(") or self._function(token.text, "["):
            self.fail(f"{token.text} is the name of a function", token.offset)

    def is_pi(self, name: str) -> bool:
        """True if a name is that of the constant."""
        return name in ("Pi", "pi") or (self.syntax.folded and name.lower() == "pi")

    def _function(self, name: str, opening: str) -> Function | None:
        known = self.syntax.functions if opening == "(" else self.syntax.bracketed
        return known.get(name.lower() if self.syntax.folded else name)

    def _call(self, token: Token, opening: str) -> int:
        known = self._function(token.text, opening)
        if known is None:
            names = self.syntax.functions if opening == "(" else self.syntax.bracketed
            listed = ", ".join(sorted(names)) or "none with brackets"
            self.fail(f"{token.text} is not a function; functions are {listed}", token.offset)
        self.advance()
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")" if opening == "(" else "]")
        function, order = known
        if len(arguments) != len(order):
            wanted = f"{len(order)} argument{'s' if len(order) > 1 else ''}"
            self.fail(f"{token.text} takes {wanted}, found {len(arguments)}", token.offset)
        try:
            return self.graph.call(function, *(arguments[k] for k in order))
        except UsageError as error:
            self.fail(str(error), token.offset)

    def nested(self, item: Callable[[], int]) -> Nested:
        """Read ``{a, {b, c}}``: lists of what ``item`` reads."""
        opening = self.token
        if not self.accept("{"):
            return item()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", opening.offset)
        items = [self.nested(item)]
        while self.accept(","):
            items.append(self.nested(item))
        self.expect("}")
        self.depth -= 1
        return items
