"""Slopes of the efforts of closed robots by dual numbers, in the world frame.

Positions of all joints vary with those of the actuated ones by the rows of G, which are least
squares of all rows of all loops; with positions and velocities of the actuated joints as dual
numbers, velocities and accelerations of all joints follow from the same rows, and so do the efforts
by momentum balance, with their derivatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.dual import Dual, DualArithmetic
from symoro.algebra.vectors import AnyArray
from symoro.expressions import symbol
from symoro.expressions.names import fresh_name
from symoro.references.closed_dynamics import ClosedDynamics
from symoro.references.inverse_dynamics import inverse_dynamics


def effort_slopes(
    dynamics: ClosedDynamics,
    qda: Sequence[Any],
    qdda: Sequence[Any],
) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Return efforts of the actuated joints and their derivatives by positions and velocities.

    The robot is at a closed posture, with these velocities and accelerations of the actuated
    joints.
    """
    robot, arithmetic = dynamics.robot, dynamics.arithmetic
    n, moving = len(dynamics.active), robot.moving_joints
    carried: DualArithmetic = DualArithmetic(arithmetic)
    zero = 0 * dynamics.slopes(moving)[0]
    unit = np.array(np.eye(n, dtype=int), dtype=dynamics.dtype) + np.outer(zero, zero)
    values: dict[str, Any] = {
        name: Dual(x, np.concatenate([zero, zero]), arithmetic)
        for name, x in dynamics.values.items()
    }
    for j, row in zip(moving, dynamics.slopes(moving), strict=True):
        name = robot.variables[j].name
        values[name] = Dual(dynamics.values[name], np.concatenate([row, zero]), arithmetic)
    rates = [
        Dual(x, np.concatenate([zero, row]), arithmetic) for x, row in zip(qda, unit, strict=True)
    ]
    here = replace(dynamics, values=values, arithmetic=carried, dtype=object)
    moved = _accelerate(here.at_velocities(rates), qdda)
    tau = inverse_dynamics(moved.robot, moved.values, carried, object).tau
    efforts = moved.joint_efforts(tau)
    projected = moved.slopes([*efforts]).T @ np.array([*efforts.values()], dtype=object)
    slopes = np.array([x.derivative for x in projected], dtype=dynamics.dtype)
    return (
        np.array([x.value for x in projected], dtype=dynamics.dtype),
        slopes[:, :n],
        slopes[:, n:],
    )


def _accelerate(dynamics: ClosedDynamics, qdda: Sequence[Any]) -> ClosedDynamics:
    """The robot with these accelerations of the actuated joints, and those that follow."""
    joints = dynamics.robot.moving_joints
    values, frames = dict(dynamics.values), list(dynamics.robot.frames)
    taken_names = set(values)
    qdd = dynamics.slopes(joints) @ np.array(qdda, dtype=object) + dynamics.biases(joints)
    for j, rate in zip(joints, qdd, strict=True):
        name = fresh_name(f"QDP{j}", taken_names)
        taken_names.add(name)
        values[name] = rate
        frames[j - 1] = replace(frames[j - 1], QDP=symbol(name))
    return replace(dynamics, robot=replace(dynamics.robot, frames=tuple(frames)), values=values)
