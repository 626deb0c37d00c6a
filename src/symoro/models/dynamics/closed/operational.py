"""The dynamics of closed robots in operational space, and computed torque there.

Notation (docs/notation.md): G has the velocities of all joints in those of the actuated ones, b the
accelerations of all joints when no actuated one accelerates; J, A and the efforts without joint
accelerations are those of the equivalent tree, the latter with the accelerations b.

                                                                           SYMORO name
    (CO1)  Jc = J G, and Jc' qda = J' qd + J b: the acceleration of the
           task where the joints accelerate by b                           JT, JPQP
    (CO2)  Ac = G^T A G, Hc = G^T (A b + C qd), Qc = G^T Q                 A, HC, Q
           with which (O1) to (O10) are those of a tree
    control
    (CO3)  Jc qdda = W - Jc' qda, qdd = G qdda + b                         YW, QDPs, QDP
    (CO4)  Gamma = G^T (Newton-Euler with these accelerations)             GAM

A wide Jc, of fewer rows than actuated joints, gives the accelerations of these nearest to z (T1).

References: [Guide] sections 3.6.4.3 and 4.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import NULL, Array, vector
from symoro.models.dynamics.closed.joint_efforts import joint_efforts, with_cut_rows
from symoro.models.dynamics.closed.motor_efforts import (
    NO_DRIVES,
    Rates,
    motor_efforts,
    motor_inertia,
)
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.operational import Efforts, TaskDynamics, solve_task
from symoro.models.dynamics.operational_control import Control, solve_accelerations
from symoro.models.dynamics.task import BIAS_TAGS, BiasMotion, Task, frame_at_origin
from symoro.models.dynamics.weight import weight_efforts
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.geometry.transforms import WORLD
from symoro.models.kinematics.motion import acceleration
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot


def motor_task_dynamics(
    robot: Robot,
    m: Mechanism,
    task: Task,
    G: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
) -> TaskDynamics:
    """Return the dynamics of a task; joints of ``m`` accelerate by b, without friction."""
    still = BiasMotion(robot, m, let)
    J, bias = _motor_task(robot, still, task, G, let)
    names = RenamingLet(still.let, {f"A{j}": f"AT{j}" for j in robot.moving_joints})
    whole = with_cut_rows(inertia_matrix(m, names, still.frames), m)
    A = motor_inertia(whole, G, active, let).matrix
    recorder = RenamingLet(still.let, {**BIAS_TAGS, "GAM": "GT"})
    tree = newton_euler(replace(m, g=NULL), recorder, still.frames).tau
    tau = joint_efforts(m, tree, NO_DRIVES, active, let)
    Hc = motor_efforts(tau, G, active, let, "HC")  # (CO2)
    weight = weight_efforts(m, still.frames, RenamingLet(still.let, {"Q": "QT"}))
    Q = motor_efforts({int(row): x for row, x in weight.items()}, G, active, let, "Q")  # (CO2)
    return solve_task(J, A, bias, Efforts(Hc, Q), range(-1, len(active) - 1), let)


def motor_control(
    robot: Robot,
    m: Mechanism,
    task: Task,
    W: Array,
    z: Array,
    G: Rates,
    active: Sequence[int],
    pushes: Mapping[int, Any],
    let: LetFunction = plain,
) -> Control:
    """Return the efforts and accelerations of the actuated joints that give a task ``W``.

    Joints of ``m`` accelerate by b; some are pushed by springs.
    """
    still = BiasMotion(robot, m, let)
    J, bias = _motor_task(robot, still, task, G, let)
    solution = solve_accelerations(J, let("YW", None, W - bias), z, let)  # (CO3)
    qdda = vector(let("QDP", a, x) for a, x in zip(active, solution, strict=True))
    bodies = [
        replace(body, qdd=let("QDT", j, G[j] @ qdda + body.qdd)) if j in G else body
        for j, body in enumerate(m.bodies, start=1)
    ]  # (CO3)
    driven = replace(m, bodies=tuple(bodies))
    tree = newton_euler(driven, RenamingLet(still.let, {"GAM": "GT"}), still.frames).tau
    tau = joint_efforts(driven, tree, pushes, active, let)
    efforts = motor_efforts(tau, G, active, let)  # (CO4)
    by_joint = (dict(zip(active, each, strict=True)) for each in (efforts, qdda))
    return Control(*by_joint)


def _motor_task(
    robot: Robot, still: BiasMotion, task: Task, G: Rates, let: LetFunction
) -> tuple[Array, Array]:
    """Jc and the acceleration of the task without those of the actuated joints (CO1)."""
    slopes = np.array([G[j] for j in robot.moving_joints], dtype=object)
    ends = {frame_at_origin(robot, task.r), task.r, task.i}
    A, P = still.frames
    recorder = RenamingLet(still.let, BIAS_TAGS)
    for j in sorted(ends - still.moves.keys() - {WORLD}):  # frames of cut joints are no links
        body = still.m.body(j)
        A[j], P[j] = link_transform(body, j, still.let)
        still.moves[j] = acceleration(body, j, A[j], P[j], still.moves[body.i], recorder)
    J = let("JC", None, still.jacobian(task) @ slopes)
    return J, let("JPQP", None, still.bias(task))
