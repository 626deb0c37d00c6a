"""Record an algorithm as a program: the ``let`` of the algorithm pages, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from symoro.ir.graph import Graph
from symoro.ir.names import Names
from symoro.ir.program import Let
from symoro.ir.scalar import Scalar


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

        Args:
            graph: where the values live.
            names: what gives out the names.
            always: tags that are assigned even when they cost nothing (outputs).
            display: the user's own names of some quantities, by tag and frame.
        """
        self.graph = graph
        self.names = names
        self.statements: list[Let] = []
        self._always = always
        self._display = dict(display or {})

    def __call__(self, tag: str, frame: int, value: object) -> object:
        """Name a scalar, or each component of an array, of a frame."""
        if not isinstance(value, np.ndarray):
            return self._scalar(tag, (), frame, value)
        named = np.empty(value.shape, object)
        for index, component in np.ndenumerate(value):
            named[index] = self._scalar(tag, tuple(i + 1 for i in index), frame, component)
        return named

    def _scalar(self, tag: str, index: tuple[int, ...], frame: int, value: object) -> Scalar:
        edge = value.edge if isinstance(value, Scalar) else self.graph.number(Fraction(str(value)))
        if self.graph.is_atom(edge) and tag not in self._always:
            return Scalar(self.graph, edge)
        own = self._display.get((tag, frame))
        name = self.names.component(tag, index, frame) if own is None else self.names.promised(own)
        node = self.graph.let(name, edge)
        self.statements.append(Let(name, node, edge))
        if self.graph.is_atom(edge):  # an output: named for the reader, not for the algorithm
            return Scalar(self.graph, edge, named=node)
        return Scalar(self.graph, node)
