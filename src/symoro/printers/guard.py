"""Values that constant parameters must not make zero, so that a model has a result."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.ir.graph import Graph, Op
from symoro.printers.dialect import Dialect, ExpressionPrinter

_LONGEST = 60  # characters of a name: it stands on one line of code


@dataclass(frozen=True)
class Guard:
    """A value that depends on parameters only and must not be zero.

    Attributes:
        meaning: in words: "the inertia of joint 6".
        graph: where it is written.
        value: its edge there.
        parameters: the symbols that it reads.
    """

    meaning: str
    graph: Graph
    value: int
    parameters: frozenset[str]

    def __str__(self) -> str:
        """The value and its meaning: ``IA6 + ZZ6 (the inertia of joint 6)``."""
        return f"{ExpressionPrinter(self.graph, Dialect(), {}).text(self.value)} ({self.meaning})"

    @property
    def name(self) -> str:
        """The report of generated code: the same, or the meaning alone of a long value."""
        text = str(self)
        return text if len(text) <= _LONGEST else self.meaning

    @property
    def symbol(self) -> str | None:
        """The parameter that it is; None for a sum or a product."""
        node = self.graph.node(self.value)
        return node.name if node.op is Op.SYMBOL else None
