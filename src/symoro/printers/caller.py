"""The example caller of a language: a file that runs as it is and prints every output.

It gives each parameter and each argument a number (`example`), calls what prepares the model if
that has two parts, calls the model once, and prints each output: its name on a line, then its rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from textwrap import wrap
from typing import ClassVar, Generic, Protocol, TypeVar

from symoro.ir.program import Output, Program
from symoro.printers.document import Document
from symoro.printers.example import example
from symoro.printers.languages import MAIN
from symoro.printers.writer import Index

_WIDTH = 90


class Called(Protocol):
    """What an example needs to know of the text that it calls; a `Writer` is one."""

    @property
    def document(self) -> Document:
        """What was printed."""

    @property
    def file(self) -> str:
        """The name of the main file."""

    @property
    def stem(self) -> str:
        """The same without its ending."""

    def comments(self, lines: Iterable[str], /) -> list[str]:
        """Return lines of comment."""

    def joined(self, lines: Iterable[str], /) -> str:
        """Return lines as a text."""


W = TypeVar("W", bound=Called)


def rows_of(output: Output) -> tuple[int, int]:
    """How many rows and columns an output is printed in: the last index runs over columns."""
    *before, columns = output.shape or (1,)
    return prod(before), columns


class Caller(ABC, Generic[W]):
    """The example of one document, for a language whose functions return their results.

    Args:
        writer: of the document's main file.

    Attributes:
        command: how it is run, of the ``main`` file, the ``file`` that it calls and their ``stem``.
        indent: before each line but the prologue's and the epilogue's.
    """

    command: ClassVar[str]
    indent: ClassVar[str] = ""

    def __init__(self, writer: W) -> None:
        self.writer: W = writer
        self.document: Document = writer.document
        self.file = self.named()
        self.numbers = example(self.document)

    def named(self) -> str:
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
            body += self.given(f"given_{name}", shape, self.numbers.arrays[name])
        for part in self.document.parts:
            body += self.call(part, self.arguments(part), self.results(part))
        for output in self.document.program.outputs:
            if output.elements:
                body += self.shown(output, f"found_{output.name}")
        lines = [f"{self.indent}{line}" if line else "" for line in body]
        said = self.writer.comments(self.said())
        return self.writer.joined([*said, *self.prologue(), *lines, *self.epilogue()])

    def said(self) -> list[str]:
        """What stands in the first comment: how it is run, and where its numbers come from."""
        writer = self.writer
        command = self.command.format(main=self.file, file=writer.file, stem=writer.stem)
        lines = [f"An example that calls {self.document.program.name}; run it with"]
        lines += [f"    {line}" for line in command.splitlines()]
        return lines + [line for text in self.numbers.source for line in wrap(text, _WIDTH)]

    def arguments(self, part: Program) -> list[str]:
        """What a part is called with."""
        given = self.document.program.arrays
        names = [
            f"given_{name}" if (name, shape) in given else f"found_{name}"
            for name, shape in part.arrays
        ]
        return [*names, *(["p"] if part.parameters else [])]

    def results(self, part: Program) -> list[str]:
        """The variables that a part's outputs go to."""
        return [f"found_{output.name}" for output in part.outputs]

    def prologue(self) -> list[str]:
        """What stands before the numbers: imports, the head of a program."""
        return []

    @abstractmethod
    def parameters(self) -> list[str]:
        """The statement that gives all parameters a number, in ``p``."""

    @abstractmethod
    def given(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """The statement that makes an argument array, its numbers row by row."""

    @abstractmethod
    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """The statement that calls a part."""

    @abstractmethod
    def shown(self, output: Output, name: str) -> list[str]:
        """What prints the name of an output, then its rows."""

    def epilogue(self) -> list[str]:
        """What stands at the end."""
        return []
