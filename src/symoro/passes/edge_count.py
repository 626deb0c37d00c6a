"""Count the operations of values in a graph, each value once, where there is no program yet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from symoro.ir.graph import Graph, Op
from symoro.passes.count import operation_cost


class OperationCount(NamedTuple):
    """The operations of some values, each value once."""

    online: int
    total: int


@dataclass
class EdgeCounter:
    """Counts the operations of edges of one graph, which may grow.

    Attributes:
        graph: where the edges are.
        state: the names of the inputs that change at each call.
    """

    graph: Graph
    state: Collection[str]
    _costs: list[int] = field(default_factory=list)  # of each node
    _online: set[int] = field(default_factory=set)  # the nodes that depend on the state

    def count(self, edges: Iterable[int]) -> OperationCount:
        """Count the operations of some edges."""
        graph, online = self.graph, self._online
        for index in range(len(self._costs), len(graph.nodes)):
            node = graph.nodes[index]
            self._costs.append(operation_cost(node))
            if (node.op is Op.SYMBOL and node.datum in self.state) or not (
                online.isdisjoint(graph.below[index])
            ):
                online.add(index)
        needed, cost_of = graph.reachable(edges), self._costs.__getitem__
        often = sum(map(cost_of, filter(online.__contains__, needed)))
        return OperationCount(often, sum(map(cost_of, needed)))
