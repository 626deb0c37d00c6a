"""The pieces of a long program in LLVM's textual form: functions that share values in an array.

LLVM selects the instructions of a block in a time that is not linear in its length: one function
for the 60,000 operations of a regressor of 101 joints takes minutes, and its pieces take seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from symoro.compile.fusion import behind_names
from symoro.ir.graph import Graph, Op
from symoro.ir.pieces import Pieces, Step, divide, runs

MOST = 500
"""Operations of a piece; with 1000 compiling takes 1.8 times as long, with 250 no less."""

LONG = 4000
"""Operations from which on a program is divided; LLVM takes about a second for so many."""

_FREE = (Op.SYMBOL, Op.LET, Op.NUMBER, Op.PI, Op.SYSTEM, Op.UNKNOWN)
_SINE_COSINE = 30  # operations that a sine or cosine takes, the other one included
_RUN = 4  # zeros side by side from which on they are written by one call


class Work(NamedTuple):
    """Nodes that one piece computes together, and outputs that it stores then.

    Attributes:
        nodes: one, or a linear system with its unknowns; none if outputs are stored alone.
        places: of these outputs.
        zeros: the places of outputs that are zero, side by side.
    """

    nodes: tuple[int, ...] = ()
    places: Sequence[int] = ()
    zeros: range = range(0)


def divide_work(
    graph: Graph,
    order: Sequence[int],
    fused: Collection[int],
    outputs: Sequence[int],
    shared: Collection[str],
) -> tuple[list[Work], Pieces] | None:
    """Return the work of a program and its pieces; None if it is short.

    Args:
        graph: of the program.
        order: the nodes in the order of their computation.
        fused: the products that are computed with a sum.
        outputs: the edges of the outputs.
        shared: the inputs that are read once; others are read by each piece.
    """
    if len(order) + len(outputs) <= LONG:
        return None
    places: dict[int, list[int]] = {}
    for place, edge in enumerate(outputs):
        places.setdefault(abs(edge), []).append(place)
    work = list(_works(graph, order, fused, places))
    steps = _steps(graph, work, fused, outputs, shared)
    return work, divide(steps, MOST)


def _works(
    graph: Graph,
    order: Sequence[int],
    fused: Collection[int],
    places: Mapping[int, Sequence[int]],
) -> Iterator[Work]:
    for zeros in runs(places.get(0, ())):
        if len(zeros) < _RUN:
            yield Work(places=zeros)
        else:
            yield Work(zeros=zeros)
    unknowns: dict[int, list[int]] = {}
    for index in order:
        if graph.nodes[index].op is Op.UNKNOWN:
            unknowns.setdefault(graph.below[index][0], []).append(index)
    for index in order:
        op = graph.nodes[index].op
        if op is Op.SYSTEM:
            yield Work((index, *unknowns[index]))
        is_operation = op not in _FREE and index not in fused
        if index and (is_operation or index in places):
            yield Work((index,) if is_operation else (), places.get(index, ()))


def _steps(
    graph: Graph,
    work: Sequence[Work],
    fused: Collection[int],
    outputs: Sequence[int],
    shared: Collection[str],
) -> list[Step]:
    """The work as steps; a shared input is computed where it is first read."""
    known: set[int] = set()
    steps = []
    for nodes, places, _ in work:
        assigns = list(nodes)
        reads = {behind_names(graph, outputs[place])[0] for place in places}
        size = len(places) + 1
        for index in nodes:
            op, _, datum = graph.nodes[index]
            reads.update(_reads(graph, index, fused))
            size += len(graph.below[index]) if op is Op.SYSTEM else 0
            size += _SINE_COSINE if op is Op.FUNCTION and datum in ("sin", "cos") else 0
        for index in sorted(reads):
            node = graph.nodes[index]
            if node.op is Op.SYMBOL and node.name in shared and index not in known:
                assigns.append(index)
                known.add(index)
        steps.append(Step(tuple(assigns), reads - set(assigns), size))
    return steps


def _reads(graph: Graph, index: int, fused: Collection[int]) -> Iterator[int]:
    """The nodes behind the names that a node is computed from."""
    for operand in graph.below[index]:
        node, _ = behind_names(graph, operand)
        if node in fused:
            yield from _reads(graph, node, ())
        else:
            yield node
