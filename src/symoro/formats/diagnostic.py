"""What a reader has to say about a text that it could read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """A warning, or a note, with its place: line and column count from 1."""

    file: str | None
    line: int
    column: int
    message: str
    note: bool = False

    def __str__(self) -> str:
        kind = "note" if self.note else "warning"
        return f"{self.file or '<text>'}:{self.line}:{self.column}: {kind}: {self.message}"
