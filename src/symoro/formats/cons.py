"""The .cons files of SYMORO+: constants of a robot and explicit relations between its joints.

The text is Mathematica; what is read of it is

    file       = { constant | "Constraint" "[" "nbs_Integer" "]" (":=" | ":") module [";"] }
    constant   = name "=" expression ";"
    module     = "Module" "[" "{" "i" { "," name "=" expression } "}" "," loop [";"] ["]"]
    loop       = "For" "[" "i" "=" "1" "," "i" "<=" "nbs" "," "i++" "," { relation } "]"
    relation   = ("Q" | "QD") "[[" "i" "," joint "]]" "=" expression ";"

Expressions are those of `symoro.expressions`, with ``Q[[i, j]]`` and ``QD[[i, j]]`` for position
and velocity of joint j. Comments ``(* ... *)`` may stand anywhere. The bracket that
closes ``Module`` may be missing, and ``:`` may stand for ``:=``, as in the files that the guide
prints; Mathematica reads neither, so both are warned of. Nothing runs.
"""

from __future__ import annotations

import re
from typing import NoReturn

from symoro.errors import ParseError
from symoro.expressions import Expression, parse
from symoro.formats.source import Source
from symoro.robot import Diagnostic
from symoro.robot.constraints import Constraints

MAX_CONSTANTS = 5_000
"""The number of assignments beyond which a file is refused."""

_NOT_LINE_END = re.compile(r"[^\r\n]")
_WORD = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>\d+)|(?P<mark>\+\+|:=|<=|\S))", re.ASCII
)
_JOINT = re.compile(r"(?<![A-Za-z0-9_])(QD?)\s*\[\s*\[\s*i\s*,\s*(\d{1,6})\s*\]\s*\]", re.ASCII)
_ELEMENT = re.compile(r"(?<![A-Za-z0-9_])QD?\s*\[", re.ASCII)
_RESERVED = re.compile(r"QD?\d*\Z")
_JOINTS = "Q[[i, j]] or QD[[i, j]] with the number of a joint"
_LESS_OR_EQUAL = "\N{LESS-THAN OR EQUAL TO}"


def read(
    text: str, file: str | None = None, diagnostics: list[Diagnostic] | None = None
) -> Constraints:
    """Read a .cons text.

    Args:
        text: the text.
        file: the name of its file, for messages.
        diagnostics: takes the warnings of the guide's misprints, each with its place and a remedy.

    Raises:
        ParseError: with the position of the fault and the text that was expected there.
    """
    reader = _Reader(Source(text, file))
    constraints = reader.read_constraints()
    if diagnostics is not None:
        diagnostics += reader.diagnostics
    return constraints


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.plain = self._blank_comments(source.text)
        self.offset = 0
        self.constants: dict[str, Expression] = {}
        self.local: dict[str, Expression] = {}
        self.positions: dict[int, Expression] = {}
        self.rates: dict[int, Expression] = {}
        self.diagnostics: list[Diagnostic] = []

    def _blank_comments(self, text: str) -> str:
        """The text with blanks instead of comments: offsets stay."""
        pieces, last = [], 0
        while (start := text.find("(*", last)) >= 0:
            end = text.find("*)", start + 2)
            if end < 0:
                raise self.source.error("a comment that does not end: *) is missing", start)
            pieces += [text[last:start], _NOT_LINE_END.sub(" ", text[start : end + 2])]
            last = end + 2
        return "".join([*pieces, text[last:]]).replace(_LESS_OR_EQUAL, "<")

    def fail(self, message: str, offset: int) -> NoReturn:
        raise self.source.error(message, offset) from None

    def warn(self, message: str, offset: int) -> None:
        self.diagnostics.append(self.source.warning(message, offset))

    def read_constraints(self) -> Constraints:
        has_module = False
        while self.peek():
            name, offset = self.read_name("a constant, as in d8 = 0.5;, or Constraint[...]")
            if name == "Constraint":
                if has_module:
                    self.fail("Constraint is defined twice", offset)
                has_module = True
                self.read_module()
            else:
                self.read_assignment(self.constants, name, offset)
        return Constraints(self.positions, self.rates, self.constants)

    # Words

    def peek(self) -> str:
        """The next word; empty at the end of the text."""
        match = _WORD.match(self.plain, self.offset)
        return match.group().strip() if match else ""

    def take(self) -> tuple[str, int]:
        match = _WORD.match(self.plain, self.offset)
        if match is None:
            return "the end of the text", len(self.plain.rstrip())
        self.offset = match.end()
        word = match.group().strip()
        return word, match.end() - len(word)

    def expect(self, *words: str) -> str:
        word, offset = self.take()
        if word not in words:
            self.fail(f"expected {' or '.join(words)}, found {word}", offset)
        return word

    def read_name(self, what: str) -> tuple[str, int]:
        word, offset = self.take()
        if not re.match(r"[A-Za-z_]", word) or word == "the end of the text":
            self.fail(f"expected {what}, found {word}", offset)
        return word, offset

    # Parts

    def read_module(self) -> None:
        for word in ("[", "nbs_Integer", "]"):
            self.expect(word)
        if self.expect(":=", ":") == ":":
            self.warn("the function is defined by :=, not by :; write := here", self.offset - 1)
        for word in ("Module", "[", "{", "i"):
            self.expect(word)
        while self.expect(",", "}") == ",":
            name, offset = self.read_name("a local constant, as in Pi = 3.14159265358979")
            self.expect("=")
            if name != "Pi":
                self.define(self.local, name, offset, self.read_expression(",}"))
            else:  # Pi is Pi, whatever digits the file has
                self.read_expression(",}")
        self.expect(",")
        for word in ("For", "[", "i", "=", "1", ",", "i"):
            self.expect(word)
        self.expect("<=", "<")
        for word in ("nbs", ",", "i", "++", ","):
            self.expect(word)
        while self.peek() != "]":
            self.read_relation()
        self.read_closing()
        if self.peek() == "]":
            self.read_closing()
        else:
            self.warn(
                "Module[ is not closed: its bracket is missing after that of For[; write ] here",
                self.offset,
            )

    def read_closing(self) -> None:
        """Read a closing bracket, and a semicolon where one follows."""
        self.expect("]")
        if self.peek() == ";":
            self.take()

    def read_relation(self) -> None:
        _, offset = self.read_name("Q[[i, j]] or QD[[i, j]], or ] where the loop ends")
        match = _JOINT.match(self.plain, offset)
        if match is None:
            self.fail(f"expected {_JOINTS}", offset)
        self.offset = match.end()
        self.expect("=")
        joint = int(match.group(2))
        table = self.positions if match.group(1) == "Q" else self.rates
        if joint in table:
            self.fail(f"{match.group(1)}[[i, {joint}]] is given twice", offset)
        table[joint] = self.read_expression(";").substitute(self.local)
        self.expect(";")

    def read_assignment(self, table: dict[str, Expression], name: str, offset: int) -> None:
        self.expect("=")
        self.define(table, name, offset, self.read_expression(";"))
        self.expect(";")

    def define(
        self, table: dict[str, Expression], name: str, offset: int, value: Expression
    ) -> None:
        if _RESERVED.match(name):
            self.fail(f"{name} is not the name of a constant: Q and QD are the joints", offset)
        if name in table:
            self.fail(f"{name} is given twice", offset)
        if len(table) >= MAX_CONSTANTS:
            self.fail(f"more than {MAX_CONSTANTS} constants", offset)
        value = value.substitute(table)
        if value.symbols:
            unknown = ", ".join(sorted(value.symbols))
            self.fail(f"the constant {name} depends on {unknown}, which has no number", offset)
        table[name] = value

    # Expressions

    def read_expression(self, ends: str) -> Expression:
        """Read an expression up to one of some marks outside brackets."""
        start, depth = self.offset, 0
        wanted = " or ".join(ends)
        for offset in range(start, len(self.plain)):
            mark = self.plain[offset]
            if mark in ends and depth == 0:
                self.offset = offset
                return self.parse_part(start, offset)
            if mark in ";={":
                sought = "a closing bracket" if depth else wanted
                self.fail(f"expected {sought}, found {mark}", offset)
            depth += _nesting(mark)
            if depth < 0:
                self.fail(f"expected {wanted}, found {mark}", offset)
        self.fail(f"expected {wanted}, found the end of the text", len(self.plain.rstrip()))

    def parse_part(self, start: int, end: int) -> Expression:
        """Read ``plain[start:end]``; joints stand for symbols of their length."""
        text = self.plain[start:end]
        for match in _JOINT.finditer(text):
            text = _put_name(text, *match.span(), f"{match.group(1)}{int(match.group(2))}")
        if wrong := _ELEMENT.search(text):
            self.fail(f"expected {_JOINTS}", start + wrong.start())
        try:
            return parse(text)
        except ParseError as error:
            before = text.split("\n")[: error.line - 1]
            self.fail(error.message, start + sum(len(s) + 1 for s in before) + error.column - 1)


def joint_of(symbol: str) -> tuple[str, int] | None:
    """``("Q", 3)`` for the symbol Q3, ``("QD", 3)`` for QD3, None for a constant."""
    match = re.fullmatch(r"(QD?)(\d+)", symbol)
    return (match.group(1), int(match.group(2))) if match else None


def _put_name(text: str, start: int, end: int, name: str) -> str:
    """Put a name for a part of a text, filled with blanks to its length; line ends stay."""
    rest = _NOT_LINE_END.sub(" ", text[start + len(name) : end])
    return text[:start] + name + rest + text[end:]


def _nesting(mark: str) -> int:
    return (mark in "([{") - (mark in ")]}")
