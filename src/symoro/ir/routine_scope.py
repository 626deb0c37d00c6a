"""The names and the variables of a routine that is being made."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.expressions.names import fresh_name
from symoro.ir.graph import Graph
from symoro.ir.routine import (
    Binary,
    Command,
    Constant,
    ConstantArray,
    Element,
    Expression,
    Formula,
    If,
    Loop,
    Name,
    Type,
    Variable,
    While,
    all_expressions,
)


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


def remove_unused(body: tuple[Command, ...], graph: Graph) -> tuple[Command, ...]:
    """Return statements without the constants that no other reads."""
    read: set[str] = set()
    for each in all_expressions(body):
        match each:
            case Name(name) | Element(name, _):
                read.add(name)
            case Formula(edge):
                leaves = (graph.nodes[k] for k in graph.reachable((edge,), through_lets=False))
                read.update(leaf.name for leaf in leaves if isinstance(leaf.datum, str))
    smaller = _keep_constants(body, read)
    return body if smaller == body else remove_unused(smaller, graph)


def _keep_constants(body: tuple[Command, ...], read: set[str]) -> tuple[Command, ...]:
    kept: list[Command] = []
    for each in body:
        match each:
            case Constant(name, _, _) | ConstantArray(name, _) if name not in read:
                continue
            case If(test, inside, otherwise):
                branches = (_keep_constants(block, read) for block in (inside, otherwise))
                kept.append(If(test, *branches))
            case While(test, inside):
                kept.append(While(test, _keep_constants(inside, read)))
            case Loop(variable, first, last, inside):
                kept.append(Loop(variable, first, last, _keep_constants(inside, read)))
            case _:
                kept.append(each)
    return tuple(kept)
