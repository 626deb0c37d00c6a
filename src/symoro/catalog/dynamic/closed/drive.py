"""A closed robot as its dynamic models see it: the tree, and the loops that hold it together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symoro.catalog.kinematic.actuated import Actuated, actuated_robot
from symoro.models.rows import BASE_ROWS
from symoro.robot import BaseMotion, Robot
from symoro.robot.arguments import Argument, joint_array


def drive(robot: Robot, options: Mapping[str, Any]) -> Actuated:
    """Return a closed robot in its actuated joints, with or without the motion of the others given.

    Raises:
        ModelError: for a robot whose motors do not determine its motion.
        UsageError: for a mode without a closed form.
    """
    return actuated_robot(robot, options["mode"], consistent=not options["actuated"])


def floats(robot: Robot) -> bool:
    """True if the base of a robot floats."""
    return robot.base.motion is BaseMotion.FLOATING


def row_names(driven: Actuated) -> tuple[str, ...]:
    """The rows of a model: a floating base, then the actuated joints."""
    base = BASE_ROWS if floats(driven.robot) else ()
    return (*base, *map(str, driven.active))


def row_joints(driven: Actuated) -> tuple[int, ...]:
    """The joints of these rows, 0 for those of the base."""
    return (*(0 for _ in BASE_ROWS if floats(driven.robot)), *driven.active)


def position_arrays(driven: Actuated, names: Sequence[str] = ("q", "QP")) -> tuple[Argument, ...]:
    """The arrays of positions, velocities, ... of a model."""
    own = {array.name: array for array in driven.arguments or ()}
    return tuple(
        own.get(name) or joint_array(driven.robot, name, driven.inputs) for name in names
    )


def motors(driven: Actuated) -> tuple[int, ...]:
    """The actuated joints that have an effort of their own: those without a spring."""
    return tuple(j for j in driven.active if not driven.robot.frame(j).eta)
