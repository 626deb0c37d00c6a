"""Find the outputs that are NaN or infinite at some states, although all inputs are finite.

A program that divides by a function of the state, takes its square root or solves a linear system
with it has such states: a singular posture, a loop that cannot be closed. The program tells which
of its outputs are concerned; the model says in words where that is.
"""

from __future__ import annotations

from symoro.ir.graph import Graph, Op
from symoro.ir.program import Program

_ROUGH = ("sqrt", "atan2", "asin", "acos")
"""The functions that are finite where they have no derivative."""


def undefined_outputs(program: Program) -> tuple[str, ...]:
    """Return the names of the outputs that are not finite at some states, in order.

    A division by parameters alone does not count: it is the same at all states.
    """
    graph, online = program.graph, _online_nodes(program)
    critical = {
        index
        for index in online
        if any(abs(edge) in online for edge in _critical_operands(graph, index))
    }
    if not critical:
        return ()
    return tuple(
        output.name
        for output in program.outputs
        if not critical.isdisjoint(graph.reachable(output.elements))
    )


def is_rough(program: Program) -> bool:
    """True if the outputs may be finite at states where they have no derivative: roots, angles."""
    nodes = (program.graph.nodes[index] for index in _online_nodes(program))
    return any(node.op is Op.FUNCTION and node.datum in _ROUGH for node in nodes)


def _online_nodes(program: Program) -> set[int]:
    """The nodes of the outputs that depend on more than constant parameters."""
    graph = program.graph
    online: set[int] = set()
    for index in program.needed_nodes:
        node = graph.nodes[index]
        varies = node.op is Op.SYMBOL and node.datum not in program.constant_names
        if varies or any(abs(edge) in online for edge in node.operands):
            online.add(index)
    return online


def _critical_operands(graph: Graph, index: int) -> tuple[int, ...]:
    """The edges whose values decide if a node is finite."""
    node = graph.nodes[index]
    if node.op is Op.SYSTEM:
        return node.system[0]
    if node.op is Op.INVERSE:
        return node.operands
    if node.op is Op.FUNCTION and node.datum == "sqrt":
        return () if _is_nonnegative(graph, node.operands[0]) else node.operands
    if node.op is Op.FUNCTION and node.datum in ("log", "asin", "acos"):
        return node.operands
    return ()


def _is_nonnegative(graph: Graph, edge: int) -> bool:
    """True if an edge is a sum of even powers, absolute values and positive numbers."""
    pending = [edge]
    while pending:
        edge = pending.pop()
        node = graph.node(edge)
        if edge < 0:
            return False
        if node.op in (Op.ADD, Op.LET):
            pending += node.operands
        elif node.op is Op.POWER and isinstance(node.datum, int) and node.datum % 2 == 0:
            continue
        elif not (node.op is Op.NUMBER or (node.op is Op.FUNCTION and node.datum == "abs")):
            return False
    return True
