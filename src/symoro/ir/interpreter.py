"""The interpreter: the meaning of a program, against which all else is tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

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
    result: list[Any] = [None] * len(graph.nodes)
    result[0] = arithmetic.number(Fraction(0))

    def at(edge: int) -> Any:
        return result[edge] if edge >= 0 else -result[-edge]

    def value(node: Node) -> Any:
        match node.op:
            case Op.NUMBER if isinstance(node.datum, Fraction):
                return arithmetic.number(node.datum)
            case Op.PI:
                return arithmetic.pi()
            case Op.SYMBOL:
                raise UsageError(f"{name}: no value for {node.name}")
            case Op.INVERSE:
                return arithmetic.number(Fraction(1)) / at(node.operands[0])
            case Op.POWER if isinstance(node.datum, int):
                return at(node.operands[0]) ** node.datum
            case Op.FUNCTION if isinstance(node.datum, str):
                return arithmetic.call(node.datum, *(at(edge) for edge in node.operands))
            case Op.SYSTEM if isinstance(node.datum, int):
                n = node.datum
                matrix, right = (vector(map(at, part)) for part in node.system)
                return linear.solve(matrix.reshape(n, n), right.reshape(n, -1)).ravel()
            case Op.UNKNOWN if isinstance(node.datum, tuple):
                if node.name in values:
                    return values[node.name]
                return result[node.operands[0]][node.datum[1]]
        raise InternalError(f"{name}: cannot interpret {node}")

    nodes = graph.nodes
    for index in graph.reachable(edges, known=values) if order is None else order:
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
            result[index] = value(node)
    return [at(edge) for edge in edges]
