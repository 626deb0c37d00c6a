"""The program: inputs with roles, single assignments in order, named output arrays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from symoro.errors import InternalError
from symoro.ir.graph import Graph, Op


class Role(Enum):
    """What an input is, which tells what changes at each call from what does not."""

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
        graph: where the nodes are.
        inputs: all inputs there may be; `read` are those that are used.
        shapes: the shape of each argument array, by name, in the order of arguments.
        statements: assignments in order of evaluation.
        outputs: what is computed.
    """

    name: str
    graph: Graph
    inputs: tuple[Input, ...]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    statements: tuple[Let, ...]
    outputs: tuple[Output, ...]

    def verify(self) -> Program:
        """Return the program if it is well formed: every name assigned once, before its use.

        Raises:
            InternalError: a defect of a tracer or of a pass.
        """
        known: set[int] = set()
        names = {item.name for item in self.inputs}
        if len(names) != len(self.inputs):
            raise InternalError(f"{self.name}: two inputs of one name")
        inputs = set(names)
        for let in self.statements:
            self._resolve(let.name, [let.value], known, inputs)
            if let.name in names:
                raise InternalError(f"{self.name}: {let.name} is assigned twice")
            if self.graph.node(let.node).operands != (let.value,):
                raise InternalError(f"{self.name}: {let.name} is not the value of its node")
            names.add(let.name)
            known.add(let.node)
        for output in self.outputs:
            size = 1
            for extent in output.shape:
                size *= extent
            if size != len(output.elements):
                raise InternalError(f"{self.name}: {output.name} does not fill its shape")
            if not all(self.graph.is_atom(edge) for edge in output.elements):
                raise InternalError(f"{self.name}: {output.name} has an element without a name")
            self._resolve(output.name, list(output.elements), known, inputs)
        return self

    def _resolve(self, user: str, edges: list[int], known: set[int], inputs: set[str]) -> None:
        for index in self.graph.reachable(edges, through_lets=False):
            node = self.graph.nodes[index]
            if node.op is Op.LET and index not in known:
                raise InternalError(f"{self.name}: {user} uses {node.datum} before its assignment")
            if node.op is Op.SYMBOL and node.datum not in inputs:
                raise InternalError(f"{self.name}: {user} uses {node.datum}, which is not an input")

    @cached_property
    def read(self) -> tuple[Input, ...]:
        """The inputs that the statements and outputs use, in order."""
        edges = [let.value for let in self.statements]
        edges += [edge for output in self.outputs for edge in output.elements]
        nodes = (self.graph.nodes[i] for i in self.graph.reachable(edges))
        used = {node.datum for node in nodes if node.op is Op.SYMBOL}
        return tuple(item for item in self.inputs if item.name in used)

    @property
    def arrays(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The argument arrays of which an element is read, with their shapes, in order."""
        used = {item.array for item in self.read}
        return tuple((name, shape) for name, shape in self.shapes if name in used)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The constant parameters that are read, in order."""
        return tuple(item.name for item in self.read if item.array is None)

    def calls(self, function: str) -> bool:
        """True if a statement calls a function."""
        edges = [let.value for let in self.statements]
        nodes = (self.graph.nodes[i] for i in self.graph.reachable(edges))
        return any(node.op is Op.FUNCTION and node.datum == function for node in nodes)

    @cached_property
    def offline(self) -> frozenset[int]:
        """The let nodes that depend on constant parameters only."""
        constant = {item.name for item in self.inputs if item.role is Role.PARAMETER}
        found: set[int] = set()
        for let in self.statements:
            leaves = self.graph.reachable([let.value], through_lets=False)
            if all(self._is_constant(index, constant, found) for index in leaves):
                found.add(let.node)
        return frozenset(found)

    def _is_constant(self, index: int, constant: set[str], offline: set[int]) -> bool:
        node = self.graph.nodes[index]
        if node.op is Op.SYMBOL:
            return node.datum in constant
        return node.op is not Op.LET or index in offline
