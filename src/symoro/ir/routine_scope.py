"""The names and the variables of a routine that is being made."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.expressions.names import fresh_name
from symoro.ir.routine import Binary, Expression, Type, Variable


class RoutineScope:
    """Names that differ from all others of a routine.

    Attributes:
        variables: the variables, in order.
    """

    def __init__(self, reserved: Iterable[str]) -> None:
        self._reserved = set(reserved)
        self.variables: list[Variable] = []

    def fresh(self, wanted: str) -> str:
        """Return a name, and take it."""
        name = fresh_name(wanted, self._reserved)
        self._reserved.add(name)
        return name

    def variable(self, wanted: str, kind: Type, shape: tuple[int, ...] = ()) -> str:
        """Return the name of a new variable."""
        name = self.fresh(wanted)
        self.variables.append(Variable(name, kind, shape))
        return name


def join_operands(operation: str, first: Expression, *others: Expression) -> Expression:
    """Return the operation of several operands, from left to right."""
    for other in others:
        first = Binary(operation, first, other)
    return first
