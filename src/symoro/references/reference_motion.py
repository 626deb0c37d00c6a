"""The columns of the regressor at reference velocities, from those of ordinary motions.

The efforts of velocities are a quadratic form N(qd), and C(q, qd) qdr is the bilinear one that
belongs to it. So with T(qd, qdd) the torques of a unit parameter, gravity included,

    A qddr + C(q, qd) qdr + Q = (T(qd + qdr, 0) - T(qd - qdr, 0)) / 4 + T(0, qddr).

The velocities of a floating base are no rates of coordinates: beside the symmetric form its frame
turns, at rest with

    VP0 = VP0r + W0 x V0r,   WP0 = WP0r + W0 x W0r / 2

in the last term; V0 itself has no effect. Friction and rotor inertia are taken apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, Values, evaluate
from symoro.references.friction import JointFriction
from symoro.references.motion import cross
from symoro.references.regressor import torque_columns
from symoro.robot import BaseMotion, Robot
from symoro.robot.link import DRIVE
from symoro.robot.parameter import Parameter


def reference_columns(
    robot: Robot,
    along: Robot,
    wanted: Sequence[Parameter],
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any = object,
) -> AnyArray:
    """Return the matrix of the regressor at reference velocities and accelerations.

    ``along`` is the robot, whose base is fixed or floats, with symbols of reference motion.
    """

    def at(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    def column(entries: Sequence[Expression]) -> AnyArray:
        return np.array([at(e) for e in entries], dtype=dtype)

    def torques(motion: dict[str, Any]) -> AnyArray:
        columns = torque_columns(along, list(wanted), {**values, **motion}, arithmetic, dtype)
        return np.array(list(columns.values()), dtype=dtype).reshape(len(wanted), -1).T

    ours, theirs = robot.base, along.base
    joints = robot.moving_joints
    own = [robot.frame(j).QP for j in joints]
    speeds = [along.frame(j).QP for j in joints]
    rates = [along.frame(j).QDP for j in joints]
    zero, half = arithmetic.number(Fraction(0)), arithmetic.number(Fraction(1, 2))
    turned: dict[str, Any] = {}  # the acceleration of a floating base that its turning adds to
    if robot.base.motion is BaseMotion.FLOATING:
        own += ours.W0
        speeds += theirs.W0
        rates += [*theirs.WP0, *theirs.VP0]
        w0 = column(ours.W0)
        turning = half * cross(w0, column(theirs.W0))
        moving = cross(w0, column(theirs.V0))
        accelerations = [*(column(theirs.WP0) + turning), *(column(theirs.VP0) + moving)]
        turned = dict(zip(map(str, (*theirs.WP0, *theirs.VP0)), accelerations, strict=True))
    still = dict.fromkeys(map(str, rates), zero)
    plus = {str(b): at(a) + at(b) for a, b in zip(own, speeds, strict=True)}
    minus = {str(b): at(a) - at(b) for a, b in zip(own, speeds, strict=True)}
    rest = dict.fromkeys(map(str, speeds), zero) | turned
    D: AnyArray = half * half * (torques(plus | still) - torques(minus | still)) + torques(rest)
    for k, K in enumerate(wanted):
        if K.name in DRIVE:
            D[:, k] = zero
            row = len(D) - len(joints) + joints.index(K.link)
            frame = along.frame(K.link)
            joint = JointFriction(robot, K.link, values, arithmetic)
            D[row, k] = at(frame.QDP) if K.name == "IA" else joint.column(K.name, at(frame.QP))
    return D
