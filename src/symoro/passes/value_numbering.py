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
from symoro.ir.graph import ADD, MUL, Graph, Node, Op
from symoro.ir.program import Program, Solve
from symoro.passes.dag import Dag, Label, System, constant_nodes
from symoro.passes.edge_map import EdgeMap
from symoro.passes.emission import emit
from symoro.passes.pass_ import Pass

_EXACT = ("sin", "cos", "sign", "abs")  # functions whose laws hold modulo a prime


@dataclass(frozen=True)
class ValueNumbering(Pass):
    """Compute each value once, whatever its names; idempotent up to the names of new variables."""

    name = "value-numbering"

    def __call__(self, program: Program) -> Program:
        """Return the program with shared values."""
        return emit(program, number_values(program))


def number_values(program: Program, zeros: frozenset[str] = frozenset()) -> Dag:
    """Return the values of a program, each once, as a graph without names; ``zeros`` are zero."""
    return _Numbering(program, zeros).dag()


class _Numbering:
    """Rebuilds the nodes of a program in a graph of its own."""

    def __init__(self, program: Program, zeros: frozenset[str]) -> None:
        self.program, self.zeros = program, zeros
        self.source = program.graph
        self.graph = Graph()
        self.field = ModularArithmetic(program.name)
        self.prime = self.field.prime
        self.residues: list[int] = [0, 1]  # of each node of the new graph
        self.firsts: dict[int, int] = {1: 1, self.prime - 1: -1, 0: 0}  # edge of each residue
        self.edges = EdgeMap(self.graph)
        self.systems: dict[tuple[int, ...], System] = {}  # by matrix and right-hand sides

    def dag(self) -> Dag:
        program, nodes, graph, edges = self.program, self.source.nodes, self.graph, self.edges
        solves = {abs(node): each for each in program.systems for node in each.nodes}
        constant = constant_nodes(program, self.source, program.needed_nodes)
        order = [index for index in program.needed_nodes if index in constant]
        order += [index for index in program.needed_nodes if index not in constant]
        for index in order:
            if index in edges:
                continue
            op, operands, _ = node = nodes[index]
            if op is ADD or op is MUL:
                a, b = operands
                x = edges[a] if a >= 0 else -edges[-a]
                y = edges[b] if b >= 0 else -edges[-b]
                edges[index] = self._first(graph.add(x, y) if op is ADD else graph.mul(x, y))
            elif op is Op.UNKNOWN:
                solve = solves[index]
                edges.update(zip(solve.nodes, self._unknowns(solve), strict=True))
            elif op is not Op.SYSTEM:
                edges[index] = self._rebuild(node)
        outputs = tuple(edges.edges(output.elements) for output in program.outputs)
        systems, residues = tuple(self.systems.values()), tuple(self.residues)
        return Dag(graph, self._labels(), outputs, systems, residues)

    def _labels(self) -> dict[int, Label]:
        """The first name of each value that costs an operation."""
        labels: dict[int, Label] = {}
        for statement in self.program.statements:
            for name, node in zip(statement.names, statement.nodes, strict=True):
                edge = self.edges.get(node, 0)
                if edge and abs(edge) not in labels and not self.graph.is_atom(edge):
                    labels[abs(edge)] = Label(name, 1 if edge > 0 else -1)
        return labels

    def _rebuild(self, node: Node) -> int:
        if node.op is Op.LET:
            return self.edges.edge(node.operands[0])
        if node.op is Op.SYMBOL and node.datum in self.zeros:
            return 0
        return self._first(self.edges.rebuild(node))

    def _unknowns(self, solve: Solve) -> tuple[int, ...]:
        """The unknowns of a system; those of an equal one, if it was met before."""
        matrix, right = self.edges.edges(solve.matrix), self.edges.edges(solve.right)
        equal = self.systems.get((*matrix, *right))
        if equal is not None and equal.unknowns == solve.unknowns:
            return equal.nodes
        nodes = self.graph.solve(solve.names, matrix, right)
        self._evaluate()
        self.firsts |= {self.residues[node]: node for node in nodes}
        self.systems[*matrix, *right] = System(
            solve.names, nodes, matrix, right, solve.unknowns, solve.kind
        )
        return nodes

    def _first(self, edge: int) -> int:
        """The first edge of this value; this one, if it is new."""
        if edge == 0:
            return 0
        if len(self.residues) < len(self.graph.nodes):
            self._evaluate()
        residue = self.residues[abs(edge)]
        if edge < 0 and residue:
            residue = self.prime - residue
        first = self.firsts.get(residue)
        if first is None:
            first = self.firsts[residue] = edge
            self.firsts[self.prime - residue] = -edge
        return first

    def _evaluate(self) -> None:
        """Evaluate the nodes that were made since."""
        residues, nodes, prime = self.residues, self.graph.nodes, self.prime
        for index in range(len(residues), len(nodes)):
            op, operands, _ = node = nodes[index]
            if op is MUL:  # operands of products are positive, and so is the first of a sum
                a, b = operands
                residues.append(residues[a] * residues[b] % prime)
            elif op is ADD:
                a, b = operands
                y = residues[b] if b >= 0 else -residues[-b]
                residues.append((residues[a] + y) % prime)
            else:
                residues.append(self._residue(node))

    def _at(self, edge: int) -> int:
        return self.residues[edge] if edge >= 0 else -self.residues[-edge]

    def _residue(self, node: Node) -> int:
        match node.op, node.datum:
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
        return Residue(self.field, self.residues[index])
