"""What constant parameters must not make zero, so that a model has a result."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.ir.graph import Graph
from symoro.printers.dialect import Dialect, ExpressionPrinter


@dataclass(frozen=True)
class Guard:
    """A value that depends on parameters only and must not be zero.

    Attributes:
        meaning: what it is: "the inertia of joint 6".
        graph: where it is written.
        value: its edge there.
        parameters: the symbols that it reads.
    """

    meaning: str
    graph: Graph
    value: int
    parameters: frozenset[str]

    def __str__(self) -> str:
        """The value and its meaning: ``ZZ6 + IA6 (the inertia of joint 6)``."""
        return f"{ExpressionPrinter(self.graph, Dialect(), {}).text(self.value)} ({self.meaning})"
