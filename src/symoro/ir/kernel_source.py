"""Root kernels as routines, translated from their own Python source.

The text that is read is that of a module of symoro, never a user's.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any

from symoro.errors import InternalError
from symoro.ir import polynomial_kernels, root_kernels, tree_kernels
from symoro.ir.routine import (
    FUNCTIONS,
    Assign,
    Binary,
    Break,
    Call,
    Command,
    Element,
    Expression,
    If,
    Loop,
    Name,
    Number,
    Return,
    Routine,
    Type,
    Unary,
    Variable,
    While,
    all_expressions,
    type_of,
)

_TYPES = {
    "float": (Type.FLOAT, ()),
    "int": (Type.INT, ()),
    "bool": (Type.BOOL, ()),
    "Floats": (Type.FLOAT, (0,)),
    "Ints": (Type.INT, (0,)),
}
_OPERATIONS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.And: "and",
    ast.Or: "or",
    ast.USub: "-",
    ast.Not: "not",
}
MODULES = (root_kernels, polynomial_kernels, tree_kernels)
"""The modules of kernels."""

_CONSTANTS = {
    name: value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, int | float) and name.isupper()
}
_REPEAT = "turn"
"""The variable of a loop that does not read it."""


@cache
def kernels() -> dict[str, Routine]:
    """The root kernels by name, each behind those that it calls."""
    functions = [
        each
        for module in MODULES
        for each in ast.parse(inspect.getsource(module)).body
        if isinstance(each, ast.FunctionDef)
    ]
    signatures = _Signatures(functions)
    translated = {each.name: _Translation(each, signatures).routine() for each in functions}
    ordered: dict[str, Routine] = {}

    def add(name: str) -> None:
        for each in called_routines(translated[name]):
            add(each)
        ordered.setdefault(name, translated[name])

    for name in translated:
        add(name)
    return ordered


def translate_function(function: ast.FunctionDef, others: Sequence[ast.FunctionDef]) -> Routine:
    """Return a function of the subset as a routine.

    Args:
        function: the function, with a docstring.
        others: the functions that it may call, itself as well.

    Raises:
        InternalError: for what is not in the subset.
    """
    return _Translation(function, _Signatures(others)).routine()


def called_routines(routine: Routine) -> list[str]:
    """The names of the routines that a routine calls, in order."""
    calls = (each for each in all_expressions(routine.body) if isinstance(each, Call))
    return [*dict.fromkeys(each.function for each in calls if each.function not in FUNCTIONS)]


def needed_kernels(routine: Routine) -> tuple[Routine, ...]:
    """The kernels that a routine needs, each behind those that it calls."""
    needed: set[str] = set()
    pending = called_routines(routine)
    while pending:
        name = pending.pop()
        if name not in needed:
            needed.add(name)
            pending += called_routines(kernels()[name])
    return tuple(kernel for name, kernel in kernels().items() if name in needed)


class _Signatures:
    """Signatures of functions, known before these are translated.

    Attributes:
        returns: the type of the value of each.
        writes: the places of the arguments that each writes to.
    """

    def __init__(self, functions: Sequence[ast.FunctionDef]) -> None:
        self.returns = {each.name: _type(each.returns)[0] for each in functions}
        self.writes: dict[str, frozenset[int]] = {}
        self._functions = {each.name: each for each in functions}
        for name in self._functions:
            self._find_writes(name)

    def _find_writes(self, name: str) -> frozenset[int]:
        """The places of the arguments that a function or one that it calls writes to."""
        if name not in self.writes:
            function = self._functions[name]
            names = [each.arg for each in function.args.args]
            places: set[int] = set()
            for node in ast.walk(function):
                match node:
                    case ast.Assign([ast.Subscript(ast.Name(array), _)], _) if array in names:
                        places.add(names.index(array))
                    case ast.Call(ast.Name(callee), arguments) if callee in self._functions:
                        own = (arguments[place] for place in self._find_writes(callee))
                        arrays = (each.id for each in own if isinstance(each, ast.Name))
                        places.update(names.index(array) for array in arrays if array in names)
            self.writes[name] = frozenset(places)
        return self.writes[name]


class _Translation:
    """One function."""

    def __init__(self, function: ast.FunctionDef, signatures: _Signatures) -> None:
        self._function = function
        self._returns, self._writes = signatures.returns, signatures.writes
        self._arguments = [
            Variable(each.arg, *_type(each.annotation)) for each in function.args.args
        ]
        self._types = {each.name: each.type for each in self._arguments}
        self._variables: dict[str, Variable] = {}

    def routine(self) -> Routine:
        """The routine."""
        function = self._function
        body = self._block(function.body[1:])
        return Routine(
            name=function.name,
            arguments=tuple(self._arguments),
            written=frozenset(self._arguments[k].name for k in self._writes[function.name]),
            returns=self._returns[function.name],
            variables=tuple(self._variables.values()),
            body=body,
            summary=(ast.get_docstring(function) or "").partition("\n")[0],
        )

    def _block(self, statements: list[ast.stmt]) -> tuple[Command, ...]:
        return tuple(each for s in statements if (each := self._command(s)) is not None)

    def _command(self, node: ast.stmt) -> Command | None:
        match node:
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.List([item]), ast.Mult(), size)):
                self._declare(Variable(name, self._kind(self._value(item)), (_int(size),)))
                return None
            case ast.Assign([ast.Name(name)], value):
                translated = self._value(value)
                self._declare(Variable(name, self._kind(translated)))
                return Assign(Name(name), translated)
            case ast.Assign([ast.Subscript() as target], value):
                element = self._value(target)
                if isinstance(element, Element):
                    return Assign(element, self._value(value))
            case ast.If(test, body, otherwise):
                return If(self._value(test), self._block(body), self._block(otherwise))
            case ast.While(test, body, []):
                return While(self._value(test), self._block(body))
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), body, []):
                name = _REPEAT if name == "_" else name
                *before, last = map(self._value, bounds)
                self._types[name] = Type.INT
                return Loop(name, before[0] if before else Number(0), last, self._block(body))
            case ast.Break():
                return Break()
            case ast.Return(ast.expr() as value):
                return Return(self._value(value))
            case ast.Expr(ast.Call()):
                raise self._error(node, "a call whose value is not used")
        raise self._error(node, type(node).__name__)

    def _declare(self, variable: Variable) -> None:
        name = variable.name
        if self._types.setdefault(name, variable.type) is not variable.type:
            raise InternalError(f"{self._function.name}: {name} has two types")
        if all(name != each.name for each in self._arguments):
            self._variables.setdefault(name, variable)

    def _value(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(float() | int() | bool() as value):
                return Number(value)
            case ast.Name(name) if name in self._types:
                return Name(name)
            case ast.Name(name) if name in _CONSTANTS:
                return Number(_CONSTANTS[name])
            case ast.Subscript(ast.Name(array), index) if array in self._types:
                return Element(array, (self._value(index),))
            case ast.UnaryOp(operation, operand):
                return Unary(_OPERATIONS[type(operation)], self._value(operand))
            case ast.BinOp(left, operation, right) if type(operation) in _OPERATIONS:
                return Binary(_OPERATIONS[type(operation)], self._value(left), self._value(right))
            case ast.Compare(left, [operation], [right]):
                return Binary(_OPERATIONS[type(operation)], self._value(left), self._value(right))
            case ast.BoolOp(operation, values):
                first, *others = map(self._value, values)
                for other in others:
                    first = Binary(_OPERATIONS[type(operation)], first, other)
                return first
            case ast.Call(ast.Name(name), arguments) if name in (*FUNCTIONS, *self._returns):
                return Call(name, tuple(map(self._value, arguments)))
        if isinstance(node, ast.BinOp) and type(node.op) not in _OPERATIONS:
            raise self._error(node, type(node.op).__name__)
        raise self._error(node, ast.unparse(node))

    def _kind(self, value: Expression) -> Type:
        return type_of(value, self._types, self._returns)

    def _error(self, node: ast.AST, text: str) -> InternalError:
        line = getattr(node, "lineno", 0)
        name = self._function.name
        return InternalError(f"{name}, line {line}: {text} is not in the subset of kernels")


def _type(annotation: ast.expr | None) -> tuple[Type, tuple[int, ...]]:
    if isinstance(annotation, ast.Name) and annotation.id in _TYPES:
        return _TYPES[annotation.id]
    raise InternalError(f"no type of a root kernel: {ast.dump(annotation) if annotation else ''}")


def _int(node: ast.expr) -> int:
    value: Any = getattr(node, "value", None)
    if isinstance(node, ast.Name):
        value = _CONSTANTS.get(node.id)
    if isinstance(value, int):
        return value
    raise InternalError(f"no size of an array: {ast.unparse(node)}")
