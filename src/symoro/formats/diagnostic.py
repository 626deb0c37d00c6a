"""What a reader has to say about a text that it could read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """A warning with its place: line and column count from 1."""

    file: str | None
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file or '<text>'}:{self.line}:{self.column}: warning: {self.message}"
