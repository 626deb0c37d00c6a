"""What is the same in every language of functions: the order of a file and of a function.

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

from symoro.ir.program import Input, Let, Program, Solve
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document
from symoro.printers.guard import Guard
from symoro.printers.names import LocalNames
from symoro.printers.renaming import Fold, map_lines, renamed

Index = tuple[int, ...]


def brackets_from_one(array: str, index: Index, shape: Index) -> str:
    """Elements of lists within lists that count from 1: ``FE[2][3]``."""
    del shape
    return array + "".join(f"[{k + 1}]" for k in index)


def parentheses_from_one(array: str, index: Index, shape: Index) -> str:
    """Elements of arrays that count from 1: ``FE(2, 3)``."""
    del shape
    return f"{array}({', '.join(str(k + 1) for k in index)})" if index else array


def flat_from_zero(array: str, index: Index, shape: Index) -> str:
    """Elements of arrays that are flat, row by row, and count from 0: ``FE[8]``."""
    return f"{array}[{place_of(index, shape)}]"


def place_of(index: Index, shape: Index) -> int:
    """The place of an element in the order of rows, from 0."""
    place = 0
    for k, extent in zip(index, shape, strict=True):
        place = place * extent + k
    return place


def index_of(place: int, shape: Index) -> Index:
    """The indices, from 0, of an element by its place in the order of rows."""
    index: list[int] = []
    for extent in reversed(shape):
        place, k = divmod(place, extent)
        index.insert(0, k)
    return tuple(index)


def whole(line: str) -> list[str]:
    """Leave a line as it is, however long."""
    return [line]


def size_in_words(shape: Index) -> str:
    """What an array has or is: ``have 6 elements``, ``be 3 x 6``."""
    if len(shape) > 1:
        return f"be {' x '.join(map(str, shape))}"
    return f"have {shape[0]} element{'s' if shape[0] > 1 else ''}"


def in_thousands(terms: list[str]) -> list[list[str]]:
    """Divide the terms of a sum for a parser that would go too deep into more of them."""
    return [terms[k : k + 1000] for k in range(0, len(terms), 1000)]


@dataclass(frozen=True)
class Syntax:
    """A language as a table.

    Attributes:
        dialect: how expressions are written, and which words are taken.
        suffix: what the file's name ends with: ``.jl``, ``_numpy.py``.
        comment: what stands before and behind a line of comment.
        indent: before each line of a function.
        let: an assignment of ``value`` to ``name``.
        parameter: the parameter ``name``, whose field is ``field``, of the argument ``p``.
        element: an element of an argument array, by index and shape.
        helpers: the functions that a text brings along where it calls ``sign``, ``atan2`` and so
            on, or, under ``solve``, where it has linear systems.
        system: the beginning of the name of a linear system's local array.
        prefixes: beginnings of names that are taken.
        fold: what names are compared by: ``str.lower`` where capitals do not matter.
        longest: how many characters a name may have.
        carried: divides a line that is too long for the language.
        names_outputs: True if outputs are variables, under names of their own.
        divided: divides the terms of a sum that is too long for one assignment; further ones add
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
    carried: Callable[[str], list[str]] = whole
    names_outputs: bool = False
    divided: Callable[[list[str]], list[list[str]]] | None = None


class Writer(ABC):
    """One document in one language.

    Args:
        document: which is printed.

    Attributes:
        expressions: what prints expressions.
        stem: the file's name, without its suffix.
        names: what everything is called.
        systems: the local array of each linear system, by the names that it assigns.
    """

    syntax: ClassVar[Syntax]
    expressions: ClassVar[type[ExpressionPrinter]] = ExpressionPrinter

    def __init__(self, document: Document) -> None:
        self.document, self.program = document, document.program
        self.stem = f"{document.stem}_{document.extension}"
        self.names = self.named(self.syntax.dialect.reserved | self.ours())
        self._expressions = {
            part.name: self.expressions(part.graph, self.syntax.dialect, self.names.mapped)
            for part in document.parts
        }
        solves = [solve for part in document.parts for solve in part.systems]
        self.systems = {
            solve.names: self.names.fresh(f"{self.syntax.system}{k}")
            for k, solve in enumerate(solves, start=1)
        }

    def ours(self) -> frozenset[str]:
        """Names of a file's own, which no variable may have: those of its functions."""
        return frozenset({self.program.name, *(part.name for part in self.document.parts)})

    def named(self, reserved: frozenset[str]) -> LocalNames:
        """Give everything a name that the language can take."""
        syntax = self.syntax
        rules = (syntax.prefixes, syntax.fold, syntax.longest)
        names = LocalNames(self.document, reserved, *rules)
        if "{field}" in syntax.parameter:  # all models of the robot share the fields
            names.fields = renamed(names.parameters, syntax.dialect.reserved, *rules)
        return names

    # The file

    @property
    def file(self) -> str:
        """The name of the main file."""
        return self.stem + self.syntax.suffix

    def files(self) -> dict[str, str]:
        """Return the texts by file name, the main file first."""
        return {self.file: self.text()}

    def text(self) -> str:
        """Return the main file."""
        lines = [*self.header(self.file), *self.prologue(), *self.helpers()]
        for part in self.document.parts:
            lines += ["", *self.function(part)]
        return self.joined([*lines, *self.epilogue()])

    def header(self, file: str) -> list[str]:
        """The lines that come first: what the document says, and which names were changed."""
        mapped, fields = self.names.mapped, self.names.fields
        others = {name: new for name, new in fields.items() if mapped.get(name) != new}
        said = [*map_lines(mapped), *map_lines(others, "Field")]
        return self.comments([*self.document.header(file), *said])

    def prologue(self) -> list[str]:
        """What stands before the functions: imports, the head of a module."""
        return []

    def helpers(self) -> list[str]:
        """The helpers that the program needs, each behind an empty line."""
        needed = [
            text
            for what, text in self.syntax.helpers.items()
            if (self.program.systems if what == "solve" else self.program.calls(what))
        ]
        return [line for text in needed for line in ("", *text.splitlines())]

    def epilogue(self) -> list[str]:
        """What stands behind the functions: the end of a module."""
        return []

    def joined(self, lines: Iterable[str]) -> str:
        """Return lines as a text, each divided where it is too long."""
        carried = (piece for line in lines for piece in self.syntax.carried(line))
        return "\n".join([*carried, ""])

    def comments(self, lines: Iterable[str]) -> list[str]:
        """Return lines of comment; an empty one has no sign behind it that it does not need."""
        before, behind = self.syntax.comment
        if behind:
            return [f"{before}{line}{behind}" if line else "" for line in lines]
        return [f"{before}{line}".rstrip() for line in lines]

    # A function

    def function(self, part: Program) -> list[str]:
        """Return the function of a part: what it takes, and what it does."""
        body = [
            *self.declarations(part),
            *self.sizes(part),
            *self.refusals(part),
            *self.comments(["Inputs"]),
            *self.inputs(part),
            *self.guards(part),
            *self.comments(["Equations"]),
            *self.statements(part),
            *self.comments(["Outputs"]),
            *self.outputs(part),
        ]
        lines = [f"{self.syntax.indent}{line}" if line else "" for line in body]
        return [*self.described(part), *self.head(part), *lines, *self.tail(part)]

    def described(self, part: Program) -> list[str]:
        """What stands before the head: what arguments and outputs are."""
        return self.comments(self.arguments(part))

    @abstractmethod
    def head(self, part: Program) -> list[str]:
        """The line that a function begins with."""

    def declarations(self, part: Program) -> list[str]:
        """What must be declared before the statements."""
        del part
        return []

    def sizes(self, part: Program) -> list[str]:
        """What refuses argument arrays of another size."""
        arrays = self.arrays(part)
        return [line for name, shape in arrays for line in self.size_refusal(name, shape)]

    def arrays(self, part: Program) -> list[tuple[str, Index]]:
        """The argument arrays, as they are called here, and their shapes."""
        return [(self.names.array(name), shape) for name, shape in part.arrays]

    def size_refusal(self, name: str, shape: Index) -> list[str]:
        """What refuses an array of another size; nothing where its type says it, or none can."""
        del name, shape
        return []

    def refusals(self, part: Program) -> list[str]:
        """What refuses parameters that must not be zero and are; only where they are given."""
        if part is not self.document.prepare:
            return []
        return [
            line
            for name in self.document.nonzero
            for line in self.refusal(part, self.parameter(self.names.p, name), name)
        ]

    def guards(self, part: Program) -> list[str]:
        """The lines that refuse values of parameters that must not be zero and are."""
        if part is not self.document.prepare:
            return []
        return [
            line
            for guard in self.document.guards
            if guard.parameters.issubset(part.parameters)
            for line in self.refusal(part, self.guarded(guard), guard.name)
        ]

    def guarded(self, guard: Guard) -> str:
        """The value of a guard, by the names that parameters have here."""
        printer = self.expressions(guard.graph, self.syntax.dialect, self.names.mapped)
        return printer.text(guard.value)

    @abstractmethod
    def refusal(self, part: Program, value: str, name: str) -> list[str]:
        """The lines that refuse a value of this name if it is zero."""

    def inputs(self, part: Program) -> list[str]:
        """What reads the arguments."""
        return [self.let(self.names.of(item.name), self.where(part, item)) for item in part.read]

    def statements(self, part: Program) -> list[str]:
        """The statements of a part, in order."""
        lines: list[str] = []
        for statement in part.statements:
            if isinstance(statement, Let):
                lines += self.assigned(part, statement)
            else:
                lines += self.solve(part, statement)
        return lines

    def assigned(self, part: Program, let: Let) -> list[str]:
        """The assignment of a value, or several of a sum that is too long for one."""
        name = self.names.of(let.name)
        if self.syntax.divided is None:
            return [self.let(name, self.value(part, let.value))]
        first, *others = self.syntax.divided(self._expressions[part.name].terms(let.value))
        rest = (self.let(name, f"{name} {' '.join(terms)}") for terms in others)
        return [self.let(name, " ".join(first)), *rest]

    @abstractmethod
    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A linear system and the assignment of its unknowns."""

    @abstractmethod
    def outputs(self, part: Program) -> list[str]:
        """What assigns or returns the outputs."""

    def tail(self, part: Program) -> list[str]:
        """What a function ends with."""
        del part
        return []

    # Pieces

    def let(self, name: str, value: str) -> str:
        """An assignment."""
        return self.syntax.let.format(name=name, value=value)

    def where(self, part: Program, item: Input) -> str:
        """Where an input is found among the arguments."""
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

    def arguments(self, part: Program) -> list[str]:
        """What arguments and outputs are, a line each, by the names that they have here."""
        written = self.names.written(part, outputs=self.syntax.names_outputs)
        return self.document.arguments(part, written, self.names.p)

    def variables(self, part: Program) -> list[str]:
        """All local variables of a part that hold a number."""
        return [self.names.of(name) for name in (*(i.name for i in part.read), *part.assigned)]
