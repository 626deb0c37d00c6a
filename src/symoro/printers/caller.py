"""The example caller of a language: a file that runs as it is and prints every output.

It gives each parameter and each argument a number (`example`), calls the preparation if there
are two parts, calls the model once, and prints each output: its name on a line, then its rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from textwrap import wrap
from typing import ClassVar, Generic, TypeVar

from symoro.ir.program import Output, Program
from symoro.printers.document import Document
from symoro.printers.example import example
from symoro.printers.languages import MAIN
from symoro.printers.writer import Index, Writer

_WIDTH = 90


W = TypeVar("W", bound=Writer)


def rows_of(output: Output) -> tuple[int, int]:
    """The rows and columns that an output is printed in: the last index runs over columns."""
    *before, columns = output.shape or (1,)
    return prod(before), columns


class Caller(ABC, Generic[W]):
    """The example of one document, for a language whose functions return their results.

    Attributes:
        command: runs it, with ``{main}`` for its file, ``{file}`` for the file that it calls and
            ``{stem}`` for the stem of that one.
        indent: before each line but the prologue's and the epilogue's.
    """

    command: ClassVar[str]
    indent: ClassVar[str] = ""

    def __init__(self, writer: W) -> None:
        self.writer: W = writer
        self.document: Document = writer.document
        self.file = self.file_name()
        self.numbers = example(self.document)

    def file_name(self) -> str:
        """The name of the file."""
        stem, dot, extension = self.writer.file.rpartition(".")
        return f"{stem}{MAIN}{dot}{extension}"

    def files(self) -> dict[str, str]:
        """Return the text by its file name."""
        return {self.file: self.text()}

    def text(self) -> str:
        """Return the file."""
        body = self.parameters() if self.document.parts[0].parameters else []
        for name, shape in self.document.program.arrays:
            body += self.declare_argument(f"given_{name}", shape, self.numbers.arrays[name])
        for part in self.document.parts:
            body += self.call(part, self.arguments(part), self.results(part))
        for output in self.document.program.outputs:
            if output.elements:
                body += self.print_output(output, f"found_{output.name}")
        lines = [f"{self.indent}{line}" if line else "" for line in body]
        comment = self.writer.comments(self.usage_comment())
        return self.writer.join_lines([*comment, *self.prologue(), *lines, *self.epilogue()])

    def usage_comment(self) -> list[str]:
        """The lines of the first comment: the command, and the source of the numbers."""
        writer = self.writer
        command = self.command.format(main=self.file, file=writer.file, stem=writer.stem)
        lines = [f"An example that calls {self.document.program.name}; run it with"]
        lines += [f"    {line}" for line in command.splitlines()]
        return lines + [line for text in self.numbers.source for line in wrap(text, _WIDTH)]

    def arguments(self, part: Program) -> list[str]:
        """The arguments of the call of a part."""
        arrays = self.document.program.arrays
        names = [
            f"given_{name}" if (name, shape) in arrays else f"found_{name}"
            for name, shape in part.arrays
        ]
        return [*names, *(["p"] if part.parameters else [])]

    def results(self, part: Program) -> list[str]:
        """The variables that a part's outputs go to."""
        return [f"found_{output.name}" for output in part.outputs]

    def prologue(self) -> list[str]:
        """The lines before the numbers: imports, the head of a program."""
        return []

    @abstractmethod
    def parameters(self) -> list[str]:
        """The statement that gives all parameters a number, in ``p``."""

    @abstractmethod
    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """The statement that makes an argument array, its numbers row by row."""

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """The statement that calls a part: an assignment to one name, or to several."""
        return [f"{', '.join(results)} = {part.name}({', '.join(arguments)})"]

    @abstractmethod
    def print_output(self, output: Output, name: str) -> list[str]:
        """The lines that print the name of an output, then its rows."""

    def epilogue(self) -> list[str]:
        """The lines at the end."""
        return []
