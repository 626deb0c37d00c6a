"""Write a program in LLVM's textual form, for one state; `llvm_vectors` does so for several.

Both forms have the same operations in the same order, with the same roundings, and no others may
be put in their place: a state gives the same bits by itself and in any place of a batch. A product
that only one sum uses is fused with it, if the processor can. Signs are carried along, not
computed. Inputs are read where they are first needed. Each operation is one line, so the text is
linear in the program.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import pi

from symoro.compile.fusion import behind_names, computing_order, fused_products
from symoro.compile.linear_solve import LINEAR_SOLVE
from symoro.compile.llvm_pieces import Work, divide_work
from symoro.compile.llvm_types import Type
from symoro.compile.sincos import SineCosine
from symoro.errors import InternalError
from symoro.expressions import double
from symoro.ir.graph import Node, Op
from symoro.ir.pieces import Pieces
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
            *writer.stack_lines(),
            *writer.body,
            "  ret void",
            "}",
        ]
    )


class LLVMWriter:
    """Writes the values of a program; each is a register and a sign.

    Those of a long program are computed by functions, its pieces. What one of them computes and
    another reads is kept in an array on the stack, without its sign.
    """

    arguments: tuple[str, ...] = ("ptr %in", "ptr %k", "ptr %out")
    attributes = ""
    helpers = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"
    shared: frozenset[str] = frozenset()
    """The inputs that a long program reads once; others are read by each piece."""

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
        self.solves, self.turns = False, False
        self.fused: set[int] = set()
        self.circular = SineCosine(kind)
        self.pieces: list[str] = []
        self.room: Mapping[Hashable, int] = {}  # the places of the values that pieces share
        self.room_size = 0
        self.divided = False
        self.signs: dict[int, int] = {}  # of the values that are in it

    def compute(self) -> None:
        """Write the values of all outputs, and store them; those of a long program in pieces."""
        edges = [edge for output in self.program.outputs for edge in output.elements]
        needed = self.graph.reachable(edges)
        if self.fma:
            self.fused = fused_products(self.graph, needed, edges)
        order = (0, *computing_order(self.program, needed))
        divided = divide_work(self.graph, order, self.fused, edges, self.shared)
        if divided is not None:
            self._write_pieces(*divided, edges)
            return
        places: dict[int, list[int]] = {}
        for place, edge in enumerate(edges):
            places.setdefault(abs(edge), []).append(place)
        for index in order:
            if index not in self.fused:
                self._node(index)
            for place in places.get(index, ()):
                self._store(self._register(edges[place]), place)

    def _write_pieces(self, work: Sequence[Work], pieces: Pieces, edges: Sequence[int]) -> None:
        """Write a function for each piece, and the calls of them."""
        self.room, self.room_size, self.divided = pieces.places, pieces.room, True
        arguments = ", ".join([*self.arguments, "ptr %room"])
        declaration = arguments.replace("ptr", "ptr noalias")
        functions, block = [self.helpers], self.block
        for number, steps in enumerate(pieces.ranges):
            self.body, self.block, self.scratch = self.opening(), "entry", 0
            self.value, self.opposite, self.angles = {}, {}, {}
            for nodes, places, zeros in work[steps.start : steps.stop]:
                for index in nodes:
                    self._node(index)
                for place in places:
                    self._store(self._register(edges[place]), place)
                if zeros:
                    self._clear(zeros)
            head = f"define internal void @piece{number}({declaration}) {self.attributes}{{"
            body = [*self.stack_lines(), *self.body, "  ret void", "}"]
            functions += [head, "entry:", *body]
        calls = (f"  call void @piece{number}({arguments})" for number in range(len(pieces.ranges)))
        self.body, self.block, self.scratch = list(calls), block, 0
        self.pieces = functions

    def module(self, function: Sequence[str]) -> str:
        """Return the text of a function, with the declarations and helpers that it needs."""
        lines = []
        for name in sorted(self.functions):
            argument = ", ".join([self.double] * (3 if name == "fma" else 1))
            lines.append(f"declare {self.double} @llvm.{name}.{self.kind.suffix}({argument})")
        lines += [f"declare double @{name}(double)" for name in _SYSTEM]
        lines.append("declare double @atan2(double, double)")
        if self.solves:
            lines.append(LINEAR_SOLVE)
        if self.turns:
            lines.append(self.circular.helper())
        return "\n".join([*lines, *self.pieces, *function, _LIKELY, ""])

    def opening(self) -> list[str]:
        """The lines that a piece begins with."""
        return []

    def stack_lines(self) -> list[str]:
        """The arrays on the stack: the largest linear system, the values that pieces share."""
        lines = [f"  %solve.rows = alloca double, i64 {self.scratch}"] if self.scratch else []
        size = f"alloca {self.double}, i64 {self.room_size}"
        return [*lines, f"  %room = {size}, align 64"] if self.pieces else lines

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

    def _clear(self, zeros: range) -> None:
        """Set outputs that lie side by side to zero."""
        pointer = self._emit(f"getelementptr double, ptr %out, i64 {zeros.start}")
        arguments = f"ptr {pointer}, i8 0, i64 {8 * len(zeros)}, i1 false"
        self.body.append(f"  call void @llvm.memset.p0.i64({arguments})")

    def _shared_value(self, index: int) -> str:
        """The address of a value that pieces share."""
        place = self.room[index]
        return self._emit(f"getelementptr {self.double}, ptr %room, i64 {place}")

    def _recall(self, index: int) -> tuple[str, int]:
        """An input, read now; in a piece of a long program also a number, or an earlier value."""
        node = self.graph.nodes[index]
        if index in self.signs:
            value = self._emit(f"load {self.double}, ptr {self._shared_value(index)}")
            return value, self.signs[index]
        if node.op is Op.SYMBOL:
            self.value[index] = self._input(node.name), 1
            self._share(index)
            return self.value[index]
        if node.op is Op.LET:
            return self._signed_register(node.operands[0])
        return self._other(node), 1

    def _share(self, index: int) -> None:
        """Keep a value, if other pieces need it."""
        if index in self.room:
            register, self.signs[index] = self.value[index]
            self.body.append(f"  store {self.double} {register}, ptr {self._shared_value(index)}")

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
        if index not in self.value:
            self.value[index] = self._recall(index)
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
        self._share(index)

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
        self.turns = True
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
        self.solves = True
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
