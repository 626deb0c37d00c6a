"""The lines of the report: ours, a peer's, their ratio, what is promised, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

COLUMNS = ("what", "symoro", "peer", "", "ratio", "promised", "holds")


@dataclass(frozen=True)
class Line:
    """One comparison; less is better on both sides.

    Attributes:
        what: is measured.
        unit: of both numbers.
        ours: the number of symoro.
        peer: who is compared; empty where a number stands alone.
        theirs: the peer's number.
        ratio_promised: how many times less ours is to be; None if nothing is promised.
        most: what ours may be at most; None if nothing is promised.
        above: True if the ratio is to be above what is promised, not only at it.
        missing: why the peer could not be measured; empty if it was.
    """

    what: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    ratio_promised: float | None = None
    most: float | None = None
    above: bool = False
    missing: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times less ours is."""
        return None if self.theirs is None else self.theirs / self.ours

    @property
    def holds(self) -> bool | None:
        """Whether the promise holds; None without one."""
        if self.most is not None:
            return self.ours <= self.most
        if self.ratio_promised is None or self.ratio is None:
            return None
        if self.above:
            return self.ratio > self.ratio_promised
        return self.ratio >= self.ratio_promised

    def cells(self) -> tuple[str, ...]:
        """The line as text, cell by cell."""
        promised = ""
        if self.most is not None:
            promised = f"at most {_number(self.most)} {self.unit}"
        elif self.ratio_promised is not None:
            promised = f"{'above' if self.above else 'at least'} {self.ratio_promised:g}"
        return (
            self.what,
            f"{_number(self.ours)} {self.unit}",
            self.peer,
            self._theirs(),
            "" if self.ratio is None else f"{self.ratio:.1f}",
            promised,
            {True: "yes", False: "no", None: ""}[self.holds],
        )

    def _theirs(self) -> str:
        if self.missing:
            return f"not measured: {self.missing}"
        return "" if self.theirs is None else f"{_number(self.theirs)} {self.unit}"

    def as_dict(self) -> dict[str, Any]:
        """The line as plain data."""
        return {
            "what": self.what,
            "unit": self.unit,
            "symoro": self.ours,
            "peer": self.peer or None,
            "theirs": self.theirs,
            "ratio": self.ratio,
            "promised": {"ratio": self.ratio_promised, "most": self.most, "above": self.above},
            "holds": self.holds,
            "missing": self.missing or None,
        }


def table(lines: Iterable[Line]) -> str:
    """The lines in columns, between bars."""
    rows: list[Sequence[str]] = [COLUMNS, *(line.cells() for line in lines)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(COLUMNS))]
    text = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([text[0], rule, *text[1:]])


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
