"""The independent joints of a closed robot some of whose passive joints are free.

Where the mobility exceeds the number of motors, passive joints take part in the choice of
independent joints. Motors that then follow from the others push along with an effort of their own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from symoro.analysis.loops import CannotClose, Closure
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.mobility import idle_motion_at, mobility_at
from symoro.errors import ModelError
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.verify.closable_lengths import with_closable_lengths
from symoro.wording import noun_phrase

_POSTURES = 12  # of which the largest rank counts: a singular one does not matter


def independent_joints(robot: Robot, free: Sequence[int]) -> tuple[int, ...]:
    """Return the free joints with the first motors that do not follow from them.

    Raises:
        UsageError: for a joint that is none.
        ModelError: if a free joint follows from those before it.
    """
    motors = [j for j, frame in robot if frame.mu and j not in free]
    active_joints(robot, (*motors, *free))

    def find(values: dict[str, float], rng: random.Random) -> tuple[int, ...]:
        closure = Closure(robot, values)
        rows = closed_rows(closure, _POSTURES, rng)
        whole = left = mobility_at(closure, rows)
        chosen: list[int] = []
        for j in (*free, *motors):
            less = idle_motion_at(closure, rows, (*chosen, j)).freedom
            if less < left:
                chosen.append(j)
                left = less
            elif j in free:
                raise ModelError(
                    f"{robot.name}: joint {j} follows from {noun_phrase('joint', chosen)}: the "
                    f"loops leave a mobility of {whole}; take fewer joints as free"
                )
        return tuple(sorted(chosen))

    return with_closable_lengths(robot, find, f"{robot.name}|free")


def missing_joints(robot: Robot) -> tuple[int, ...]:
    """Return the first passive joints that the motion needs beside the motors; none if unknown."""

    def find(values: dict[str, float], rng: random.Random) -> tuple[int, ...]:
        closure = Closure(robot, values)
        rows = closed_rows(closure, _POSTURES, rng)
        chosen = [j for j, frame in robot if frame.mu]
        left = idle_motion_at(closure, rows, chosen).freedom
        missing = []
        for j in robot.moving_joints:
            less = idle_motion_at(closure, rows, (*chosen, j)).freedom
            if less < left:
                missing.append(j)
                chosen.append(j)
                left = less
        return tuple(missing)

    try:
        return with_closable_lengths(robot, find, f"{robot.name}|free")
    except (CannotClose, ModelError):
        return ()
