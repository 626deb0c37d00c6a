"""A closed robot as its dynamic models see it: the tree, and the loops that hold it together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.catalog.kinematic.free_joints import missing_joints
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.errors import ModelError
from symoro.expressions import ScalarOf
from symoro.models.rows import BASE_ROWS
from symoro.robot import BaseMotion, Robot
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.efforts import given_effort
from symoro.wording import noun_phrase


def drive(robot: Robot, options: Mapping[str, Any]) -> Actuated:
    """Return a closed robot in its actuated joints, with or without the motion of the others given.

    Models with the option ``free`` take passive joints as independent too.

    Raises:
        ModelError: for a robot whose motors do not determine its motion.
        UsageError: for a mode without a closed form.
    """
    free = options.get("free", ())
    consistent = not options["actuated"]
    try:
        return actuated_robot(robot, options["mode"], consistent=consistent, free=free)
    except ModelError as error:
        missing = () if free else missing_joints(robot)
        if not missing:
            raise
        raise ModelError(
            f"{error}. ddm, hybrid and linearize take passive joints as free ones, such as "
            f"{noun_phrase('joint', missing)}"
        ) from None


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
    return tuple(own.get(name) or joint_array(driven.robot, name, driven.inputs) for name in names)


def motors(driven: Actuated) -> tuple[int, ...]:
    """The joints that have an effort of their own: those with a motor and without a spring.

    Motors that follow from free joints are among them.
    """
    chosen = driven.active if not driven.free else driven.robot.moving_joints
    return tuple(j for j in chosen if _has_motor(driven.robot, j))


def _has_motor(robot: Robot, j: int) -> bool:
    return robot.frame(j).mu and not robot.frame(j).eta


def pushed_joints(driven: Actuated) -> tuple[int, ...]:
    """The joints that follow from others and have a spring, or a motor of known effort."""
    frames = ((j, driven.robot.frame(j)) for j in driven.robot.moving_joints)
    return tuple(j for j, f in frames if j not in driven.active and (f.eta or f.mu))


def push_notes(driven: Actuated) -> tuple[str, ...]:
    """Say what springs beside passive joints and motors that follow from others do."""
    robot, remarks = driven.robot, []
    joints = pushed_joints(driven)
    if springs := [j for j in joints if robot.frame(j).eta]:
        remarks.append(f"springs of passive {noun_phrase('joint', springs)} act through the loops")
    if others := [j for j in joints if not robot.frame(j).eta]:
        remarks.append(
            f"{noun_phrase('motor', others)} follow{'s' if len(others) == 1 else ''} from the "
            "independent joints: GAM is read there"
        )
    return tuple(remarks)


def pushes(driven: Actuated, loops: LoopMotion, scalar: ScalarOf) -> dict[int, Any]:
    """The efforts of these joints, over some scalars; a spring's length is as its joint moves."""
    robot, at = driven.robot, loops.positions if driven.has_passive_positions else {}
    efforts: dict[int, Any] = {}
    for j in pushed_joints(driven):
        frame = robot.frame(j)
        if frame.eta and j in at:
            angle = getattr(at[j].position, "radians", at[j].position)
            rest = frame.rest + frame.position - robot.variables[j]
            efforts[j] = -scalar(frame.k) * (angle - scalar(rest))
        else:
            efforts[j] = scalar(given_effort(robot, j))
    return efforts
