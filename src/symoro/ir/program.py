"""The program: inputs with roles, single assignments in order, named output arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import prod

from symoro.errors import InternalError
from symoro.ir.graph import NAMED, SYMBOL, Graph, Op

GENERAL = "general"
"""The kind of a linear system without structure: elimination with partial pivoting."""


class Role(Enum):
    """The role of an input: a constant parameter, or an input that changes at each call."""

    STATE = "joint state"
    PARAMETER = "constant parameter"
    WRENCH = "external wrench"
    BASE = "base motion"


@dataclass(frozen=True)
class Input:
    """A scalar input: its symbol, its role, and its place in an argument array if it has one."""

    name: str
    role: Role
    array: str | None = None
    index: tuple[int, ...] = ()


@dataclass(frozen=True)
class Let:
    """One assignment: the name, the let node that stands for it elsewhere, and the value."""

    name: str
    node: int
    value: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are assigned."""
        return (self.name,)

    @property
    def nodes(self) -> tuple[int, ...]:
        """The nodes that stand for them elsewhere."""
        return (self.node,)

    @property
    def uses(self) -> tuple[int, ...]:
        """The edges that it is computed from."""
        return (self.value,)

    def matches(self, graph: Graph) -> bool:
        """True if its node has this name and this value."""
        node = graph.node(self.node)
        return node.op is Op.LET and node.datum == self.name and node.operands == self.uses


@dataclass(frozen=True)
class Solve:
    """A small dense linear system A X = B: the elements of X are assigned, row by row.

    Attributes:
        names: the names of the elements of X, n x m.
        nodes: the unknown nodes that stand for them elsewhere.
        matrix: the edges of A, n x n, row by row.
        right: the edges of B, n x m, row by row.
        unknowns: n.
        kind: the method of solution; `GENERAL`.
    """

    names: tuple[str, ...]
    nodes: tuple[int, ...]
    matrix: tuple[int, ...]
    right: tuple[int, ...]
    unknowns: int
    kind: str = GENERAL

    @property
    def right_hand_sides(self) -> int:
        """The columns of B: m."""
        return len(self.right) // self.unknowns

    @property
    def uses(self) -> tuple[int, ...]:
        """The edges that it is computed from."""
        return self.matrix + self.right

    @property
    def rows(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]], ...]:
        """The rows of A, of B and of the names of X, side by side."""
        n, m = self.unknowns, self.right_hand_sides
        return tuple(
            (
                self.matrix[i * n : i * n + n],
                self.right[i * m : i * m + m],
                self.names[i * m : i * m + m],
            )
            for i in range(n)
        )

    def matches(self, graph: Graph) -> bool:
        """True if its nodes are the unknowns, of these names, of this system."""
        nodes = [graph.node(edge) for edge in self.nodes]
        if [(node.op, node.datum) for node in nodes] != [
            (Op.UNKNOWN, (name, place)) for place, name in enumerate(self.names)
        ]:
            return False
        systems = [graph.node(node.operands[0]) for node in nodes]
        return self.kind == GENERAL and all(
            node.datum == self.unknowns and node.system == (self.matrix, self.right)
            for node in systems
        )


Statement = Let | Solve


@dataclass(frozen=True)
class Output:
    """A named array; its elements are edges of named values, inputs or numbers, row by row."""

    name: str
    shape: tuple[int, ...]
    elements: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """A straight-line program over one graph.

    Attributes:
        name: the function's name, such as ``rx90_idm``.
        inputs: all inputs there may be; `used_inputs` are those that are used.
        shapes: the shape of each argument array, by name, in the order of arguments.
        statements: assignments in order of evaluation.
    """

    name: str
    graph: Graph
    inputs: tuple[Input, ...]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    statements: tuple[Statement, ...]
    outputs: tuple[Output, ...]

    def verify(self) -> Program:
        """Return the program if it is well formed: every name assigned once, before its use.

        Raises:
            InternalError: a defect of a tracer or of a pass.
        """
        if self._fault is not None:
            raise InternalError(f"{self.name}: {self._fault}")
        return self

    @cached_property
    def _fault(self) -> str | None:
        """The first fault, None if the program is well formed; it is looked for once."""
        return next(self._faults(), None)

    def _faults(self) -> Iterator[str]:
        known: set[int] = set()
        names = {item.name for item in self.inputs}
        if len(names) != len(self.inputs):
            yield "two inputs of one name"
        inputs = set(names)
        for statement, nodes in zip(self.statements, self.statement_nodes, strict=True):
            yield from self._unresolved_faults(statement.names, nodes, known, inputs)
            for name in statement.names:
                if name in names:
                    yield f"{name} is assigned twice"
                names.add(name)
            if not statement.matches(self.graph):
                yield f"{', '.join(statement.names)} is not the value of its node"
            known.update(statement.nodes)
        for output in self.outputs:
            if prod(output.shape) != len(output.elements):
                yield f"{output.name} does not fill its shape"
            if not all(self.graph.is_atom(edge) for edge in output.elements):
                yield f"{output.name} has an element without a name"
            leaves = self.graph.reachable(output.elements, through_lets=False)
            yield from self._unresolved_faults((output.name,), leaves, known, inputs)

    def _unresolved_faults(
        self, users: tuple[str, ...], nodes: list[int], known: set[int], inputs: set[str]
    ) -> list[str]:
        """The faults of a statement or output that uses what is not there."""
        faults, table = [], self.graph.nodes
        for index in nodes:
            op, _, datum = table[index]
            if op is SYMBOL:
                if datum not in inputs:
                    faults.append(f"{', '.join(users)} uses {datum}, which is not an input")
            elif op in NAMED and index not in known:
                faults.append(f"{', '.join(users)} uses {table[index].name} before its assignment")
        return faults

    @cached_property
    def statement_nodes(self) -> tuple[list[int], ...]:
        """The nodes that each statement computes or reads, operands first."""
        reachable = self.graph.reachable
        return tuple(reachable(each.uses, through_lets=False) for each in self.statements)

    @cached_property
    def needed_nodes(self) -> list[int]:
        """The nodes that the outputs need, operands first."""
        return self.graph.reachable(e for output in self.outputs for e in output.elements)

    @cached_property
    def used_inputs(self) -> tuple[Input, ...]:
        """The inputs that the statements and outputs use, in order."""
        edges = [edge for statement in self.statements for edge in statement.uses]
        edges += [edge for output in self.outputs for edge in output.elements]
        nodes = (self.graph.nodes[i] for i in self.graph.reachable(edges))
        used = {node.datum for node in nodes if node.op is Op.SYMBOL}
        return tuple(item for item in self.inputs if item.name in used)

    @cached_property
    def arrays(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The argument arrays of which an element is read, with their shapes, in order."""
        used = {item.array for item in self.used_inputs}
        return tuple((name, shape) for name, shape in self.shapes if name in used)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The constant parameters that are read, in order."""
        return tuple(item.name for item in self.used_inputs if item.array is None)

    @cached_property
    def constant_names(self) -> frozenset[str]:
        """The inputs that are constant parameters, read or not."""
        return frozenset(item.name for item in self.inputs if item.role is Role.PARAMETER)

    @cached_property
    def assigned_names(self) -> tuple[str, ...]:
        """The names that the statements assign, in order."""
        return tuple(name for statement in self.statements for name in statement.names)

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """The names that no statement and no output reads, in order."""
        read = {node for nodes in self.statement_nodes for node in nodes}
        read.update(abs(edge) for output in self.outputs for edge in output.elements)
        pairs = (zip(each.names, each.nodes, strict=True) for each in self.statements)
        return tuple(name for each in pairs for name, node in each if node not in read)

    @cached_property
    def systems(self) -> tuple[Solve, ...]:
        """The linear systems that are solved, in order."""
        return tuple(each for each in self.statements if isinstance(each, Solve))

    def has_call(self, function: str) -> bool:
        """True if a statement calls a function."""
        edges = [edge for statement in self.statements for edge in statement.uses]
        nodes = (self.graph.nodes[i] for i in self.graph.reachable(edges))
        return any(node.op is Op.FUNCTION and node.datum == function for node in nodes)

    @cached_property
    def offline_nodes(self) -> frozenset[int]:
        """The nodes of named values that depend on constant parameters only."""
        constant = self.constant_names
        offline: set[int] = set()
        online = {  # nodes of inputs that change, then of values that depend on them
            index
            for index, (op, _, datum) in enumerate(self.graph.nodes)
            if op is SYMBOL and datum not in constant
        }
        for statement, nodes in zip(self.statements, self.statement_nodes, strict=True):
            (offline if online.isdisjoint(nodes) else online).update(statement.nodes)
        return frozenset(offline)
