"""Frames by name: that of the joint, or of a link of the robot's file whose own frame it is."""

from __future__ import annotations

from symoro.errors import UsageError, near_names
from symoro.robot.base import IDENTITY
from symoro.robot.robot import Robot


def frame_number(robot: Robot, name: str) -> int:
    """Return the number of a frame by its name.

    Raises:
        UsageError: for a link with another frame than those of the tables, with the remedy, or a
            name that there is not.
    """
    links = robot.origin.frames if robot.origin is not None else ()
    numbers = {each.name: each.frame for each in links if each.pose == IDENTITY}
    numbers |= {frame.name: j for j, frame in robot if frame.name}
    if name in numbers:
        return numbers[name]
    for link in links:
        if name in (link.name, link.joint):
            moves = any(frame.name == link.joint and frame.moves for frame in robot.frames)
            remedy = (
                f"{link.joint} is the frame of its joint"
                if moves
                else f"symoro convert FILE -o NEW --keep-fixed {link.name} (symoro.load(FILE, "
                f"keep_fixed=[{link.name!r}])) keeps its own"
            )
            raise UsageError(
                f"{name} is at rest in frame {link.frame}, in a pose of its own, and has no frame "
                f"in the tables; {remedy}"
            )
    hint = near_names(name, [*numbers, *(each.name for each in links)])
    raise UsageError(f"{robot.name} has no frame, joint or link {name!r}; {hint}".rstrip("; "))
