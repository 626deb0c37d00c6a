"""A remark on a robot that is valid: a likely mistake, or information."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.wording import html_paragraph, html_table


@dataclass(frozen=True)
class Diagnostic:
    """A remark on a robot: its subject, its message, and its position in a file.

    Attributes:
        frame: the frame or link it is about; 0 for the base.
        field: the column of the tables.
        note: True for information, which only `check` gives; False for a warning, a likely mistake
            that every model of the robot repeats.
        values: the value set that has it; None for the tables themselves.
        file: the name of the file; None for a text without one.
        line: the line in the text, from 1; None for a robot that was not read.
        column: the column in that line, from 1.
    """

    message: str
    frame: int | None = None
    field: str | None = None
    note: bool = False
    values: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None

    @property
    def text(self) -> str:
        """The message after the value set, frame and field that it is about."""
        subject = [] if self.values is None else [f"value set '{self.values}'"]
        subject += [] if self.frame is None else [f"frame {self.frame}"]
        subject += [] if self.field is None else [self.field]
        return f"{', '.join(subject)}: {self.message}" if subject else self.message

    def __repr__(self) -> str:
        return f"<{'Note' if self.note else 'Warning'}: {self.text}>"

    def __str__(self) -> str:
        if self.line is None:
            return self.text
        kind = "note" if self.note else "warning"
        return f"{self.file or '<text>'}:{self.line}:{self.column}: {kind}: {self.text}"


class Diagnostics(list[Diagnostic]):
    """Diagnostics of a robot, in a list that a notebook shows as a table."""

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "<Nothing suspicious>"

    def _repr_html_(self) -> str:
        """The diagnostics as a table, for notebooks."""
        if not self:
            return html_paragraph(["Nothing suspicious."])
        return html_table(
            ("kind", "value set", "frame", "field", "message"),
            (
                (
                    "note" if item.note else "warning",
                    item.values or "",
                    "" if item.frame is None else item.frame,
                    item.field or "",
                    item.message,
                )
                for item in self
            ),
        )
