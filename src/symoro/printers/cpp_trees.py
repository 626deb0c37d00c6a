"""Inverse geometric models in C++17: a header with one function, pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symoro.ir.program import Program
from symoro.ir.routine import Routine, Type
from symoro.ir.tree_ends import LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.c_dialect import DIALECT, PREFIXES
from symoro.printers.c_family import wrap_items
from symoro.printers.c_helpers import SIGN
from symoro.printers.c_routines import STYLE, CRoutinePrinter, label_lines
from symoro.printers.cpp import NAMESPACE, SYNTAX, CppCaller, CppWriter
from symoro.printers.dialect import FUNCTION_NAMES, Dialect
from symoro.printers.names import LocalNames
from symoro.printers.renaming import new_names
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter

_FUNCTIONS = {name: f"std::{name}" for name in FUNCTION_NAMES} | {"sign": "sign"}


def files(document: TreeDocument) -> dict[str, str]:
    """Return the header, the header of the parameter struct, and an example caller."""
    writer = CppTreeWriter(document)
    return writer.files() | CppTreeCaller(writer).files()


def _dialect(functions: dict[str, str]) -> Dialect:
    return replace(DIALECT, functions=functions, reserved=DIALECT.reserved | {"std"})


class CppRoutinePrinter(CRoutinePrinter):
    """Prints one routine in C++."""

    style = replace(
        STYLE,
        dialect=_dialect(_FUNCTIONS),
        types={**STYLE.types, Type.BOOL: "bool"},
        truths=("false", "true"),
        conversion="static_cast<double>({x})",
    )

    inside_of = ""  # the namespace of kernels, where it is another

    def routine_name(self, function: str) -> str:
        """The name in the namespace of kernels."""
        return f"{self.inside_of}{function}"


class CppTreeWriter(TreeWriter, CppWriter):
    """The header."""

    syntax = replace(
        SYNTAX,
        dialect=_dialect(_FUNCTIONS),
        let="const double {name} = {value};",
        helpers={"sign": f"inline {SIGN.removeprefix('static ')}"},
    )

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        """The names, and those of the struct, which all models of the robot share."""
        names = super().local_names(reserved)
        names.fields = new_names(names.parameters, SYNTAX.dialect.reserved, PREFIXES)
        return names

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function in the namespace of the model's helpers."""
        lines = CppRoutinePrinter(kernel, names, {}).function_lines("inline ")
        return [f"namespace {self.inside} {{", *lines, f"}} // namespace {self.inside}"]

    def has_constants(self, part: Program) -> bool:
        """False: all numbers are doubles."""
        return False

    def label_lines(self) -> list[str]:
        """The constant of the number of rows, and a function with a table."""
        head = f"inline const char *{self.label_function}(int label)"
        return [
            f"inline constexpr int {self.rows_name} = {self.tree.rows};",
            "",
            *label_lines(head, "static constexpr const char *", self.label_texts()),
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        document, names, tree, roles = self.document, self.names, self.tree, self.roles
        routine = tree.routine
        arguments = [f"const double *{names.array(name)}" for name, _ in tree.arrays]
        if tree.parameters:
            arguments.append(f"const {self.struct}<double> &{names.p}")
        arguments += [
            f"double (*{roles[Q]})[{tree.columns}]",
            f"int *{roles[LABEL]}",
            f"int *{roles[MULTIPLICITY]}",
            f"int *{roles[STATUS]}",
        ]
        printer = CppRoutinePrinter(routine, self.local, self.formula_names)
        printer.inside_of = f"{self.inside}::"
        using = [f"using {self.inside}::sign;"] if "sign" in self.program.functions else []
        return [
            *self.comments([*self.input_lines(), *self.result_lines()]),
            *wrap_items(f"inline int {document.name}(", arguments, ")"),
            "{",
            *self.indent_lines([*using, *self.read_lines()]),
            *printer.inside(routine.body),
            "}",
        ]


class CppTreeCaller(TreeCaller[CppTreeWriter], CppCaller):
    """A program that includes the header."""

    def prologue(self) -> list[str]:
        """The includes, and the head of the program."""
        includes = ["array", "iomanip", "iostream"]
        lines = [f'#include "{self.writer.file}"', "", *(f"#include <{x}>" for x in includes)]
        return [*lines, "", "int main()", "{"]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        writer, name = self.writer, self.document.name
        rows, columns = f"{NAMESPACE}::{writer.rows_name}", self.document.tree.columns
        inputs = [each if each == "p" else f"{each}.data()" for each in self.call_arguments()]
        arguments = ", ".join([*inputs, "q", "label", "multiplicity", "&status"])
        return [
            f"double q[{rows}][{columns}];",
            f"int label[{rows}], multiplicity[{rows}], status;",
            f"const int count = {NAMESPACE}::{name}({arguments});",
            "std::cout << std::setprecision(15) << \"status \" << status << '\\n';",
            "for (int i = 0; i < count; i++) {",
            "    for (double x : q[i]) {",
            "        std::cout << ' ' << x;",
            "    }",
            '    std::cout << "  " << multiplicity[i] << "  "',
            f"              << {NAMESPACE}::{writer.label_function}(label[i]) << '\\n';",
            "}",
        ]
