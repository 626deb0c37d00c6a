"""Read a program text: assignments in order; a name that is assigned nowhere is an input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symoro.errors import UsageError
from symoro.expressions.grammar import Parser, Token
from symoro.expressions.names import natural_key, refuse_not_number
from symoro.formats.source import Source
from symoro.ir.graph import Graph
from symoro.ir.program import Let, Program, Solve, Statement
from symoro.listings.builder import EdgeBuilder, Nested, read_nested
from symoro.listings.limits import Limits
from symoro.listings.own_outputs import named_outputs
from symoro.listings.roles import Roles, roles
from symoro.listings.statements import Text, take_apart
from symoro.listings.syntax import Syntax, language_of

MAX_UNKNOWNS = 200  # of a linear system

_RENAMED = re.compile(r"Name (\w+) is written ([\w$]+)", re.ASCII)
_SYSTEM = re.compile(r"\w+\(\d+, :\) = \[|call linear_solve|\w+ := LinearAlgebra\b", re.ASCII)
_ASSIGNED = re.compile(r"(?P<name>[A-Za-z_$][\w$]*)\s*(?P<sign>:?=(?!=))", re.ASCII)
_MORE = re.compile(r"\s*(?P<name>[A-Za-z_$][\w$]*)\s*=(?!=)", re.ASCII)


@dataclass(frozen=True, eq=False)
class Listing:
    """A program text that was read.

    Attributes:
        program: its statements; no outputs are chosen yet.
        detected_by: the sign by which the language was detected, in words.
        roles: the inputs that change at each call, and the source of that knowledge.
        named_outputs: the variables that a text of symoro itself names as its outputs.
    """

    program: Program
    language: str
    detected_by: str
    roles: Roles
    named_outputs: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Listing read as {self.language}: {len(self.program.statements)} statements>"


def read(
    text: str,
    *,
    name: str = "program",
    file: str | None = None,
    language: str | None = None,
    states: Sequence[str] = (),
) -> Listing:
    """Read a program text.

    Args:
        text: a listing, or Fortran, Mathematica or Maple.
        name: of the program that is made.
        file: the file of the text, for messages; its extension may tell the language.
        language: its language, if it is not to be detected from the extension or the text.
        states: patterns of the inputs that change at each call; known from the header or from the
            names by default.

    Raises:
        ParseError: with line and column, for a text that is not understood.
        UsageError: for a pattern of states that no input fits.
    """
    source = Source(text, file)
    syntax, detected_by = language_of(text, file, language)
    parts = take_apart(source, syntax)
    first = _Reader(parts, syntax).read()
    if not first.statements:
        raise source.error(f"no assignment; read as {syntax.name} ({detected_by})", 0)
    known = roles(parts.header, sorted(first.first_use, key=natural_key), first.assigned, states)
    changing = [item.name for item in known.inputs if item.array is not None]
    reader = _Reader(parts, syntax, [*changing, *first.first_use]).read()
    program = Program(
        name=name,
        graph=reader.graph,
        inputs=known.inputs,
        shapes=known.shapes,
        statements=tuple(reader.statements),
        outputs=(),
    )
    outputs = named_outputs(
        parts.header,
        parts.outputs,
        reader.original_name,
        variables=program.assigned_names,
        unused=program.unread,
        arguments=[array for array, _ in known.shapes],
    )
    return Listing(program.verify(), syntax.name, detected_by, known, outputs)


class _Reader:
    """Collects the statements of a text."""

    def __init__(self, text: Text, syntax: Syntax, inputs: Sequence[str] = ()) -> None:
        """Start with no statement.

        Terms and factors are kept in the order of the known ``inputs``, these before variables, as
        in the listings of symoro.
        """
        self.text, self.syntax = text, syntax
        self.source, self.code = text.source, text.code
        self.graph = Graph()
        self.limits = Limits(self.graph)
        self.statements: list[Statement] = []
        self.known = {name: self.graph.symbol(name) for name in inputs}  # edges by name
        self.assigned: dict[str, int] = {}  # offsets by name
        self.first_use: dict[str, int] = {}  # of inputs
        self.spelling: dict[str, str] = {}
        matches = (_RENAMED.fullmatch(line) for line in text.header)
        self.renamed = {match[2]: match[1] for match in matches if match}
        builder = EdgeBuilder(self.graph, syntax, self._use)
        self.parser = Parser(self.code, syntax, builder, self.source.error)

    def read(self) -> _Reader:
        """Read all statements."""
        for start, end in self.text.statements(self.syntax):
            system = self.code[start] == "{"
            self.statements += self._system(start, end) if system else self._assignment(start, end)
            if what := self.limits.first_excess():
                raise self.source.error(f"{what}, names written out", start)
        return self

    def original_name(self, name: str) -> str:
        """A name as it was before a printer changed it."""
        if self.syntax.folded:
            name = self.spelling.setdefault(name.lower(), name)
        return self.renamed.get(name, name).replace("$", "_")

    def _use(self, name: str, offset: int) -> int:
        name = self.original_name(name)
        if name not in self.assigned:
            refuse_not_number(name)
            self.known.setdefault(name, self.graph.symbol(name))
            self.first_use.setdefault(name, offset)
        return self.known[name]

    def _assignment(self, start: int, end: int) -> list[Let]:
        """Read ``a = value``, or ``a = b = value`` where a language has it."""
        match = _ASSIGNED.match(self.code, start, end)
        if _SYSTEM.match(self.code, start, end):
            raise self.source.error(
                f"a linear system is not read from {self.syntax.name}; a listing and Mathematica's "
                "LinearSolve are",
                start,
            )
        if match is None:
            raise self.source.error(
                f"no assignment: expected NAME {self.syntax.assigns} EXPRESSION", start
            )
        if match["sign"] != self.syntax.assigns:
            raise self.source.error(
                f"{self.syntax.name} assigns by {self.syntax.assigns}, not {match['sign']}",
                match.start("sign"),
            )
        targets = [match]
        while self.syntax.chains and (more := _MORE.match(self.code, targets[-1].end(), end)):
            targets.append(more)
        self.parser.start(targets[-1].end(), end)
        value = self.parser.whole()
        return [self._let(target, value) for target in targets]

    def _let(self, target: re.Match[str], value: int) -> Let:
        """The assignment of a value to the name that a match has."""
        name = self._new(Token("name", target["name"], target.start("name")))
        node = self.known[name] = self.graph.let(name, value)
        return Let(name, node, value)

    def _new(self, token: Token) -> str:
        """The name that is assigned at a place; it must be new."""
        if self.syntax.is_pi(token.text):
            raise self.source.error(f"{token.text} is a constant", token.offset)
        self.parser.check_length(token)
        try:
            self.syntax.refuse_function(token.text)
        except UsageError as error:
            raise self.source.error(str(error), token.offset) from None
        name = self.original_name(token.text)
        if name in self.assigned:
            line = self._line(self.assigned[name])
            raise self.source.error(
                f"{name} is assigned a second time; the first is on line {line}", token.offset
            )
        if name in self.first_use:
            line = self._line(token.offset)
            raise self.source.error(
                f"{name} is used before its assignment on line {line}", self.first_use[name]
            )
        self.assigned[name] = token.offset
        return name

    def _line(self, offset: int) -> int:
        return self.code.count("\n", 0, offset) + 1

    def _system(self, start: int, end: int) -> list[Solve]:
        """Read ``{x, y} = LinearSolve[{{a, b}, {c, d}}, {e, f}]``."""
        equals = self.code.find("=", start, end)
        if equals < 0:
            raise self.source.error("no assignment: expected {NAMES} = LinearSolve[...]", start)
        parser = self.parser
        names: list[Token] = []

        def name() -> int:
            token = parser.advance()
            if token.kind != "name":
                parser.fail(f"expected a name, found {token.text}", token.offset)
            names.append(token)
            return 0

        parser.start(start, equals)
        left = _shape(read_nested(parser, name))
        parser.finish()
        parser.start(equals + 1, end)
        call = parser.token
        if call.text != "LinearSolve":
            parser.fail(f"expected LinearSolve, found {call.text}", call.offset)
        parser.advance()
        parser.expect("[")
        matrix = read_nested(parser, parser.sum)
        parser.expect(",")
        right = read_nested(parser, parser.sum)
        parser.expect("]")
        parser.finish()
        n = len(names) if left == (len(names),) else (left or (0,))[0]
        if not 0 < n <= MAX_UNKNOWNS or _shape(matrix) != (n, n) or _shape(right) != left:
            parser.fail(
                f"no linear system: a matrix {_shape(matrix)}, right-hand sides {_shape(right)}, "
                f"unknowns {left}",
                call.offset,
            )
        A, B = tuple(_flat(matrix)), tuple(_flat(right))
        if not any(A):
            parser.fail("a linear system whose matrix is zero", call.offset)
        assigned = tuple(map(self._new, names))
        nodes = self.graph.solve(assigned, A, B)
        self.known.update(zip(assigned, nodes, strict=True))
        return [Solve(assigned, nodes, A, B, n)]


def _shape(items: Nested) -> tuple[int, ...] | None:
    """The shape of nested lists; None if they are no array."""
    if isinstance(items, int):
        return ()
    shapes = {_shape(each) for each in items}
    if len(shapes) != 1 or None in shapes:
        return None
    (shape,) = shapes
    return None if shape is None else (len(items), *shape)


def _flat(items: Nested) -> list[int]:
    return [items] if isinstance(items, int) else [edge for each in items for edge in _flat(each)]
