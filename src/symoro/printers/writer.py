"""The order of a file and of a function, the same in every language of functions.

A language is a table, its `Syntax`, and a subclass of `Writer` with the few methods that no table
can hold. A file has the header, the prologue, the helpers that its program needs, and one function
for each part: inputs, equations, outputs.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from symoro.ir.program import Input, Let, Program, Solve, Statement
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document
from symoro.printers.guard import Guard
from symoro.printers.names import LocalNames
from symoro.printers.renaming import Fold, new_names, renaming_lines

Index = tuple[int, ...]


@dataclass(frozen=True)
class Indexing:
    """Elements of an array by their indices: signs before, between and behind; the first index."""

    before: str
    between: str
    behind: str
    first: int

    def __call__(self, array: str, index: Index, shape: Index = ()) -> str:
        """The text of an element; that of an array without indices is the array."""
        text = self.between.join(str(k + self.first) for k in index)
        return f"{array}{self.before}{text}{self.behind}" if index else array


brackets_from_one = Indexing("[", "][", "]", 1)
"""Elements of lists within lists: ``FE[2][3]``."""

brackets_from_zero = Indexing("[", "][", "]", 0)
"""The same, counted from 0: ``FE[1][2]``."""

parentheses_from_one = Indexing("(", ", ", ")", 1)
"""Elements of arrays: ``FE(2, 3)``."""


def flat_from_zero(array: str, index: Index, shape: Index) -> str:
    """Elements of arrays that are flat, row by row, and count from 0: ``FE[8]``."""
    return f"{array}[{flat_index(index, shape)}]"


def flat_index(index: Index, shape: Index) -> int:
    """The position of an element in the order of rows, from 0."""
    position = 0
    for k, extent in zip(index, shape, strict=True):
        position = position * extent + k
    return position


def index_of(position: int, shape: Index) -> Index:
    """The indices, from 0, of an element by its position in the order of rows."""
    index: list[int] = []
    for extent in reversed(shape):
        position, k = divmod(position, extent)
        index.insert(0, k)
    return tuple(index)


def keep_line(line: str) -> list[str]:
    """Leave a line as it is, however long."""
    return [line]


def size_in_words(shape: Index) -> str:
    """The size of an array as a requirement: ``have 6 elements``, ``be 3 x 6``."""
    if len(shape) > 1:
        return f"be {' x '.join(map(str, shape))}"
    return f"have {shape[0]} element{'s' if shape[0] > 1 else ''}"


def split_in_thousands(terms: list[str]) -> list[list[str]]:
    """Divide the terms of a sum for a parser that would go too deep into more of them."""
    return [terms[k : k + 1000] for k in range(0, len(terms), 1000)]


@dataclass(frozen=True)
class Syntax:
    """A language as a table.

    Attributes:
        dialect: expressions and reserved words.
        suffix: the end of the file's name: ``.jl``, ``_numpy.py``.
        comment: the signs before and behind a line of comment.
        indent: before each line of a function.
        let: an assignment of ``value`` to ``name``.
        parameter: the parameter ``name``, whose field is ``field``, of the argument ``p``.
        element: an element of an argument array, by index and shape.
        helpers: the functions that a text brings along where it calls ``sign``, ``atan2`` and so
            on, or, under ``solve``, where it has linear systems.
        system: the beginning of the name of a linear system's local array.
        prefixes: beginnings of names that are taken.
        fold: the form in which names are compared: ``str.lower`` where capitals do not matter.
        longest: the largest number of characters of a name.
        break_line: divides a line that is too long for the language.
        names_outputs: True if outputs are variables, under names of their own.
        split_sum: divides the terms of a sum that is too long for one assignment; further ones add
            the rest to the same name.
    """

    dialect: Dialect
    suffix: str
    comment: tuple[str, str] = ("# ", "")
    indent: str = "    "
    let: str = "{name} = {value}"
    parameter: str = '{p}["{name}"]'
    element: Callable[[str, Index, Index], str] = brackets_from_one
    helpers: Mapping[str, str] = field(default_factory=dict)
    system: str = "X"
    prefixes: re.Pattern[str] | None = None
    fold: Fold = str
    longest: int | None = None
    break_line: Callable[[str], list[str]] = keep_line
    names_outputs: bool = False
    split_sum: Callable[[list[str]], list[list[str]]] | None = None


class Writer(ABC):
    """One document in one language.

    Attributes:
        stem: the file's name, without its suffix.
        names: the names of inputs, variables, arrays and fields.
        systems: the local array of each linear system, by the names that it assigns.
    """

    syntax: ClassVar[Syntax]
    expressions: ClassVar[type[ExpressionPrinter]] = ExpressionPrinter

    def __init__(self, document: Document) -> None:
        self.document, self.program = document, document.program
        self.stem = document.code_stem
        self.names = self.local_names(self.syntax.dialect.reserved | self.own_names())
        self._expressions = {
            part.name: self.expressions(
                part.graph, self.syntax.dialect, self.names.mapped, document.order
            )
            for part in document.parts
        }
        self.systems = {
            solve.names: self.names.fresh(f"{self.syntax.system}{k}")
            for k, solve in enumerate(self.program.systems, start=1)
        }

    def own_names(self) -> frozenset[str]:
        """The names of the file's functions and types, which no variable may have."""
        return frozenset({self.program.name, *(part.name for part in self.document.parts)})

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        """The names that the language can take, none of them reserved."""
        syntax = self.syntax
        rules = (syntax.prefixes, syntax.fold, syntax.longest)
        names = LocalNames(self.document, reserved, *rules)
        if "{field}" in syntax.parameter:  # all models of the robot share the fields
            names.fields = new_names(names.parameters, syntax.dialect.reserved, *rules)
        return names

    # The file

    @property
    def file(self) -> str:
        """The name of the main file."""
        return self.document.file_of(self.syntax.suffix)

    def files(self) -> dict[str, str]:
        """Return the texts by file name, the main file first."""
        return {self.file: self.text()}

    def text(self) -> str:
        """Return the main file."""
        lines = [*self.header(self.file), *self.prologue(), *self.helpers()]
        for part in self.document.parts:
            lines += ["", *self.function(part)]
        return self.join_lines([*lines, *self.epilogue()])

    def header(self, file: str) -> list[str]:
        """The comment that comes first: the document's lines, and the names that were changed."""
        mapped, fields = self.names.mapped, self.names.fields
        others = {name: new for name, new in fields.items() if mapped.get(name) != new}
        changed = [*renaming_lines(mapped), *renaming_lines(others, "Field")]
        return self.comments([*self.document.header(file), *changed])

    def prologue(self) -> list[str]:
        """The lines before the functions: imports, the head of a module."""
        return []

    def helpers(self) -> list[str]:
        """The helpers that the program needs, each behind an empty line."""
        needed = (text for name, text in self.syntax.helpers.items() if self.needs(name))
        return [line for text in needed for line in ("", *text.splitlines())]

    def needs(self, helper: str) -> bool:
        """True if the program needs a helper of `Syntax.helpers`."""
        return bool(self.program.systems) if helper == "solve" else helper in self.program.functions

    def epilogue(self) -> list[str]:
        """The lines behind the functions: the end of a module."""
        return []

    def join_lines(self, lines: Iterable[str]) -> str:
        """Return lines as a text, each divided where it is too long."""
        return "\n".join([*(piece for line in lines for piece in self.syntax.break_line(line)), ""])

    def comments(self, lines: Iterable[str]) -> list[str]:
        """Return lines of comment; an empty one has no sign behind it that it does not need."""
        before, behind = self.syntax.comment
        if behind:
            return [f"{before}{line}{behind}" if line else "" for line in lines]
        return [f"{before}{line}".rstrip() for line in lines]

    # A function

    def function(self, part: Program) -> list[str]:
        """Return the function of a part: its documentation, head, body and tail."""
        body = [
            *self.declarations(part),
            *self.size_checks(part),
            *self.parameter_checks(part),
            *self.section("Inputs"),
            *self.inputs(part),
            *self.guard_checks(part),
            *self.section("Equations"),
            *self.statements(part),
            *self.section("Outputs"),
            *self.outputs(part),
        ]
        lines = [f"{self.syntax.indent}{line}" if line else "" for line in body]
        return [*self.documentation(part), *self.head(part), *lines, *self.tail(part)]

    def section(self, title: str) -> list[str]:
        """The comment before a section of the body."""
        return self.comments([title])

    def documentation(self, part: Program) -> list[str]:
        """The lines before the head: descriptions of arguments and outputs."""
        return self.comments(self.describe_arguments(part))

    @abstractmethod
    def head(self, part: Program) -> list[str]:
        """The line that a function begins with."""

    def declarations(self, part: Program) -> list[str]:
        """The declarations before the statements."""
        return []

    def size_checks(self, part: Program) -> list[str]:
        """The lines that refuse argument arrays of another size."""
        return [line for name, shape in self.arrays(part) for line in self.size_check(name, shape)]

    def arrays(self, part: Program) -> list[tuple[str, Index]]:
        """The argument arrays, by their names here, and their shapes."""
        return [(self.names.array(name), shape) for name, shape in part.arrays]

    def size_check(self, name: str, shape: Index) -> list[str]:
        """The lines that refuse an array of another size; none where its type says it."""
        return []

    def parameter_checks(self, part: Program) -> list[str]:
        """The lines that refuse parameters that must not be zero and are; in `prepare` alone."""
        if part is not self.document.prepare:
            return []
        return [
            line
            for name in self.document.nonzero
            for line in self.zero_check(part, self.parameter(self.names.p, name), name)
        ]

    def guard_checks(self, part: Program) -> list[str]:
        """The lines that refuse values of parameters that must not be zero and are: inertias."""
        if part is not self.document.prepare:
            return []
        return [
            line
            for guard in self.document.guards
            if guard.parameters.issubset(part.parameters)
            for line in self.zero_check(part, self.guard_value(guard), guard.name)
        ]

    def guard_value(self, guard: Guard) -> str:
        """The value of a guard, by the names that parameters have here."""
        printer = self.expressions(guard.graph, self.syntax.dialect, self.names.mapped)
        return printer.text(guard.value)

    @abstractmethod
    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """The lines that refuse a value of this name if it is zero."""

    def inputs(self, part: Program) -> list[str]:
        """The assignments that read the arguments."""
        return [
            self.let(self.names.of(item.name), self.input_text(part, item))
            for item in part.used_inputs
        ]

    def statements(self, part: Program) -> list[str]:
        """The statements of a part, in order."""
        return [line for each in part.statements for line in self.statement(part, each)]

    def statement(self, part: Program, statement: Statement) -> list[str]:
        """The lines of a statement."""
        if isinstance(statement, Let):
            return self.assignment(part, statement)
        return self.solve(part, statement)

    def assignment(self, part: Program, let: Let) -> list[str]:
        """The assignment of a value, or several of a sum that is too long for one."""
        name = self.names.of(let.name)
        if self.syntax.split_sum is None:
            return [self.let(name, self.value(part, let.value))]
        first, *others = self.syntax.split_sum(self._expressions[part.name].terms(let.value))
        rest = (self.let(name, f"{name} {' '.join(terms)}") for terms in others)
        return [self.let(name, " ".join(first)), *rest]

    @abstractmethod
    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A linear system and the assignment of its unknowns."""

    def unknowns(self, solve: Solve, element: Callable[[int, int], str]) -> list[str]:
        """The assignments of the unknowns, given the text of an element by row and column."""
        return [
            self.let(self.names.of(name), element(i, k))
            for i, (_, _, names) in enumerate(solve.rows)
            for k, name in enumerate(names)
        ]

    @abstractmethod
    def outputs(self, part: Program) -> list[str]:
        """The lines that assign or return the outputs."""

    def tail(self, part: Program) -> list[str]:
        """The lines at the end of a function."""
        return []

    # Pieces

    def let(self, name: str, value: str) -> str:
        """An assignment."""
        return self.syntax.let.format(name=name, value=value)

    def input_text(self, part: Program, item: Input) -> str:
        """The text that reads an input from the arguments."""
        if item.array is None:
            return self.parameter(self.names.p, item.name)
        shape = dict(part.shapes)[item.array]
        return self.syntax.element(self.names.array(item.array), item.index, shape)

    def parameter(self, p: str, name: str) -> str:
        """A parameter of the argument ``p``."""
        return self.syntax.parameter.format(p=p, name=name, field=self.names.field(name))

    def value(self, part: Program, edge: int) -> str:
        """An expression of a part."""
        return self._expressions[part.name].text(edge)

    def values(self, part: Program, edges: Iterable[int]) -> list[str]:
        """Expressions of a part."""
        return [self.value(part, edge) for edge in edges]

    def describe_arguments(self, part: Program) -> list[str]:
        """The descriptions of arguments and outputs, a line each, by their names here."""
        names = self.names.array_names(part, outputs=self.syntax.names_outputs)
        return self.document.describe_arguments(part, names, self.names.p)

    def variables(self, part: Program) -> list[str]:
        """All local variables of a part that hold a number."""
        return [
            self.names.of(name)
            for name in (*(i.name for i in part.used_inputs), *part.assigned_names)
        ]
