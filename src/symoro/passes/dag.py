"""What a program computes, without its statements; and the statements that compute it again.

A pass that moves operations about works on a `Dag`: one graph in which names are labels, not
barriers. `emit` makes statements of it: a value gets one if it has a label, if it is used more than
once, if it is an output, or if it depends on constant parameters only and something that does not
uses it. So whatever is offline stands in statements of its own. A value without a label is called
T1, T2, ... .
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from symoro.errors import InternalError
from symoro.ir.graph import Graph, Node, Op
from symoro.ir.names import Names
from symoro.ir.program import Let, Program, Role, Solve, Statement


class Label(NamedTuple):
    """The name of a node, or of its opposite."""

    name: str
    sign: int


class System(NamedTuple):
    """A linear system of a graph without lets: what `Solve` says of one with them."""

    names: tuple[str, ...]
    nodes: tuple[int, ...]
    matrix: tuple[int, ...]
    right: tuple[int, ...]
    unknowns: int
    kind: str


@dataclass(frozen=True)
class Dag:
    """The values of a program.

    Attributes:
        graph: where they are; it has no lets.
        labels: the names of some nodes.
        outputs: the edges of each output.
        systems: the linear systems.
        residues: the value of each node modulo a prime at a random point, where they are known.
    """

    graph: Graph
    labels: Mapping[int, Label]
    outputs: tuple[tuple[int, ...], ...]
    systems: tuple[System, ...]
    residues: tuple[int, ...] = ()

    def reachable(self) -> list[int]:
        """The nodes that the outputs need, operands first."""
        return self.graph.reachable(edge for edges in self.outputs for edge in edges)

    def uses(self) -> Counter[int]:
        """How often each of them is an operand, or an output."""
        found: Counter[int] = Counter()
        for index in self.reachable():
            node = self.graph.nodes[index]
            if node.op is not Op.UNKNOWN:
                found.update(abs(operand) for operand in node.operands if operand)
        found.update(abs(edge) for edges in self.outputs for edge in edges if edge)
        return found

    def constant(self, program: Program) -> set[int]:
        """The nodes that depend on constant parameters only."""
        return constant_nodes(program, self.graph, self.reachable())


def constant_nodes(program: Program, graph: Graph, nodes: Iterable[int]) -> set[int]:
    """Return those of some nodes, operands first, that depend on constant parameters only."""
    names = {item.name for item in program.inputs if item.role is Role.PARAMETER}
    found: set[int] = set()
    for index in nodes:
        node = graph.nodes[index]
        if node.op is Op.SYMBOL:
            if node.name in names:
                found.add(index)
        elif all(abs(operand) in found or operand == 0 for operand in node.operands):
            found.add(index)
    return found


def emit(program: Program, dag: Dag) -> Program:
    """Return the program that computes the outputs as the graph does.

    Args:
        program: whose inputs, shapes and names of outputs are kept.
        dag: its values.
    """
    return _Emission(program, dag).program()


class _Emission:
    def __init__(self, source: Program, dag: Dag) -> None:
        self.source, self.dag = source, dag
        self.graph = Graph()
        self.edge: dict[int, int] = {0: 0, 1: 1}  # node of the dag -> edge of the new graph
        taken = {item.name for item in source.inputs} | {name for name, _ in source.shapes}
        taken |= set(source.assigned)
        self.names = Names(taken, 0)
        self.temporaries = 0
        self.statements: list[Statement] = []
        self.assigned: dict[str, int] = {}
        self.systems = {dag.graph.node(each.nodes[0]).operands[0]: each for each in dag.systems}
        self.lower = lower_powers(dag)
        self.named = self._named()

    def program(self) -> Program:
        for index in self.dag.reachable():
            if index not in self.edge:
                self._visit(index)
        outputs = tuple(
            replace(output, elements=tuple(map(self._element, output.elements, edges)))
            for output, edges in zip(self.source.outputs, self.dag.outputs, strict=True)
        )
        return replace(
            self.source,
            graph=self.graph,
            statements=tuple(self.statements),
            outputs=outputs,
        )

    def _visit(self, index: int) -> None:
        node = self.dag.graph.nodes[index]
        if node.op is Op.SYSTEM:
            self._solve(self.systems[index])
        elif node.op is not Op.UNKNOWN:
            self.edge[index] = edge = self._made(index, node)
            if index in self.named and not self.graph.is_atom(edge):
                self._let(index, edge)

    def _named(self) -> set[int]:
        """The nodes that get a statement."""
        graph, uses = self.dag.graph, self.dag.uses()
        found = {index for index, n in uses.items() if n > 1}
        found.update(self.dag.labels)
        found.update(abs(edge) for edges in self.dag.outputs for edge in edges)
        found.update(lower for lower, _ in self.lower.values())
        constant = self.dag.constant(self.source)
        for index in self.dag.reachable():
            if index not in constant:
                operands = map(abs, graph.nodes[index].operands)
                found.update(operand for operand in operands if operand in constant)
        return found

    def _let(self, index: int, value: int) -> None:
        label = self.dag.labels.get(index)
        if label is None:
            self.temporaries += 1
            label = Label(self.names.fresh(f"T{self.temporaries}"), 1)
        value *= label.sign
        node = self.graph.let(label.name, value)
        self._assign(Let(label.name, node, value))
        self.edge[index] = label.sign * node

    def _assign(self, statement: Let) -> None:
        self.statements.append(statement)
        self.assigned[statement.name] = statement.node

    def _solve(self, system: System) -> None:
        matrix, right = (tuple(map(self._of, part)) for part in (system.matrix, system.right))
        nodes = self.graph.solve(system.names, matrix, right)
        self.statements.append(
            Solve(system.names, nodes, matrix, right, system.unknowns, system.kind)
        )
        self.edge.update(zip(system.nodes, nodes, strict=True))

    def _of(self, edge: int) -> int:
        return self.edge[edge] if edge >= 0 else -self.edge[-edge]

    def _element(self, before: int, edge: int) -> int:
        """An element of an output, under the name that it had."""
        node, value = self.source.graph.node(before), self._of(edge)
        if node.op is not Op.LET:
            return value
        sign = 1 if before > 0 else -1
        known = self.graph.node(value)
        if known.op is Op.LET and known.name == node.name:
            return value
        if node.name in self.assigned:
            return sign * self.assigned[node.name]
        named = self.graph.let(node.name, sign * value)
        self._assign(Let(node.name, named, sign * value))
        return sign * named

    def _made(self, index: int, node: Node) -> int:
        if index not in self.lower:
            return remade(self.graph, node, [self._of(edge) for edge in node.operands])
        lower, exponent = self.lower[index]
        if lower not in self.edge:
            self._visit(lower)
        return self.graph.power(self.edge[lower], exponent)


def lower_powers(dag: Dag) -> dict[int, tuple[int, int]]:
    """The powers that are powers of a lower one that is needed too: x^4 of x^2."""
    exponents: dict[tuple[int, ...], dict[int, int]] = {}
    for index in dag.reachable():
        node = dag.graph.nodes[index]
        if node.op is Op.POWER and isinstance(node.datum, int):
            exponents.setdefault(node.operands, {})[node.datum] = index
    found: dict[int, tuple[int, int]] = {}
    for powers in exponents.values():
        for exponent, index in powers.items():
            lower = max((e for e in powers if e < exponent and exponent % e == 0), default=None)
            if lower is not None:
                found[index] = powers[lower], exponent // lower
    return found


def remade(graph: Graph, node: Node, operands: list[int]) -> int:
    """Return the edge of the same operation on other operands."""
    if node.op is Op.MUL:  # most nodes are products or sums
        return graph.mul(*operands)
    if node.op is Op.ADD:
        return graph.add(*operands)
    match node.op, node.datum:
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
