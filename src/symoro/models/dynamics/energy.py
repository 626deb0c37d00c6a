"""Kinetic and potential energy of a tree of rigid links.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; v, w, the velocity of Oj and the
angular velocity of body ``j``, are written in frame ``j``.

    forward, base to tips                                              SYMORO name
      (2.28)  v, w: see symoro.models.kinematics.motion
      (E1)    u = jAi u_i, y = y_i + u_i . P: minus gravity, its potential at Oj       GU, GH
    energies                                                           E, U
      (3.73)  E = sum of (w . (J w + 2 MS x v) + M v . v + IA qd^2) / 2
      (E2)    U = sum of MS . u + M y

y_0 is zero at the origin of frame 0; a floating base has y_0 = -g . P0 (E3), its own link 0, and
its own velocity. The kinetic energy is that of the motion that velocities describe: relative to the
frame in which the base has the velocity V0, W0.

References: [Guide] sections 3.3 and 3.5.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import HALF, cross
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.kinematics.twists import Potential, carry_potential
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class Energies:
    """Kinetic energy and potential energy."""

    kinetic: Any
    potential: Any


def energies(m: Mechanism, let: LetFunction = plain) -> Energies:
    """Return the energies of a robot; loops are cut."""
    A, P = link_transforms(m, let)
    V = {0: Velocity(m.w0, m.v0)}
    height = -(m.g @ m.Z[:3, 3]) if m.floating else 0  # (E3)
    G = {0: Potential(let("GU", 0, -m.gravity), let("GH", 0, height))}
    twice, potential = 0, 0
    for j in m.bodies_outward:
        body = m.body(j)
        if j:
            V[j] = velocity(body, j, A[j], P[j], V[body.i], let)  # (2.28)
            G[j] = carry_potential(G[body.i], A[j], P[j], ("GU", "GH"), j, let)  # (E1)
        w, v = V[j].w, V[j].v
        JW = let("JW", j, body.J @ w + 2 * cross(body.MS, v))
        twice = twice + let("EK", j, w @ JW + body.M * (v @ v) + body.IA * body.qd * body.qd)
        potential = potential + let("EP", j, body.MS @ G[j].u + body.M * G[j].y)  # (E2)
    for k in m.cut_joints:
        body = m.body(k)
        twice = twice + let("EK", k, body.IA * body.qd * body.qd)
    return Energies(let("E", None, HALF * twice), let("U", None, potential))  # (3.73), (E2)
