"""From the joints of the equivalent tree to the motors of a closed robot.

With G the velocities of the tree's joints in those of the motors, motors that give the power of the
tree's torques give (4.40): the torques G^T tau. Passive joints and cut ones follow from the rows of
the constraint equations that a `Selection` keeps (2.36).

References: [Guide] sections 2.6 and 4.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array
from symoro.catalog.kinematic.loop_kinematics import constraint_reference
from symoro.catalog.kinematic.loop_selection import select
from symoro.errors import ModelError
from symoro.expressions import Arithmetic, Values
from symoro.models.let import LetFunction
from symoro.models.loops.loop_kinematics import Selection, constraints, motor_jacobian
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, rows
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.active_joints import active_joints


def select_motors(robot: Robot) -> Selection | None:
    """The joints of a closed robot whose torques are rows; None for a robot without loops.

    Raises:
        ModelError: for a closed robot on a fixed base that has none.
    """
    if robot.structure is not Structure.CLOSED:
        return None
    active = active_joints(robot)
    if not active and robot.base.motion is not BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} is a closed robot without motors, so no torque tells of its "
            "parameters; mark the joints that motors drive (mu)"
        )
    return select(robot, active)


def tree_joints(robot: Robot) -> tuple[int, ...]:
    """The joints of the equivalent tree that move."""
    return tuple(j for j in robot.outward() if robot.frame(j).moves)


def joint_rates(robot: Robot, m: Mechanism, chosen: Selection, let: LetFunction) -> Array:
    """Return G: a row for each joint that moves, cut joints last, a column for each motor."""
    G = motor_jacobian(constraints(robot, m, chosen, let), chosen, let)
    return np.array([G[j] for j in robot.moving_joints], dtype=object)


def joint_rates_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """The same from the twists of both branches of each loop in frame 0."""
    rate = constraint_reference(robot, chosen, values, arithmetic, dtype)
    n = len(chosen.active)
    ones = [[arithmetic.number(Fraction(int(r == c))) for c in range(n)] for r in range(n)]
    right = -(rate["Wac"] + rate["Wpc"] @ rate["W"])
    cut = linear.solve(rate["Wc"], right) if right.size else right
    return _in_joint_order(robot, chosen, np.array(ones, dtype=dtype), rate["W"], cut)


def _in_joint_order(
    robot: Robot, chosen: Selection, active: Array, passive: Array, cut: Array
) -> Array:
    joints = (*chosen.active, *chosen.passive, *chosen.cut)
    rows: Sequence[Array] = [*active, *passive, *cut]
    by_joint = dict(zip(joints, rows, strict=True))
    return np.array([by_joint[j] for j in robot.moving_joints], dtype=active.dtype)


def row_names(robot: Robot, chosen: Selection | None) -> tuple[str, ...]:
    """The rows of an identification model: a floating base's, then joints or motors."""
    if chosen is None:
        return rows(robot)
    base = BASE_ROWS if robot.base.motion is BaseMotion.FLOATING else ()
    return (*base, *map(str, chosen.active))


def row_joints(names: Sequence[str]) -> tuple[int, ...]:
    """The joints of these rows, 0 for those of the base."""
    return tuple(0 if name in BASE_ROWS else int(name) for name in names)
