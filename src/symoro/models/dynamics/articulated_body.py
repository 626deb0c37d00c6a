"""Recursive dynamics of a tree of rigid links of which some joints are free.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; a wrench is force and moment about
Oj, an acceleration that of Oj (less gravity) and the angular one, both in frame ``j``; a is the
joint's axis in them, jTi moves accelerations from ``i`` to ``j``.

    forward, base to tips                                              SYMORO name
      (4.1), (4.2): angular velocities; U* = hat(w) hat(w)               W, U
      (101)   gamma = (jAi U*_i P + 2 sigma wi x qd a; sigma-bar wi x qd a)     LW, GV, GW
      (102)   beta = -(fe + U* MS; ne + w x (J w))                       SW, JW, KW
    backward, tips to base; J* and beta* start as those of link j alone
      (103)   D = a . J* a + IA                                          D, DI
      (104)   K = J* - J* a (J* a)^T / D                                 JU, GK
      (106)   t = GAM - friction + a . beta*                             TB
      (107)   alpha = K gamma + J* a t / D - beta*                       VS, AP
      (105)   J*_i = J_i + sum of jTi^T K jTi          AKF, KF, AKM, KM, AKN, KN, KP, TKT, MJE
      (108)   beta*_i = beta_i - sum of jTi^T alpha                      TF, VBE
    base
      (109)   J*_0 (a0; wd0) = beta*_0 if it floats, else a0 = vd0 - g   VA, WP, VP
    forward, base to tips
              R = jTi (a_i; wd_i) + gamma                                VRS, VR
      (110)   qdd = (t - a . J* R) / D                                   QDP
      (112)   (a; wd) = R + qdd a                                        VP, WP
      (111)   (f; n) = J* (a; wd) - beta*                                E, N

A joint that is not free has a known acceleration: there, as at a fixed frame, K = J*, gamma
includes qdd a, and the effort is read off (f; n). So one recursion is the direct model (all joints
free), the inverse model of a floating base (none), and what is between them. It is the angular
*acceleration* of a moving base that enters, and U*_0 where it turns. Row a of K is IA (J* a) / D.

References: [Guide] appendix 4.4; [Khalil10] sections 3.3, 6.2 and 7.3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import NULL, Array, Z, cross, hat
from symoro.models.dynamics.composite_links import CompositeLink
from symoro.models.dynamics.floating_inverse_dynamics import solve_base
from symoro.models.dynamics.friction import friction
from symoro.models.dynamics.inertia import rigid_inertia
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.kinematics.motion import spin_matrix
from symoro.models.let import LetFunction, name_symmetric, plain
from symoro.models.mechanism import Body, Mechanism


@dataclass(frozen=True)
class HybridDynamics:
    """The accelerations of direct and hybrid dynamics, with efforts and reactions.

    Attributes:
        qdd: the acceleration of each free joint, in order.
        tau: the effort of each other joint that moves.
        f, n: reaction force and moment of each link, in its frame; empty if not found on the way.
        vd0, wd0: the acceleration of the base in frame 0; of a floating one with gravity.
    """

    qdd: dict[int, Any]
    tau: dict[int, Any]
    f: dict[int, Array]
    n: dict[int, Array]
    vd0: Array
    wd0: Array


@dataclass(frozen=True)
class _Joint:
    """The results of the way back at a free joint: J* a, 1 / D and t."""

    v: Array
    inverse: Any
    t: Any


def articulated_body_dynamics(
    m: Mechanism, tau: Mapping[int, Any], free: Collection[int], let: LetFunction = plain
) -> HybridDynamics:
    """Return the accelerations of free joints, the efforts of the others, and all reactions.

    ``qdd`` of ``m`` are those of the other joints, ``tau`` the efforts of the free ones.
    """
    A, P = link_transforms(m, let)
    w = {0: m.w0}
    U = {0: spin_matrix(m.w0, NULL, 0, let)[0]}
    gamma: dict[int, Array] = {}
    J: dict[int, Array] = {}
    beta: dict[int, Array] = {}
    for j in m.bodies_outward:
        body = m.body(j)
        if j:
            wi = let("WI", j, A[j].T @ w[body.i])  # (4.1)
            w[j] = let("W", j, wi + body.revolute * body.qd * Z)  # (4.2)
            U[j], _ = spin_matrix(w[j], NULL, j, let)
            LW = let("LW", j, A[j].T @ (U[body.i] @ P[j]))
            known = (0 if j in free else body.qdd) * Z
            across = cross(wi, body.qd * Z)
            slide = let("GV", j, LW + body.prismatic * (2 * across + known))  # (101)
            spin = let("GW", j, body.revolute * (across + known))
            gamma[j] = np.concatenate([slide, spin])
        SW = let("SW", j, U[j] @ body.MS)
        KW = let("KW", j, cross(w[j], let("JW", j, body.J @ w[j])))
        J[j] = rigid_inertia(CompositeLink(body.J, body.MS, body.M))
        beta[j] = -np.concatenate([body.fe + SW, body.ne + KW])  # (102)

    joints: dict[int, _Joint] = {}
    for j in reversed(m.bodies_outward):
        body = m.body(j)
        J[j] = name_symmetric("MJE", j, J[j], let)
        beta[j] = let("VBE", j, beta[j])
        if not j:
            continue
        K = J[j]
        VS = K @ gamma[j]
        if j in free:
            a = _axis(body)
            v = J[j][:, a]
            D = let(f"D{j}", None, v[a] + body.IA)  # (103)
            inverse = let(f"DI{j}", None, 1 / D)
            JU = let("JU", j, inverse * v)
            K = _reduce_inertia(J[j], JU, a, body.IA, j, let)  # (104)
            t = let("TB", j, tau[j] - friction(body) + beta[j][a])  # (106)
            joints[j] = _Joint(v, inverse, t)
            VS = K @ gamma[j] + t * JU
        AP = let("AP", j, let("VS", j, VS) - beta[j])  # (107)
        if body.i in J:
            J[body.i] = J[body.i] + _shift_inertia(K, A[j], P[j], j, let)  # (105)
            beta[body.i] = beta[body.i] - _shift_wrench(AP, A[j], P[j], j, let)  # (108)

    vd0, wd0 = m.vd0, m.wd0
    a0 = m.vd0 - m.gravity
    if m.floating:
        a0, wd0 = solve_base(J[0], -beta[0][:3], -beta[0][3:], let)  # (109)
        vd0 = let("VP", 0, a0 + m.gravity)
    moves = {0: np.concatenate([a0, wd0])}
    qdd: dict[int, Any] = {}
    efforts: dict[int, Any] = {}
    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    for j in m.outward:
        body = m.body(j)
        before = moves[body.i]
        shifted = let("VRS", j, before[:3] + cross(before[3:], P[j]))
        R = let("VR", j, np.concatenate([A[j].T @ shifted, A[j].T @ before[3:]]) + gamma[j])
        moves[j] = R
        if j in free:
            joint = joints[j]
            qdd[j] = let("QDP", j, joint.inverse * (joint.t - joint.v @ R))  # (110)
            lift = body.prismatic * qdd[j] * Z
            turn = body.revolute * qdd[j] * Z
            vd = let("VP", j, R[:3] + lift)  # (112)
            wd = let("WP", j, R[3:] + turn)
            moves[j] = np.concatenate([vd, wd])
        wrench = J[j] @ moves[j] - beta[j]  # (111)
        f[j], n[j] = let("E", j, wrench[:3]), let("N", j, wrench[3:])
        if body.moves and j not in free:
            axial = body.prismatic * wrench[2] + body.revolute * wrench[5]
            efforts[j] = let("GAM", j, axial + friction(body) + body.IA * body.qdd)  # (4.10)
    return HybridDynamics(qdd, efforts, f, n, vd0, wd0)


def _axis(body: Body) -> int:
    """The place of a joint's axis in wrenches and accelerations."""
    return 2 if body.prismatic else 5


def _reduce_inertia(J: Array, JU: Array, a: int, IA: Any, j: int, let: LetFunction) -> Array:
    """Return K, the part of J* that a free joint hands on (104)."""
    K = np.empty((6, 6), dtype=object)
    for r in range(6):
        for c in range(r, 6):
            along = JU[c] if r == a else JU[r]
            K[r, c] = IA * along if a in (r, c) else J[r, c] - JU[r] * J[a, c]
    return name_symmetric("GK", j, K, let)


def _shift_inertia(K: Array, A: Array, P: Array, j: int, let: LetFunction) -> Array:
    """Return jTi^T K jTi: rotated, then moved by P (105)."""
    force = name_symmetric("KF", j, let("AKF", j, A @ K[:3, :3]) @ A.T, let)
    mixed = let("KM", j, let("AKM", j, A @ K[:3, 3:]) @ A.T)
    moment = name_symmetric("KN", j, let("AKN", j, A @ K[3:, 3:]) @ A.T, let)
    S = hat(P)
    coupled = let("KP", j, mixed - force @ S)
    return name_symmetric(
        "TKT", j, np.block([[force, coupled], [coupled.T, moment - mixed.T @ S + S @ coupled]]), let
    )


def _shift_wrench(AP: Array, A: Array, P: Array, j: int, let: LetFunction) -> Array:
    """Return jTi^T alpha (108)."""
    f = let("TF", j, A @ AP[:3])
    return np.concatenate([f, A @ AP[3:] + cross(P, f)])
