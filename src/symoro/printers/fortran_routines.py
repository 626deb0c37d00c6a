"""Routines in Fortran: arrays count from 0 there too, and all variables are declared first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symoro.expressions.names import fresh_name
from symoro.ir.routine import (
    Assign,
    Constant,
    ConstantArray,
    Element,
    Expression,
    Loop,
    Name,
    Type,
    Variable,
    all_commands,
)
from symoro.printers.fortran_module import SYNTAX
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle

TYPES = {Type.FLOAT: "real(wp)", Type.INT: "integer", Type.BOOL: "logical"}


class FortranRoutinePrinter(RoutinePrinter):
    """Prints one routine in Fortran.

    Attributes:
        result: the variable of the result.
    """

    style = RoutineStyle(
        dialect=SYNTAX.dialect,
        types=TYPES,
        truths=(".false.", ".true."),
        operations={
            "and": ".and.",
            "or": ".or.",
            "not": ".not.",
            "!=": "/=",
            "same": ".eqv.",
            "differs": ".neqv.",
        },
        element=("(", ", ", ")"),
        conversion="real({x}, wp)",
        branches=("if ({test}) then", "else if ({test}) then", "else", "end if"),
        repeat="do while ({test})",
        loop="do {k} = {first}, {last} - 1",
        end="end do",
        leave="exit",
        stop="",
        comment=("! ", ""),
        indent="  ",
    )
    result = "found"

    def argument_declaration(self, variable: Variable) -> str:
        """The declaration of an argument: its arrays have any size."""
        intent = "inout" if variable.name in self.routine.written else "in"
        bounds = "(0:*)" if variable.shape else ""
        return f"{TYPES[variable.type]}, intent({intent}) :: {self.name(variable.name)}{bounds}"

    def local_declarations(self, without: Sequence[str] = ()) -> list[str]:
        """The declarations of all variables but some, by their names there."""
        lines = []
        grouped: dict[str, list[str]] = {}
        for each in self._locals():
            if each.name not in without:
                names = grouped.setdefault(TYPES[each.type], [])
                if (text := f"{self.name(each.name)}{_bounds(each.shape)}") not in names:
                    names.append(text)
        for kind, names in grouped.items():
            lines += [f"{kind} :: {', '.join(names[k : k + 8])}" for k in range(0, len(names), 8)]
        return lines

    def _locals(self) -> Iterator[Variable]:
        yield from self.routine.variables
        for each in all_commands(self.routine.body):
            match each:
                case Constant(name, kind, _):
                    yield Variable(name, kind)
                case ConstantArray(name, values):
                    yield Variable(name, Type.FLOAT, (len(values),))
                case Loop(name, _, _, _):
                    yield Variable(name, Type.INT)

    def declare(self, variable: Variable) -> list[str]:
        """Nothing."""
        return []

    def assign(self, command: Assign, target: Name | Element, value: Expression) -> list[str]:
        """An assignment."""
        return [f"{self.text(target)} = {self.text(value)}"]

    def leave(self, value: Expression) -> list[str]:
        """The result, and the end; nothing in a subroutine."""
        if self.ends is not None:
            return list(self.ends)
        return [f"{self.result} = {self.text(value)}", "return"]

    def function_lines(self) -> list[str]:
        """The routine as a function."""
        routine, indent = self.routine, self.style.indent
        others = {self.name(each).lower() for each in self.types}
        self.result = fresh_name(self.result, others)
        arguments = ", ".join(self.name(each.name) for each in routine.arguments)
        head = f"function {routine.name}({arguments}) result({self.result})"
        declared = [
            f"{TYPES[routine.returns]} :: {self.result}",
            *map(self.argument_declaration, routine.arguments),
            *self.local_declarations(),
        ]
        body = [*(f"{indent}{line}" for line in declared), *self.inside(routine.body)]
        return [f"! {routine.summary}", head, *body, f"end function {routine.name}"]


def _bounds(shape: tuple[int, ...]) -> str:
    return f"({', '.join(f'0:{extent - 1}' for extent in shape)})" if shape else ""
