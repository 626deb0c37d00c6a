"""Inverse dynamics of a tree of rigid links: Newton-Euler, linear in the inertial parameters.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``, ``k`` a body whose antecedent is
``j``; every vector of body ``j`` is written in frame ``j``; the joint axis is z of frame ``j``;
sigma is 1 for a prismatic joint, sigma-bar is 1 for a revolute one, both are 0 for a fixed frame.

    forward, base to tips                                              SYMORO name
      (4.1)   wi = jAi w_i                                               WI
      (4.2)   w  = wi + sigma-bar qd a                                   W
      (4.3)   wd = jAi wd_i + sigma-bar (qdd a + wi x qd a)              WP
      (3.58)  U  = hat(wd) + hat(w) hat(w), from the products DV of w    DV, U
      (4.4)   vd = jAi (vd_i + U_i P) + sigma (qdd a + 2 wi x qd a)      VSP, VP
      (4.5)   F  = M vd + U MS                                           F
      (4.6)   No = J wd + w x (J w), from U, DV and PIS                  PIS, No
    backward, tips to base
      (4.7)   f  = F + fe + sum of jfk                                   E
      (4.8)   ifj = iAj f                                                SDJ
      (4.9)   n  = No + ne + sum of (jAk n_k + P_k x jfk) + MS x vd      N
      (4.10)  tau = (sigma f + sigma-bar n) . a + FS sign(qd) + FV qd + IA qdd      GAM

The recursion starts from the base: w_0, wd_0 as given, U_0 from them (it is not zero when the base
turns), and vd_0 minus gravity, which makes gravity appear by itself.

References: [Guide] sections 3.4.2, 3.5.1.2, 4.2; [LK22] section 3. External wrenches (fe, ne) are
what the link exerts on its environment, and may act on any link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.scalars import sign
from symoro.algebra.vectors import Array, Z, cross, vector
from symoro.models.geometry.transform import transform
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import JointType


@dataclass(frozen=True)
class InverseDynamics:
    """What the algorithm finds, by body number.

    Attributes:
        tau: the torque or force of each joint that moves.
        f: the force that the antecedent exerts on each body, in its own frame.
        n: the moment, about the origin of that frame.
    """

    tau: dict[int, Any]
    f: dict[int, Array]
    n: dict[int, Array]


def newton_euler(m: Mechanism, let: LetFunction = plain) -> InverseDynamics:
    """Return the joint efforts that produce the accelerations ``qdd``, and the reactions."""
    A: dict[int, Array] = {}
    P: dict[int, Array] = {}
    for j in m.outward:
        A[j], P[j] = transform(m.body(j), j, let)

    w, wd, vd = {0: m.w0}, {0: m.wd0}, {0: let("VP", 0, m.vd0 - m.g)}
    U = {0: turning(w[0], wd[0], 0, let)[0]}
    F: dict[int, Array] = {}
    No: dict[int, Array] = {}
    for j in m.outward:
        body = m.body(j)
        i, jAi, revolute, prismatic = body.i, A[j].T, body.revolute, body.prismatic
        wi = let("WI", j, jAi @ w[i])  # (4.1)
        w[j] = let("W", j, wi + revolute * body.qd * Z)  # (4.2)
        spin = body.qdd * Z + cross(wi, body.qd * Z)
        wd[j] = let("WP", j, jAi @ wd[i] + revolute * spin)  # (4.3)
        U[j], DV = turning(w[j], wd[j], j, let)  # (3.58)
        VSP = let("VSP", j, vd[i] + U[i] @ P[j])
        slide = body.qdd * Z + 2 * cross(wi, body.qd * Z)
        vd[j] = let("VP", j, jAi @ VSP + prismatic * slide)  # (4.4)
        F[j] = let("F", j, body.M * vd[j] + U[j] @ body.MS)  # (4.5)
        No[j] = gyration(body.J, wd[j], U[j], DV, j, let)  # (4.6)

    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    force = {j: F[j] + m.body(j).fe for j in m.outward}
    moment = {j: No[j] + m.body(j).ne for j in m.outward}
    for j in m.inward:
        body = m.body(j)
        f[j] = let("E", j, force[j])  # (4.7)
        n[j] = let("N", j, moment[j] + cross(body.MS, vd[j]))  # (4.9)
        if body.i:
            fi = let("SDJ", j, A[j] @ f[j])  # (4.8)
            force[body.i] = force[body.i] + fi
            moment[body.i] = moment[body.i] + A[j] @ n[j] + cross(P[j], fi)

    tau = {}
    for j in m.outward:
        body = m.body(j)
        if body.joint is not JointType.FIXED:
            axial = body.prismatic * f[j][2] + body.revolute * n[j][2]
            friction = body.FS * sign(body.qd) + body.FV * body.qd
            tau[j] = let("GAM", j, axial + friction + body.IA * body.qdd)  # (4.10)
    return InverseDynamics(tau, f, n)


def turning(w: Array, wd: Array, j: int, let: LetFunction) -> tuple[Array, Array]:
    """Return U = hat(wd) + hat(w) hat(w), and the products of w that it is made of (3.58)."""
    D11, D22, D33 = (let(f"DV{c}{c}", j, -(w[c - 1] * w[c - 1])) for c in (1, 2, 3))
    D12, D13, D23 = (let(f"DV{a}{b}", j, w[a - 1] * w[b - 1]) for a, b in ((1, 2), (1, 3), (2, 3)))
    rows = [
        [D22 + D33, D12 - wd[2], D13 + wd[1]],
        [D12 + wd[2], D11 + D33, D23 - wd[0]],
        [D13 - wd[1], D23 + wd[0], D11 + D22],
    ]
    U: Array = let("U", j, np.array(rows, dtype=object))
    return U, np.array([[D11, D12, D13], [D12, D22, D23], [D13, D23, D33]], dtype=object)


def gyration(J: Array, wd: Array, U: Array, DV: Array, j: int, let: LetFunction) -> Array:
    """Return J wd + w x (J w), written with the elements of U and DV (4.6)."""
    XX, YY, ZZ = J[0, 0], J[1, 1], J[2, 2]
    XY, XZ, YZ = J[0, 1], J[0, 2], J[1, 2]
    D11, D22, D33 = DV[0, 0], DV[1, 1], DV[2, 2]
    D12, D13, D23 = DV[0, 1], DV[0, 2], DV[1, 2]
    PIS: Array = let("PIS", j, vector((ZZ - YY, XX - ZZ, YY - XX)))
    components = (
        XX * wd[0] - XY * U[2, 0] + XZ * U[1, 0] + YZ * (D33 - D22) + PIS[0] * D23,
        YY * wd[1] + XY * U[2, 1] - YZ * U[0, 1] + XZ * (D11 - D33) + PIS[1] * D13,
        ZZ * wd[2] - XZ * U[1, 2] + YZ * U[0, 2] + XY * (D22 - D11) + PIS[2] * D12,
    )
    No: Array = let("No", j, vector(components))
    return No
