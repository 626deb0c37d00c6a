"""The example caller of an inverse geometric model: it solves a pose and prints the solutions."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from symoro.printers.caller import Caller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.writer import Writer

W = TypeVar("W", bound=Writer)


class TreeCaller(Caller[W]):
    """The example of one document; each solution is a line: its joints, then its label."""

    document: TreeDocument

    def text(self) -> str:
        """Return the file."""
        body = self.parameters() if self.document.tree.parameters else []
        for name, shape in self.document.tree.arrays:
            numbers = self.document.example[name]
            body += self.declare_argument(f"given_{name}", shape, numbers)
        body += self.solve_lines()
        lines = [f"{self.indent}{line}" if line else "" for line in body]
        comment = self.writer.comments(self.usage_comment())
        return self.writer.join_lines([*comment, *self.prologue(), *lines, *self.epilogue()])

    def call_arguments(self) -> list[str]:
        """The arguments of the call."""
        names = [f"given_{name}" for name, _ in self.document.tree.arrays]
        return [*names, *(["p"] if self.document.tree.parameters else [])]

    @abstractmethod
    def solve_lines(self) -> list[str]:
        """The call, and the lines that print the solutions."""
