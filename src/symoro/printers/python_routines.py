"""Routines in Python."""

from __future__ import annotations

from symoro.ir.routine import Type, Variable
from symoro.printers.python import SYNTAX
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle

ZEROS = {Type.FLOAT: "0.0", Type.INT: "0", Type.BOOL: "False"}


class PythonRoutinePrinter(RoutinePrinter):
    """Prints one routine in Python; lists are written in place."""

    style = RoutineStyle(
        dialect=SYNTAX.dialect,
        types={},
        truths=("False", "True"),
        operations={},
        conversion="float({x})",
        branches=("if {test}:", "elif {test}:", "else:", ""),
        repeat="while {test}:",
        loop="for {k} in range({first}, {last}):",
        end="",
        stop="",
        comment=("# ", ""),
    )

    def declare(self, variable: Variable) -> list[str]:
        """A list; other variables need none."""
        if not variable.shape:
            return []
        size = variable.shape[0]
        return [f"{self.name(variable.name)} = [{ZEROS[variable.type]}] * {size}"]

    def function_lines(self) -> list[str]:
        """The routine as a function."""
        routine = self.routine
        arguments = ", ".join(self.name(each.name) for each in routine.arguments)
        return [
            f"def {routine.name}({arguments}):",
            f'    """{routine.summary}"""',
            *self.inside(routine.body),
        ]
