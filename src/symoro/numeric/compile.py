"""Compile a program to native code in memory, through LLVM.

The generated function loops over a batch; each statement is one line of LLVM's textual form, so
size and time stay linear in the program; linear systems are solved by one helper, each in the same
scratch on the stack. Results do not depend on the batch.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.errors import InternalError
from symoro.expressions import double
from symoro.ir.graph import Node, Op
from symoro.ir.program import Program
from symoro.numeric.function import Function
from symoro.numeric.linear_solve import LINEAR_SOLVE

Array = npt.NDArray[np.float64]

_INTRINSICS = {"sin": "sin", "cos": "cos", "sqrt": "llvm.sqrt.f64", "abs": "llvm.fabs.f64"}
_EXTERNAL = {
    "sin": "declare double @sin(double)",
    "cos": "declare double @cos(double)",
    "sqrt": "declare double @llvm.sqrt.f64(double)",
    "abs": "declare double @llvm.fabs.f64(double)",
    "atan2": "declare double @atan2(double, double)",
}


_LARGE = 300_000  # characters of LLVM text beyond which its optimiser takes seconds


def compile_program(
    program: Program,
    states: Sequence[str],
    sets: Mapping[str, Mapping[str, float]] | None = None,
) -> Function:
    """Return the program as a Python function that runs native code.

    Args:
        program: what to compile.
        states: the arrays that a call takes first.
        sets: parameters that a call can name.
    """
    return Function(program, states, _Native(program), sets)


class _Native:
    def __init__(self, program: Program) -> None:
        self._sizes = [len(output.elements) for output in program.outputs]
        self._engine = _engine(llvm_text(program))
        address = self._engine.get_function_address("kernel")
        pointers = len(program.arrays) + 1 + len(program.outputs)
        self._call = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * pointers)(address)

    def __call__(self, size: int, arrays: Sequence[Array], parameters: Array) -> list[Array]:
        results = [np.empty((size, extent)) for extent in self._sizes]
        self._call(size, *(a.ctypes.data for a in (*arrays, parameters, *results)))
        return results


def _engine(text: str) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(text)
    module.verify()
    level = 1 if len(text) < _LARGE else 0
    machine = llvm.Target.from_default_triple().create_target_machine(opt=level)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine


def llvm_text(program: Program) -> str:
    """Write the program as a function ``kernel(n, arrays..., parameters, outputs...)``."""
    writer = _Writer(program)
    return writer.text()


class _Writer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.graph = program.graph
        self.body: list[str] = []
        self.value: dict[int, str] = {}
        self.negative: dict[int, str] = {}
        self.functions: set[str] = set()
        self.solutions: dict[int, list[str]] = {}  # the unknowns of each system
        self.scratch = 0  # doubles for the largest system

    def text(self) -> str:
        program = self.program
        arguments = [name for name, _ in program.arrays] + ["parameters"]
        arguments += [f"out.{output.name}" for output in program.outputs]
        header = ", ".join(f'ptr noalias %"{name}"' for name in arguments)
        self._inputs()
        edges = [edge for output in program.outputs for edge in output.elements]
        for index in self.graph.reachable(edges):
            self._node(index)
        for output in program.outputs:
            for place, edge in enumerate(output.elements):
                pointer = self._pointer(f"out.{output.name}", place, len(output.elements))
                self.body.append(f"  store double {self._at(edge)}, ptr {pointer}")
        declared = [_EXTERNAL[name] for name in sorted(self.functions)]
        helpers = [LINEAR_SOLVE] if self.scratch else []
        scratch = [f"  %solve.rows = alloca double, i64 {self.scratch}"] if self.scratch else []
        return "\n".join(
            [
                *declared,
                *helpers,
                f"define void @kernel(i64 %n, {header}) {{",
                "entry:",
                *scratch,
                "  %some = icmp sgt i64 %n, 0",
                "  br i1 %some, label %loop, label %done",
                "loop:",
                "  %row = phi i64 [ 0, %entry ], [ %next, %loop ]",
                *self.body,
                "  %next = add i64 %row, 1",
                "  %more = icmp slt i64 %next, %n",
                "  br i1 %more, label %loop, label %done",
                "done:",
                "  ret void",
                "}",
                "",
            ]
        )

    def _inputs(self) -> None:
        sizes = {name: int(np.prod(shape)) for name, shape in self.program.arrays}
        shapes = dict(self.program.shapes)
        places = {name: k for k, name in enumerate(self.program.parameters)}
        for item in self.program.read:
            if item.array is None:
                pointer = self._pointer("parameters", places[item.name], 0)
            else:
                place = int(np.ravel_multi_index(item.index, shapes[item.array]))
                pointer = self._pointer(item.array, place, sizes[item.array])
            self.value[self.graph.symbol(item.name)] = self._emit(f"load double, ptr {pointer}")

    def _emit(self, line: str) -> str:
        register = f"%v{len(self.body)}"
        self.body.append(f"  {register} = {line}")
        return register

    def _pointer(self, array: str, place: int, stride: int) -> str:
        """The address of ``array[row * stride + place]``."""
        start = self._emit(f"mul i64 %row, {stride}")
        index = self._emit(f"add i64 {start}, {place}")
        return self._emit(f'getelementptr double, ptr %"{array}", i64 {index}')

    def _at(self, edge: int) -> str:
        if edge == 0:
            return _literal(Fraction(0))
        if edge > 0:
            return self.value[edge]
        if -edge not in self.negative:
            self.negative[-edge] = self._emit(f"fneg double {self.value[-edge]}")
        return self.negative[-edge]

    def _node(self, index: int) -> None:
        node = self.graph.nodes[index]
        if node.op is Op.SYMBOL:
            return
        if node.op is Op.NUMBER and isinstance(node.datum, Fraction):
            self.value[index] = _literal(node.datum)
        elif node.op is Op.PI:
            self.value[index] = _hexadecimal(np.pi)
        elif node.op is Op.LET:
            self.value[index] = self._at(node.operands[0])
        elif node.op is Op.ADD:
            self.value[index] = self._add(*node.operands)
        elif node.op is Op.MUL:
            a, b = (self._at(edge) for edge in node.operands)
            self.value[index] = self._emit(f"fmul double {a}, {b}")
        elif node.op is Op.INVERSE:
            one = _literal(Fraction(1))
            self.value[index] = self._emit(f"fdiv double {one}, {self._at(node.operands[0])}")
        elif node.op is Op.POWER and isinstance(node.datum, int):
            self.value[index] = self._power(self._at(node.operands[0]), node.datum)
        elif node.op is Op.FUNCTION and isinstance(node.datum, str):
            self.value[index] = self._call(node.datum, [self._at(e) for e in node.operands])
        elif node.op is Op.SYSTEM and isinstance(node.datum, int):
            self.solutions[index] = self._solve(node, node.datum)
        elif node.op is Op.UNKNOWN and isinstance(node.datum, tuple):
            self.value[index] = self.solutions[node.operands[0]][node.datum[1]]
        else:
            raise InternalError(f"{self.program.name}: cannot compile {node}")

    def _add(self, a: int, b: int) -> str:
        """A sum with an opposite is a difference: no negation is spent on it."""
        if b < 0 < a:
            return self._emit(f"fsub double {self._at(a)}, {self._at(-b)}")
        return self._emit(f"fadd double {self._at(a)}, {self._at(b)}")

    def _solve(self, node: Node, n: int) -> list[str]:
        """Fill the scratch with the rows of [A | B], solve, and read X."""
        matrix, right = node.system
        m = len(right) // n
        width = n + m
        self.functions.add("abs")
        self.scratch = max(self.scratch, n * width)
        for i in range(n):
            row = (*matrix[i * n : i * n + n], *right[i * m : i * m + m])
            for k, edge in enumerate(row):
                value, pointer = self._at(edge), self._scratch(i * width + k)
                self.body.append(f"  store double {value}, ptr {pointer}")
        self.body.append(f"  call void @linear_solve(i64 {n}, i64 {width}, ptr %solve.rows)")
        places = (i * width + n + k for i in range(n) for k in range(m))
        return [self._emit(f"load double, ptr {self._scratch(place)}") for place in places]

    def _scratch(self, place: int) -> str:
        return self._emit(f"getelementptr double, ptr %solve.rows, i64 {place}")

    def _power(self, base: str, exponent: int) -> str:
        result: str | None = None
        while exponent:
            if exponent & 1:
                result = base if result is None else self._emit(f"fmul double {result}, {base}")
            exponent >>= 1
            if exponent:
                base = self._emit(f"fmul double {base}, {base}")
        return result or _literal(Fraction(1))

    def _call(self, function: str, arguments: list[str]) -> str:
        if function == "sign":
            positive = self._emit(f"fcmp ogt double {arguments[0]}, 0.0")
            negative = self._emit(f"fcmp olt double {arguments[0]}, 0.0")
            up = self._emit(f"uitofp i1 {positive} to double")
            down = self._emit(f"uitofp i1 {negative} to double")
            return self._emit(f"fsub double {up}, {down}")
        self.functions.add(function)
        name = _INTRINSICS.get(function, function)
        listed = ", ".join(f"double {argument}" for argument in arguments)
        return self._emit(f"call double @{name}({listed})")


def _literal(value: Fraction) -> str:
    return _hexadecimal(double(value))


def _hexadecimal(value: float) -> str:
    """LLVM's exact notation of a double."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
