"""Inverse geometric models in C99: one function, pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from symoro.ir.routine import Routine
from symoro.ir.tree_ends import LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.c import CCaller, CWriter
from symoro.printers.c_routines import CRoutinePrinter, label_lines
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter
from symoro.wording import plain_text


def files(document: TreeDocument) -> dict[str, str]:
    """Return the source, its header, the header of the parameter struct, and an example caller."""
    writer = CTreeWriter(document)
    return writer.files() | CTreeCaller(writer).files()


class CTreeWriter(TreeWriter, CWriter):
    """The source and its headers."""

    def rows_constant(self, name: str) -> str:
        """A macro."""
        return f"{name}_ROWS".upper()

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A static function; a source that includes several has it once."""
        guard = f"SYMORO_{kernel.name}".upper()
        lines = CRoutinePrinter(kernel, names, {}).function_lines("static ")
        return [f"#ifndef {guard}", f"#define {guard}", *lines, "#endif"]

    def label_lines(self) -> list[str]:
        """A function with a table."""
        head = f"const char *{self.label_function}(int label)"
        return label_lines(head, "static const char *const", self.label_texts())

    def main_lines(self) -> list[str]:
        """The function of the model."""
        routine = self.tree.routine
        printer = CRoutinePrinter(routine, self.local, self.formula_names)
        body = [*self.indent_lines(self.read_lines()), *printer.inside(routine.body)]
        return [self.main_signature(), "{", *body, "}"]

    def main_signature(self) -> str:
        """The signature."""
        names, tree, roles = self.names, self.tree, self.roles
        arguments = [
            f"const double {names.array(name)}[{prod(shape)}]" for name, shape in tree.arrays
        ]
        if tree.parameters:
            arguments.append(f"const {self.struct} *{names.p}")
        arguments += [
            f"double {roles[Q]}[{self.rows_name}][{tree.columns}]",
            f"int {roles[LABEL]}[{self.rows_name}]",
            f"int {roles[MULTIPLICITY]}[{self.rows_name}]",
            f"int {roles[STATUS]}[1]",
        ]
        return self._signature(f"int {self.document.name}(", arguments)

    def header_file(self) -> str:
        """The declarations."""
        document, guard = self.document, self.include_guards[0]
        lines = [f"/* {plain_text(document.title)}, see {self.file}. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", ""]
        if self.names.parameters:
            lines += [f'#include "{self.shared}"', ""]
        lines += [f"#define {self.rows_name} {self.tree.rows}", ""]
        lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
        described = [*self.input_lines(), *self.result_lines()]
        lines += [*self.comments(described), f"{self.main_signature()};", ""]
        lines += [f"const char *{self.label_function}(int label);", ""]
        return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""])


class CTreeCaller(TreeCaller[CTreeWriter], CCaller):
    """A program that includes the header."""

    def prologue(self) -> list[str]:
        """The includes, and the head of the program."""
        header = self.writer.header_name
        return [f'#include "{header}"', "", "#include <stdio.h>", "", "int main(void)", "{"]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        writer = self.writer
        rows, columns = writer.rows_name, self.document.tree.columns
        inputs = [f"&{name}" if name == "p" else name for name in self.call_arguments()]
        arguments = ", ".join([*inputs, "q", "label", "multiplicity", "status"])
        return [
            f"double q[{rows}][{columns}];",
            f"int label[{rows}], multiplicity[{rows}], status[1];",
            f"const int count = {self.document.name}({arguments});",
            'printf("status %d\\n", status[0]);',
            "for (int i = 0; i < count; i++) {",
            f"    for (int k = 0; k < {columns}; k++) {{",
            '        printf(" %.15g", q[i][k]);',
            "    }",
            f'    printf("  %d  %s\\n", multiplicity[i], {writer.label_function}(label[i]));',
            "}",
        ]
