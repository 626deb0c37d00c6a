"""The robot of an assembly."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.robot.assembly.parts import Assembly
from symoro.robot.assembly.tables import assembly_fields
from symoro.robot.robot import Robot


def robot_of_assembly(
    assembly: Assembly,
    source: str,
    *,
    tolerance: float = 0.0,
    orders: Sequence[tuple[str, tuple[str, ...]]] = (),
) -> Robot:
    """Return the robot of an assembly, with its numbers in the tables; see `assembly_fields`."""
    return Robot(**assembly_fields(assembly, source, tolerance=tolerance, orders=orders))
