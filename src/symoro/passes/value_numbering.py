"""Value numbering up to sign: what has the same value is computed once.

Names are no barrier here. Each node is evaluated modulo a 61-bit prime at a random point of
sin^2 + cos^2 = 1, as it is rebuilt; a node whose value, or the opposite of it, was met before is
replaced by the one that was met. So sums and products that differ only in the order of their terms
are one, a value that is always zero disappears, and so does an equality that holds by geometry
(U33 of a link is U22 of its antecedent across a right angle). A wrong equality has a chance below
nodes^2 degree / 2^61, and verification would see it. A field knows no positive square root, so a
root and the sine of an arc tangent are values of their own: what equals them is not seen.

Constants come first: a value that parameters alone determine is never taken from one that does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symoro.errors import InternalError
from symoro.expressions.modular import ModularArithmetic, Residue
from symoro.ir.graph import Graph, Node, Op
from symoro.ir.program import Program, Solve
from symoro.passes.dag import Dag, Label, System, constant_nodes, emit, remade
from symoro.passes.pass_ import Pass

_EXACT = ("sin", "cos", "sign", "abs")  # functions whose laws hold modulo a prime


@dataclass(frozen=True)
class ValueNumbering(Pass):
    """Compute each value once, whatever its names; idempotent up to the names of new variables."""

    name = "value-numbering"

    def __call__(self, program: Program) -> Program:
        """Return the program with shared values."""
        return emit(program, numbered(program))


def numbered(program: Program, zeros: frozenset[str] = frozenset()) -> Dag:
    """Return what a program computes as a graph without names, each value once.

    Args:
        program: any program.
        zeros: inputs that are zero.
    """
    return _Numbering(program, zeros).dag()


class _Numbering:
    """Rebuilds the nodes of a program in a graph of its own."""

    def __init__(self, program: Program, zeros: frozenset[str]) -> None:
        self.program, self.zeros = program, zeros
        self.source = program.graph
        self.graph = Graph()
        self.field = ModularArithmetic(program.name)
        self.prime = self.field.prime
        self.residue: list[int] = [0, 1]  # of each node of the new graph
        self.known: dict[int, int] = {1: 1, self.prime - 1: -1, 0: 0}  # edge of a residue
        self.edge: dict[int, int] = {0: 0, 1: 1}  # node of the program -> edge of the new graph
        self.systems: dict[tuple[int, ...], System] = {}  # by matrix and right-hand sides

    def dag(self) -> Dag:
        program = self.program
        solves = {abs(node): each for each in program.systems for node in each.nodes}
        edges = [edge for output in program.outputs for edge in output.elements]
        needed = self.source.reachable(edges)
        constant = constant_nodes(program, self.source, needed)
        for index in sorted(needed, key=lambda index: index not in constant):
            if index not in self.edge:
                self._rebuild(index, solves)
        labels: dict[int, Label] = {}
        for statement in program.statements:
            for name, node in zip(statement.names, statement.nodes, strict=True):
                edge = self.edge.get(node, 0)
                if edge and not self.graph.is_atom(edge) and abs(edge) not in labels:
                    labels[abs(edge)] = Label(name, 1 if edge > 0 else -1)
        outputs = [tuple(self._of(edge) for edge in o.elements) for o in program.outputs]
        systems = tuple(self.systems.values())
        return Dag(self.graph, labels, tuple(outputs), systems, tuple(self.residue))

    def _of(self, edge: int) -> int:
        return self.edge[edge] if edge >= 0 else -self.edge[-edge]

    def _rebuild(self, index: int, solves: dict[int, Solve]) -> None:
        node = self.source.nodes[index]
        if node.op is Op.LET:
            self.edge[index] = self._of(node.operands[0])
        elif node.op is Op.UNKNOWN:
            solve = solves[index]
            self.edge.update(zip(solve.nodes, self._solved(solve), strict=True))
        elif node.op is Op.SYMBOL and node.name in self.zeros:
            self.edge[index] = 0
        elif node.op is not Op.SYSTEM:
            edges = [self._of(edge) for edge in node.operands]
            self.edge[index] = self._met(remade(self.graph, node, edges))

    def _solved(self, solve: Solve) -> tuple[int, ...]:
        """The unknowns of a system; those of an equal one, if it was met before."""
        matrix, right = (tuple(map(self._of, part)) for part in (solve.matrix, solve.right))
        known = self.systems.get((*matrix, *right))
        if known is not None and known.unknowns == solve.unknowns:
            return known.nodes
        nodes = self.graph.solve(solve.names, matrix, right)
        self._evaluate()
        self.known |= {self.residue[node]: node for node in nodes}
        self.systems[*matrix, *right] = System(
            solve.names, nodes, matrix, right, solve.unknowns, solve.kind
        )
        return nodes

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
                return pow(self._at(node.operands[0]), -1, self.prime)
            case Op.POWER, int(exponent):
                return pow(self._at(node.operands[0]), exponent, self.prime)
            case Op.NUMBER, Fraction() as value:
                return self.field.number(value).value
            case Op.PI, _:
                return self.field.pi().value
            case Op.SYMBOL, str(name):
                return self.field.symbol(name).value
            case Op.FUNCTION, str(name) if name in _EXACT:
                return self.field.call(name, self._argument(node.operands[0])).value
            case Op.FUNCTION, str(name):
                return self.field.random(name, *(self._at(e) % self.prime for e in node.operands))
            case Op.SYSTEM, _:
                return 0
            case Op.UNKNOWN, _:
                return self.field.symbol(f"{node.name} of a system").value
        raise InternalError(f"{self.program.name}: {node} has no value number")

    def _argument(self, edge: int) -> Residue:
        """The argument of a function: what it is the sum of matters to an angle."""
        total = self.field.number(Fraction(0))
        pending = [(edge, Fraction(1))]
        while pending:
            edge, scale = pending.pop()
            node = self.graph.node(edge)
            scale = scale if edge > 0 else -scale
            if node.op is Op.ADD:
                pending += [(term, scale) for term in node.operands]
                continue
            if node.op is Op.MUL:
                factor, other = node.operands
                number = self.graph.value(factor)
                if number is None:
                    factor, other = other, factor
                    number = self.graph.value(factor)
                if number is not None:
                    pending.append((other, scale * number))
                    continue
            total = total + self._term(node, abs(edge)) * scale
        return total

    def _term(self, node: Node, index: int) -> Residue:
        match node.op, node.datum:
            case Op.NUMBER, Fraction() as value:
                return self.field.number(value)
            case Op.PI, _:
                return self.field.pi()
            case Op.SYMBOL, str(name):
                return self.field.symbol(name)
        return Residue(self.field, self.residue[index])
