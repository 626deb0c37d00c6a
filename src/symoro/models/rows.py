"""The rows of dynamic models: a floating base first, then the joints that move, in frame order."""

from __future__ import annotations

from typing import Any

from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism
from symoro.robot import BaseMotion, Robot

BASE_ROWS = ("F1", "F2", "F3", "N1", "N2", "N3")
"""The rows of a floating base: force and moment about O0, along the axes of frame 0."""


def rows(robot: Robot) -> tuple[str, ...]:
    """Return the names of the rows of a robot's models."""
    base = BASE_ROWS if robot.base.motion is BaseMotion.FLOATING else ()
    return (*base, *(str(j) for j in robot.outward() if robot.frame(j).moves))


def mechanism_rows(m: Mechanism) -> tuple[str, ...]:
    """Return the same from a robot's scalars."""
    base = BASE_ROWS if m.floating else ()
    return (*base, *(str(j) for j in m.outward if m.body(j).moves))


def named_row(tag: str, row: str, value: Any, let: LetFunction) -> Any:
    """Name an element of a vector: by its joint, or by its row if it belongs to the base."""
    return let(tag, int(row), value) if row.isdigit() else let(f"{tag}{row}", None, value)


def named_acceleration(row: str, value: Any, let: LetFunction) -> Any:
    """Name an acceleration that is found: of the base, less gravity, or of a joint."""
    if row not in BASE_ROWS:
        return let("QDP", int(row), value)
    return let(f"{'VA' if row[0] == 'F' else 'WP'}{row[1]}", 0, value)
