"""The door to models in the actuated joints: only they load what closes loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symoro.errors import UsageError
from symoro.robot import Robot

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


def drive_by_motors(robot: Robot, options: Mapping[str, Any]) -> Actuated | None:
    """Return the robot as driven by its motors, if that is asked for.

    Raises:
        ModelError: for a robot without loops, or whose motors do not determine its motion.
        UsageError: for a mode that is asked for without ``actuated``, or without a closed form.
    """
    mode = options["mode"]
    if options["actuated"]:
        from symoro.catalog.kinematic.actuated_robot import actuated_robot

        return actuated_robot(robot, mode)
    if mode is not None:
        raise UsageError(f"{robot.name}: --mode belongs to --actuated")
    return None
