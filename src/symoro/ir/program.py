"""The program: inputs with roles, single assignments in order, named output arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from math import prod

from symoro.errors import InternalError
from symoro.ir.graph import NAMED, SYMBOL, Graph, Op
from symoro.wording import quantity, shaped_names

GENERAL = "general"
"""The kind of a linear system without structure: elimination with partial pivoting."""

_FUNCTION = Op.FUNCTION  # in Python 3.11 an access through the class takes its time


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
        return node.op is Op.LET and node.name == self.name and node.operands == self.uses


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
        outputs: the named results.
        statement_nodes: the nodes that each statement computes or reads, operands first.
        needed_nodes: the nodes that the outputs need, operands first.
        constant_names: the inputs that are constant parameters, read or not.
        used_inputs: the inputs that the statements and outputs use, in order.
        arrays: the argument arrays of which an element is read, with their shapes, in order.
        parameters: the constant parameters that are read, in order.
        assigned_names: the names that the statements assign, in order.
        unread: the names that no statement and no output reads, in order.
        systems: the linear systems that are solved, in order.
        functions: the names of the functions that are called.
        offline_nodes: the nodes of named values that depend on constant parameters only.
    """

    name: str
    graph: Graph
    inputs: tuple[Input, ...]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    statements: tuple[Statement, ...]
    outputs: tuple[Output, ...]
    statement_nodes: tuple[list[int], ...] = field(init=False, repr=False)
    needed_nodes: list[int] = field(init=False, repr=False)
    constant_names: frozenset[str] = field(init=False, repr=False)
    used_inputs: tuple[Input, ...] = field(init=False, repr=False)
    arrays: tuple[tuple[str, tuple[int, ...]], ...] = field(init=False, repr=False)
    parameters: tuple[str, ...] = field(init=False, repr=False)
    assigned_names: tuple[str, ...] = field(init=False, repr=False)
    unread: tuple[str, ...] = field(init=False, repr=False)
    systems: tuple[Solve, ...] = field(init=False, repr=False)
    functions: frozenset[str] = field(init=False, repr=False)
    offline_nodes: frozenset[int] = field(init=False, repr=False)
    _fault: str | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        reachable = self.graph.reachable
        inside = tuple(reachable(each.uses, through_lets=False) for each in self.statements)
        ends = tuple(reachable(each.elements, through_lets=False) for each in self.outputs)
        walk = _Walk(self, inside, ends)
        read = tuple(item for item in self.inputs if item.name in walk.symbols)
        used = {item.array for item in read}
        pairs = [pair for s in self.statements for pair in zip(s.names, s.nodes, strict=False)]
        vars(self).update(
            statement_nodes=inside,
            needed_nodes=reachable(chain.from_iterable(each.elements for each in self.outputs)),
            constant_names=walk.constant_names,
            used_inputs=read,
            arrays=tuple((name, shape) for name, shape in self.shapes if name in used),
            parameters=tuple(item.name for item in read if item.array is None),
            assigned_names=tuple(name for each in self.statements for name in each.names),
            unread=tuple(name for name, node in pairs if node not in walk.reads),
            systems=tuple(each for each in self.statements if isinstance(each, Solve)),
            functions=frozenset(walk.functions),
            offline_nodes=frozenset(walk.offline),
            _fault=next(iter(walk.faults), None),
        )

    def __repr__(self) -> str:
        outputs = shaped_names((output.name, output.shape) for output in self.outputs)
        size = quantity(len(self.statements), "statement")
        return (
            f"<Program {self.name}: {shaped_names(self.arrays)} -> {outputs or 'nothing'}; {size}>"
        )

    def verify(self) -> Program:
        """Return the program if it is well formed: every name assigned once, before its use.

        Raises:
            InternalError: a defect of a tracer or of a pass.
        """
        if self._fault is not None:
            raise InternalError(f"{self.name}: {self._fault}")
        return self


class _Walk:
    """One walk over a program, which finds its faults and the facts that its users ask for.

    Attributes:
        faults: the faults, none if the program is well formed.
        constant_names: the inputs that are constant parameters.
        symbols: the names of the symbols that are used.
        reads: the nodes of named values that are used.
        functions: the names of the functions that are called.
        offline: the nodes of named values that depend on constant parameters only.
    """

    def __init__(
        self, program: Program, inside: Sequence[list[int]], ends: Sequence[list[int]]
    ) -> None:
        self.faults: list[str] = []
        self.symbols: set[str] = set()
        self.reads: set[int] = set()
        self.functions: set[str] = set()
        self.offline: set[int] = set()
        self._table = program.graph.nodes
        names = {item.name for item in program.inputs}
        if len(names) != len(program.inputs):
            self.faults.append("two inputs of one name")
        self._inputs = frozenset(names)
        self.constant_names = frozenset(
            item.name for item in program.inputs if item.role is Role.PARAMETER
        )
        self._known: set[int] = set()
        for statement, nodes in zip(program.statements, inside, strict=True):
            constant = self._visit(statement.names, nodes)
            for name in statement.names:
                if name in names:
                    self.faults.append(f"{name} is assigned twice")
                names.add(name)
            if not statement.matches(program.graph):
                self.faults.append(f"{', '.join(statement.names)} is not the value of its node")
            self._known.update(statement.nodes)
            if constant:
                self.offline.update(statement.nodes)
        for output, leaves in zip(program.outputs, ends, strict=True):
            if prod(output.shape) != len(output.elements):
                self.faults.append(f"{output.name} does not fill its shape")
            if not all(map(program.graph.is_atom, output.elements)):
                self.faults.append(f"{output.name} has an element without a name")
            self._visit((output.name,), leaves)

    def _visit(self, users: tuple[str, ...], nodes: list[int]) -> bool:
        """Take the nodes of a statement or an output; return True if no call changes it."""
        constant = True
        for index in nodes:
            op, _, datum = self._table[index]
            if op is SYMBOL:
                self.symbols.add(datum)  # type: ignore[arg-type]
                constant = constant and datum in self.constant_names
                if datum not in self._inputs:
                    self.faults.append(f"{', '.join(users)} uses {datum}, which is not an input")
            elif op in NAMED:
                self.reads.add(index)
                constant = constant and index in self.offline
                if index not in self._known:
                    name = self._table[index].name
                    self.faults.append(f"{', '.join(users)} uses {name} before its assignment")
            elif op is _FUNCTION:
                self.functions.add(datum)  # type: ignore[arg-type]
        return constant
