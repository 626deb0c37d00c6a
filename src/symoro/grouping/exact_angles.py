"""Angles that are meant to be exact: 1.57079632679 is a quarter turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symoro.robot import JointType, Robot
from symoro.robot.mdh import exact_angle

_NEAR = 1e-9  # rad: groupings that differ by less are not told apart by any torque


def exact_angles(robot: Robot) -> tuple[Robot, tuple[str, ...]]:
    """Return the robot with constant angles near a multiple of Pi/12 made exact, and notes."""
    notes: list[str] = []
    frames = []
    for j, frame in robot:
        fields = ["gamma", "alpha"]
        if frame.sigma is not JointType.REVOLUTE:
            fields.append("theta")
        angles: dict[str, Any] = {
            name: exact_angle(getattr(frame, name), f"frame {j}, {name}", notes, _NEAR)
            for name in fields
        }
        frames.append(replace(frame, **angles))
    return (replace(robot, frames=tuple(frames)) if notes else robot), tuple(notes)
