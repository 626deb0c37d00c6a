"""Write a program in LLVM's textual form, for several states in a vector.

The operations are those of one state. Only reading and writing of arrays differs: elements that lie
together for all states are a vector in memory, others are read and written one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from symoro.compile.kernel import Layout
from symoro.compile.llvm_types import Type
from symoro.compile.llvm_writer import LLVMWriter
from symoro.ir.program import Program

STATES = "states"
"""The name of the function."""


def vectorises(program: Program) -> bool:
    """True if a program can be run for several states at once: it calls nothing state by state."""
    return not program.systems and "atan2" not in program.functions


def states_text(layout: Layout, width: int, *, fma: bool, together: bool) -> str:
    """Write ``states(n, in, strides, k, out, out.strides)``, which computes n states.

    n is a multiple of the width. ``in`` and ``out`` are tables of pointers: input i of state s is
    at ``in[i] + s * strides[i]``, in bytes; elements of the same array have the same stride.

    With ``together``, each input and output lies together for all states: all strides are 8.
    """
    writer = _VectorWriter(layout, Type(width), fma, together)
    writer.compute()
    pointers = ("in", "in.s", "k", "out", "out.s")
    arguments = ", ".join(["i64 %n", *(f"ptr noalias %{name}" for name in pointers)])
    return writer.module(
        [
            f"define void @{STATES}({arguments}) alignstack(64) {{",
            "entry:",
            *writer.stack_lines(),
            *([] if writer.pieces else writer.head),
            "  br label %loop",
            "loop:",
            f"  %row = phi i64 [ 0, %entry ], [ %next, %{writer.block} ]",
            *writer.body,
            f"  %next = add i64 %row, {width}",
            "  %more = icmp slt i64 %next, %n",
            "  br i1 %more, label %loop, label %done",
            "done:",
            "  ret void",
            "}",
        ]
    )


class _VectorWriter(LLVMWriter):
    """Writes the values of several states at once."""

    arguments = ("i64 %row", "ptr %in", "ptr %in.s", "ptr %k", "ptr %out", "ptr %out.s")
    attributes = "alignstack(64) "

    def __init__(self, layout: Layout, kind: Type, fma: bool, together: bool) -> None:
        super().__init__(layout.parts.step, kind, layout.places, layout.parts.k, fma)
        self.together = together
        self.helpers = _helpers(kind)
        if not together:
            self.shared = frozenset(layout.places)
        self.head: list[str] = []
        self.array: dict[str, list[str]] = {}  # for a place: its array's first offset and strides
        if not together:
            self._strides("in", [len(reading.indices) for reading in layout.readings])
            self._strides("out", [len(indices) for indices in layout.written])
        self.offsets = list(self.body)

    def opening(self) -> list[str]:
        """The strides of the arrays, if they are read."""
        return [*self.head, *self.offsets]

    def _clear(self, zeros: range) -> None:
        arguments = f"i64 {zeros.start}, i64 {zeros.stop}, i64 %row, ptr %out, ptr %out.s"
        self.body.append(f"  call void @clear({arguments})")

    def _strides(self, table: str, sizes: Sequence[int]) -> None:
        """Read the strides of the arrays, and compute the offset of the vector of each."""
        start = 0
        for size in filter(None, sizes):
            name = f"%{table}.{start}"
            self.head += [
                f"  {name}.p = getelementptr i64, ptr %{table}.s, i64 {start}",
                f"  {name}.1 = load i64, ptr {name}.p",
            ]
            factors = range(2, self.kind.width)
            self.head += [f"  {name}.{k} = mul i64 {name}.1, {k}" for k in factors]
            self.body.append(f"  {name}.0 = mul i64 %row, {name}.1")
            for place in range(start, start + size):
                self.array[f"{table}.{place}"] = [f"{name}.{k}" for k in range(self.kind.width)]
            start += size

    def _first_address(self, table: str, place: int) -> str:
        """The address of an element of the first state of the vector."""
        entry = self._emit(f"getelementptr ptr, ptr %{table}, i64 {place}")
        start = self._emit(f"load ptr, ptr {entry}")
        if self.together:
            return self._emit(f"getelementptr double, ptr {start}, i64 %row")
        return self._emit(f"getelementptr i8, ptr {start}, i64 {self.array[f'{table}.{place}'][0]}")

    def _addresses(self, table: str, place: int) -> list[str]:
        """The addresses of an element in each state of the vector."""
        first = self._first_address(table, place)
        strides = self.array[f"{table}.{place}"][1:]
        return [first, *(self._emit(f"getelementptr i8, ptr {first}, i64 {s}") for s in strides)]

    def _load(self, place: int) -> str:
        if self.together:
            return self._emit(
                f"load {self.double}, ptr {self._first_address('in', place)}, align 8"
            )
        whole = "poison"
        for lane, pointer in enumerate(self._addresses("in", place)):
            one = self._emit(f"load double, ptr {pointer}")
            whole = self._emit(f"insertelement {self.double} {whole}, double {one}, i32 {lane}")
        return whole

    def _store(self, value: str, place: int) -> None:
        if self.together:
            pointer = self._first_address("out", place)
            self.body.append(f"  store {self.double} {value}, ptr {pointer}, align 8")
            return
        if self.divided:
            first, stride = self._first_address("out", place), self.array[f"out.{place}"][1]
            arguments = f"{self.double} {value}, ptr {first}, i64 {stride}"
            self.body.append(f"  call void @scatter({arguments})")
            return
        for lane, pointer in enumerate(self._addresses("out", place)):
            one = self._emit(f"extractelement {self.double} {value}, i32 {lane}")
            self.body.append(f"  store double {one}, ptr {pointer}")

    def _spread(self, scalar: str) -> str:
        double, width = self.double, self.kind.width
        first = self._emit(f"insertelement {double} poison, double {scalar}, i32 0")
        zero = f"<{width} x i32> zeroinitializer"
        return self._emit(f"shufflevector {double} {first}, {double} poison, {zero}")


def _helpers(kind: Type) -> str:
    """Functions of long programs: they write an output's vector, and zeros to several outputs."""
    lines = [f"define internal void @scatter({kind.double} %v, ptr %to, i64 %stride) {{"]
    for lane in range(kind.width):
        lines += [
            f"  %o{lane} = mul i64 %stride, {lane}",
            f"  %p{lane} = getelementptr i8, ptr %to, i64 %o{lane}",
            f"  %v{lane} = extractelement {kind.double} %v, i32 {lane}",
            f"  store double %v{lane}, ptr %p{lane}",
        ]
    return "\n".join([*lines, "  ret void", "}", _CLEAR.format(width=kind.width)])


_CLEAR = """
define internal void @clear(i64 %first, i64 %behind, i64 %row, ptr %out, ptr %strides) {{
entry:
  br label %output

output: ; i = first ... behind-1
  %i = phi i64 [ %first, %entry ], [ %i.next, %output.end ]
  %start.entry = getelementptr ptr, ptr %out, i64 %i
  %start = load ptr, ptr %start.entry
  %stride.entry = getelementptr i64, ptr %strides, i64 %i
  %stride = load i64, ptr %stride.entry
  br label %state

state: ; s = 0 ... width-1
  %s = phi i64 [ 0, %output ], [ %s.next, %state ]
  %at = add i64 %row, %s
  %offset = mul i64 %at, %stride
  %to = getelementptr i8, ptr %start, i64 %offset
  store double 0.0, ptr %to
  %s.next = add i64 %s, 1
  %s.more = icmp slt i64 %s.next, {width}
  br i1 %s.more, label %state, label %output.end

output.end:
  %i.next = add i64 %i, 1
  %i.more = icmp slt i64 %i.next, %behind
  br i1 %i.more, label %output, label %done

done:
  ret void
}}
"""
