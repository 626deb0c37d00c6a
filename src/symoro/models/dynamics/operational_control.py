"""Computed torque in operational space: inverse kinematics and inverse dynamics in one recursion.

Notation (docs/notation.md): W is the wanted acceleration of the task, J and Jdot qd are those of
the task, Psi, U* and Phi its motion without joint accelerations (symoro.models.dynamics.task).

    (3.128)  y = W - Jdot qd                                             SYMORO name  YW
    (3.131)  J qdd = y                              square J             QDPs, QDP
    (T1)     (J J^T) l = y - J z, qdd = z + J^T l   wide J               YN, JJ, LM, QDP
    forward, base to tips
      (3.142)  e  = jAi e_i + sigma-bar qdd a                            WPQ
      (3.140)  wd = Psi + e                                              WP
      (3.143)  U  = U* + hat(e): the diagonal of U*, else DV + hat(wd)   U
      (3.141)  b  = jAi (b_i + e_i x P) + sigma qdd a                    VSQ, VPQ
      (3.139)  vd = Phi + b                                              VP
    all else: symoro.models.dynamics.inverse_dynamics                        F, No, E, SDJ, N, GAM

b_0 is minus gravity. e is used for the links whose Psi the task needs, b, if ``summed``, for those
whose Phi it needs; else wd, U and vd are found as in inverse dynamics: (4.3), (3.58) and (4.4). A
wide J, of fewer rows than joints, gives the joint accelerations nearest to z. A task of whole
vectors may be solved in any frame: W is turned.

References: [Guide] sections 3.6.4.3.1 and 3.6.4.3.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import NULL, Array, Z, cross, hat
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.task import BiasMotion, Task, sliding_links, turning_links
from symoro.models.let import FrameIndex, LetFunction, name_symmetric, plain
from symoro.models.let_cache import PrecomputedLet
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot


@dataclass(frozen=True)
class Route:
    """The way in which the torques are found.

    Attributes:
        p: the frame in which the joint accelerations are solved for.
        summed: find the accelerations of the links on the way to O_k as Phi + b (3.139).
    """

    p: int
    summed: bool = False


@dataclass(frozen=True)
class Control:
    """Joint efforts and accelerations, by joint that moves."""

    tau: dict[int, Any]
    qdd: dict[int, Any]


def operational_control(
    robot: Robot,
    m: Mechanism,
    task: Task,
    W: Array,
    z: Array,
    route: Route,
    let: LetFunction = plain,
) -> Control:
    """Return the joint efforts that give a task the acceleration ``W``.

    The robot is a tree without joint accelerations; the rows of its task are independent, W is in
    frame ``task.i``, and joint accelerations are near to z where the task leaves a choice.
    """
    still = BiasMotion(robot, m, let)
    solved = replace(task, i=route.p)
    wanted = _rotate_task(still, task, W, route.p)
    y = let("YW", None, wanted - still.bias(solved))  # (3.128)
    solution = solve_accelerations(still.jacobian(solved), y, z, let)
    qdd = {j: let("QDP", j, value) for j, value in zip(robot.moving_joints, solution, strict=True)}
    bodies = tuple(replace(b, qdd=qdd.get(j, 0)) for j, b in enumerate(m.bodies, start=1))
    driven = replace(m, bodies=bodies)
    found_already = PrecomputedLet(still.let, _motion(driven, still, task, route.summed))
    return Control(newton_euler(driven, found_already, still.frames).tau, qdd)


def _rotate_task(still: BiasMotion, task: Task, W: Array, p: int) -> Array:
    """The wanted acceleration in frame ``p``, vector by vector."""
    if p == task.i:
        return W
    parts = []
    for first, tag in ((1, "VW"), (4, "WW")):
        if first in task.rows:
            k = task.rows.index(first)
            parts.append(still.rotate(W[k : k + 3], task.i, p, tag))
    return np.concatenate(parts)


def solve_accelerations(J: Array, y: Array, z: Array, let: LetFunction) -> Array:
    """Return the joint accelerations of a task acceleration."""
    rows, n = J.shape
    if rows == n:
        qdd: Array = let.solve("QDPs", None, J, y)  # (3.131)
        return qdd
    JJ = name_symmetric("JJ", None, J @ J.T, let)
    nearest: Array = z + J.T @ let.solve("LM", None, JJ, let("YN", None, y - J @ z))  # (T1)
    return nearest


def _motion(
    m: Mechanism, still: BiasMotion, task: Task, summed: bool
) -> dict[tuple[str, FrameIndex], Array]:
    """Return wd, U and vd as far as the task's motion gives them, by name and link."""
    let, (A, P) = still.let, still.frames
    known: dict[tuple[str, FrameIndex], Array] = {("U", 0): still.moves[0].U}
    e: dict[int, Array] = {0: NULL}
    b: dict[int, Array] = {0: -m.gravity}
    for j in turning_links(still.robot, task):
        body, own = m.body(j), still.moves[j]
        e[j] = let("WPQ", j, A[j].T @ e[body.i] + body.revolute * body.qdd * Z)  # (3.142)
        wd = known["WP", j] = let("WP", j, own.wd + e[j])  # (3.140)
        U = own.DV + hat(wd)
        np.fill_diagonal(U, own.U.diagonal())
        known["U", j] = let("U", j, U)  # (3.143)
    for j in sliding_links(still.robot, task) if summed else ():
        body = m.body(j)
        VSQ = let("VSQ", j, b[body.i] + cross(e[body.i], P[j]))
        b[j] = let("VPQ", j, A[j].T @ VSQ + body.prismatic * body.qdd * Z)  # (3.141)
        known["VP", j] = let("VP", j, still.moves[j].vd + b[j])  # (3.139)
    return known
