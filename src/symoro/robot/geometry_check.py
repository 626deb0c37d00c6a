"""Refuse numbers with which an entry of a robot's geometry has no value: 1/K where K is 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from symoro.errors import UsageError, short_list
from symoro.expressions import FloatArithmetic, evaluate
from symoro.robot.frame import GEOMETRY
from symoro.robot.variables import table_place

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def require_geometry(robot: Robot, values: Mapping[str, float]) -> None:
    """Check that every length and angle has a value, at joint positions of zero.

    Entries with symbols that have no number are not looked at.

    Raises:
        UsageError: naming the frame, the field and the numbers.
    """
    still = dict.fromkeys((variable.name for variable in robot.variables.values()), 0.0)
    known = {**values, **still}
    for j, frame in robot:
        for field in GEOMETRY:
            entry = getattr(frame, field)
            if not entry.symbols <= known.keys():
                continue
            try:
                evaluate(entry, known, FloatArithmetic())
            except (ArithmeticError, ValueError):
                pairs = [f"{name} = {values[name]:g}" for name in sorted(entry.symbols - {*still})]
                raise UsageError(
                    f"{robot.name}: {table_place(j, field)} is {entry}, which has no value with "
                    f"{short_list(pairs)}"
                ) from None
