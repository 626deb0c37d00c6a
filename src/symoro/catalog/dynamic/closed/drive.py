"""A closed robot as its dynamic models see it: the tree, and the loops that hold it together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.kinematic.actuated import Actuated, actuated_robot
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.expressions import ScalarOf
from symoro.models.rows import BASE_ROWS
from symoro.robot import BaseMotion, Robot
from symoro.robot.efforts import effort
from symoro.wording import noun_phrase


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


def passive_springs(driven: Actuated, loops: LoopMotion, scalar: ScalarOf) -> dict[int, Any]:
    """Return the efforts of springs beside joints that no motor moves, by joint."""
    robot = driven.robot
    springs = {}
    for j in robot.moving_joints:
        frame = robot.frame(j)
        if not frame.eta or j in driven.active:
            continue
        if j not in loops.positions:
            springs[j] = scalar(effort(robot, j))
            continue
        x = loops.positions[j].position
        angle = getattr(x, "radians", x)
        offset = frame.position - robot.variables[j]
        springs[j] = -scalar(frame.k) * (angle - scalar(offset + frame.rest))
    return springs


def spring_note(driven: Actuated) -> tuple[str, ...]:
    """Say which springs are part of the efforts."""
    springs = [j for j, frame in driven.robot if frame.eta and j not in driven.active]
    if not springs:
        return ()
    return (f"springs beside passive {noun_phrase('joint', springs)} are part of the efforts",)


def motors(driven: Actuated) -> tuple[int, ...]:
    """The actuated joints that have an effort of their own: those without a spring."""
    return tuple(j for j in driven.active if not driven.robot.frame(j).eta)
