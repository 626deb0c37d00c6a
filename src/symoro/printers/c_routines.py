"""Routines in C."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.ir.routine import Expression, Type, Variable
from symoro.printers.c_dialect import DIALECT
from symoro.printers.c_family import wrap_items
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle

TYPES = {Type.FLOAT: "double", Type.INT: "int", Type.BOOL: "int"}

STYLE = RoutineStyle(dialect=DIALECT, types=TYPES, truths=("0", "1"), conversion="(double){x}")


class CRoutinePrinter(RoutinePrinter):
    """Prints one routine in C."""

    style = STYLE
    constant_word = "const "

    def declare(self, variable: Variable) -> list[str]:
        """A declaration; all numbers begin with zero, arrays with anything."""
        kind, name = self.style.types[variable.type], self.name(variable.name)
        if variable.shape:
            return [f"{kind} {name}{self.extents(variable.shape)};"]
        zero = "0.0" if variable.type is Type.FLOAT else self.zero(variable.type)
        return [f"{kind} {name} = {zero};"]

    def zero(self, kind: Type) -> str:
        """The zero of a type that is not float."""
        return self.style.truths[0] if kind is Type.BOOL else "0"

    @staticmethod
    def extents(shape: tuple[int, ...]) -> str:
        """The sizes of an array in its declaration."""
        return "".join(f"[{extent}]" for extent in shape)

    def define(self, name: str, value: Expression) -> list[str]:
        """A declaration with a value."""
        word = self.constant_word if name in self.scopes.once else ""
        kind = self.style.types[self.types[name]]
        return [f"{word}{kind} {self.name(name)} = {self.text(value)};"]

    def constant(self, name: str, kind: Type, value: Expression) -> list[str]:
        """A constant."""
        text = f"{self.style.types[kind]} {self.name(name)} = {self.text(value)};"
        return [f"{self.constant_word}{text}"]

    def constant_array(self, name: str, values: Sequence[str]) -> list[str]:
        """A constant array."""
        size, inside = len(values), ", ".join(values)
        return [f"{self.constant_word}double {self.name(name)}[{size}] = {{{inside}}};"]

    def argument(self, variable: Variable) -> str:
        """The declaration of an argument."""
        kind, name = self.style.types[variable.type], self.name(variable.name)
        if not variable.shape:
            return f"{kind} {name}"
        word = "" if variable.name in self.routine.written else self.constant_word
        return f"{word}{kind} *{name}"

    def function_lines(self, words: str) -> list[str]:
        """The routine as a function of the file."""
        routine = self.routine
        opening = f"{words}{self.style.types[routine.returns]} {routine.name}("
        arguments = wrap_items(opening, [*map(self.argument, routine.arguments)], ")")
        return [f"/* {routine.summary} */", *arguments, "{", *self.inside(routine.body), "}"]


def label_lines(head: str, words: str, texts: Sequence[str]) -> list[str]:
    """Return the function that gives the words of a label."""
    return [
        head,
        "{",
        f"    {words} texts[{len(texts)}] = {{",
        *(f'        "{text}",' for text in texts),
        "    };",
        f'    return label >= 0 && label < {len(texts)} ? texts[label] : "";',
        "}",
    ]
