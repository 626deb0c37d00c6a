"""Scalars over a graph: an algorithm page is traced when it computes with them."""

from __future__ import annotations

from fractions import Fraction

from symoro.errors import InternalError
from symoro.ir.graph import Graph


class Scalar:
    """An edge of a graph that adds, multiplies and divides like a number.

    Attributes:
        edge: its edge in operations.
        name_edge: the edge of its name, if it was named although it costs nothing; else ``edge``.
    """

    __slots__ = ("edge", "graph", "name_edge")

    def __init__(self, graph: Graph, edge: int, name_edge: int | None = None) -> None:
        self.graph = graph
        self.edge = edge
        self.name_edge = edge if name_edge is None else name_edge

    def _edge(self, other: object) -> int | None:
        """The edge of the other operand, or None for NumPy to spread the operation."""
        if isinstance(other, Scalar):
            if other.graph is not self.graph:
                raise InternalError("scalars of two graphs in one operation")
            return other.edge
        if type(other) is int and -1 <= other <= 1:  # the most frequent numbers
            return other
        return self.graph.number(other) if isinstance(other, int | Fraction) else None

    def __add__(self, other: object) -> Scalar:
        graph = self.graph
        b = other.edge if type(other) is Scalar and other.graph is graph else self._edge(other)
        return NotImplemented if b is None else Scalar(graph, graph.add(self.edge, b))

    __radd__ = __add__

    def __sub__(self, other: object) -> Scalar:
        graph = self.graph
        b = other.edge if type(other) is Scalar and other.graph is graph else self._edge(other)
        return NotImplemented if b is None else Scalar(graph, graph.add(self.edge, -b))

    def __rsub__(self, other: object) -> Scalar:
        b, graph = self._edge(other), self.graph
        return NotImplemented if b is None else Scalar(graph, graph.add(b, -self.edge))

    def __mul__(self, other: object) -> Scalar:
        graph = self.graph
        b = other.edge if type(other) is Scalar and other.graph is graph else self._edge(other)
        return NotImplemented if b is None else Scalar(graph, graph.mul(self.edge, b))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Scalar:
        b = self._edge(other)
        if b is None:
            return NotImplemented
        return Scalar(self.graph, self.graph.mul(self.edge, self.graph.inverse(b)))

    def __rtruediv__(self, other: object) -> Scalar:
        b = self._edge(other)
        if b is None:
            return NotImplemented
        return Scalar(self.graph, self.graph.mul(b, self.graph.inverse(self.edge)))

    def __pow__(self, exponent: int) -> Scalar:
        return Scalar(self.graph, self.graph.power(self.edge, exponent))

    def __neg__(self) -> Scalar:
        return Scalar(self.graph, -self.edge)

    def __pos__(self) -> Scalar:
        return self

    def call(self, function: str, *others: Scalar) -> Scalar:
        """Apply a function, this scalar being its first argument."""
        edges = (self.edge, *(other.edge for other in others))
        return Scalar(self.graph, self.graph.call(function, *edges))

    def is_number(self, value: int) -> bool:
        """True if it is this number, whatever the inputs."""
        return self.edge == (value if -1 <= value <= 1 else self.graph.number(value))

    def __repr__(self) -> str:
        return f"Scalar({self.edge})"


class GraphArithmetic:
    """The arithmetic by which exact expressions become nodes of a graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def number(self, value: Fraction) -> Scalar:
        """The scalar of an exact number."""
        return Scalar(self.graph, self.graph.number(value))

    def pi(self) -> Scalar:
        """The scalar of Pi."""
        return Scalar(self.graph, self.graph.pi())

    def symbol(self, name: str) -> Scalar:
        """The scalar of an input."""
        return Scalar(self.graph, self.graph.symbol(name))

    def call(self, function: str, *arguments: Scalar) -> Scalar:
        """The scalar of a function."""
        return Scalar(self.graph, self.graph.call(function, *(a.edge for a in arguments)))
