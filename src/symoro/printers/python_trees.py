"""Inverse geometric models in Python with the math module: pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable

from symoro.ir.routine import Routine
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.python import PythonCaller, PythonWriter
from symoro.printers.python_routines import PythonRoutinePrinter
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter
from symoro.wording import plain_text

_QUOTED = str.maketrans({"\\": "/", '"': "'"})  # signs that could end a string


def quote(text: str) -> str:
    """Return a text without signs that could end a string."""
    return text.translate(_QUOTED)


def files(document: TreeDocument) -> dict[str, str]:
    """Return a module with the function, and an example."""
    writer = PythonTreeWriter(document)
    return writer.files() | PythonTreeCaller(writer).files()


class PythonTreeWriter(TreeWriter, PythonWriter):
    """The module."""

    def own_names(self) -> frozenset[str]:
        """The names of functions, those of the language that the text calls too."""
        return super().own_names() | {"range"}

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function of the module."""
        return ["", *PythonRoutinePrinter(kernel, names, {}).function_lines()]

    def label_lines(self) -> list[str]:
        """A function with a table."""
        texts = (f'        "{quote(text)}",' for text in self.label_texts())
        return [
            "",
            f"def {self.label_function}(label):",
            '    """Return the words of a label."""',
            "    return [",
            *texts,
            "    ][label]",
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        document, tree, roles = self.document, self.tree, self.roles
        routine, count = tree.routine, roles[COUNT]
        results = [f"{roles[each]}[:{count}]" for each in (Q, LABEL, MULTIPLICITY)]
        status = roles[STATUS]
        printer = PythonRoutinePrinter(
            routine,
            self.local,
            self.formula_names,
            scalars=frozenset((tree.roles[STATUS],)),
            ends=[f"return {', '.join([*results, status])}"],
        )
        title = quote(plain_text(document.title))
        described = [*self.input_lines(), *self.result_lines(COUNT)]
        checks = [
            line
            for name, shape in tree.arrays
            for line in self.size_check(self.names.array(name), shape)
        ]
        return [
            "",
            f"def {document.name}({', '.join(self.input_names())}):",
            f'    """{title}.',
            "",
            f"    Returns {', '.join(roles[each] for each in (Q, LABEL, MULTIPLICITY, STATUS))}.",
            "",
            *(f"    {quote(line)}" for line in described),
            '    """',
            *self.indent_lines([*checks, *self.read_lines()]),
            f"    {roles[Q]} = [[0.0] * {tree.columns} for _ in range({tree.rows})]",
            f"    {roles[LABEL]} = [0] * {tree.rows}",
            f"    {roles[MULTIPLICITY]} = [0] * {tree.rows}",
            *printer.inside(routine.body),
        ]


class PythonTreeCaller(TreeCaller[PythonTreeWriter], PythonCaller):
    """The example of a module."""

    def prologue(self) -> list[str]:
        """The imports."""
        writer = self.writer
        names = f"{self.document.name}, {writer.label_function}"
        return ["", f"from {writer.module} import {names}", ""]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        inputs = ", ".join(self.call_arguments())
        return [
            f"q, label, multiplicity, status = {self.document.name}({inputs})",
            'print("status", status)',
            "for row, branch, m in zip(q, label, multiplicity):",
            f'    print("", *(f"{{x:.15g}}" for x in row), "", m, "", '
            f"{self.writer.label_function}(branch))",
        ]
