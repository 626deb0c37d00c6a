"""Routines: small functions with loops and branches, which every language of functions can print.

Programs have no branches; what must branch, the roots of equations and the tree over them, is a
routine. A routine has scalar variables and arrays of fixed sizes, counted from 0. Arguments are
scalars or arrays; an array that is an output is written in place. Expressions are small trees;
a `Formula` is an edge of the graph of a program, by the names of its inputs and assignments, which
are variables of the routine.

Rules that hold for every routine, so that languages agree:

- `Call` of a routine is the whole value of an `Assign`, a `Constant` or a `Return` if the routine
  writes to an array; one that does not is an expression like any other;
- both operands of ``and`` and ``or`` may be computed;
- the bounds of a `Loop` are computed once, and its variable is not assigned;
- a `Constant` is assigned once, before its uses, which are in its block or within;
- a routine that returns something ends in a `Return`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from symoro.ir.graph import Graph


class Type(Enum):
    """The type of a scalar, or of the elements of an array."""

    FLOAT = "float"
    INT = "int"
    BOOL = "bool"


FUNCTIONS = ("sqrt", "atan2", "sin", "cos", "abs", "float")
"""The functions of floats that routines may call; ``float`` converts an int."""


@dataclass(frozen=True)
class Variable:
    """A variable.

    Attributes:
        shape: empty for a scalar; an argument may have arrays of any size: (0,).
    """

    name: str
    type: Type
    shape: tuple[int, ...] = ()


# Expressions


@dataclass(frozen=True)
class Number:
    """A number or a truth value; its class tells its type."""

    value: float | int | bool


@dataclass(frozen=True)
class Name:
    """The value of a variable; as an argument of a call it may be an array."""

    name: str


@dataclass(frozen=True)
class Element:
    """An element of an array."""

    array: str
    index: tuple[Expression, ...]


@dataclass(frozen=True)
class Unary:
    """An operation on one value: ``-``, ``not``."""

    operation: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """An operation on two values of one type: + - * / < <= > >= == != and or; / of floats only."""

    operation: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Call:
    """A call of one of `FUNCTIONS` or of a routine."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Formula:
    """A float: an edge of the routine's graph."""

    edge: int


Expression = Number | Name | Element | Unary | Binary | Call | Formula


# Statements


@dataclass(frozen=True)
class Assign:
    """A value for a variable or an element."""

    target: Name | Element
    value: Expression


@dataclass(frozen=True)
class Constant:
    """A scalar that is declared here and does not change."""

    name: str
    type: Type
    value: Expression


@dataclass(frozen=True)
class ConstantArray:
    """An array of floats that is declared here and does not change."""

    name: str
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class If:
    """Statements under a condition, and others without it."""

    test: Expression
    body: tuple[Command, ...]
    otherwise: tuple[Command, ...] = ()


@dataclass(frozen=True)
class While:
    """Statements as long as a condition holds."""

    test: Expression
    body: tuple[Command, ...]


@dataclass(frozen=True)
class Loop:
    """Statements for each integer from a first to before a last; its variable is its own."""

    variable: str
    first: Expression
    last: Expression
    body: tuple[Command, ...]


@dataclass(frozen=True)
class Break:
    """The end of the innermost loop."""


@dataclass(frozen=True)
class Return:
    """The end of the routine, and its value."""

    value: Expression


@dataclass(frozen=True)
class Note:
    """A comment."""

    text: str


Command = Assign | Constant | ConstantArray | If | While | Loop | Break | Return | Note


@dataclass(frozen=True, eq=False)
class Routine:
    """A routine.

    Attributes:
        name: its name.
        arguments: in order.
        written: the arguments that are outputs: arrays that it writes to.
        returns: the type of its value.
        variables: scalars and arrays that change; constants and variables of loops are not among
            them. Their first values are not read.
        body: its statements.
        summary: what it does, in words.
        graph: the graph of its formulas.
    """

    name: str
    arguments: tuple[Variable, ...]
    written: frozenset[str]
    returns: Type
    variables: tuple[Variable, ...]
    body: tuple[Command, ...]
    summary: str = ""
    graph: Graph = field(default_factory=Graph, repr=False)

    def __repr__(self) -> str:
        arguments = ", ".join(each.name for each in self.arguments)
        return f"<Routine {self.name}({arguments}) -> {self.returns.value}>"


def all_commands(body: tuple[Command, ...]) -> Iterator[Command]:
    """The statements of a body and those within them, in order."""
    for each in body:
        yield each
        match each:
            case If(_, inside, otherwise):
                yield from all_commands(inside)
                yield from all_commands(otherwise)
            case While(_, inside) | Loop(_, _, _, inside):
                yield from all_commands(inside)


def all_expressions(body: tuple[Command, ...]) -> Iterator[Expression]:
    """The expressions of a body and those within them."""
    for each in all_commands(body):
        for value in _values(each):
            yield from _inside(value)


def _values(command: Command) -> tuple[Expression, ...]:
    match command:
        case Assign(target, value):
            return (target, value)
        case Constant(_, _, value) | Return(value):
            return (value,)
        case ConstantArray(_, values):
            return values
        case If(test, _, _) | While(test, _):
            return (test,)
        case Loop(_, first, last, _):
            return (first, last)
    return ()


def _inside(value: Expression) -> Iterator[Expression]:
    yield value
    match value:
        case Element(_, index):
            for each in index:
                yield from _inside(each)
        case Unary(_, operand):
            yield from _inside(operand)
        case Binary(_, left, right):
            yield from _inside(left)
            yield from _inside(right)
        case Call(_, arguments):
            for each in arguments:
                yield from _inside(each)


TESTS = frozenset(("<", "<=", ">", ">=", "==", "!=", "and", "or", "not"))
"""The operations whose result is a truth value."""


def type_of(value: Expression, types: Mapping[str, Type], returns: Mapping[str, Type]) -> Type:
    """Return the type of an expression.

    Args:
        value: the expression.
        types: of the variables, by name.
        returns: of the routines, by name.
    """
    match value:
        case Number(bool()):
            return Type.BOOL
        case Number(int()):
            return Type.INT
        case Name(name) | Element(name, _):
            return types[name]
        case Unary(operation, operand):
            return Type.BOOL if operation in TESTS else type_of(operand, types, returns)
        case Binary(operation, left, _):
            return Type.BOOL if operation in TESTS else type_of(left, types, returns)
        case Call(function, _):
            return returns.get(function, Type.FLOAT)
    return Type.FLOAT


def variable_types(routine: Routine) -> dict[str, Type]:
    """The types of all variables of a routine, those of loops and constants as well."""
    types = {each.name: each.type for each in (*routine.arguments, *routine.variables)}
    for each in all_commands(routine.body):
        match each:
            case Constant(name, kind, _):
                types[name] = kind
            case ConstantArray(name, _):
                types[name] = Type.FLOAT
            case Loop(name, _, _, _):
                types[name] = Type.INT
    return types
