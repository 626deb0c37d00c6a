"""The code of a solution tree in LLVM's textual form: of one pose, and of a batch of poses.

A pose is 16 doubles, row by row. Both functions read poses as they are; `PLAIN` says which poses
may be read so: those whose columns are orthonormal up to rounding, all numbers finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from symoro.compile.llvm_routine import HEAD, Inputs, routine_text
from symoro.ir.graph import Graph
from symoro.ir.routine import (
    Binary,
    Call,
    Command,
    Constant,
    Formula,
    If,
    Number,
    Return,
    Routine,
    Type,
    Unary,
)
from symoro.ir.scalar import GraphArithmetic
from symoro.ir.tree_routine import TreeRoutine
from symoro.ir.tree_rows import LARGEST

ONE, MANY, PLAIN = "one", "many", "plain"
"""The functions: ``one(T, qf, p, q) -> count``, -1 for a pose that is not plain;
``many(n, T, qf, qf_step, p, q, label, multiplicity, counts, status) -> rows``;
``plain(n, T, flags) -> poses that are not plain``."""

UNIT = 1e-12
"""The error of a product of two columns up to which a pose is plain: some hundred roundings."""


def tree_text(tree: TreeRoutine, columns: Sequence[str]) -> str:
    """Return the text.

    Args:
        tree: the tree.
        columns: the columns of the pose that are read, of s, n, a and P.
    """
    parameters = {name: k for k, name in enumerate(tree.parameters)}
    places: dict[str, tuple[str, int]] = {}
    for item in tree.program.inputs:
        if item.name in tree.inputs:
            place = (
                ("p", parameters[item.name])
                if item.array is None
                else ("T", 4 * item.index[0] + item.index[1])
                if item.array == "T"
                else ("qf", item.index[0])
            )
            places[item.name] = place
    inputs = Inputs(("T", "qf", "p"), places)
    return "\n".join(
        [
            HEAD,
            *(routine_text(each, tree.kernels) for each in tree.kernels),
            routine_text(tree.routine, tree.kernels, inputs),
            _plain_pose(columns),
            _FUNCTIONS.format(
                solve=tree.routine.name,
                rows=tree.rows,
                numbers=tree.rows * tree.columns,
                columns=tree.columns,
            ),
        ]
    )


def _plain_pose(columns: Sequence[str]) -> str:
    """The routine that tells if a pose is plain."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    T = [[arithmetic.symbol(f"T{i}{j}") for j in range(4)] for i in range(4)]
    zero, one = (arithmetic.number(Fraction(k)) for k in (0, 1))
    axes = [k for k, name in enumerate("sna") if name in columns]
    gaps = [
        sum((T[i][a] * T[i][b] for i in range(3)), start=-one if a == b else zero)
        for a, b in [*((a, a) for a in axes), *combinations(axes, 2)]
    ]
    if len(axes) == 3:  # a left-handed pose has the volume -1
        cross = [
            T[(i + 1) % 3][0] * T[(i + 2) % 3][1] - T[(i + 2) % 3][0] * T[(i + 1) % 3][1]
            for i in range(3)
        ]
        gaps.append(sum((cross[i] * T[i][2] for i in range(3)), start=-one))
    limits = [(gap, UNIT) for gap in gaps]
    if "P" in columns:
        limits += [(T[i][3], LARGEST) for i in range(3)]
        limits += [(T[3][j] - (one if j == 3 else zero), UNIT) for j in range(4)]
    body: list[Command] = []
    for k, (gap, limit) in enumerate(limits):
        name = f"gap{k}"
        body.append(Constant(name, Type.FLOAT, Formula(gap.edge)))
        small = Binary("<=", Call("abs", (Formula(gap.edge),)), Number(limit))
        body.append(If(Unary("not", small), (Return(Number(False)),)))
    body.append(Return(Number(True)))
    routine = Routine("is_plain_pose", (), frozenset(), Type.BOOL, (), tuple(body), "", graph)
    places = {f"T{i}{j}": ("T", 4 * i + j) for i in range(4) for j in range(4)}
    return routine_text(routine, (), Inputs(("T",), places))


_FUNCTIONS = """
define i64 @one(ptr %T, ptr %qf, ptr %p, ptr %q) {{
entry:
  %label = alloca i64, i64 {rows}
  %multiplicity = alloca i64, i64 {rows}
  %status = alloca i64
  %is.plain = call i1 @"is_plain_pose"(ptr %T)
  br i1 %is.plain, label %solve, label %other

solve:
  %count = call i64 @"{solve}"(ptr %T, ptr %qf, ptr %p, ptr %q, ptr %label, ptr %multiplicity,
                               ptr %status)
  ret i64 %count

other:
  ret i64 -1
}}

; The rows of a pose are written behind those of the poses before it.
define i64 @many(i64 %n, ptr %T, ptr %qf, i64 %qf.step, ptr %p, ptr %q, ptr %label,
                 ptr %multiplicity, ptr %counts, ptr %status) {{
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %pose, label %done

pose: ; s = 0 ... n-1, rows: the number of rows so far
  %s = phi i64 [ 0, %entry ], [ %s.next, %pose ]
  %rows = phi i64 [ 0, %entry ], [ %rows.next, %pose ]
  %T.place = mul i64 %s, 16
  %T.own = getelementptr double, ptr %T, i64 %T.place
  %qf.place = mul i64 %s, %qf.step
  %qf.own = getelementptr double, ptr %qf, i64 %qf.place
  %q.place = mul i64 %rows, {columns}
  %q.own = getelementptr double, ptr %q, i64 %q.place
  %label.own = getelementptr i64, ptr %label, i64 %rows
  %multiplicity.own = getelementptr i64, ptr %multiplicity, i64 %rows
  %status.own = getelementptr i64, ptr %status, i64 %s
  %count = call i64 @"{solve}"(ptr %T.own, ptr %qf.own, ptr %p, ptr %q.own, ptr %label.own,
                               ptr %multiplicity.own, ptr %status.own)
  %count.own = getelementptr i64, ptr %counts, i64 %s
  store i64 %count, ptr %count.own
  %rows.next = add i64 %rows, %count
  %s.next = add i64 %s, 1
  %more = icmp slt i64 %s.next, %n
  br i1 %more, label %pose, label %done

done:
  %all = phi i64 [ 0, %entry ], [ %rows.next, %pose ]
  ret i64 %all
}}

define i64 @plain(i64 %n, ptr %T, ptr %flags) {{
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %pose, label %done

pose: ; s = 0 ... n-1
  %s = phi i64 [ 0, %entry ], [ %s.next, %pose ]
  %others = phi i64 [ 0, %entry ], [ %others.next, %pose ]
  %T.place = mul i64 %s, 16
  %T.own = getelementptr double, ptr %T, i64 %T.place
  %is.plain = call i1 @"is_plain_pose"(ptr %T.own)
  %flag = getelementptr i8, ptr %flags, i64 %s
  %byte = zext i1 %is.plain to i8
  store i8 %byte, ptr %flag
  %other = xor i1 %is.plain, true
  %added = zext i1 %other to i64
  %others.next = add i64 %others, %added
  %s.next = add i64 %s, 1
  %more = icmp slt i64 %s.next, %n
  br i1 %more, label %pose, label %done

done:
  %all = phi i64 [ 0, %entry ], [ %others.next, %pose ]
  ret i64 %all
}}
"""
