"""Value numbering up to sign: what has the same value is computed once.

Names are no barrier here. Each node is evaluated modulo a 61-bit prime at a random point of
sin^2 + cos^2 = 1, as it is rebuilt; a node whose value, or the opposite of it, was met before is
replaced by the one that was met. So sums and products that differ only in the order of their terms
are one, a value that is always zero disappears, and so does an equality that holds by geometry
(U33 of a link is U22 of its antecedent across a right angle). A wrong equality has a chance below
nodes^2 degree / 2^61, and verification would see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symoro.errors import InternalError
from symoro.expressions.modular import ModularArithmetic, NoRoot, Residue
from symoro.ir.graph import Graph, Node, Op
from symoro.ir.program import Program, Solve
from symoro.passes.dag import Dag, Label, System, emit, remade

_DRAWS = 20  # of a point at which every denominator has an inverse


@dataclass(frozen=True)
class ValueNumbering:
    """Compute each value once, whatever its names; idempotent up to the names of new variables."""

    name = "value-numbering"

    def __call__(self, program: Program) -> Program:
        """Return the program with shared values."""
        return emit(program, numbered(program))


def numbered(program: Program) -> Dag:
    """Return what a program computes as a graph without names, each value once."""
    for attempt in range(_DRAWS - 1):
        try:
            return _Numbering(program, f"{program.name}|{attempt}").dag()
        except NoRoot:
            continue
    return _Numbering(program, f"{program.name}|loose", loose=True).dag()


class _Numbering:
    """Rebuilds the nodes of a program in a graph of its own."""

    def __init__(self, program: Program, seed: str, *, loose: bool = False) -> None:
        self.program = program
        self.source = program.graph
        self.graph = Graph()
        self.field = ModularArithmetic(seed, loose=loose)
        self.prime = self.field.prime
        self.residue: list[int] = [0, 1]  # of each node of the new graph
        self.known: dict[int, int] = {1: 1, self.prime - 1: -1, 0: 0}  # edge of a residue
        self.edge: dict[int, int] = {0: 0, 1: 1}  # node of the program -> edge of the new graph
        self.systems: dict[int, System] = {}

    def dag(self) -> Dag:
        program = self.program
        solves = {abs(node): each for each in program.systems for node in each.nodes}
        edges = [edge for output in program.outputs for edge in output.elements]
        for index in self.source.reachable(edges):
            self.edge[index] = self._rebuilt(index, solves)
        labels: dict[int, Label] = {}
        for statement in program.statements:
            for name, node in zip(statement.names, statement.nodes, strict=True):
                edge = self.edge.get(node, 0)
                if edge and not self.graph.is_atom(edge) and abs(edge) not in labels:
                    labels[abs(edge)] = Label(name, 1 if edge > 0 else -1)
        outputs = [tuple(self._of(edge) for edge in o.elements) for o in program.outputs]
        return Dag(self.graph, labels, tuple(outputs), tuple(self.systems.values()))

    def _of(self, edge: int) -> int:
        return self.edge[edge] if edge >= 0 else -self.edge[-edge]

    def _rebuilt(self, index: int, solves: dict[int, Solve]) -> int:
        node = self.source.nodes[index]
        if node.op is Op.LET:
            return self._of(node.operands[0])
        if node.op is Op.SYSTEM:
            return 0
        if node.op is Op.UNKNOWN:
            solve = solves[index]
            if solve.nodes[0] not in self.systems:
                self._solve(solve)
            return self.systems[solve.nodes[0]].nodes[solve.nodes.index(index)]
        return self._met(remade(self.graph, node, [self._of(edge) for edge in node.operands]))

    def _solve(self, solve: Solve) -> None:
        matrix, right = (tuple(map(self._of, part)) for part in (solve.matrix, solve.right))
        nodes = self.graph.solve(solve.names, matrix, right)
        self._evaluate()
        for node in nodes:
            self.known.setdefault(self.residue[node], node)
        self.systems[solve.nodes[0]] = System(
            solve.names, nodes, matrix, right, solve.unknowns, solve.kind
        )

    def _met(self, edge: int) -> int:
        """The first edge of this value; this one, if it is new."""
        if edge == 0:
            return 0
        self._evaluate()
        residue = self.residue[abs(edge)]
        if edge < 0:
            residue = self.prime - residue if residue else 0
        found = self.known.get(residue)
        if found is not None:
            return found
        self.known[residue] = edge
        self.known[self.prime - residue] = -edge
        return edge

    def _evaluate(self) -> None:
        """Evaluate the nodes that were made since."""
        for index in range(len(self.residue), len(self.graph.nodes)):
            self.residue.append(self._residue(self.graph.nodes[index]))

    def _at(self, edge: int) -> int:
        return self.residue[edge] if edge >= 0 else -self.residue[-edge]

    def _residue(self, node: Node) -> int:
        match node.op, node.datum:
            case Op.ADD, _:
                a, b = node.operands
                return (self._at(a) + self._at(b)) % self.prime
            case Op.MUL, _:
                a, b = node.operands
                return self._at(a) * self._at(b) % self.prime
            case Op.INVERSE, _:
                return self._power(self._at(node.operands[0]), -1)
            case Op.POWER, int(exponent):
                return self._power(self._at(node.operands[0]), exponent)
            case Op.NUMBER, Fraction() as value:
                return self.field.number(value).value
            case Op.PI, _:
                return self.field.pi().value
            case Op.SYMBOL, str(name):
                return self.field.symbol(name).value
            case Op.FUNCTION, str(name):
                return self.field.call(name, *map(self._argument, node.operands)).value
            case Op.SYSTEM, _:
                return 0
            case Op.UNKNOWN, _:
                return self.field.symbol(f"{node.name} of a system").value
        raise InternalError(f"{self.program.name}: {node} has no value number")

    def _power(self, value: int, exponent: int) -> int:
        if exponent < 0 and value % self.prime == 0:
            raise NoRoot("division by zero modulo the prime")
        return pow(value, exponent, self.prime)

    def _argument(self, edge: int) -> Residue:
        """The argument of a function: what it is the sum of matters to an angle."""
        if edge < 0:
            return -self._argument(-edge)
        node = self.graph.nodes[edge]
        match node.op, node.datum:
            case Op.NUMBER, Fraction() as value:
                return self.field.number(value)
            case Op.PI, _:
                return self.field.pi()
            case Op.SYMBOL, str(name):
                return self.field.symbol(name)
            case Op.ADD, _:
                a, b = map(self._argument, node.operands)
                return a + b
            case Op.MUL, _:
                a, b = map(self._argument, node.operands)
                return a * b
            case Op.FUNCTION, "atan2":
                return self.field.call("atan2", *map(self._argument, node.operands))
        return Residue(self.field, self.residue[edge])

