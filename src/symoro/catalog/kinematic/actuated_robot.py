"""Make a closed robot driven by its motors: joints, rows and assembly mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symoro.catalog.kinematic.actuated import Actuated, ClosedForm
from symoro.catalog.kinematic.free_joints import independent_joints
from symoro.catalog.kinematic.idle_joints import NO_IDLE_JOINTS, select_with_idle
from symoro.catalog.kinematic.loop_selection import select
from symoro.catalog.kinematic.parallelograms import parallelograms, parallelograms_in
from symoro.models.loops.assembly import chosen_modes, mode_labels
from symoro.models.loops.recipes import plan_loops
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints


def actuated_robot(
    robot: Robot,
    mode: int | None,
    *,
    consistent: bool = False,
    known: Sequence[int] | None = None,
    free: Sequence[int] = (),
) -> Actuated:
    """Return the robot as driven by its motors, in an assembly mode.

    ``consistent`` takes positions and rates of all joints as inputs; ``known`` are joints that
    stand for the motors, of which none is held; free joints are independent like the motors.

    Raises:
        ModelError: for a robot without loops, or whose motors do not determine its motion.
        UsageError: for a mode that it does not have.
    """
    active = independent_joints(robot, free) if free else active_joints(robot, known or ())
    free = tuple(free)
    loops = plan_loops(robot, active)
    if not loops.reasons:
        place, roots = next(iter(chosen_modes(robot, loops, 1 if mode is None else mode).items()))
        form = ClosedForm(loops, roots, mode_labels(loops)[place])
        own_mode = parallelograms_in(robot, loops, roots, every=mode is not None)
        chosen = select(robot, active, own_mode.sums)
        return Actuated(
            robot,
            active,
            chosen,
            form,
            consistent=consistent,
            parallelograms=own_mode,
            free=free,
        )
    own_mode = parallelograms(robot, loops, mode)
    if known is not None:
        chosen, idle = select(robot, active, own_mode.sums), NO_IDLE_JOINTS
    else:
        chosen, idle = select_with_idle(robot, active, own_mode.sums)
    return Actuated(
        robot,
        active,
        replace(chosen, active=active),
        idle=idle,
        consistent=consistent,
        parallelograms=own_mode,
        free=free,
    )
