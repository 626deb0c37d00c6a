"""Routines in Julia."""

from __future__ import annotations

from dataclasses import replace

from symoro.ir.routine import Type, Variable
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text
from symoro.printers.julia import RESERVED
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle

TYPES = {Type.FLOAT: "Float64", Type.INT: "Int", Type.BOOL: "Bool"}
ZEROS = {Type.FLOAT: "0.0", Type.INT: "0", Type.BOOL: "false"}

DIALECT = Dialect(
    number=double_text,
    functions=FUNCTION_NAMES | {"atan2": "atan", "log": "real_log"},
    pi="Float64(pi)",
    reserved=RESERVED,
)


class JuliaRoutinePrinter(RoutinePrinter):
    """Prints one routine in Julia; arrays count from 1 and are written in place."""

    style = RoutineStyle(
        dialect=replace(DIALECT),
        types=TYPES,
        first=1,
        element=("[", ", ", "]"),
        conversion="Float64({x})",
        branches=("if {test}", "elseif {test}", "else", "end"),
        repeat="while {test}",
        loop="for {k} in {first}:{last} - 1",
        end="end",
        stop="",
        comment=("# ", ""),
    )

    def declare(self, variable: Variable) -> list[str]:
        """The first value: an array, or zero."""
        name = self.name(variable.name)
        if not variable.shape:
            return [f"{name} = {ZEROS[variable.type]}"]
        return [f"{name} = zeros({TYPES[variable.type]}, {variable.shape[0]})"]

    def function_lines(self) -> list[str]:
        """The routine as a function."""
        routine = self.routine
        arguments = ", ".join(self.name(each.name) for each in routine.arguments)
        return [
            f"# {routine.summary}",
            f"function {routine.name}({arguments})",
            *self.inside(routine.body),
            "end",
        ]
