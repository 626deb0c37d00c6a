"""The products that are fused with a sum, and the order in which values are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.program import Program, Solve


def behind_names(graph: Graph, edge: int) -> tuple[int, int]:
    """Return the node behind the names of an edge, and the sign on the way."""
    sign = 1 if edge > 0 else -1
    index = abs(edge)
    while graph.nodes[index].op is Op.LET:
        edge = graph.nodes[index].operands[0]
        sign = sign if edge > 0 else -sign
        index = abs(edge)
    return index, sign


def fused_products(graph: Graph, needed: Sequence[int], outputs: Sequence[int]) -> set[int]:
    """Return the products, and their names, that only one sum uses; one for each sum."""
    uses: Counter[int] = Counter(behind_names(graph, edge)[0] for edge in outputs if edge)
    names: dict[int, list[int]] = {}
    sums = []
    for index in needed:
        node = graph.nodes[index]
        if node.op is Op.LET:
            names.setdefault(behind_names(graph, index)[0], []).append(index)
        elif node.op is not Op.UNKNOWN:
            uses.update(behind_names(graph, edge)[0] for edge in node.operands if edge)
        if node.op is Op.ADD:
            sums.append(node)
    fused: set[int] = set()
    for node in sums:
        for edge in reversed(node.operands):
            index = behind_names(graph, edge)[0]
            factor = graph.nodes[index]
            product = factor.op is Op.MUL or (factor.op is Op.POWER and factor.datum == 2)
            if product and uses[index] == 1:
                fused.add(index)
                fused.update(names.get(index, ()))
                break
    return fused


def computing_order(program: Program, needed: Collection[int]) -> list[int]:
    """Return nodes in the order of the statements that use them."""
    graph = program.graph
    left = set(needed)
    order: list[int] = []

    def take(indices: Sequence[int]) -> None:
        for index in indices:
            if index in left:
                left.remove(index)
                order.append(index)

    def free(edges: Sequence[int]) -> list[int]:
        reached = graph.reachable(edges, through_lets=False)
        return [index for index in reached if graph.nodes[index].op not in NAMED]

    for statement in program.statements:
        take(free(statement.uses))
        if isinstance(statement, Solve):
            take([abs(edge) for edge in graph.node(statement.nodes[0]).operands])
        take(statement.nodes)
    for output in program.outputs:
        take(free(output.elements))
    return order
