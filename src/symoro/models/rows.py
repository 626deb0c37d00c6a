"""The rows of dynamic models: a floating base first, then the joints that move, in frame order."""

from __future__ import annotations

from symoro.models.mechanism import Mechanism
from symoro.robot import BaseMotion, Robot

BASE_ROWS = ("F1", "F2", "F3", "N1", "N2", "N3")
"""The rows of a floating base: force and moment about O0, along the axes of frame 0."""


def rows(robot: Robot) -> tuple[str, ...]:
    """Return what the rows of a robot's models stand for."""
    base = BASE_ROWS if robot.base.motion is BaseMotion.FLOATING else ()
    return (*base, *(str(j) for j in robot.outward() if robot.frame(j).moves))


def mechanism_rows(m: Mechanism) -> tuple[str, ...]:
    """Return the same from a robot's scalars."""
    base = BASE_ROWS if m.floating else ()
    return (*base, *(str(j) for j in m.outward if m.body(j).moves))
