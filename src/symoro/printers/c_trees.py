"""Inverse geometric models in C99: one function, pose in, all solutions out."""

from __future__ import annotations

from math import prod

from symoro.ir.tree_routine import LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.c import CCaller, CWriter
from symoro.printers.c_routines import CRoutinePrinter, kernel_lines
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument, fold_lines
from symoro.printers.tree_writer import TreeNames, kernel_names
from symoro.wording import plain_text


def files(document: TreeDocument) -> dict[str, str]:
    """Return the source, its header, the header of the parameter struct, and an example caller."""
    writer = CTreeWriter(document)
    return writer.files() | CTreeCaller(writer).files()


class CTreeWriter(CWriter):
    """The source and its headers.

    Attributes:
        rows: the macro of the number of rows.
        label_function: the function that gives the words of a label.
    """

    document: TreeDocument

    def __init__(self, document: TreeDocument) -> None:
        name = document.name
        self.rows = f"{name}_ROWS".upper()
        self.label_function = f"{name}_label"
        self.tree = document.tree
        super().__init__(document)
        self.local = TreeNames(self.names, self.tree.program)

    def own_names(self) -> frozenset[str]:
        """The names of functions, macros and kernels too."""
        kernels = {kernel.name for kernel in self.tree.kernels}
        return super().own_names() | kernels | {self.rows, self.label_function}

    def text(self) -> str:
        """Return the source."""
        lines = [*self.header(self.file), *self.prologue(), *self.helpers()]
        for kernel in self.tree.kernels:
            names = kernel_names(kernel, self.tree.kernels, self.syntax)
            guard = f"SYMORO_{kernel.name}".upper()
            lines += ["", f"#ifndef {guard}", f"#define {guard}"]
            lines += [*kernel_lines(kernel, CRoutinePrinter(kernel, names, {})), "#endif"]
        return self.join_lines([*lines, "", *self.label_lines(), "", *self.main_lines()])

    def label_lines(self) -> list[str]:
        """The function that gives the words of a label."""
        texts = self.document.labels_of_branches
        inside = [f'        "{plain_text(text)}",' for text in texts]
        return [
            f"const char *{self.label_function}(int label)",
            "{",
            f"    static const char *const texts[{len(texts)}] = {{",
            *inside,
            "    };",
            f'    return label >= 0 && label < {len(texts)} ? texts[label] : "";',
            "}",
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        routine = self.tree.routine
        printer = CRoutinePrinter(routine, self.local, self.names.mapped)
        inputs = {item.name: item for item in self.program.inputs}
        reads = [
            self.let(self.local(name), self.input_text(self.program, inputs[name]))
            for name in self.tree.inputs
        ]
        body = [*(f"    {line}" for line in reads), *printer.inside(routine.body)]
        return [self.main_signature(), "{", *body, "}"]

    def main_signature(self) -> str:
        """The signature."""
        return self._signature(f"int {self.document.name}(", self.main_arguments())

    def main_arguments(self) -> list[str]:
        """The declarations of the arguments."""
        names, tree = self.names, self.tree
        arguments = [
            f"const double {names.array(name)}[{prod(shape)}]" for name, shape in tree.arrays
        ]
        if tree.parameters:
            arguments.append(f"const {self.struct} *{names.p}")
        roles = {role: self.local(name) for role, name in tree.roles.items()}
        return [
            *arguments,
            f"double {roles[Q]}[{self.rows}][{tree.columns}]",
            f"int {roles[LABEL]}[{self.rows}]",
            f"int {roles[MULTIPLICITY]}[{self.rows}]",
            f"int {roles[STATUS]}[1]",
        ]

    def header_file(self) -> str:
        """The declarations."""
        document, guard = self.document, self.include_guards[0]
        lines = [f"/* {plain_text(document.title)}, see {self.file}. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", ""]
        if self.names.parameters:
            lines += [f'#include "{self.shared}"', ""]
        lines += [f"#define {self.rows} {self.tree.rows}", ""]
        lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
        described = [*fold_lines(document.argument_lines())]
        described += fold_lines(document.result_lines())
        lines += [*self.comments(described), f"{self.main_signature()};", ""]
        lines += [*self.comments(["The words of a label."])]
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
        document, rows = self.document, self.writer.rows
        given = [f"&{name}" if name == "p" else name for name in self.given()]
        arguments = ", ".join([*given, "q", "label", "multiplicity", "status"])
        return [
            f"double q[{rows}][{document.tree.columns}];",
            f"int label[{rows}], multiplicity[{rows}], status[1];",
            f"const int count = {document.name}({arguments});",
            'printf("status %d\\n", status[0]);',
            "for (int i = 0; i < count; i++) {",
            f"    for (int k = 0; k < {document.tree.columns}; k++) {{",
            '        printf(" %.15g", q[i][k]);',
            "    }",
            f'    printf("  %d  %s\\n", multiplicity[i], {self.writer.label_function}(label[i]));',
            "}",
        ]
