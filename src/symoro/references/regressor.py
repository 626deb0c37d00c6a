"""The columns of the dynamic identification model, each body's wrench as one 6x10 matrix.

The wrench on a body, about the origin of its frame and in that frame, is linear in its parameters
(J, ms, m): with w, wd and a its angular velocity, angular acceleration and the acceleration of its
origin,

    f = ([wd] + [w][w]) ms + m a,     n = (L(wd) + [w] L(w)) J - [a] ms,     L(x) J = J x,

where [x] is the matrix of the cross product. Wrenches are moved to the world frame and multiplied
by the twist of each joint before the body.

References: [KD02] chapter 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Values, evaluate
from symoro.references.friction import JointFriction
from symoro.references.motion import SpatialMotion, cross, skew, spatial_motion
from symoro.robot import INERTIAL, BaseMotion, Robot
from symoro.robot.parameter import STIFFNESS, Parameter


def torque_columns(
    robot: Robot,
    wanted: Sequence[Parameter],
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any = object,
) -> dict[Parameter, AnyArray]:
    """Return the torques of each unit parameter at one state, loops cut.

    A floating base has six rows first: the force and the moment on it, in frame 0, about O0. Cut
    joints have rows of their own, the last ones.
    """
    floats = robot.base.motion is BaseMotion.FLOATING
    motion = spatial_motion(robot, values, arithmetic, dtype, gravity=True)
    zero = arithmetic.number(Fraction(0))
    joints = robot.moving_joints
    columns: dict[Parameter, AnyArray] = {}
    wrenches: dict[int, AnyArray] = {}
    for p in wanted:
        rows: dict[int, Any] = dict.fromkeys(joints, zero)
        base: list[Any] = [zero] * 6
        if p.name in INERTIAL:
            if p.link not in wrenches:
                wrenches[p.link] = _world_wrenches(motion, p.link)
            wrench = wrenches[p.link][:, INERTIAL.index(p.name)]
            for j in set(robot.ancestors(p.link)) & set(joints):
                s_w, s_v = motion.screw(robot, j)
                rows[j] = np.concatenate([s_v, s_w]) @ wrench
            force = wrench[:3]
            base = [*force, *(wrench[3:] - cross(motion.place[0], force))]
        else:
            if p.name == STIFFNESS:
                position, rest = robot.variables[p.link], robot.frame(p.link).rest
                rows[p.link] = evaluate(position, values, arithmetic) - evaluate(
                    rest, values, arithmetic
                )
            elif p.name == "IA":
                rows[p.link] = evaluate(robot.frame(p.link).QDP, values, arithmetic)
            else:
                rows[p.link] = JointFriction(robot, p.link, values, arithmetic).column(p.name)
        columns[p] = np.array([*(base if floats else []), *rows.values()], dtype=dtype)
    return columns


def _world_wrenches(motion: SpatialMotion, j: int) -> AnyArray:
    """The wrench of each unit parameter, about the fixed point of the world frame: 6x10."""
    R, p = motion.pose[j][:3, :3], motion.place[j]
    a, wd = motion.acceleration(j)
    w = R.T @ motion.w[j]
    zero = 0 * a
    zeros = np.column_stack([zero] * 6)
    force = np.column_stack([zeros, skew(wd) + skew(w) @ skew(w), a])
    moment = np.column_stack([_product(wd) + skew(w) @ _product(w), -skew(a), zero])
    force, moment = R @ force, R @ moment
    return np.concatenate([force, moment + skew(p) @ force])


def _product(x: AnyArray) -> AnyArray:
    """L(x), with which J x = L(x) (XX XY XZ YY YZ ZZ)."""
    zero = 0 * x[0]
    rows = [
        [x[0], x[1], x[2], zero, zero, zero],
        [zero, x[0], zero, x[1], x[2], zero],
        [zero, zero, x[0], zero, x[1], x[2]],
    ]
    return np.array(rows, dtype=x.dtype)
