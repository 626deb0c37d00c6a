"""Frames of a robot by number, and the interface of closed robots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symoro.errors import UsageError
from symoro.models.geometry.transforms import WORLD
from symoro.robot import Robot, Structure

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


def closed_check(driven: Actuated | None) -> dict[str, Any]:
    """The part of a check that closes the loops of a robot driven by its motors."""
    if driven is None:
        return {}
    return {"close_state": driven.settle, "refine": driven.refine, "arrays": driven.arguments or ()}


def states_of_mode(driven: Actuated | None) -> dict[str, Any]:
    """The part of a check of a model of all positions that holds in a mode, by sums of joints.

    Where all passive joints are sums, states need no search, and there is an exact test.
    """
    if driven is None or not driven.chosen.sums:
        return {}
    return (
        {"derived_values": driven.values_of_sums} if driven.follows_sums else closed_check(driven)
    )


def closed_interface(robot: Robot, driven: Actuated | None) -> dict[str, Any]:
    """The interface of a closed robot, driven by its motors or not."""
    if driven is not None:
        return {
            "notes": driven.notes,
            "undefined_where": driven.undefined_where,
            "joints": driven.inputs,
            "arguments": driven.arguments,
            "state_check": driven.state_check,
        }
    if robot.structure is Structure.CLOSED:
        return {"notes": (PASSIVE_NOTE,)}
    return {"notes": ()}


PASSIVE_NOTE = (
    "closed robot: positions and velocities of passive joints are arguments like the others; "
    "loop-geometry and loop-kinematics give them"
)


def require_frame(robot: Robot, frame: int) -> None:
    """Refuse a frame that the robot does not have; the world is frame -1."""
    if not WORLD <= frame <= robot.n_frames:
        raise UsageError(
            f"there is no frame {frame} in {robot.name}; frames are -1 (the world), 0 (the base) "
            f"and 1 to {robot.n_frames}"
        )
