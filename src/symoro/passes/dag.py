"""The values of a program without its statements: one graph in which names are labels.

A pass that moves operations about works on a `Dag`, where names are no barriers; `emission` makes
statements of it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from symoro.ir.graph import Graph, Op
from symoro.ir.program import Program


class Label(NamedTuple):
    """The name of a node, or of its opposite."""

    name: str
    sign: int


class System(NamedTuple):
    """A linear system of a graph without lets, as `Solve` is one of a graph with them."""

    names: tuple[str, ...]
    nodes: tuple[int, ...]
    matrix: tuple[int, ...]
    right: tuple[int, ...]
    unknowns: int
    kind: str


@dataclass(frozen=True, eq=False)
class Dag:
    """The values of a program.

    Attributes:
        graph: where they are; it has no lets.
        labels: the names of some nodes.
        outputs: the edges of each output.
        residues: the value of each node modulo a prime at a random point, where they are known.
    """

    graph: Graph
    labels: Mapping[int, Label]
    outputs: tuple[tuple[int, ...], ...]
    systems: tuple[System, ...]
    residues: tuple[int, ...] = ()

    @cached_property
    def needed_nodes(self) -> list[int]:
        """The nodes that the outputs need, operands first."""
        return self.graph.reachable(chain.from_iterable(self.outputs))

    @cached_property
    def uses(self) -> Counter[int]:
        """The number of times that each of them is an operand, or an output."""
        nodes, below = self.graph.nodes, self.graph.below
        unknown = Op.UNKNOWN
        operands = (below[index] for index in self.needed_nodes if nodes[index].op is not unknown)
        uses = Counter(chain.from_iterable(operands))
        uses.update(abs(edge) for edges in self.outputs for edge in edges if edge)
        return uses

    def constants(self, program: Program) -> set[int]:
        """Return the nodes that depend on constant parameters only."""
        return constant_nodes(program, self.graph, self.needed_nodes)

    @cached_property
    def lower_powers(self) -> dict[int, tuple[int, int]]:
        """The powers that are powers of a lower one that is needed too: x^4 of x^2."""
        exponents: dict[tuple[int, ...], dict[int, int]] = {}
        power = Op.POWER
        for index in self.needed_nodes:
            op, operands, datum = self.graph.nodes[index]
            if op is power and isinstance(datum, int):
                exponents.setdefault(operands, {})[datum] = index
        lowered: dict[int, tuple[int, int]] = {}
        for powers in exponents.values():
            for exponent, index in powers.items():
                lower = max((e for e in powers if e < exponent and exponent % e == 0), default=None)
                if lower is not None:
                    lowered[index] = powers[lower], exponent // lower
        return lowered


def constant_nodes(program: Program, graph: Graph, nodes: Iterable[int]) -> set[int]:
    """Return those of some nodes, operands first, that depend on constant parameters only."""
    names = program.constant_names
    constant: set[int] = set()
    symbol, below = Op.SYMBOL, graph.below
    for index in nodes:
        node = graph.nodes[index]
        if node.op is symbol:
            if node.datum in names:
                constant.add(index)
        elif constant.issuperset(below[index]):
            constant.add(index)
    return constant
