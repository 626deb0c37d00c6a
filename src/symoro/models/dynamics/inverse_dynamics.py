"""Inverse dynamics of a tree of rigid links: Newton-Euler, linear in the inertial parameters.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``, ``k`` a body whose antecedent is
``j``; every vector of body ``j`` is written in frame ``j``; the joint axis is z of frame ``j``;
sigma is 1 for a prismatic joint, sigma-bar is 1 for a revolute one, both are 0 for a fixed frame.

    forward, base to tips                                              SYMORO name
      (4.1) to (4.4), (3.58): the motion of each body, see symoro.models.kinematics.motion
      (4.5)   F  = M vd + U MS                                           F
      (4.6)   No = J wd + w x (J w), from U, DV and PIS                  PIS, No
    backward, tips to base
      (4.7)   f  = F + fe + sum of jfk                                   E
      (4.8)   ifj = iAj f                                                SDJ
      (4.9)   n  = No + ne + sum of (jAk n_k + P_k x jfk) + MS x vd      N
      (4.10)  tau = (sigma f + sigma-bar n) . a + friction + IA qdd      GAM

Friction, FS sign(qd) + FV qd and further laws, is that of symoro.models.dynamics.friction.

The recursion starts from the base: w_0, wd_0 as given, U_0 from them (it is not zero when the base
turns), and vd_0 minus gravity, which makes gravity appear by itself. It ends at the links that the
base carries; for a floating base it goes on to link 0, whose f and n are what drives the base.

References: [Guide] sections 3.4.2, 3.5.1.2, 4.2; [LK22] section 3. External wrenches (fe, ne) are
what the link exerts on its environment, and may act on any link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import Array, cross, vector
from symoro.models.dynamics.friction import friction, load_friction
from symoro.models.geometry.link_transforms import Transforms, link_transforms
from symoro.models.kinematics.motion import Acceleration, acceleration, base_acceleration
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class InverseDynamics:
    """Joint efforts and reactions, by body number.

    Attributes:
        tau: the torque or force of each joint that moves.
        f: the force that the antecedent exerts on each body, in its own frame; under 0, for a
            floating base, what the base lacks.
        n: the moment, about the origin of that frame.
    """

    tau: dict[int, Any]
    f: dict[int, Array]
    n: dict[int, Array]


def newton_euler(
    m: Mechanism, let: LetFunction = plain, frames: Transforms | None = None, *, reuse: bool = False
) -> InverseDynamics:
    """Return the joint efforts that produce the accelerations ``qdd``, and the reactions.

    ``reuse`` is that of `symoro.models.kinematics.motion.acceleration`.
    """
    A, P = frames or link_transforms(m, let)
    moves = {0: base_acceleration(m, let("VP", 0, m.vd0 - m.gravity), let)}
    F: dict[int, Array] = {}
    No: dict[int, Array] = {}
    for j in m.bodies_outward:
        body = m.body(j)
        if j:
            before = moves[body.i]
            moves[j] = acceleration(body, j, A[j], P[j], before, let, reuse=reuse)  # (4.1) to (4.4)
        move = moves[j]
        F[j] = let("F", j, body.M * move.vd + move.U @ body.MS)  # (4.5)
        No[j] = gyration(body.J, move, j, let)  # (4.6)

    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    force = {j: F[j] + m.body(j).fe for j in F}
    moment = {j: No[j] + m.body(j).ne for j in F}
    for j in reversed(F):
        body = m.body(j)
        f[j] = let("E", j, force[j])  # (4.7)
        n[j] = let("N", j, moment[j] + cross(body.MS, moves[j].vd))  # (4.9)
        if j and body.i in F:
            fi = let("SDJ", j, A[j] @ f[j])  # (4.8)
            force[body.i] = force[body.i] + fi
            moment[body.i] = moment[body.i] + A[j] @ n[j] + cross(P[j], fi)

    tau = {}
    for j in m.outward:
        body = m.body(j)
        if body.moves:
            axial = body.prismatic * f[j][2] + body.revolute * n[j][2]
            rubbing = friction(body) + load_friction(body, axial)
            tau[j] = let("GAM", j, axial + rubbing + body.IA * body.qdd)  # (4.10)
    return InverseDynamics(tau, f, n)


def gyration(J: Array, move: Acceleration, j: int, let: LetFunction) -> Array:
    """Return J wd + w x (J w), written with the elements of U and DV (4.6)."""
    wd, U, DV = move.wd, move.U, move.DV
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
