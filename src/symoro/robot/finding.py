"""A remark on a robot that is valid: a likely mistake, or information."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A remark on a robot: where, what, and what was probably meant.

    Attributes:
        message: the remark.
        frame: the frame or link it is about; 0 for the base.
        field: the column of the tables.
        note: True for information, which only `check` gives; False for a warning, a likely mistake
            that every model of the robot repeats.
        values: the value set that has it; None for the tables themselves.
    """

    message: str
    frame: int | None = None
    field: str | None = None
    note: bool = False
    values: str | None = None

    def __str__(self) -> str:
        where = [] if self.values is None else [f"value set '{self.values}'"]
        where += [] if self.frame is None else [f"frame {self.frame}"]
        where += [] if self.field is None else [self.field]
        return f"{', '.join(where)}: {self.message}" if where else self.message
