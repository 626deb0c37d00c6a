"""Write routines in LLVM's textual form: loops and branches as blocks.

A variable is memory on the stack, which LLVM turns into registers; a constant is a register. Arrays
are addresses, their elements in the order of rows. The operations are those of the routine in its
order, each rounded once, so results have the bits that the same routine has elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import pi, prod

from symoro.compile.llvm_types import hexadecimal
from symoro.errors import InternalError
from symoro.expressions import double
from symoro.ir.graph import Node, Op
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
)

_TYPES = {Type.FLOAT: "double", Type.INT: "i64", Type.BOOL: "i1"}
_FLOATS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_FLOAT_TESTS = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
_INTS = {"+": "add", "-": "sub", "*": "mul"}
_INT_TESTS = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
_TRUTHS = {"and": "and", "or": "or"}
_SYSTEM = ("sin", "cos", "atan2")
"""The functions of the system's library."""


@dataclass(frozen=True)
class Inputs:
    """The numbers that a routine reads and does not declare, in arrays of doubles.

    Attributes:
        arrays: the arrays, which are arguments before all others.
        places: the array of each number, by its name, and the position there.
    """

    arrays: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, int]] = field(default_factory=dict)


HEAD = """declare double @sin(double)
declare double @cos(double)
declare double @atan2(double, double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
"""
"""The declarations of the functions that routines call."""


def routine_text(
    routine: Routine, others: Iterable[Routine] = (), inputs: Inputs | None = None
) -> str:
    """Return the definition of a routine.

    Args:
        routine: the routine.
        others: the routines that it calls.
        inputs: the numbers that it reads and does not declare.
    """
    returns = {each.name: each.returns for each in others}
    return _RoutineText(routine, returns, inputs or Inputs()).text()


class _RoutineText:
    """One routine; each expression becomes a register."""

    def __init__(self, routine: Routine, returns: dict[str, Type], inputs: Inputs) -> None:
        self._routine, self._graph, self._returns = routine, routine.graph, returns
        self._inputs = inputs
        self._lines: list[str] = []
        self._stack: list[str] = []
        self._count = 0
        self._blocks = 0
        self._ended = False  # the block has its last instruction
        self._types: dict[str, Type] = {}
        self._shapes: dict[str, tuple[int, ...]] = {}
        self._memory: set[str] = set()  # scalars that are on the stack
        self._registers: dict[str, str] = {}  # scalars and arrays that are not
        self._ends: list[str] = []  # the blocks behind the loops around

    def text(self) -> str:
        """The definition."""
        routine = self._routine
        arguments = [f"ptr noalias {_register('i', name)}" for name in self._inputs.arrays]
        for each in routine.arguments:
            register = self._registers[each.name] = _register("a", each.name)
            self._types[each.name], self._shapes[each.name] = each.type, each.shape
            arguments.append(f"{'ptr noalias' if each.shape else _TYPES[each.type]} {register}")
        for name, (array, place) in self._inputs.places.items():
            address = self._emit(f"getelementptr double, ptr {_register('i', array)}, i64 {place}")
            self._registers[name] = self._emit(f"load double, ptr {address}")
            self._types[name] = Type.FLOAT
        for each in routine.variables:
            self._reserve(each)
        self._block(routine.body)
        if not self._ended:
            self._lines.append("  unreachable")
        head = f'define internal {_TYPES[routine.returns]} @"{routine.name}"'
        body = [*self._stack, *self._lines]
        return "\n".join([f"{head}({', '.join(arguments)}) {{", "entry:", *body, "}", ""])

    def _reserve(self, variable: Variable) -> None:
        """Memory on the stack for a variable."""
        name, kind = variable.name, _TYPES[variable.type]
        self._types[name], self._shapes[name] = variable.type, variable.shape
        register = self._registers[name] = _register("m", name)
        if not variable.shape:
            self._memory.add(name)
        size = f", i64 {prod(variable.shape)}" if variable.shape else ""
        self._stack.append(f"  {register} = alloca {kind}{size}")

    # Statements

    def _block(self, body: tuple[Command, ...]) -> None:
        for each in body:
            if self._ended:
                return
            self._command(each)

    def _command(self, command: Command) -> None:
        match command:
            case Assign(Name(name), value):
                kind = _TYPES[self._types[name]]
                self._line(f"store {kind} {self._value(value)}, ptr {self._registers[name]}")
            case Assign(Element(array, index), value):
                register = self._value(value)
                kind = _TYPES[self._types[array]]
                self._line(f"store {kind} {register}, ptr {self._address(array, index)}")
            case Constant(name, kind, value):
                self._types[name] = kind
                self._registers[name] = self._value(value)
            case ConstantArray(name, values):
                self._reserve(Variable(name, Type.FLOAT, (len(values),)))
                for k, each in enumerate(values):
                    register = self._value(each)
                    self._line(f"store double {register}, ptr {self._address(name, (Number(k),))}")
            case If():
                self._branch(command)
            case While(test, inside):
                self._while(test, inside)
            case Loop():
                self._loop(command)
            case Break():
                self._jump(self._ends[-1])
            case Return(value):
                self._line(f"ret {_TYPES[self._routine.returns]} {self._value(value)}")
                self._ended = True
            case Note():
                pass

    def _branch(self, command: If) -> None:
        test = self._value(command.test)
        then, other, end = self._labels("then", "else", "end")
        self._line(f"br i1 {test}, label %{then}, label %{other if command.otherwise else end}")
        self._begin(then)
        self._block(command.body)
        reached = not self._ended
        self._jump(end)
        if command.otherwise:
            self._begin(other)
            self._block(command.otherwise)
            reached |= not self._ended
            self._jump(end)
        if reached or not command.otherwise:
            self._begin(end)

    def _while(self, test: Expression, body: tuple[Command, ...]) -> None:
        again, inside, end = self._labels("test", "body", "end")
        self._jump(again)
        self._begin(again)
        self._line(f"br i1 {self._value(test)}, label %{inside}, label %{end}")
        self._begin(inside)
        self._ends.append(end)
        self._block(body)
        self._ends.pop()
        self._jump(again)
        self._begin(end)

    def _loop(self, loop: Loop) -> None:
        first, last = self._value(loop.first), self._value(loop.last)
        before = self._registers.get(loop.variable), self._types.get(loop.variable)
        again, inside, step, end = self._labels("test", "body", "step", "end")
        slot = f"%m.{step}"
        self._stack.append(f"  {slot} = alloca i64")
        self._line(f"store i64 {first}, ptr {slot}")
        self._jump(again)
        self._begin(again)
        k = self._emit(f"load i64, ptr {slot}")
        self._registers[loop.variable], self._types[loop.variable] = k, Type.INT
        more = self._emit(f"icmp slt i64 {k}, {last}")
        self._line(f"br i1 {more}, label %{inside}, label %{end}")
        self._begin(inside)
        self._ends.append(end)
        self._block(loop.body)
        self._ends.pop()
        self._jump(step)
        self._begin(step)
        self._line(f"store i64 {self._emit(f'add i64 {k}, 1')}, ptr {slot}")
        self._jump(again)
        self._begin(end)
        if before[0] is not None and before[1] is not None:
            self._registers[loop.variable], self._types[loop.variable] = before[0], before[1]

    # Blocks

    def _labels(self, *words: str) -> list[str]:
        self._blocks += 1
        return [f"{word}{self._blocks}" for word in words]

    def _begin(self, label: str) -> None:
        self._lines.append(f"{label}:")
        self._ended = False

    def _jump(self, label: str) -> None:
        if not self._ended:
            self._line(f"br label %{label}")
            self._ended = True

    def _line(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _emit(self, text: str) -> str:
        self._count += 1
        self._line(f"%v{self._count} = {text}")
        return f"%v{self._count}"

    # Expressions

    def _type(self, value: Expression) -> Type:
        match value:
            case Number(bool()):
                return Type.BOOL
            case Number(int()):
                return Type.INT
            case Name(name) | Element(name, _):
                return self._types[name]
            case Unary(operation, operand):
                return Type.BOOL if operation == "not" else self._type(operand)
            case Binary(operation, left, _):
                truth = operation in _TRUTHS or operation in _INT_TESTS
                return Type.BOOL if truth else self._type(left)
            case Call(function, _) if function in self._returns:
                return self._returns[function]
        return Type.FLOAT

    def _value(self, value: Expression) -> str:
        match value:
            case Number(bool() as truth):
                return "true" if truth else "false"
            case Number(int() as number):
                return str(number)
            case Number(float() as number):
                return hexadecimal(number)
            case Name(name):
                return self._name(name)
            case Element(array, index):
                kind = _TYPES[self._types[array]]
                return self._emit(f"load {kind}, ptr {self._address(array, index)}")
            case Unary("not", operand):
                return self._emit(f"xor i1 {self._value(operand)}, true")
            case Unary("-", operand):
                register = self._value(operand)
                if self._type(operand) is Type.INT:
                    return self._emit(f"sub i64 0, {register}")
                return self._emit(f"fneg double {register}")
            case Binary(operation, left, right):
                values = f"{self._value(left)}, {self._value(right)}"
                return self._emit(f"{_instruction(operation, self._type(left))} {values}")
            case Call(function, arguments):
                return self._call(function, arguments)
            case Formula(edge):
                return self._edge(edge)
        raise InternalError(f"{self._routine.name}: cannot compile {value}")

    def _name(self, name: str) -> str:
        register = self._registers[name]
        if name in self._memory:
            return self._emit(f"load {_TYPES[self._types[name]]}, ptr {register}")
        return register

    def _address(self, array: str, index: tuple[Expression, ...]) -> str:
        place = self._value(index[0])
        for each, extent in zip(index[1:], self._shapes[array][1:], strict=True):
            row = self._emit(f"mul i64 {place}, {extent}")
            place = self._emit(f"add i64 {row}, {self._value(each)}")
        kind = _TYPES[self._types[array]]
        return self._emit(f"getelementptr {kind}, ptr {self._registers[array]}, i64 {place}")

    def _call(self, function: str, arguments: tuple[Expression, ...]) -> str:
        registers = [self._value(each) for each in arguments]
        if function == "float":
            return self._emit(f"sitofp i64 {registers[0]} to double")
        if function in FUNCTIONS:
            name = {"sqrt": "llvm.sqrt.f64", "abs": "llvm.fabs.f64"}.get(function, function)
            listed = ", ".join(f"double {each}" for each in registers)
            return self._emit(f"call double @{name}({listed})")
        kinds = ["ptr" if self._is_array(each) else _TYPES[self._type(each)] for each in arguments]
        listed = ", ".join(f"{k} {each}" for k, each in zip(kinds, registers, strict=True))
        return self._emit(f'call {_TYPES[self._returns[function]]} @"{function}"({listed})')

    def _is_array(self, value: Expression) -> bool:
        return isinstance(value, Name) and bool(self._shapes.get(value.name, ()))

    # Formulas

    def _edge(self, edge: int) -> str:
        if edge == 0:
            return hexadecimal(0.0)
        register = self._node(self._graph.nodes[abs(edge)])
        return register if edge > 0 else self._emit(f"fneg double {register}")

    def _node(self, node: Node) -> str:
        match node.op, node.datum:
            case ((Op.SYMBOL | Op.LET), _):
                return self._name(node.name)
            case Op.ADD, _:
                a, b = node.operands
                operation = "fadd" if b > 0 else "fsub"
                return self._emit(f"{operation} double {self._edge(a)}, {self._edge(abs(b))}")
            case Op.MUL, _:
                factors = ", ".join(map(self._edge, node.operands))
                return self._emit(f"fmul double {factors}")
            case Op.NUMBER, Fraction() as number:
                return hexadecimal(double(number))
            case Op.PI, _:
                return hexadecimal(pi)
            case Op.INVERSE, _:
                one = hexadecimal(1.0)
                return self._emit(f"fdiv double {one}, {self._edge(node.operands[0])}")
            case Op.POWER, int(exponent):
                return self._power(self._edge(node.operands[0]), exponent)
            case Op.FUNCTION, str(name) if name in ("sqrt", "abs", *_SYSTEM):
                return self._call(name, tuple(map(Formula, node.operands)))
        raise InternalError(f"{self._routine.name}: cannot compile {node}")

    def _power(self, base: str, exponent: int) -> str:
        result: str | None = None
        while exponent:
            if exponent & 1:
                result = base if result is None else self._emit(f"fmul double {result}, {base}")
            exponent >>= 1
            if exponent:
                base = self._emit(f"fmul double {base}, {base}")
        return result or hexadecimal(1.0)


def _register(letter: str, name: str) -> str:
    return f'%"{letter}.{name}"'


def _instruction(operation: str, kind: Type) -> str:
    if operation in _TRUTHS:
        return f"{_TRUTHS[operation]} i1"
    if kind is Type.FLOAT:
        if operation in _FLOATS:
            return f"{_FLOATS[operation]} double"
        return f"fcmp {_FLOAT_TESTS[operation]} double"
    if operation in _INTS:
        return f"{_INTS[operation]} {_TYPES[kind]}"
    return f"icmp {_INT_TESTS[operation]} {_TYPES[kind]}"
