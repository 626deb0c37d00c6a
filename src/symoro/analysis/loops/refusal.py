"""The error of loops that do not close, with what is known about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symoro.errors import SymoroError

_SMALL = 1e-3  # share of the larger one that is not worth a word


@dataclass(frozen=True)
class Interval:
    """Positions of a joint from ``low`` to ``high`` [rad or m]."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"[{self.low:.4g}, {self.high:.4g}]"


class CannotClose(SymoroError):
    """The loops do not close; the message says by how much, and where they would.

    Attributes:
        position: the distance that the nearest posture leaves open [m].
        rotation: the angle that it leaves open [rad].
        limits: for each active joint, by frame, where the loops close with the others held.
    """

    def __init__(
        self,
        message: str,
        position: float,
        rotation: float,
        limits: Mapping[int, tuple[Interval, ...]] | None = None,
    ) -> None:
        super().__init__(message)
        self.position = position
        self.rotation = rotation
        self.limits = dict(limits or {})

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.position, self.rotation, self.limits)


def miss_text(position: float, rotation: float, size: float) -> str:
    """Say in words what the nearest postures of a robot of some size leave open."""
    worst = max(position / size, rotation)
    parts = [
        f"{amount:.3g} {unit}"
        for amount, scale, unit in ((position, size, "m"), (rotation, 1.0, "rad"))
        if amount / scale > _SMALL * worst
    ]
    return f"the nearest postures miss by {' and '.join(parts)}"
