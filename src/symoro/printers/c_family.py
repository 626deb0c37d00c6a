"""The functions of C and C++: flat arrays, and the name of a parameter that is zero returned."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain

from symoro.ir.program import Output, Program, Solve, Statement
from symoro.printers.document import Document
from symoro.printers.long_parts import (
    LongPart,
    Work,
    is_long,
    output_work,
    pieces_of,
    read_names,
    work_on,
)
from symoro.printers.writer import Writer

WIDTH = 96
"""The most characters of a line that is wrapped."""

APART = "SYMORO_APART"
"""The macro before a piece of a long function, so that compilers do not put it back."""

_APART = f"""#ifndef {APART}
#if defined(__GNUC__)
#define {APART} __attribute__((noinline))
#elif defined(_MSC_VER)
#define {APART} __declspec(noinline)
#else
#define {APART}
#endif
#endif"""


def wrap_items(opening: str, items: Sequence[str], closing: str) -> list[str]:
    """Return the items behind an opening, on as many lines as they take, from one column on."""
    lines = [opening]
    for k, item in enumerate(items, start=1):
        text = item + (", " if k < len(items) else closing)
        if k > 1 and len(lines[-1] + text) > WIDTH:
            lines.append(" " * len(opening))
        lines[-1] += text
    return [line.rstrip() for line in lines]


def solve_lines(
    solve: Solve,
    rows: str,
    scalar: str,
    solver: str,
    row: Callable[[Iterable[int]], str],
    let: Callable[[str, str], str],
) -> list[str]:
    """Return the rows of a linear system, the call of a helper, and its unknowns from the rows."""
    n, m = solve.unknowns, solve.right_hand_sides
    lines = [f"{scalar} {rows}[{n * (n + m)}] = {{"]
    lines += [f"    {row((*a, *b))}," for a, b, _ in solve.rows]
    lines += ["};", f"{solver}({n}, {n + m}, {rows});"]
    for i, (_, _, unknowns) in enumerate(solve.rows):
        for k, name in enumerate(unknowns):
            lines.append(let(name, f"{rows}[{i * (n + m) + n + k}]"))
    return lines


def loop(name: str, places: range, line: str) -> list[str]:
    """Return a line for each of some places, whose name is given."""
    head = f"for (int {name} = {places.start}; {name} < {places.stop}; {name}++) {{"
    return [head, f"    {line}", "}"]


class CFamilyWriter(Writer):
    """The functions of a document.

    Attributes:
        scalar: the type of numbers.
        solver: the helper that solves linear systems.
        null: the pointer that a preparation without an error returns.
        struct: the type of the parameters.
        long: the names of the parts that are printed in pieces.
        rooms: the sizes of the arrays that the pieces of each of them share.
    """

    scalar: str
    solver = "linear_solve"
    null: str

    def __init__(self, document: Document) -> None:
        self.struct = f"{document.family}_parameters"
        self.long = {part.name for part in document.parts if is_long(part)}
        self.rooms: dict[str, int] = {}
        super().__init__(document)

    def prologue(self) -> list[str]:
        """The word for functions that are not to be put together again."""
        return ["", *_APART.splitlines()] if self.long else []

    def function(self, part: Program) -> list[str]:
        """Return the function of a part; a long one calls functions, its pieces."""
        if part.name not in self.long:
            return super().function(part)
        long = self.long_part(part)
        self.rooms[part.name] = long.size
        room = f"{self.scalar} {long.room}[{long.size}]"
        declarations = self.arguments(part) | self.shared_arrays(part) | {long.room: room}
        functions: list[str] = []
        calls = []
        for number, lines in enumerate(long.pieces, start=1):
            words = set(re.findall(r"\w+", " ".join(lines)))
            passed = [name for name in declarations if name in words]
            name = self.names.fresh(f"{part.name}_{number}")
            functions += self.piece_head(part, name, [declarations[each] for each in passed])
            inside = [*self.declarations(part), *lines]
            functions += [*(f"{self.syntax.indent}{line}" for line in inside), "}", ""]
            calls.append(f"{self.piece_call(part, name)}({', '.join(passed)});")
        arrays = [*([room] if long.size else []), *self.shared_arrays(part).values()]
        body = [
            *self.declarations(part),
            *(f"{each};" for each in arrays),
            *self.parameter_checks(part),
            *self.guard_inputs(part),
            *self.guard_checks(part),
            *calls,
            *self.return_lines(part),
        ]
        lines = [f"{self.syntax.indent}{line}" for line in body]
        return [*functions, *self.documentation(part), *self.head(part), *lines, *self.tail(part)]

    def long_part(self, part: Program) -> LongPart:
        """The statements and the outputs of a part, in pieces."""
        inputs = {item.name: item for item in part.used_inputs}
        place = self.names.fresh("i")

        def read(name: str, element: str | None) -> str:
            return self.let(self.names.of(name), element or self.input_text(part, inputs[name]))

        def keep(name: str, element: str) -> str:
            return f"{element} = {self.names.of(name)};"

        def store(output: Output) -> list[Work]:
            array, edges = self.names.array(output.name), output.elements
            return output_work(
                part,
                edges,
                lambda k: f"{array}[{k}] = {self.value(part, edges[k])};",
                lambda zeros: loop(place, zeros, f"{array}[{place}] = {self.value(part, 0)};"),
            )

        edges = [edge for output in part.outputs for edge in output.elements]
        nodes = part.graph.reachable(edges, through_lets=False)
        direct = [name for name in read_names(part.graph, nodes) if name in inputs]
        work = [Work([read(name, None)], (name,)) for name in direct]
        work += self.statement_work(part)
        work += chain.from_iterable(map(store, part.outputs))
        return pieces_of(work, self.names.fresh("room"), read, keep)

    def statement_work(self, part: Program) -> list[Work]:
        """The statements of a part, each with the lines that it takes."""
        return [self.work(part, each) for each in part.statements]

    def work(self, part: Program, statement: Statement) -> Work:
        """The lines of a statement."""
        unread = (name for name in statement.names if name in part.unread)
        lines = [*self.statement(part, statement), *map(self.ignore, unread)]
        return work_on(part, statement.uses, list(filter(None, lines)), *statement.names)

    def ignore(self, name: str) -> str:
        """A line that says that nothing reads a value, if compilers warn of it."""
        return ""

    def shared_arrays(self, part: Program) -> dict[str, str]:
        """The declarations of further arrays that the pieces of a part share, by name."""
        return {}

    @abstractmethod
    def arguments(self, part: Program) -> dict[str, str]:
        """The declarations of the arguments of a part that have elements, by name."""

    @abstractmethod
    def piece_head(self, part: Program, name: str, arguments: list[str]) -> list[str]:
        """The head of a function that computes a piece of a part, given its arguments."""

    def piece_call(self, part: Program, name: str) -> str:
        """The name of such a function in a call."""
        return name

    def guard_inputs(self, part: Program) -> list[str]:
        """The assignments that the guards need."""
        guards = self.document.guards if part is self.document.prepare else ()
        guards_here = (each for each in guards if each.parameters.issubset(part.parameters))
        read = {name for each in guards_here for name in each.parameters}
        return [
            self.let(self.names.of(item.name), self.input_text(part, item))
            for item in part.used_inputs
            if item.name in read
        ]

    def comments(self, lines: Iterable[str]) -> list[str]:
        """Return lines as one comment."""
        return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]

    def opening(self, part: Program) -> str:
        """The beginning of a signature, up to its parenthesis."""
        return f"{'const char *' if part is self.document.prepare else 'void '}{part.name}("

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """A test that returns the name."""
        zero = self.syntax.dialect.number(Fraction(0))
        return [f"if ({value} == {zero}) {{", f'    return "{name}";', "}"]

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A call of the helper."""
        return solve_lines(
            solve,
            self.systems[solve.names],
            self.scalar,
            self.solver,
            lambda edges: ", ".join(self.values(part, edges)),
            lambda name, value: self.let(self.names.of(name), value),
        )

    def outputs(self, part: Program) -> list[str]:
        """Assignments to the elements."""
        lines = [
            f"{self.names.array(output.name)}[{k}] = {self.value(part, edge)};"
            for output in part.outputs
            for k, edge in enumerate(output.elements)
        ]
        return [*lines, *self.return_lines(part)]

    def return_lines(self, part: Program) -> list[str]:
        """The end of a preparation without an error."""
        return [f"return {self.null};"] if part is self.document.prepare else []

    def tail(self, part: Program) -> list[str]:
        """The brace."""
        return ["}"]
