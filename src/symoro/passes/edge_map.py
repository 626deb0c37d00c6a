"""The way from one graph to another, for passes that build a graph anew."""

from __future__ import annotations

from fractions import Fraction

from symoro.errors import InternalError
from symoro.ir.graph import Graph, Node, Op


class EdgeMap(dict[int, int]):
    """The edge of the new graph for each node of the old one; zero and one are in both."""

    def __init__(self, graph: Graph) -> None:
        """Take the new graph."""
        super().__init__({0: 0, 1: 1})
        self.graph = graph

    def edge(self, edge: int) -> int:
        """Return the edge of the new graph for one of the old graph."""
        return self[edge] if edge >= 0 else -self[-edge]

    def edges(self, edges: tuple[int, ...]) -> tuple[int, ...]:
        """Return the edges of the new graph for some of the old graph."""
        return tuple([self[edge] if edge >= 0 else -self[-edge] for edge in edges])

    def rebuild(self, node: Node) -> int:
        """Return the edge of a node's operation, over the new graph."""
        graph, operands = self.graph, self.edges(node.operands)
        match node.op, node.datum:
            case Op.MUL, _:
                return graph.mul(*operands)
            case Op.ADD, _:
                return graph.add(*operands)
            case Op.NUMBER, Fraction() as value:
                return graph.number(value)
            case Op.PI, _:
                return graph.pi()
            case Op.SYMBOL, str(name):
                return graph.symbol(name)
            case Op.INVERSE, _:
                return graph.inverse(*operands)
            case Op.POWER, int(exponent):
                return graph.power(operands[0], exponent)
            case Op.FUNCTION, str(name):
                return graph.call(name, *operands)
        raise InternalError(f"{node} is no operation")
