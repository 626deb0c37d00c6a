"""Inverse geometric models in Julia, in double precision: pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symoro.ir.program import Input, Program
from symoro.ir.routine import Routine
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.julia import QUOTED, JuliaCaller, JuliaWriter
from symoro.printers.julia_routines import DIALECT, JuliaRoutinePrinter
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter
from symoro.printers.writer import Writer
from symoro.wording import plain_text


def files(document: TreeDocument) -> dict[str, str]:
    """Return a file with the function, and an example."""
    writer = JuliaTreeWriter(document)
    return writer.files() | JuliaTreeCaller(writer).files()


class JuliaTreeWriter(TreeWriter, JuliaWriter):
    """The file."""

    syntax = replace(JuliaWriter.syntax, dialect=DIALECT)
    expressions = ExpressionPrinter

    def input_text(self, part: Program, item: Input) -> str:
        """The text that reads an input, as a double."""
        return f"Float64({Writer.input_text(self, part, item)})"

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function."""
        return JuliaRoutinePrinter(kernel, names, {}).function_lines()

    def label_lines(self) -> list[str]:
        """A function with a table."""
        texts = (f'        "{text.translate(QUOTED)}",' for text in self.label_texts())
        return [
            f"function {self.label_function}(label)",
            "    texts = [",
            *texts,
            "    ]",
            "    return texts[label + 1]",
            "end",
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        document, tree, roles = self.document, self.tree, self.roles
        routine, count = tree.routine, roles[COUNT]
        q, label, multiplicity, status = (roles[e] for e in (Q, LABEL, MULTIPLICITY, STATUS))
        call = f"{document.name}({', '.join(self.input_names())})"
        results = f"{q}[1:{count}, :], {label}[1:{count}], {multiplicity}[1:{count}], {status}"
        printer = JuliaRoutinePrinter(
            routine,
            self.local,
            self.formula_names,
            scalars=frozenset((tree.roles[STATUS],)),
            ends=[f"return {results}"],
        )
        title = plain_text(document.title).translate(QUOTED)
        described = [*self.input_lines(), *self.result_lines(COUNT)]
        checks = [
            line
            for name, shape in tree.arrays
            for line in self.size_check(self.names.array(name), shape)
        ]
        return [
            '"""',
            f"    {call} -> {q}, {label}, {multiplicity}, {status}",
            "",
            f"{title}.",
            "",
            *(f"- {line}" if line[0] != " " else line for line in map(_quote_line, described)),
            '"""',
            f"function {call}",
            *self.indent_lines([*checks, *self.read_lines()]),
            f"    {q} = zeros(Float64, {tree.rows}, {tree.columns})",
            f"    {label} = zeros(Int, {tree.rows})",
            f"    {multiplicity} = zeros(Int, {tree.rows})",
            *printer.inside(routine.body),
            "end",
        ]


def _quote_line(line: str) -> str:
    return line.translate(QUOTED)


class JuliaTreeCaller(TreeCaller[JuliaTreeWriter], JuliaCaller):
    """The example."""

    def prologue(self) -> list[str]:
        """The file that is included."""
        return ["", "using Printf", "", f'include("{self.writer.file}")', ""]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        inputs = ", ".join(self.call_arguments())
        words = f"{self.writer.label_function}(label[k])"
        return [
            f"q, label, multiplicity, status = {self.document.name}({inputs})",
            'println("status ", status)',
            "for k in 1:length(label)",
            '    row = join([@sprintf("%.15g", x) for x in q[k, :]], " ")',
            f'    println(" ", row, "  ", multiplicity[k], "  ", {words})',
            "end",
        ]
