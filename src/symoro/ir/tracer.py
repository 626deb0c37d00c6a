"""Record an algorithm as a program: the ``let`` of the algorithm pages, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.algebra.linear import right_hand_sides
from symoro.algebra.vectors import Array
from symoro.ir.graph import Graph
from symoro.ir.names import Names
from symoro.ir.program import Let, Output, Solve, Statement
from symoro.ir.scalar import Scalar

if TYPE_CHECKING:
    from symoro.models.let import FrameIndex


class Tracer:
    """Names each component that costs an operation; leaves numbers and names as they are.

    Attributes:
        statements: the assignments so far, in order.
    """

    def __init__(
        self,
        graph: Graph,
        names: Names,
        *,
        always: frozenset[str] = frozenset(),
        display: Mapping[tuple[str, int], str] | None = None,
    ) -> None:
        """Start an empty record.

        Tags that are ``always`` assigned (outputs) may cost nothing; ``display`` has the user's own
        names of some quantities, by tag and frame.
        """
        self.graph = graph
        self.names = names
        self.statements: list[Statement] = []
        self._always = always
        self._display = dict(display or {})

    def __call__(self, tag: str, frame: FrameIndex, value: object) -> object:
        """Name a scalar, or each component of an array, of a frame; None stays None."""
        if not isinstance(value, np.ndarray):
            return self._name_scalar(tag, (), frame, value)
        scalars = np.empty(value.shape, object)
        for index, component in np.ndenumerate(value):
            if component is not None:
                scalars[index] = self._name_scalar(tag, index, frame, component)
        return scalars

    def output(self, name: str, array: Any) -> Output:
        """Return an array of named values and numbers as an output."""
        values = np.asarray(array, dtype=object)
        number = self.graph.number
        edges = [v.name_edge if isinstance(v, Scalar) else number(v) for v in values.flat]
        return Output(name, values.shape, tuple(edges))

    def solve(self, tag: str, frame: FrameIndex, matrix: Any, right: Any) -> Array:
        """Name the unknowns of a linear system; those of a right-hand side of zeros are zeros."""
        columns = right_hand_sides(matrix, right)
        A = tuple(self._edge(value) for value in np.asarray(matrix, dtype=object).ravel())
        B = {place: self._edge(value) for place, value in np.ndenumerate(columns)}
        n, m = columns.shape
        wanted = [k for k in range(m) if any(B[i, k] for i in range(n))]
        places = [(i, k) for i in range(n) for k in wanted]

        def index(i: int, k: int) -> tuple[int, ...]:
            return (i,) if np.ndim(right) == 1 else (i, k)

        edges: dict[tuple[int, ...], int] = {}
        if places:
            names = tuple(self._component(tag, index(*place), frame) for place in places)
            kept = tuple(B[place] for place in places)
            nodes = self.graph.solve(names, A, kept)
            self.statements.append(Solve(names, nodes, A, kept, n))
            edges = dict(zip(places, nodes, strict=True))
        unknowns = np.empty((n, m), dtype=object)
        for i, k in np.ndindex(n, m):
            if (i, k) in edges:
                unknowns[i, k] = Scalar(self.graph, edges[i, k])
            else:
                unknowns[i, k] = self._name_scalar(tag, index(i, k), frame, 0)
        return unknowns.reshape(np.shape(right))

    def _component(self, tag: str, index: tuple[int, ...], frame: FrameIndex) -> str:
        """The name of a component; indices are from 0 here, from 1 in names."""
        return self.names.component(tag, tuple([i + 1 for i in index]), frame)

    def _edge(self, value: object) -> int:
        if isinstance(value, Scalar):
            return value.edge
        return self.graph.number(value if isinstance(value, int) else Fraction(str(value)))

    def _name_scalar(
        self, tag: str, index: tuple[int, ...], frame: FrameIndex, value: object
    ) -> Scalar:
        edge = self._edge(value)
        if self.graph.is_atom(edge) and tag not in self._always:
            return Scalar(self.graph, edge)
        own = self._display.get((tag, frame)) if isinstance(frame, int) else None
        name = self._component(tag, index, frame) if own is None else self.names.take_reserved(own)
        node = self.graph.let(name, edge)
        self.statements.append(Let(name, node, edge))
        if self.graph.is_atom(edge):  # an output: named for the reader, not for the algorithm
            return Scalar(self.graph, edge, name_edge=node)
        return Scalar(self.graph, node)
