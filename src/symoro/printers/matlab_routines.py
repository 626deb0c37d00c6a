"""Routines in MATLAB: arrays count from 1; a function returns the arrays that it writes to."""

from __future__ import annotations

from symoro.expressions.names import fresh_name
from symoro.ir.kernel_source import kernels
from symoro.ir.routine import Assign, Call, Element, Expression, Name, Routine, Variable
from symoro.printers.matlab import SYNTAX
from symoro.printers.routine_text import RoutinePrinter, RoutineStyle


class MatlabRoutinePrinter(RoutinePrinter):
    """Prints one routine in MATLAB.

    Attributes:
        result: the variable of the result.
    """

    style = RoutineStyle(
        dialect=SYNTAX.dialect,
        types={},
        operations={"and": "&&", "or": "||", "not": "~", "!=": "~=", "differs": "~="},
        first=1,
        element=("(", ", ", ")"),
        branches=("if {test}", "elseif {test}", "else", "end"),
        repeat="while {test}",
        loop="for {k} = {first}:{last} - 1",
        end="end",
        comment=("% ", ""),
    )
    result = "found"

    def declare(self, variable: Variable) -> list[str]:
        """The first value of an array; other variables need none."""
        if not variable.shape:
            return []
        return [f"{self.name(variable.name)} = zeros(1, {variable.shape[0]});"]

    def assign(self, command: Assign, target: Name | Element, value: Expression) -> list[str]:
        """An assignment; to the arrays as well that a function writes to."""
        return [f"{self._left_side(self.text(target), value)} = {self.text(value)};"]

    def define(self, name: str, value: Expression) -> list[str]:
        """An assignment."""
        return [f"{self._left_side(self.name(name), value)} = {self.text(value)};"]

    def leave(self, value: Expression) -> list[str]:
        """The result, and the end."""
        if self.ends is not None:
            return list(self.ends)
        return [f"{self._left_side(self.result, value)} = {self.text(value)};", "return"]

    def _left_side(self, target: str, value: Expression) -> str:
        """The left side of an assignment of a value."""
        kernel = kernels().get(value.function) if isinstance(value, Call) else None
        if not isinstance(value, Call) or kernel is None or not kernel.written:
            return target
        pairs = zip(kernel.arguments, value.arguments, strict=True)
        arrays = [self.text(own) for each, own in pairs if each.name in kernel.written]
        return f"[{', '.join([target, *arrays])}]"

    def function_lines(self) -> list[str]:
        """The routine as a function of the file."""
        routine = self.routine
        self.result = fresh_name(self.result, {self.name(each) for each in self.types})
        arguments = [self.name(each.name) for each in routine.arguments]
        results = [self.result, *self._results(routine)]
        left = f"[{', '.join(results)}]" if len(results) > 1 else results[0]
        return [
            f"function {left} = {routine.name}({', '.join(arguments)})",
            f"% {routine.summary}",
            *self.inside(routine.body),
            "end",
        ]

    def _results(self, routine: Routine) -> list[str]:
        return [self.name(e.name) for e in routine.arguments if e.name in routine.written]
