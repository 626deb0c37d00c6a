"""Refusals that several models share."""

from __future__ import annotations

from symoro.errors import ModelError
from symoro.robot import Robot
from symoro.robot.variables import moving_tables


def refuse_moving_tables(robot: Robot) -> None:
    """Refuse tables that depend on a joint's position or velocity."""
    for j, field, what in moving_tables(robot):
        where = f"frame {j}, {field}" if j else field
        raise ModelError(
            f"{where} depends on {what}; tables that move with the robot are not modelled"
        )
