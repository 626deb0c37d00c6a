"""Write a program in LLVM's textual form, for one state; `llvm_vectors` does so for several.

Both forms have the same operations in the same order, with the same roundings, and no others may
be put in their place: a state gives the same bits by itself and in any place of a batch. A product
that only one sum uses is fused with it, if the processor can. Signs are carried along, not
computed. Inputs are read where they are first needed. Each operation is one line, so the text is
linear in the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import pi

from symoro.compile.fusion import behind_names, computing_order, fused_products
from symoro.compile.linear_solve import LINEAR_SOLVE
from symoro.compile.llvm_types import Type
from symoro.compile.sincos import SineCosine
from symoro.errors import InternalError
from symoro.expressions import double
from symoro.ir.graph import Node, Op
from symoro.ir.program import Program

_SYSTEM = ("sin", "cos", "exp", "log", "tanh", "asin", "acos")
"""The functions of one argument that the system's library has."""

STATE = "state"
"""The name of the function."""

_LIKELY = '!0 = !{!"branch_weights", i32 100000, i32 1}'


def state_text(program: Program, places: Mapping[str, int], constants: str, *, fma: bool) -> str:
    """Write ``state(in, k, out)``, which computes one state.

    ``places`` are positions in ``in``; the inputs of the array ``constants`` are in ``k``.
    """
    writer = LLVMWriter(program, Type(), places, constants, fma)
    writer.compute()
    arguments = "ptr noalias %in, ptr noalias %k, ptr noalias %out"
    return writer.module(
        [
            f"define void @{STATE}({arguments}) {{",
            "entry:",
            *writer.scratch_lines(),
            *writer.body,
            "  ret void",
            "}",
        ]
    )


class LLVMWriter:
    """Writes the values of a program; each is a register and a sign."""

    def __init__(
        self, program: Program, kind: Type, places: Mapping[str, int], constants: str, fma: bool
    ) -> None:
        self.program, self.graph = program, program.graph
        self.kind, self.double = kind, kind.double
        self.fma = fma
        self.places = places
        self.constants = {
            item.name: item.index[0] for item in program.inputs if item.array == constants
        }
        self.body: list[str] = []
        self.block = "entry" if kind.width == 1 else "loop"
        self.value: dict[int, tuple[str, int]] = {}
        self.opposite: dict[str, str] = {}
        self.angles: dict[str, tuple[str, str]] = {}
        self.functions: set[str] = set()
        self.solutions: dict[int, list[str]] = {}  # the unknowns of each system
        self.scratch = 0  # doubles for the largest system
        self.fused: set[int] = set()
        self.circular = SineCosine(kind)

    def compute(self) -> None:
        """Write the values of all outputs, and store them."""
        edges = [edge for output in self.program.outputs for edge in output.elements]
        needed = self.graph.reachable(edges)
        if self.fma:
            self.fused = fused_products(self.graph, needed, edges)
        places: dict[int, list[int]] = {}
        for place, edge in enumerate(edges):
            places.setdefault(abs(edge), []).append(place)
        for index in (0, *computing_order(self.program, needed)):
            if index not in self.fused:
                self._node(index)
            for place in places.get(index, ()):
                self._store(self._register(edges[place]), place)

    def module(self, function: Sequence[str]) -> str:
        """Return the text of a function, with the declarations and helpers that it needs."""
        lines = []
        for name in sorted(self.functions):
            argument = ", ".join([self.double] * (3 if name == "fma" else 1))
            lines.append(f"declare {self.double} @llvm.{name}.{self.kind.suffix}({argument})")
        lines += [f"declare double @{name}(double)" for name in _SYSTEM]
        lines.append("declare double @atan2(double, double)")
        if self.scratch:
            lines.append(LINEAR_SOLVE)
        if self.angles and self.fma:
            lines.append(self.circular.helper())
        return "\n".join([*lines, *function, _LIKELY, ""])

    def scratch_lines(self) -> list[str]:
        """The room on the stack for the largest linear system."""
        return [f"  %solve.rows = alloca double, i64 {self.scratch}"] if self.scratch else []

    # Memory

    def _input(self, name: str) -> str:
        if name in self.constants:
            pointer = self._emit(f"getelementptr double, ptr %k, i64 {self.constants[name]}")
            return self._spread(self._emit(f"load double, ptr {pointer}"))
        return self._load(self.places[name])

    def _load(self, place: int) -> str:
        pointer = self._emit(f"getelementptr double, ptr %in, i64 {place}")
        return self._emit(f"load double, ptr {pointer}")

    def _store(self, value: str, place: int) -> None:
        pointer = self._emit(f"getelementptr double, ptr %out, i64 {place}")
        self.body.append(f"  store double {value}, ptr {pointer}")

    def _spread(self, scalar: str) -> str:
        return scalar

    # Values

    def _emit(self, line: str) -> str:
        register = f"%v{len(self.body)}"
        self.body.append(f"  {register} = {line}")
        return register

    def _signed_register(self, edge: int) -> tuple[str, int]:
        """The register of an edge and the sign to give it."""
        if edge == 0:
            return self.kind.constant(0.0), 1
        index = abs(edge)
        if index not in self.value:  # an input: read now
            self.value[index] = self._input(self.graph.nodes[index].name), 1
        register, sign = self.value[index]
        return register, sign if edge > 0 else -sign

    def _register(self, edge: int) -> str:
        """The register of an edge's value itself."""
        register, sign = self._signed_register(edge)
        return register if sign > 0 else self._negative(register)

    def _negative(self, register: str) -> str:
        if register not in self.opposite:
            self.opposite[register] = self._emit(f"fneg {self.double} {register}")
        return self.opposite[register]

    def _node(self, index: int) -> None:
        node = self.graph.nodes[index]
        if node.op is Op.SYMBOL or index == 0:
            return
        if node.op is Op.LET:
            self.value[index] = self._signed_register(node.operands[0])
        elif node.op is Op.ADD:
            self.value[index] = self._add(*node.operands)
        elif node.op is Op.MUL:
            (a, s), (b, t) = map(self._signed_register, node.operands)
            self.value[index] = self._two("fmul", a, b), s * t
        elif node.op is Op.SYSTEM and isinstance(node.datum, int):
            self.solutions[index] = self._solve(node, node.datum)
        else:
            self.value[index] = self._other(node), 1

    def _other(self, node: Node) -> str:
        match node.op, node.datum:
            case Op.NUMBER, Fraction() as number:
                return self.kind.constant(double(number))
            case Op.PI, _:
                return self.kind.constant(pi)
            case Op.INVERSE, _:
                return self._two("fdiv", self.kind.constant(1.0), self._register(node.operands[0]))
            case Op.POWER, int(exponent):
                return self._power(self._register(node.operands[0]), exponent)
            case Op.FUNCTION, str(name):
                return self._call(name, [self._register(edge) for edge in node.operands])
            case Op.UNKNOWN, (_, int(place)):
                return self.solutions[node.operands[0]][place]
        raise InternalError(f"{self.program.name}: cannot compile {node}")

    def _two(self, operation: str, a: str, b: str) -> str:
        return self._emit(f"{operation} {self.double} {a}, {b}")

    def _add(self, a: int, b: int) -> tuple[str, int]:
        """A sum; one with an opposite is a difference, one of two opposites that of a sum."""
        for product, other in ((b, a), (a, b)):
            index, sign = behind_names(self.graph, product)
            if index in self.fused:
                return self._multiply_add(index, sign, other)
        (x, s), (y, t) = self._signed_register(a), self._signed_register(b)
        if s == t:
            return self._two("fadd", x, y), s
        return (self._two("fsub", x, y), 1) if s > 0 else (self._two("fsub", y, x), 1)

    def _multiply_add(self, product: int, sign: int, other: int) -> tuple[str, int]:
        factors = self.graph.nodes[product].operands
        (x, s), (y, t) = self._signed_register(factors[0]), self._signed_register(factors[-1])
        c, own = self._signed_register(other)
        if sign * s * t != own:
            x = self._negative(x)
        return self._intrinsic("fma", x, y, c), own

    def _intrinsic(self, name: str, *arguments: str) -> str:
        self.functions.add(name)
        listed = ", ".join(f"{self.double} {argument}" for argument in arguments)
        return self._emit(f"call {self.double} @llvm.{name}.{self.kind.suffix}({listed})")

    # Functions and systems

    def _power(self, base: str, exponent: int) -> str:
        result: str | None = None
        while exponent:
            if exponent & 1:
                result = base if result is None else self._two("fmul", result, base)
            exponent >>= 1
            if exponent:
                base = self._two("fmul", base, base)
        return result or self.kind.constant(1.0)

    def _call(self, function: str, arguments: list[str]) -> str:
        x = arguments[0]
        if function in ("sin", "cos"):
            if x not in self.angles:
                self.angles[x] = self._sine_cosine(x)
            return self.angles[x][("sin", "cos").index(function)]
        if function == "sign":
            zero, kind = self.kind.constant(0.0), self.kind
            signs = []
            for comparison in ("ogt", "olt"):
                truth = self._emit(f"fcmp {comparison} {self.double} {x}, {zero}")
                signs.append(self._emit(f"uitofp {kind.boolean} {truth} to {self.double}"))
            return self._two("fsub", *signs)
        if function in _SYSTEM:
            return self._by_system(function, x)
        if function == "atan2":
            return self._emit(f"call double @atan2(double {x}, double {arguments[1]})")
        return self._intrinsic({"abs": "fabs"}.get(function, function), x)

    def _sine_cosine(self, x: str) -> tuple[str, str]:
        if not self.fma:
            return self._by_system("sin", x), self._by_system("cos", x)
        self.functions |= {"fma", "fabs"}
        name = f"a{len(self.angles)}"
        lines, sine, cosine = self.circular.lines(x, name, self.block)
        self.body += lines
        self.block = f"{name}.end"
        return sine, cosine

    def _by_system(self, function: str, x: str) -> str:
        """The system's function, state by state."""
        if self.kind.width == 1:
            return self._emit(f"call double @{function}(double {x})")
        whole = "poison"
        for lane in range(self.kind.width):
            one = self._emit(f"extractelement {self.double} {x}, i32 {lane}")
            value = self._emit(f"call double @{function}(double {one})")
            whole = self._emit(f"insertelement {self.double} {whole}, double {value}, i32 {lane}")
        return whole

    def _solve(self, node: Node, n: int) -> list[str]:
        """Fill the scratch with the rows of [A | B], solve, and read X."""
        matrix, right = node.system
        m = len(right) // n
        width = n + m
        self.functions.add("fabs")
        self.scratch = max(self.scratch, n * width)
        for i in range(n):
            row = (*matrix[i * n : i * n + n], *right[i * m : i * m + m])
            for k, edge in enumerate(row):
                value, pointer = self._register(edge), self._place(i * width + k)
                self.body.append(f"  store double {value}, ptr {pointer}")
        self.body.append(f"  call void @linear_solve(i64 {n}, i64 {width}, ptr %solve.rows)")
        places = (i * width + n + k for i in range(n) for k in range(m))
        return [self._emit(f"load double, ptr {self._place(place)}") for place in places]

    def _place(self, place: int) -> str:
        return self._emit(f"getelementptr double, ptr %solve.rows, i64 {place}")
