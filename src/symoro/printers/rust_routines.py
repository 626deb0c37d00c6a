"""Routines in Rust, over f64 and i32."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symoro.ir.kernel_source import kernels
from symoro.ir.routine import Expression, Name, Number, Type, Variable
from symoro.printers.dialect import call_parentheses, double_text
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle
from symoro.printers.rust_functions import SYNTAX

TYPES = {Type.FLOAT: "f64", Type.INT: "i32", Type.BOOL: "bool"}
ZEROS = {Type.FLOAT: "0.0", Type.INT: "0", Type.BOOL: "false"}


def _call(function: str, arguments: list[str]) -> str:
    """Functions of f64: a number as it is written has no methods."""
    own = "" if function == "sign" else "f64::"
    return f"{own}{call_parentheses(function, arguments)}"


DIALECT = replace(SYNTAX.dialect, number=double_text, call=_call, pi="std::f64::consts::PI")


class RustRoutinePrinter(RoutinePrinter):
    """Prints one routine in Rust."""

    style = RoutineStyle(
        dialect=DIALECT,
        types=TYPES,
        conversion="{x} as f64",
        branches=("if {test} {{", "}} else if {test} {{", "}} else {{", "}}"),
        repeat="while {test} {{",
        loop="for {k} in {first}..{last} {{",
        comment=("// ", ""),
    )

    def index(self, value: Expression) -> str:
        """An index is a usize."""
        text = self.text(value)
        if isinstance(value, Number):
            return text
        return f"{text} as usize" if isinstance(value, Name) else f"({text}) as usize"

    def pass_arguments(self, function: str, texts: list[str]) -> list[str]:
        """Arrays are passed by reference; those that are arguments are references."""
        kernel = kernels()[function]
        own = {self.name(each.name) for each in self.routine.arguments if each.shape}
        values = []
        for argument, text in zip(kernel.arguments, texts, strict=True):
            word = "&mut " if argument.name in kernel.written else "&"
            values.append(f"{word}{text}" if argument.shape and text not in own else text)
        return values

    def declare(self, variable: Variable) -> list[str]:
        """A declaration with zeros."""
        kind, zero = TYPES[variable.type], ZEROS[variable.type]
        name = self.name(variable.name)
        if not variable.shape:
            return [f"let mut {name}: {kind} = {zero};"]
        size = variable.shape[0]
        return [f"let mut {name}: [{kind}; {size}] = [{zero}; {size}];"]

    def define(self, name: str, value: Expression) -> list[str]:
        """A declaration with a value."""
        word = "" if name in self.scopes.once else "mut "
        kind = TYPES[self.types[name]]
        return [f"let {word}{self.name(name)}: {kind} = {self.text(value)};"]

    def constant(self, name: str, kind: Type, value: Expression) -> list[str]:
        """A constant."""
        return [f"let {self.name(name)}: {TYPES[kind]} = {self.text(value)};"]

    def constant_array(self, name: str, values: Sequence[str]) -> list[str]:
        """An array."""
        size = len(values)
        return [f"let {self.name(name)}: [f64; {size}] = [{', '.join(values)}];"]

    def function_lines(self) -> list[str]:
        """The routine as a function."""
        routine = self.routine
        arguments = []
        for each in routine.arguments:
            kind = TYPES[each.type]
            if each.shape:
                kind = f"&{'mut ' if each.name in routine.written else ''}[{kind}]"
            arguments.append(f"{self.name(each.name)}: {kind}")
        head = f"fn {routine.name}({', '.join(arguments)}) -> {TYPES[routine.returns]} {{"
        return [f"/// {routine.summary}", head, *self.inside(routine.body), "}"]
