"""Which products are fused with a sum, and in which order values are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.program import Program, Solve
from symoro.printers.c_order import fastest_order


def through(graph: Graph, edge: int) -> tuple[int, int]:
    """Return the node behind the names of an edge, and the sign on the way."""
    sign = 1 if edge > 0 else -1
    index = abs(edge)
    while graph.nodes[index].op is Op.LET:
        edge = graph.nodes[index].operands[0]
        sign = sign if edge > 0 else -sign
        index = abs(edge)
    return index, sign


def fused_products(graph: Graph, needed: Sequence[int], outputs: Sequence[int]) -> set[int]:
    """Return the products, and their names, that one sum uses and nothing else; one for each sum.

    Args:
        graph: where they are.
        needed: the nodes that are computed.
        outputs: the edges that are results.
    """
    uses: Counter[int] = Counter(through(graph, edge)[0] for edge in outputs if edge)
    names: dict[int, list[int]] = {}
    sums = []
    for index in needed:
        node = graph.nodes[index]
        if node.op is Op.LET:
            names.setdefault(through(graph, index)[0], []).append(index)
        elif node.op is not Op.UNKNOWN:
            uses.update(through(graph, edge)[0] for edge in node.operands if edge)
        if node.op is Op.ADD:
            sums.append(node)
    found: set[int] = set()
    for node in sums:
        for edge in reversed(node.operands):
            index = through(graph, edge)[0]
            factor = graph.nodes[index]
            product = factor.op is Op.MUL or (factor.op is Op.POWER and factor.datum == 2)
            if product and uses[index] == 1:
                found.add(index)
                found.update(names.get(index, ()))
                break
    return found


def computing_order(program: Program, needed: Collection[int]) -> list[int]:
    """Return nodes in an order in which few values are waiting to be used.

    Args:
        program: whose statements are put in order.
        needed: the nodes that are wanted.
    """
    graph = program.graph
    left = set(needed)
    found: list[int] = []

    def take(indices: Sequence[int]) -> None:
        for index in indices:
            if index in left:
                left.remove(index)
                found.append(index)

    def free(edges: Sequence[int]) -> list[int]:
        reached = graph.reachable(edges, through_lets=False)
        return [index for index in reached if graph.nodes[index].op not in NAMED]

    for statement in fastest_order(graph, program.statements):
        take(free(statement.uses))
        if isinstance(statement, Solve):
            take([abs(edge) for edge in graph.node(statement.nodes[0]).operands])
        take(statement.nodes)
    for output in program.outputs:
        take(free(output.elements))
    return found
