"""Computed torque in operational space: inverse kinematics and inverse dynamics in one recursion.

Notation (docs/notation.md): W is the wanted acceleration of the task, J and Jdot qd are those of
the task, Psi, U* and Phi its motion without joint accelerations (symoro.models.dynamics.task).

    (3.128)  y = W - Jdot qd                                             SYMORO name  YW
    (3.131)  J qdd = y                              square J             QDPs, QDP
             (J J^T) l = y - J z, qdd = z + J^T l   wide J               JJ, LM, QDP
    forward, base to tips
      (3.142)  e  = jAi e_i + sigma-bar qdd a                            WPQ
      (3.140)  wd = Psi + e                                              WP
      (3.143)  U  = U* + hat(e)                                          U
      (3.141)  b  = jAi (b_i + e_i x P) + sigma qdd a                    VSQ, VPQ
      (3.139)  vd = Phi + b                                              VP
      (4.4)    vd = jAi (vd_i + U_i P) + sigma (qdd a + 2 wi x qd a)     VSP, VP
    forces and efforts: symoro.models.dynamics.efforts                   F, No, E, SDJ, N, GAM

b_0 is minus gravity. ``summed`` are links with the antecedents of all: there vd is found by
(3.139), elsewhere by (4.4), whichever is shorter. A wide J, of fewer rows than joints, gives the
joint accelerations nearest to z. A task of whole vectors may be solved in any frame: W is turned.

References: [Guide] sections 3.6.4.3.1 and 3.6.4.3.2.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, Z, cross, vector
from symoro.models.dynamics.efforts import joint_efforts
from symoro.models.dynamics.task import Still, Task
from symoro.models.kinematics.motion import Acceleration
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot


@dataclass(frozen=True)
class Route:
    """How the same torques are found.

    Attributes:
        p: the frame in which the joint accelerations are solved for.
        summed: the links whose acceleration is Phi + b, with the antecedents of all of them.
    """

    p: int
    summed: Collection[int] = ()


@dataclass(frozen=True)
class Control:
    """Joint efforts and accelerations, by joint that moves."""

    tau: dict[int, Any]
    qdd: dict[int, Any]


def control(
    robot: Robot,
    m: Mechanism,
    task: Task,
    W: Array,
    z: Array,
    route: Route,
    let: LetFunction = plain,
) -> Control:
    """Return the joint efforts that give a task the acceleration ``W``.

    Args:
        robot: a tree whose joints have no acceleration.
        m: the same in scalars.
        task: its rows must be independent.
        W: a component for each row, in frame ``task.i``.
        z: joint accelerations to be near to, where the task leaves a choice.
        route: how.
        let: names the results.
    """
    still = Still(robot, m, let)
    solved = replace(task, i=route.p)
    wanted = _turned(still, task, W, route.p)
    y = let("YW", None, wanted - still.bias(solved))  # (3.128)
    found = _solved(still.jacobian(solved), y, z, let)
    qdd = {j: let("QDP", j, value) for j, value in zip(robot.moving, found, strict=True)}
    bodies = tuple(replace(b, qdd=qdd.get(j, 0)) for j, b in enumerate(m.bodies, start=1))
    driven = replace(m, bodies=bodies)
    moves = _moves(driven, still, route.summed, let)
    return Control(joint_efforts(driven, still.A, still.P, moves, let), qdd)


def _turned(still: Still, task: Task, W: Array, p: int) -> Array:
    """The wanted acceleration in frame ``p``, vector by vector."""
    if p == task.i:
        return W
    parts = []
    for first, tag in ((1, "VW"), (4, "WW")):
        if first in task.rows:
            k = task.rows.index(first)
            parts.append(still.turned(W[k : k + 3], task.i, p, tag))
    return np.concatenate(parts)


def _solved(J: Array, y: Array, z: Array, let: LetFunction) -> Array:
    """The joint accelerations of a task acceleration."""
    rows, n = J.shape
    if rows == n:
        qdd: Array = let.solve("QDPs", None, J, y)  # (3.131)
        return qdd
    JJ = let("JJ", None, J @ J.T)
    nearest: Array = z + J.T @ let.solve("LM", None, JJ, let("YZ", None, y - J @ z))
    return nearest


def _moves(
    m: Mechanism, still: Still, summed: Collection[int], let: LetFunction
) -> dict[int, Acceleration]:
    """The motion of each link with joint accelerations, gravity subtracted."""
    base = still.moves[0]
    moves = {0: replace(base, vd=let("VP", 0, base.vd - m.gravity))}
    e: dict[int, Array] = {0: vector((0, 0, 0))}
    b: dict[int, Array] = {0: -m.gravity}
    for j in m.outward:
        body, own, A, P = m.body(j), still.moves[j], still.A[j], still.P[j]
        e[j] = let("WPQ", j, A.T @ e[body.i] + body.revolute * body.qdd * Z)  # (3.142)
        wd = let("WP", j, own.wd + e[j])  # (3.140)
        U = let("U", j, own.U + _hat(e[j]))  # (3.143)
        if j in summed:
            VSQ = let("VSQ", j, b[body.i] + cross(e[body.i], P))
            b[j] = let("VPQ", j, A.T @ VSQ + body.prismatic * body.qdd * Z)  # (3.141)
            vd = let("VP", j, own.vd + b[j])  # (3.139)
        else:
            before = moves[body.i]
            VSP = let("VSP", j, before.vd + before.U @ P)
            slide = body.qdd * Z + 2 * cross(own.w, body.qd * Z)  # there w is wi
            vd = let("VP", j, A.T @ VSP + body.prismatic * slide)  # (4.4)
        moves[j] = Acceleration(own.w, wd, vd, U, own.DV)
    return moves


def _hat(a: Array) -> Array:
    """The matrix of the cross product."""
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=object)
