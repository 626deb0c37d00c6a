"""Inverse geometric models in Rust, over f64: pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symoro.ir.routine import Routine
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.rust_functions import RustWriter, array_type
from symoro.printers.rust_main import RustCaller
from symoro.printers.rust_routines import DIALECT, RustRoutinePrinter
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument, fold_lines
from symoro.printers.tree_writer import TreeWriter
from symoro.wording import plain_text

_SIGN = """fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}"""


def files(document: TreeDocument) -> dict[str, str]:
    """Return the function, the parameters with the trait of numbers, and an example."""
    writer = RustTreeWriter(document)
    return writer.files() | RustTreeCaller(writer).files()


class RustTreeWriter(TreeWriter, RustWriter):
    """The function.

    Attributes:
        results: the type of the solutions.
    """

    syntax = replace(
        RustWriter.syntax,
        dialect=DIALECT,
        helpers={"sign": _SIGN},
        let="let {name}: f64 = {value};",
    )
    results = "Solutions"

    def rows_constant(self, name: str) -> str:
        """A constant of the module."""
        return f"{name}_ROWS".upper()

    def own_names(self) -> frozenset[str]:
        """The name of the type too."""
        return super().own_names() | {self.results}

    def prologue(self) -> list[str]:
        """The lints that are switched off, and the type of the solutions."""
        tree, meanings = self.tree, self.document.result_meanings
        kinds = {
            COUNT: "usize",
            Q: f"[[f64; {tree.columns}]; {self.rows_name}]",
            LABEL: f"[i32; {self.rows_name}]",
            MULTIPLICITY: f"[i32; {self.rows_name}]",
            STATUS: "i32",
        }
        fields: list[str] = []
        for role, kind in kinds.items():
            comment = fold_lines([meanings[role]])
            fields += [f"    /// {line.strip()}" for line in comment]
            fields.append(f"    pub {role}: {kind},")
        used = [f"use super::{self.shared}::{self.struct};", ""] if tree.parameters else []
        return [
            "#![allow(clippy::all, dead_code, non_snake_case)]",
            "#![allow(unused_assignments, unused_variables)]",
            "",
            *used,
            "/// The number of rows.",
            f"pub const {self.rows_name}: usize = {tree.rows};",
            "",
            "/// The solutions of a pose.",
            "#[derive(Clone, Copy, Debug)]",
            f"pub struct {self.results} {{",
            *fields,
            "}",
        ]

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function of the module."""
        return RustRoutinePrinter(kernel, names, {}).function_lines()

    def label_lines(self) -> list[str]:
        """A function with a table."""
        texts = self.label_texts()
        return [
            "/// The words of a label.",
            f"pub fn {self.label_function}(label: i32) -> &'static str {{",
            f"    const TEXTS: [&str; {len(texts)}] = [",
            *(f'        "{text}",' for text in texts),
            "    ];",
            "    TEXTS[label as usize]",
            "}",
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        document, names, tree, roles = self.document, self.names, self.tree, self.roles
        routine, rows = tree.routine, self.rows_name
        arguments = [
            f"{names.array(name)}: &{array_type(shape, 'f64')}" for name, shape in tree.arrays
        ]
        arguments += [f"{names.p}: &{self.struct}<f64>"] if tree.parameters else []
        fields = [f"{COUNT}: {roles[COUNT]} as usize"]
        for role in (Q, LABEL, MULTIPLICITY, STATUS):
            fields.append(role if roles[role] == role else f"{role}: {roles[role]}")
        printer = RustRoutinePrinter(
            routine,
            self.local,
            self.formula_names,
            scalars=frozenset((tree.roles[STATUS],)),
            ends=[f"{self.results} {{ {', '.join(fields)} }}"],
        )
        lines = [f"{plain_text(document.title)}.", "", *self.input_lines()]
        return [
            *(f"/// {line}".rstrip() for line in lines),
            f"pub fn {document.name}({', '.join(arguments)}) -> {self.results} {{",
            *self.indent_lines(self.read_lines()),
            f"    let mut {roles[Q]} = [[0.0; {tree.columns}]; {rows}];",
            f"    let mut {roles[LABEL]} = [0; {rows}];",
            f"    let mut {roles[MULTIPLICITY]} = [0; {rows}];",
            f"    let mut {roles[STATUS]} = 0;",
            *printer.inside(routine.body),
            "}",
        ]


class RustTreeCaller(TreeCaller[RustTreeWriter], RustCaller):
    """A program."""

    def __init__(self, writer: RustTreeWriter) -> None:
        TreeCaller.__init__(self, writer)
        self.expected = None

    def usage_comment(self) -> list[str]:
        """As everywhere: there is no test."""
        return TreeCaller.usage_comment(self)

    def prologue(self) -> list[str]:
        """The modules, and the head of the program."""
        writer = self.writer
        return [
            "#![allow(clippy::all, non_snake_case)]",
            "",
            f"mod {writer.stem};",
            f"mod {writer.shared};",
            "",
            "fn main() {",
        ]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        stem, name = self.writer.stem, self.document.name
        inputs = ", ".join(f"&{each}" for each in self.call_arguments())
        q, label, count, status, multiplicity = (
            f"found.{each}" for each in (Q, LABEL, COUNT, STATUS, MULTIPLICITY)
        )
        return [
            f"let found = {stem}::{name}({inputs});",
            f'println!("status {{}}", {status});',
            f"for i in 0..{count} {{",
            f"    for x in {q}[i] {{",
            '        print!(" {x:.14e}");',
            "    }",
            f"    let words = {stem}::{self.writer.label_function}({label}[i]);",
            f'    println!("  {{}}  {{words}}", {multiplicity}[i]);',
            "}",
        ]

    def epilogue(self) -> list[str]:
        """The end of the program."""
        return ["}"]
