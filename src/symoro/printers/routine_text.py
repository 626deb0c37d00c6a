"""Routines as text: statements and expressions in any language with loops and branches.

A language is a `RoutineStyle`, a table, and a subclass of `RoutinePrinter` with what no table can
hold.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symoro.errors import InternalError
from symoro.ir.kernel_source import kernels
from symoro.ir.routine import (
    FUNCTIONS,
    Assign,
    Binary,
    Break,
    Call,
    Command,
    Constant,
    ConstantArray,
    Element,
    Expression,
    Formula,
    If,
    Loop,
    Name,
    Note,
    Number,
    Return,
    Routine,
    Type,
    Unary,
    Variable,
    While,
    type_of,
    variable_types,
)
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.routine_scopes import find_scopes

_ATOM, _PRODUCT, _NEGATIVE, _SUM, _TEST, _NOT, _AND, _OR = range(8, 0, -1)
_LOOSE, _ALWAYS = 0, 9  # of what is in parentheses within anything; of what has any there
_BINDING = {
    **dict.fromkeys("*/", _PRODUCT),
    **dict.fromkeys("+-", _SUM),
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), _TEST),
    "and": _AND,
    "or": _OR,
}

_OF_TRUTHS = {"==": "same", "!=": "differs"}

OF_C = {"and": "&&", "or": "||", "not": "!"}
"""The operations that C writes otherwise than Python."""


@dataclass(frozen=True)
class RoutineStyle:
    """A language of routines as a table.

    Attributes:
        dialect: the functions, the numbers and the reserved words.
        types: the texts of types.
        truths: false and true.
        operations: texts of operations, where they are not Python's; ``same`` and ``differs`` are
            == and != of truth values.
        first: the index of the first element of an array.
        element: brackets and the sign between indices.
        conversion: a float made of an int ``{x}``.
        branches: if, else if, else, and the end of all, with ``{test}``.
        repeat: a loop with a condition.
        loop: a loop with a variable, ``{first}`` and ``{last}``, which is not reached.
        end: the line behind a loop.
        leave: the statement that leaves a loop.
        stop: behind a statement.
        comment: the sign before a line of comment, and behind.
        indent: of blocks.
    """

    dialect: Dialect
    types: Mapping[Type, str]
    truths: tuple[str, str] = ("false", "true")
    operations: Mapping[str, str] = field(default_factory=lambda: OF_C)
    first: int = 0
    element: tuple[str, str, str] = ("[", "][", "]")
    conversion: str = "{x}"
    branches: tuple[str, str, str, str] = (
        "if ({test}) {{",
        "}} else if ({test}) {{",
        "}} else {{",
        "}}",
    )
    repeat: str = "while ({test}) {{"
    loop: str = "for (int {k} = {first}; {k} < {last}; {k}++) {{"
    end: str = "}"
    leave: str = "break"
    stop: str = ";"
    comment: tuple[str, str] = ("/* ", " */")
    indent: str = "    "


class RoutinePrinter(ABC):
    """Prints one routine.

    Attributes:
        routine: the routine.
        types: of its variables, by their names there.
        scalars: the arrays of one element that are scalars here.
        ends: the lines in the place of the return; None to return the value.
    """

    style: RoutineStyle

    def __init__(
        self,
        routine: Routine,
        names: Callable[[str], str],
        formula_names: Mapping[str, str],
        *,
        scalars: frozenset[str] = frozenset(),
        ends: Sequence[str] | None = None,
    ) -> None:
        """Take a routine.

        Args:
            routine: the routine.
            names: the name here of each name there.
            formula_names: the names that formulas need and that are not kept, by those there.
            scalars: the arrays of one element that are scalars here.
            ends: the lines in the place of the return; None to return the value.
        """
        self.routine, self.name, self.scalars, self.ends = routine, names, scalars, ends
        self.types = variable_types(routine)
        self.scopes = find_scopes(routine)
        self._formulas = ExpressionPrinter(routine.graph, self.style.dialect, formula_names)
        self._kernels = kernels()
        self._returns = {name: each.returns for name, each in self._kernels.items()}

    # Expressions

    def text(self, value: Expression) -> str:
        """An expression."""
        return self._print(value)[0]

    def _print(self, value: Expression) -> tuple[str, int]:
        style = self.style
        match value:
            case Number(bool() as truth):
                return style.truths[truth], _ATOM
            case Number(int() as number):
                return str(number), _ATOM if number >= 0 else _NEGATIVE
            case Number(number):
                text = style.dialect.number(Fraction(number))
                return text, _ATOM if number >= 0 else _NEGATIVE
            case Name(name):
                return self.variable(name), _ATOM
            case Element(array, index):
                if array in self.scalars:
                    return self.variable(array), _ATOM
                return self.element(array, [self.index(each) for each in index]), _ATOM
            case Formula(edge):
                text = self._formulas.text(edge)
                return text, _ATOM if re.fullmatch(r"\w+", text) else _LOOSE
            case Unary("-", operand):
                return f"-{self._within(operand, _ATOM)}", _NEGATIVE
            case Unary(operation, operand):
                binding = _ATOM if isinstance(operand, Name) else _ALWAYS
                text = style.operations.get(operation, operation)
                space = " " if text[-1].isalpha() or text[-1] == "." else ""
                return f"{text}{space}{self._within(operand, binding)}", _NOT
            case Binary(operation, left, right):
                return self._binary(operation, left, right)
            case Call(function, arguments):
                return self.call(function, arguments), _ATOM
        raise InternalError(f"no expression of a routine: {value}")

    def _binary(self, operation: str, left: Expression, right: Expression) -> tuple[str, int]:
        operations, binding = self.style.operations, _BINDING[operation]
        if operation in _OF_TRUTHS and self.type_of(left) is Type.BOOL:
            sign = operations.get(_OF_TRUTHS[operation], operation)
            a, b = (self._within(each, _SUM) for each in (left, right))
            return f"{a} {sign} {b}", _LOOSE  # which languages rank differently
        if binding == _PRODUCT:
            a, b = self._within(left, _NEGATIVE), self._within(right, _ATOM)
            return f"{a}{operation}{b}", binding
        a = self._within(left, binding + (binding == _TEST))
        b = self._within(right, _PRODUCT if binding == _SUM else binding + 1)
        return f"{a} {operations.get(operation, operation)} {b}", binding

    def _within(self, value: Expression, binding: int) -> str:
        text, own = self._print(value)
        return text if own >= binding else f"({text})"

    def type_of(self, value: Expression) -> Type:
        """The type of an expression."""
        return type_of(value, self.types, self._returns)

    def index(self, value: Expression) -> str:
        """An index, counted as the language counts."""
        first = self.style.first
        match value:
            case Number(int() as number):
                return str(number + first)
            case Binary("+", left, Number(int() as number)) if not first + number:
                return self.text(left)
        return f"{self.text(value)} + {first}" if first else self.text(value)

    def variable(self, name: str) -> str:
        """A variable."""
        return self.name(name)

    def element(self, array: str, index: Sequence[str]) -> str:
        """An element of an array."""
        before, between, behind = self.style.element
        return f"{self.name(array)}{before}{between.join(index)}{behind}"

    def call(self, function: str, arguments: Sequence[Expression]) -> str:
        """A call of a function or of a routine."""
        texts = [self.text(each) for each in arguments]
        if function == "float":
            conversion = self.style.conversion
            within = texts[0] if "({x}" in conversion else self._within(arguments[0], _ATOM)
            return conversion.format(x=within)
        if function in FUNCTIONS:
            dialect = self.style.dialect
            return dialect.call(dialect.functions[function], texts)
        return f"{self.routine_name(function)}({', '.join(self.pass_arguments(function, texts))})"

    def pass_arguments(self, function: str, texts: list[str]) -> list[str]:
        """The arguments of a call of a routine."""
        del function
        return texts

    def routine_name(self, function: str) -> str:
        """The name of a routine that is called."""
        return function

    # Statements

    def block(self, body: Sequence[Command]) -> list[str]:
        """Statements, without indentation."""
        lines: list[str] = []
        for each in body:
            for variable in self.scopes.before.get(id(each), ()):
                lines += self.declare(variable)
            lines += self.command(each)
        return lines

    def inside(self, body: Sequence[Command]) -> list[str]:
        """The statements of a block within another."""
        return [f"{self.style.indent}{line}" for line in self.block(body)]

    def command(self, command: Command) -> list[str]:
        """The lines of a statement."""
        style = self.style
        match command:
            case Note(text):
                return [f"{style.comment[0]}{text}{style.comment[1]}"]
            case Constant(name, kind, value):
                return self.constant(name, kind, value)
            case ConstantArray(name, values):
                return self.constant_array(name, [self.text(each) for each in values])
            case Assign(target, value):
                return self.assign(command, target, value)
            case If():
                return self._if(command)
            case While(test, body):
                head = style.repeat.format(test=self.text(test))
                return [head, *self.inside(body), *filter(None, (style.end,))]
            case Loop(name, first, last, body):
                head = self.loop_head(self.name(name), first, last)
                return [head, *self.inside(body), *filter(None, (style.end,))]
            case Break():
                return [f"{style.leave}{style.stop}"]
            case Return(value):
                return self.leave(value)
        raise InternalError(f"no statement of a routine: {command}")

    def _if(self, command: If) -> list[str]:
        begin, other, otherwise, end = self.style.branches
        lines = [begin.format(test=self.text(command.test)), *self.inside(command.body)]
        rest = command.otherwise
        while len(rest) == 1 and isinstance(rest[0], If):
            lines += [other.format(test=self.text(rest[0].test)), *self.inside(rest[0].body)]
            rest = rest[0].otherwise
        if rest:
            lines += [otherwise.format(), *self.inside(rest)]
        return [*lines, *filter(None, (end.format(),))]

    def loop_head(self, name: str, first: Expression, last: Expression) -> str:
        """The head of a loop with a variable."""
        return self.style.loop.format(k=name, first=self.text(first), last=self.text(last))

    def assign(self, command: Assign, target: Name | Element, value: Expression) -> list[str]:
        """An assignment; it may declare its variable."""
        if isinstance(target, Name) and id(command) in self.scopes.at:
            return self.define(target.name, value)
        return [f"{self.text(target)} = {self.text(value)}{self.style.stop}"]

    def leave(self, value: Expression) -> list[str]:
        """The end of the routine."""
        if self.ends is not None:
            return list(self.ends)
        return [f"return {self.text(value)}{self.style.stop}"]

    @abstractmethod
    def declare(self, variable: Variable) -> list[str]:
        """The declaration of a variable without a value; nothing where languages need none."""

    def define(self, name: str, value: Expression) -> list[str]:
        """The first value of a variable, and its declaration where there are declarations."""
        return [f"{self.name(name)} = {self.text(value)}{self.style.stop}"]

    def constant(self, name: str, kind: Type, value: Expression) -> list[str]:
        """A constant; a variable where there are none."""
        del kind
        return self.define(name, value)

    def constant_array(self, name: str, values: Sequence[str]) -> list[str]:
        """An array that does not change."""
        return [f"{self.name(name)} = [{', '.join(values)}]{self.style.stop}"]
