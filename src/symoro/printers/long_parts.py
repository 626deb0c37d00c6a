"""The lines of a long part in pieces, each to be printed as a function of its own.

The numbers that pieces share are elements of a local array of the part, the room. Outputs come last
and read no argument themselves, so that they may overlap the arguments as in one function.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.pieces import Step, divide, runs
from symoro.ir.program import Program

MOST = 1000
"""Operations of a piece; 500 to 2000 take gcc the same time, but for a third."""

LONG = 4000
"""Operations above which a part is printed in pieces; gcc -O2 takes about 5 s for so many."""

_RUN = 4  # zeros side by side from which on they are stored in a loop

_LEAVES = (*NAMED, Op.SYMBOL, Op.NUMBER, Op.PI)


@dataclass(frozen=True)
class Work:
    """Lines that one piece has together, the names that they assign and those that they read."""

    lines: list[str]
    assigns: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    size: int = 1


@dataclass(frozen=True)
class LongPart:
    """A part that is printed in pieces.

    Attributes:
        room: the name of the array of the values that pieces share.
        size: the number of its elements.
        pieces: the lines of each.
    """

    room: str
    size: int
    pieces: list[list[str]] = field(default_factory=list)


def is_long(part: Program) -> bool:
    """True if a part is to be printed in pieces."""
    total = sum(_operations(part.graph, nodes) for nodes in part.statement_nodes)
    return total + sum(len(output.elements) for output in part.outputs) > LONG


def work_on(part: Program, edges: Collection[int], lines: list[str], *names: str) -> Work:
    """Return lines that compute names from edges of a part."""
    nodes = part.graph.reachable(edges, through_lets=False)
    return Work(lines, names, read_names(part.graph, nodes), 1 + _operations(part.graph, nodes))


def output_work(
    part: Program,
    edges: Sequence[int],
    store: Callable[[int], str],
    clear: Callable[[range], list[str]],
) -> list[Work]:
    """Return the work that stores an array of outputs of a part.

    Args:
        part: the part.
        edges: the elements.
        store: the line that stores the element at a place.
        clear: the lines that store zeros at some places, side by side.
    """
    zeros = runs([place for place, edge in enumerate(edges) if not edge])
    long = [run for run in zeros if len(run) >= _RUN]
    cleared = {place for run in long for place in run}
    work = [Work(clear(run)) for run in long]
    return work + [
        work_on(part, [edge], [store(place)])
        for place, edge in enumerate(edges)
        if place not in cleared
    ]


def read_names(graph: Graph, nodes: Iterable[int]) -> tuple[str, ...]:
    """The names of inputs and of assigned values among some nodes."""
    kinds = (*NAMED, Op.SYMBOL)
    return tuple(graph.nodes[k].name for k in nodes if graph.nodes[k].op in kinds)


def pieces_of(
    work: Sequence[Work],
    room: str,
    read: Callable[[str, str | None], str],
    keep: Callable[[str, str], str],
) -> LongPart:
    """Divide the work of a part.

    Args:
        work: in order.
        room: the name of the array.
        read: the line that reads a name, from an element of the room or from the arguments.
        keep: the line that writes a name to an element of the room.
    """
    pieces = divide([Step(each.assigns, each.reads, each.size) for each in work], MOST)

    def element(name: str) -> str | None:
        return f"{room}[{pieces.places[name]}]" if name in pieces.places else None

    long = LongPart(room, pieces.room)
    for steps in pieces.ranges:
        known: set[str] = set()
        lines: list[str] = []
        for each in work[steps.start : steps.stop]:
            missing = [name for name in each.reads if name not in known]
            lines += [*(read(name, element(name)) for name in missing), *each.lines]
            kept = ((name, element(name)) for name in each.assigns)
            lines += [keep(name, place) for name, place in kept if place is not None]
            known.update(missing, each.assigns)
        long.pieces.append(lines)
    return long


def _operations(graph: Graph, nodes: Iterable[int]) -> int:
    return sum(graph.nodes[k].op not in _LEAVES for k in nodes)
