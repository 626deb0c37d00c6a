"""The interpreter: the meaning of a program, against which all else is tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from symoro.algebra import linear
from symoro.algebra.vectors import vector
from symoro.errors import InternalError, UsageError
from symoro.expressions import Arithmetic, Values
from symoro.ir.graph import ADD, LET, MUL, SYMBOL, Graph, Node, Op
from symoro.ir.program import Program

T = TypeVar("T")


def interpret(
    program: Program, values: Mapping[str, T], arithmetic: Arithmetic[T]
) -> dict[str, list[T]]:
    """Return the elements of each output, row by row, over any scalars.

    ``values`` has a scalar for each input that is read.

    Raises:
        UsageError: if an input has no value, naming it.
        ZeroDivisionError: where a denominator is zero, or a linear system is singular.
        ZeroDivisor: the same, over residues.
    """
    elements = [edge for output in program.outputs for edge in output.elements]
    order = None if program.systems else program.needed_nodes
    results = iter(edge_values(program.graph, elements, values, arithmetic, program.name, order))
    return {output.name: [next(results) for _ in output.elements] for output in program.outputs}


def edge_values(
    graph: Graph,
    edges: Sequence[int],
    values: Values,
    arithmetic: Arithmetic[Any],
    name: str = "graph",
    order: Sequence[int] | None = None,
) -> list[Any]:
    """Return the values of some edges.

    A value of an unknown of a linear system, by its name, stands for the solution, and the system
    is not solved. ``order`` are the nodes that the edges need, operands first, where known.
    """
    nodes = NodeValues(graph, values, arithmetic, name)
    nodes.compute(graph.reachable(edges, known=values) if order is None else order)
    return [nodes.at(edge) for edge in edges]


class NodeValues(Generic[T]):
    """The values of nodes of a graph; those that have changed can be computed again."""

    def __init__(
        self,
        graph: Graph,
        values: Mapping[str, T],
        arithmetic: Arithmetic[T],
        name: str = "graph",
    ) -> None:
        """Begin without values.

        Args:
            graph: the graph.
            values: the scalars of its symbols, and of unknowns that are given; it may change.
            arithmetic: that of the scalars.
            name: of the program, for errors.
        """
        self._graph, self._values, self._arithmetic, self._name = graph, values, arithmetic, name
        self._result: list[Any] = [None] * len(graph.nodes)
        self._result[0] = arithmetic.number(Fraction(0))

    def at(self, edge: int) -> T:
        """The value of an edge that was computed."""
        value: T = self._result[edge] if edge >= 0 else -self._result[-edge]
        return value

    def compute(self, order: Sequence[int]) -> None:
        """Compute nodes, operands first; operands that are not among them are known."""
        nodes, result, values = self._graph.nodes, self._result, self._values
        for index in order:
            op, operands, datum = node = nodes[index]
            if op is MUL:  # no calls for most nodes; operands of products have no signs
                a, b = operands
                result[index] = result[a] * result[b]
            elif op is ADD:  # nor has the first of a sum
                a, b = operands
                result[index] = result[a] + (result[b] if b >= 0 else -result[-b])
            elif op is LET:
                (a,) = operands
                result[index] = result[a] if a >= 0 else -result[-a]
            elif op is SYMBOL and datum in values:
                result[index] = values[datum]  # type: ignore[index]
            else:
                result[index] = self._value(node)

    def _value(self, node: Node) -> Any:
        at, arithmetic = self.at, self._arithmetic
        match node.op:
            case Op.NUMBER if isinstance(node.datum, Fraction):
                return arithmetic.number(node.datum)
            case Op.PI:
                return arithmetic.pi()
            case Op.SYMBOL:
                raise UsageError(f"{self._name}: no value for {node.name}")
            case Op.INVERSE:
                return arithmetic.number(Fraction(1)) / at(node.operands[0])  # type: ignore[operator]
            case Op.POWER if isinstance(node.datum, int):
                return at(node.operands[0]) ** node.datum  # type: ignore[operator]
            case Op.FUNCTION if isinstance(node.datum, str):
                return arithmetic.call(node.datum, *(at(edge) for edge in node.operands))
            case Op.SYSTEM if isinstance(node.datum, int):
                n = node.datum
                matrix, right = (vector(map(at, part)) for part in node.system)
                return linear.solve(matrix.reshape(n, n), right.reshape(n, -1)).ravel()
            case Op.UNKNOWN if isinstance(node.datum, tuple):
                if node.name in self._values:
                    return self._values[node.name]
                return self._result[node.operands[0]][node.datum[1]]
        raise InternalError(f"{self._name}: cannot interpret {node}")
