"""C99: functions without globals or state, a parameter struct, two headers, an example caller.

The sines and cosines of a step are computed together, in a loop that compilers turn into vector
instructions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from textwrap import wrap

from symoro.ir.program import Let, Output, Program, Statement
from symoro.passes.fastest_order import sine_cosine_pairs, split_at_angles
from symoro.printers.c_dialect import DIALECT, PREFIXES, SINGLE, SINGLE_SOLVER
from symoro.printers.c_family import APART, CFamilyWriter
from symoro.printers.c_helpers import HELPERS, SINGLE_HELPERS
from symoro.printers.caller import Caller, rows_of
from symoro.printers.document import Document
from symoro.printers.long_parts import Work, work_on
from symoro.printers.names import LocalNames
from symoro.printers.renaming import new_names, renaming_lines
from symoro.printers.writer import Index, Syntax, flat_from_zero
from symoro.wording import plain_text

_PRINT = """static void print(const char *name, int rows, int columns, const double *values)
{
    printf("%s\\n", name);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            printf(" %.15g", values[i * columns + k]);
        }
        printf("\\n");
    }
}
"""

SYNTAX = Syntax(
    dialect=DIALECT,
    suffix=".c",
    names_outputs=True,
    let="const double {name} = {value};",
    parameter="{p}->{field}",
    element=flat_from_zero,
    helpers=HELPERS,
    system="rows",
    prefixes=PREFIXES,
)


def files(document: Document) -> dict[str, str]:
    """Return the source, its header, the header of the parameter struct, and an example caller."""
    writer = (SingleCWriter if document.single else CWriter)(document)
    return writer.files() | CCaller(writer).files()


class CWriter(CFamilyWriter):
    """The source and its headers.

    Attributes:
        header_name: the file of the declarations.
        shared: the file of the parameter struct, which all models of the robot have.
        include_guards: of these two.
        size: the macro of the size of the array between prepare and step.
        angles: the nodes of sine and cosine of each angle that the step computes together.
    """

    syntax = SYNTAX
    scalar = "double"
    null = "NULL"

    def __init__(self, document: Document) -> None:
        name = document.program.name
        self.shared = f"{document.family}_parameters.h"
        self.include_guards = f"{name}_H".upper(), f"{document.family}_parameters_H".upper()
        self.size = f"{name}_K".upper()
        super().__init__(document)
        self.header_name = f"{self.stem}.h"
        together, step = document.two_part and not document.single, document.parts[-1]
        self.angles = sine_cosine_pairs(step) if together else {}
        self._elements: dict[tuple[str, int], str] = {}  # of sines and cosines, by part and node
        if self.angles:
            self._arrays = tuple(map(self.names.fresh, ("angles", "sines", "cosines")))
            for place, nodes in enumerate(self.angles.values()):
                for node, array in zip(nodes, self._arrays[1:], strict=True):
                    self._elements[step.name, node] = f"{array}[{place}]"

    def own_names(self) -> frozenset[str]:
        """The names of functions, of the struct and of macros."""
        return super().own_names() | {self.struct, self.size, *self.include_guards}

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        """Names that no macro of any model of the robot takes: they share the struct."""
        names = super().local_names(reserved)
        macros = re.compile(f"{self.document.family}_".upper() + ".*_(H|K|ROWS)")
        defined = {name for name in names.parameters if macros.fullmatch(name)}
        names.fields = new_names(names.parameters, self.syntax.dialect.reserved | defined, PREFIXES)
        return names

    # The files

    def files(self) -> dict[str, str]:
        """Return the source and the headers."""
        texts = super().files() | {self.header_name: self.header_file()}
        return texts | {self.shared: self.parameter_file()} if self.names.parameters else texts

    def header(self, file: str) -> list[str]:
        """The comment of the document, with the names that were changed."""
        changed = renaming_lines(self.names.fields | self.names.mapped)
        return self.comments([*self.document.header(file), *changed])

    def prologue(self) -> list[str]:
        """The includes."""
        null = ["#include <stddef.h>"] if self.document.prepare is not None else []
        includes = [f'#include "{self.header_name}"', "", "#include <math.h>", *null]
        return [*includes, *super().prologue()]

    def needs(self, helper: str) -> bool:
        """True if a part calls a helper."""
        return bool(self.angles) if helper == "sines_cosines" else super().needs(helper)

    def header_file(self) -> str:
        """The declarations, each behind the descriptions of its arguments."""
        document, guard = self.document, self.include_guards[0]
        lines = [f"/* {plain_text(document.title)}, see {self.file}. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", ""]
        if self.names.parameters:
            lines += [f'#include "{self.shared}"', ""]
        if document.constants is not None:
            lines += [f"#define {self.size} {document.constants[1]}", ""]
        lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
        for part in document.parts:
            described = self.describe_arguments(part)
            if part is document.prepare:
                described.append(
                    "Returns NULL, or the name of a parameter or inertia that must not be zero and "
                    "is."
                )
            else:
                described += document.column_lines()
            if room := self.rooms.get(part.name):
                described.append(f"A long function: it keeps {room} numbers on the stack.")
            lines += [*self.comments(described), f"{self.signature(part)};", ""]
        return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])

    def parameter_file(self) -> str:
        """The struct of the parameters."""
        guard = self.include_guards[1]
        lines = [f"/* The constant parameters of {self.document.family}, for all its models. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", "", f"typedef struct {self.struct} {{"]
        lines += [f"    {self.scalar} {self.names.field(name)};" for name in self.names.parameters]
        return "\n".join([*lines, f"}} {self.struct};", "", "#endif", ""])

    # A function

    def section(self, title: str) -> list[str]:
        """Nothing: sections have no titles here."""
        return []

    def documentation(self, part: Program) -> list[str]:
        """Nothing: it is in the header."""
        return []

    def head(self, part: Program) -> list[str]:
        """The signature and the brace."""
        return [self.signature(part), "{"]

    def signature(self, part: Program) -> str:
        """The type, the name and the arguments of a function, an argument a line."""
        return self._signature(self.opening(part), self.arguments(part).values())

    def _signature(self, opening: str, arguments: Iterable[str]) -> str:
        return opening + (f",\n{' ' * len(opening)}".join(arguments) or "void") + ")"

    def arguments(self, part: Program) -> dict[str, str]:
        """The declarations of the arguments; C has no empty arrays."""
        names, scalar = self.names, self.scalar
        arguments = {
            names.array(name): f"const {scalar} {names.array(name)}[{self.extent(name, shape)}]"
            for name, shape in part.arrays
        }
        if part.parameters:
            arguments[names.p] = f"const {self.struct} *{names.p}"
        return arguments | {
            names.array(output.name): f"{scalar} {names.array(output.name)}"
            f"[{self.extent(output.name, output.shape)}]"
            for output in part.outputs
            if output.elements
        }

    def piece_head(self, part: Program, name: str, arguments: list[str]) -> list[str]:
        """The signature of a function of this file."""
        return [self._signature(f"static {APART} void {name}(", arguments), "{"]

    def extent(self, name: str, shape: Index) -> str:
        """The number of elements of an array."""
        constants = self.document.constants
        return self.size if constants is not None and name == constants[0] else str(prod(shape))

    def statements(self, part: Program) -> list[str]:
        """The statements; those of a step are divided by the loop over its angles."""
        if not self.angles or part is self.document.prepare:
            return super().statements(part)
        first, others = split_at_angles(part, self.angles)
        declared, call = self._angle_lines(part)
        return [
            *super().statements(replace(part, statements=tuple(first))),
            declared,
            "double {1}[{0}], {2}[{0}];".format(len(self.angles), *self._arrays[1:]),
            call,
            *super().statements(replace(part, statements=tuple(others))),
        ]

    def _angle_lines(self, part: Program) -> list[str]:
        """The array of the angles, and the call that computes their sines and cosines."""
        n, (angles, sines, cosines) = len(self.angles), self._arrays
        return [
            f"const double {angles}[{n}] = {{{', '.join(self.values(part, self.angles))}}};",
            f"sines_cosines({n}, {angles}, {sines}, {cosines});",
        ]

    def statement_work(self, part: Program) -> list[Work]:
        """The statements, with the loop over the angles between them."""
        if not self.angles or part is self.document.prepare:
            return super().statement_work(part)
        first, others = split_at_angles(part, self.angles)
        lines = self._angle_lines(part)
        return [
            *(self.work(part, each) for each in first),
            work_on(part, self.angles, lines),
            *(self.work(part, each) for each in others),
        ]

    def work(self, part: Program, statement: Statement) -> Work:
        """The lines of a statement; a sine or cosine of the loop reads its array alone."""
        work = super().work(part, statement)
        from_array = (
            isinstance(statement, Let) and (part.name, abs(statement.value)) in self._elements
        )
        return replace(work, reads=()) if from_array else work

    def shared_arrays(self, part: Program) -> dict[str, str]:
        """The sines and cosines."""
        if not self.angles or part is self.document.prepare:
            return {}
        return {name: f"double {name}[{len(self.angles)}]" for name in self._arrays[1:]}

    def ignore(self, name: str) -> str:
        """A cast."""
        return f"(void){self.names.of(name)};"

    def assignment(self, part: Program, let: Let) -> list[str]:
        """The assignment of a value, which may be an element of the sines and cosines."""
        element = self._elements.get((part.name, abs(let.value)))
        if element is None:
            return super().assignment(part, let)
        return [self.let(self.names.of(let.name), element if let.value > 0 else f"-{element}")]

    def outputs(self, part: Program) -> list[str]:
        """Assignments to the elements; before them, the values that nothing reads are cast away."""
        unread = set(part.unread)
        names = (self.names.of(name) for name in self.program.assigned_names if name in unread)
        return [*(f"(void){name};" for name in names), *super().outputs(part)]


class SingleCWriter(CWriter):
    """The same in single precision."""

    syntax = replace(
        SYNTAX, dialect=SINGLE, helpers=SINGLE_HELPERS, let="const float {name} = {value};"
    )
    scalar = "float"
    solver = SINGLE_SOLVER


class CCaller(Caller[CWriter]):
    """A program that includes the header."""

    command = "cc {file} {main} -o {stem}_main -lm && ./{stem}_main"
    indent = "    "

    def prologue(self) -> list[str]:
        """The includes, the function that prints, and the head of the program."""
        includes = [f'#include "{self.writer.header_name}"', "", "#include <stdio.h>", ""]
        shown = any(output.elements for output in self.document.program.outputs)
        return [*includes, *([self._print()] if shown else []), "int main(void)", "{"]

    def _print(self) -> str:
        """The function that prints numbers, with the digits that they have."""
        if not self.document.single:
            return _PRINT
        text = _PRINT.replace("const double", "const float").replace("%.15g", "%.9g")
        return text.replace(" values[", " (double)values[")

    def parameters(self) -> list[str]:
        """A field a line."""
        names = self.writer.names
        fields = (
            f"    .{names.field(name)} = {self._number(x)},"
            for name, x in self.numbers.parameters.items()
        )
        return [f"const {self.writer.struct} p = {{", *fields, "};"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """An array, flat."""
        rows = wrap(", ".join(map(self._number, numbers)), 86)
        return [f"const {self.writer.scalar} {name}[] = {{", *(f"    {row}" for row in rows), "};"]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """Arrays for the results, and the call; that of `prepare` is tested."""
        writer, prepares = self.writer, part is self.document.prepare
        outputs = [
            (result, writer.size if prepares else len(output.elements))
            for result, output in zip(results, part.outputs, strict=True)
            if output.elements
        ]
        lines = [f"{writer.scalar} {result}[{size}];" for result, size in outputs]
        inputs = ["&p" if name == "p" else name for name in arguments]
        call = f"{part.name}({', '.join([*inputs, *(result for result, _ in outputs)])});"
        if not prepares:
            return [*lines, call]
        return [
            *lines,
            f"const char *zero = {call}",
            "if (zero != NULL) {",
            '    fprintf(stderr, "%s must not be zero\\n", zero);',
            "    return 1;",
            "}",
        ]

    def print_output(self, output: Output, name: str) -> list[str]:
        """A call of ``print``."""
        rows, columns = rows_of(output)
        return [f'print("{output.name}", {rows}, {columns}, {name});']

    def epilogue(self) -> list[str]:
        """The end of the program."""
        return ["    return 0;", "}"]

    def _number(self, value: float) -> str:
        return self.writer.syntax.dialect.number(Fraction(value))
