"""Find the parameters that no output depends on, although the program reads them.

A formulation may read parameters that cancel out: the moments XX and YY of a link that only turns
about z. The derivative of a random combination of the outputs, by every parameter at once, is taken
modulo a prime at a random point, from the outputs back; where it is zero nothing depends on the
parameter, and zero will do for its value. What has no derivative modulo a prime counts as needed.
"""

from __future__ import annotations

from symoro.expressions.modular import ModularArithmetic
from symoro.ir.graph import Op
from symoro.ir.program import Program, Role
from symoro.passes.dag import Dag


def independent(dag: Dag, program: Program) -> frozenset[str]:
    """Return the names of the parameters that are read in vain.

    Args:
        dag: the values of the program, with their residues.
        program: whose parameters are meant.
    """
    names = {item.name for item in program.inputs if item.role is Role.PARAMETER}
    slopes = _slopes(dag)
    graph = dag.graph
    return frozenset(
        graph.nodes[index].name
        for index in dag.needed
        if graph.nodes[index].op is Op.SYMBOL
        and graph.nodes[index].name in names
        and not slopes.get(index, 0)
    )


def _slopes(dag: Dag) -> dict[int, int]:
    """The derivative of a random combination of the outputs by each node."""
    field = ModularArithmetic("independent")
    prime, graph, at = field.prime, dag.graph, dag.residues
    found: dict[int, int] = {}

    def add(edge: int, slope: int) -> None:
        index = abs(edge)
        found[index] = (found.get(index, 0) + (slope if edge > 0 else -slope)) % prime

    def value(edge: int) -> int:
        return at[edge] if edge >= 0 else -at[-edge]

    for place, edge in enumerate(edge for edges in dag.outputs for edge in edges):
        add(edge, field.random("output", place))
    for index in reversed(dag.needed):
        node, slope = graph.nodes[index], found.get(index, 0)
        match node.op, node.datum:
            case Op.ADD, _:
                for edge in node.operands:
                    add(edge, slope)
            case Op.MUL, _:
                a, b = node.operands
                add(a, slope * value(b))
                add(b, slope * value(a))
            case Op.INVERSE, _:
                add(node.operands[0], -slope * at[index] * at[index])
            case Op.POWER, int(n):
                add(node.operands[0], slope * n * pow(value(node.operands[0]), n - 1, prime))
            case ((Op.FUNCTION | Op.SYSTEM | Op.UNKNOWN), _):
                for place, edge in enumerate(node.operands):
                    add(edge, field.random(index, place))
    return found
