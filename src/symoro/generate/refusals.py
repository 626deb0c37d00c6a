"""Refusals that several models share."""

from symoro.robot.variables import refuse_moving_tables

__all__ = ["refuse_moving_tables"]
