"""The known joints of a closed robot."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.errors import ModelError, UsageError
from symoro.robot.robot import Robot
from symoro.robot.variables import refuse_moving_tables


def active_joints(robot: Robot, wanted: Sequence[int] = ()) -> tuple[int, ...]:
    """The joints that are known: those asked for, else the actuated ones.

    Raises:
        ModelError: if the robot has no loops, or a joint on no loop is not known.
        UsageError: for a joint that is none.
    """
    if not robot.n_loops:
        raise ModelError(f"{robot.name} has no loops: every joint is free")
    refuse_moving_tables(robot)
    for j in wanted:
        if j not in robot.moving_joints:
            listed = ", ".join(map(str, robot.moving_joints))
            raise UsageError(
                f"there is no joint {j} that moves in {robot.name}; joints are {listed}"
            )
    known = wanted or [j for j, frame in robot if frame.mu]
    free = sorted({*robot.moving_joints} - {*known} - loop_joints(robot))
    if free:
        raise ModelError(
            f"{robot.name}: nothing determines the joints {', '.join(map(str, free))}, which are "
            "on no loop and not active; take them as known too (mu, --active)"
        )
    return tuple(j for j in robot.moving_joints if j in known)


def loop_joints(robot: Robot) -> set[int]:
    """Return the joints that lie on a loop."""
    return {j for k, b in robot.loops() for j in robot.chain(k, b) if j != robot.root(k, b)}
