"""Denavit-Hartenberg tables as published: a, alpha, d, theta of each joint, in metres and degrees.

UR10e: Universal Robots, DH parameters for calculations of kinematics and dynamics. Puma 560 and
Stanford arm: Corke, Robotics Toolbox. Panda: Franka Emika, FCI documentation. LBR iiwa 14: lengths
of the Kuka Sunrise Toolbox, which has them from KUKA's manuals, in a classic table of our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Row = tuple[float, float, float, float]


@dataclass(frozen=True)
class Sheet:
    """A table in the convention that it is published in."""

    convention: str
    rows: tuple[Row, ...]
    joints: str = ""

    @property
    def columns(self) -> dict[str, Any]:
        """The arguments of `Robot.from_dh`, without the convention."""
        names = ("a", "alpha", "d", "theta")
        columns = {n: [row[k] for row in self.rows] for k, n in enumerate(names)}
        return {**columns, "joints": self.joints, "degrees": True}


UR10E = Sheet(
    "classic",
    (
        (0, 90, 0.1807, 0),
        (-0.6127, 0, 0, 0),
        (-0.57155, 0, 0, 0),
        (0, 90, 0.17415, 0),
        (0, -90, 0.11985, 0),
        (0, 0, 0.11655, 0),
    ),
)
PUMA560 = Sheet(
    "classic",
    (
        (0, 90, 0, 0),
        (0.4318, 0, 0, 0),
        (0.0203, -90, 0.15005, 0),
        (0, 90, 0.4318, 0),
        (0, -90, 0, 0),
        (0, 0, 0, 0),
    ),
)
STANFORD = Sheet(
    "classic",
    (
        (0, -90, 0.412, 0),
        (0, 90, 0.154, 0),
        (0, 0, 0, -90),
        (0, -90, 0, 0),
        (0, 90, 0, 0),
        (0, 0, 0.263, 0),
    ),
    "RRPRRR",
)
PANDA = Sheet(
    "modified",
    (
        (0, 0, 0.333, 0),
        (0, -90, 0, 0),
        (0, 90, 0.316, 0),
        (0.0825, 90, 0, 0),
        (-0.0825, -90, 0.384, 0),
        (0, 90, 0, 0),
        (0.088, 90, 0, 0),
        (0, 0, 0.107, 0),
    ),
    "RRRRRRRF",
)
IIWA14 = Sheet(
    "classic",
    (
        (0, -90, 0.36, 0),
        (0, 90, 0, 0),
        (0, 90, 0.42, 0),
        (0, -90, 0, 0),
        (0, -90, 0.4, 0),
        (0, 90, 0, 0),
        (0, 0, 0.126, 0),
    ),
)
PANDA_CLASSIC = Sheet(
    "classic",
    (
        (0, -90, 0.333, 0),
        (0, 90, 0, 0),
        (0.0825, 90, 0.316, 0),
        (-0.0825, -90, 0, 0),
        (0, 90, 0.384, 0),
        (0.088, 90, 0, 0),
        (0, 0, 0.107, 0),
    ),
)
"""The Panda's arm once more, its a and alpha one row up; the flange is in the last row."""

SHEETS = {
    "ur10e": UR10E,
    "puma560": PUMA560,
    "stanford": STANFORD,
    "panda": PANDA,
    "iiwa14": IIWA14,
    "panda classic": PANDA_CLASSIC,
}
