"""Derivatives of programs: reverse mode, as more statements over the same graph.

The statements are walked from the last to the first, with the derivative of each element of the
outputs by what a statement assigns: ``GAM1DW13`` is that of GAM1 by W13. It is the sum of what the
statements behind it have left there, and is handed on to what W13 is computed from, by the same
local rules as in forward mode. So the length is linear in the length of the program times the
number of elements of the outputs, however many inputs there are. A linear system A X = B hands on
one with the transposed matrix, a column for each element that depends on X and each column of X:

    A^T L = dX,        dB = L,        dA = - L X^T.

``GAM1DRX2`` is an element of L, the derivative by the right-hand side of the equation in the row of
X2. Factors that cost an operation, and sums that are handed on more than once, have names too:
that of the statement that they belong to, ``P`` or ``S`` and a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from symoro.ir.forward_derivatives import DerivativeRequest, partials
from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.names import Names
from symoro.ir.program import Let, Program, Solve, Statement

Adjoints = dict[int, int]
"""The derivative of one element by each node: edges by node."""


def reverse_derivatives(
    program: Program, wrt: Sequence[str], outputs: Sequence[str] | None = None
) -> Program:
    """Return the program of the derivatives of some outputs; see `forward_derivatives`.

    Raises:
        UsageError: for a name that the program does not have.
    """
    request = DerivativeRequest(program, wrt, outputs)
    elements = [edge for output in request.outputs for edge in output.elements]
    mode = ReverseMode(program.graph, request.names, request.inputs, elements)
    return request.program_with(mode.statements(program.statements), mode.derivative)


class ReverseMode:
    """Derivatives of some elements by some inputs, carried back along a record of statements."""

    def __init__(
        self, graph: Graph, names: Names, wrt: Sequence[str], elements: Iterable[int]
    ) -> None:
        """Start behind the last statement; signs and repetitions of elements do not matter."""
        self.graph = graph
        self.names = names
        self.wrt = frozenset(wrt)
        rows = dict.fromkeys(abs(edge) for edge in elements if edge)
        self._adjoints: dict[int, Adjoints] = {row: {row: 1} for row in rows}
        self._added: list[Statement] = []
        self._active: dict[int, bool] = {}  # whether a node depends on the inputs
        self._names: dict[int, int] = {}  # the name that stands for a value
        self._factors: dict[int, tuple[tuple[int, int], ...]] = {}
        self._repeats: Counter[str] = Counter()

    def statements(self, record: Iterable[Statement]) -> list[Statement]:
        """Return the statements of the derivatives, which come after those of the record."""
        record = tuple(record)
        for statement in record:
            self._remember(statement)
        for statement in reversed(record):
            if self._active[statement.nodes[0]]:
                if isinstance(statement, Let):
                    self._reverse_let(statement)
                else:
                    self._reverse_solve(statement)
        symbols = [self.graph.symbol(name) for name in sorted(self.wrt)]
        for row, adjoints in self._adjoints.items():
            for symbol in filter(adjoints.__contains__, symbols):
                wanted = f"{self._label(row)}D{self.graph.nodes[symbol].name}"
                adjoints[symbol] = self._name_value(wanted, adjoints[symbol])
        return self._added

    def derivative(self, node: int, symbol: str) -> int:
        """The edge of the derivative of an element, without its sign, by an input."""
        return self._adjoints[node].get(self.graph.symbol(symbol), 0)

    def _label(self, row: int) -> str:
        return self.graph.nodes[row].name

    def _remember(self, statement: Statement) -> None:
        """Note what depends on the inputs, and which values have names."""
        for index in self.graph.reachable(statement.uses, through_lets=False):
            if index not in self._active:
                node = self.graph.nodes[index]
                self._active[index] = (
                    node.name in self.wrt
                    if node.op is Op.SYMBOL
                    else any(self._active[abs(edge)] for edge in node.operands if edge)
                )
        active = any(self._active[abs(edge)] for edge in statement.uses if edge)
        self._active.update(dict.fromkeys(statement.nodes, active))
        if isinstance(statement, Let) and not self.graph.is_atom(statement.value):
            edge = statement.node if statement.value > 0 else -statement.node
            self._names.setdefault(abs(statement.value), edge)

    def _reverse_let(self, statement: Let) -> None:
        for row, adjoints in self._adjoints.items():
            adjoint = adjoints.get(statement.node, 0)
            if adjoint:
                if statement.node != row:
                    adjoint = self._name_value(f"{self._label(row)}D{statement.name}", adjoint)
                self._hand_on(statement, row, {statement.value: adjoint})

    def _reverse_solve(self, statement: Solve) -> None:
        """A^T L = dX for the elements that depend on X: one system."""
        n, m = statement.unknowns, statement.right_hand_sides
        X = statement.nodes
        columns = [
            (row, k)
            for row, k in product(self._adjoints, range(m))
            if any(self._adjoints[row].get(X[i * m + k]) for i in range(n))
        ]
        if not columns:
            return
        places = list(product(range(n), columns))
        right = tuple(self._adjoints[row].get(X[i * m + k], 0) for i, (row, k) in places)
        labels = tuple(
            self.names.fresh(f"{self._label(row)}DR{statement.names[i * m + k]}")
            for i, (row, k) in places
        )
        matrix = tuple(statement.matrix[c * n + i] for i in range(n) for c in range(n))
        nodes = self.graph.solve(labels, matrix, right)
        self._added.append(Solve(labels, nodes, matrix, right, n))
        L = dict(zip(places, nodes, strict=True))
        for row in dict.fromkeys(row for row, _ in columns):
            ours = [k for other, k in columns if other == row]
            by: dict[int, int] = {}
            for i, k in product(range(n), ours):
                self._accumulate(by, statement.right[i * m + k], L[i, (row, k)])
                for c in range(n):
                    term = self.graph.mul(L[i, (row, k)], X[c * m + k])
                    self._accumulate(by, statement.matrix[i * n + c], -term)
            self._hand_on(statement, row, by)

    def _accumulate(self, by: dict[int, int], edge: int, term: int) -> None:
        """Add to the derivative by an edge."""
        if edge and self._active[abs(edge)]:
            term = term if edge > 0 else -term
            by[abs(edge)] = self.graph.add(by.get(abs(edge), 0), term)

    def _hand_on(self, statement: Statement, row: int, by: Mapping[int, int]) -> None:
        """Hand derivatives by what a statement uses on to the names and inputs in it."""
        inner: dict[int, int] = {}
        for edge, adjoint in by.items():
            self._accumulate(inner, edge, adjoint)
        adjoints = self._adjoints[row]
        for index in reversed(self.graph.reachable(inner, through_lets=False)):
            adjoint = inner.get(index, 0)
            node = self.graph.nodes[index]
            if not adjoint:
                continue
            if node.op is Op.SYMBOL or node.op in NAMED:
                adjoints[index] = self.graph.add(adjoints.get(index, 0), adjoint)
                continue
            factors = self._active_partials(statement, index)
            if len(factors) > 1:
                adjoint = self._name_value(f"{self._label(row)}D{statement.names[0]}S#", adjoint)
            for edge, factor in factors:
                self._accumulate(inner, edge, self.graph.mul(adjoint, factor))

    def _active_partials(self, statement: Statement, index: int) -> tuple[tuple[int, int], ...]:
        """The operands of a node that depend on the inputs, each with a factor that has a name."""
        if index not in self._factors:
            self._factors[index] = tuple(
                (edge, self._name_value(f"{statement.names[0]}P#", factor))
                for edge, factor in partials(self.graph, index, self._name_of)
                if edge and self._active[abs(edge)]
            )
        return self._factors[index]

    def _name_of(self, edge: int) -> int:
        """The name of a value, where it has one."""
        alias = self._names.get(abs(edge), abs(edge))
        return alias if edge > 0 else -alias

    def _name_value(self, wanted: str, value: int) -> int:
        """A value under a name, unless it costs nothing or has one; # stands for a number."""
        value = self._name_of(value)
        if self.graph.is_atom(value):
            return value
        self._repeats[wanted] += 1
        name = self.names.fresh(wanted.replace("#", str(self._repeats[wanted])))
        node = self.graph.let(name, value)
        self._added.append(Let(name, node, value))
        self._names[abs(value)] = node if value > 0 else -node
        return node
