"""Find the parameters that no output depends on, although the program reads them.

A formulation may read parameters that cancel out: the moments XX and YY of a link that only turns
about z. The derivative of a random combination of the outputs, by every parameter at once, is taken
modulo a prime at a random point, from the outputs back; where it is zero nothing depends on the
parameter, and zero will do for its value. What has no derivative modulo a prime counts as needed.
"""

from __future__ import annotations

from symoro.expressions.modular import ModularArithmetic
from symoro.ir.graph import ADD, ATOMS, INVERSE, MUL, SYMBOL, Op
from symoro.ir.program import Program
from symoro.passes.dag import Dag


def idle_parameters(dag: Dag, program: Program) -> frozenset[str]:
    """Return the names of the parameters that no output depends on."""
    names = program.constant_names
    graph, weights = dag.graph, _derivatives(dag)
    nodes = ((index, graph.nodes[index]) for index in dag.needed_nodes)
    return frozenset(
        node.name
        for index, node in nodes
        if node.op is SYMBOL and node.name in names and not weights.get(index, 0)
    )


def _derivatives(dag: Dag) -> dict[int, int]:
    """The derivative of a random combination of the outputs by each node."""
    field = ModularArithmetic("independent")
    prime, graph, at = field.prime, dag.graph, dag.residues
    weights: dict[int, int] = {}

    def add(edge: int, weight: int) -> None:
        index = abs(edge)
        weights[index] = (weights.get(index, 0) + (weight if edge > 0 else -weight)) % prime

    for place, edge in enumerate(edge for edges in dag.outputs for edge in edges):
        add(edge, field.random("output", place))
    for index in reversed(dag.needed_nodes):
        (op, operands, datum), weight = graph.nodes[index], weights.get(index, 0)
        if op is MUL:  # operands have no signs, but in sums
            a, b = operands
            add(a, weight * at[b])
            add(b, weight * at[a])
        elif op is ADD:
            for edge in operands:
                add(edge, weight)
        elif op is INVERSE:
            add(operands[0], -weight * at[index] * at[index])
        elif op is Op.POWER and isinstance(datum, int):
            add(operands[0], weight * datum * pow(at[operands[0]], datum - 1, prime))
        elif op not in ATOMS or op is Op.UNKNOWN:
            for place, edge in enumerate(operands):
                add(edge, field.random(index, place))
    return weights
