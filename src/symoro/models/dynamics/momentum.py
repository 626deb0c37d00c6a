"""The generalised momentum of a tree of rigid links and the terms of its rate.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of body ``j`` is written
in frame ``j``; the joint axis a is z of frame ``j``; a plus marks a composite link: body ``j`` with
all that it carries.

    (M1)  P = A qd,    dP/dt = GAM - friction - wrenches - BETA,    BETA = Q - C^T qd

    forward, base to tips                                              SYMORO name
      (4.1), (4.2), (2.28): velocities of the links                      W, V
    backward, tips to base; p and l start as those of link j itself
      (M2)    p+ = M v + w x MS + sum of iAj p+: linear momentum         ML, MLI
      (M3)    l+ = J w + MS x v + sum of (iAj l+ + P x iAj p+): angular momentum, about Oj    MA
      (W1) to (W3): Q, see symoro.models.dynamics.weight                 GU, Q
    joint j, whose axis turns at w x a
      (M4)    P    = (sigma p+ + sigma-bar l+) . a + IA qd               P
      (M5)    C^T qd = (sigma p+ + sigma-bar l+) . (w x a) + sigma-bar (p+ x v) . a      CTQP
      (M6)    BETA = Q - C^T qd                                          BETA

C is that of symoro.models.dynamics.coriolis: A' = C + C^T, so C^T qd is the part of dP/dt that is
neither an effort nor gravity. A floating base has six rows first: p+ and l+ of the whole robot,
about O0, in frame 0. Their rates are those of components in frame 0, whence

      (M7)    C^T qd = (p+ x w, l+ x w + p+ x v).

References: A. De Luca and R. Mattone, Actuator failure detection and isolation using generalized
momenta, 2003; [Featherstone08] chapter 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import Array, Z, cross, vector
from symoro.models.dynamics.velocity_state import VelocityState, velocity_state
from symoro.models.dynamics.weight import weight_efforts
from symoro.models.kinematics.motion import Velocity
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


@dataclass(frozen=True)
class Momentum:
    """The generalised momentum P, C^T qd, the efforts of gravity Q and BETA = Q - C^T qd."""

    P: Array
    CTQP: Array
    Q: Array
    BETA: Array


def momentum(m: Mechanism, let: LetFunction = plain) -> Momentum:
    """Return the generalised momentum and the terms of its rate (M1); no base of known motion."""
    at = velocity_state(m, let)
    P, CTQP = momenta(m, let, at)
    Q = weight_efforts(m, at.frames, let)  # (W1) to (W3)
    BETA = {row: named_row("BETA", row, Q[row] - CTQP[row], let) for row in P}  # (M6)
    return Momentum(*(vector(each.values()) for each in (P, CTQP, Q, BETA)))


def momenta(
    m: Mechanism, let: LetFunction = plain, at: VelocityState | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return P and C^T qd by row."""
    at = at or velocity_state(m, let)
    (A, P), moves = at.frames, at.moves
    own = {j: _link_momentum(m.body(j), moves[j]) for j in m.bodies_outward}
    p = {j: linear for j, (linear, _) in own.items()}
    angular = {j: moment for j, (_, moment) in own.items()}
    total: dict[str, Any] = {}
    turned: dict[str, Any] = {}
    for j in reversed(own):
        body, w, v = m.body(j), moves[j].w, moves[j].v
        p[j], angular[j] = let("ML", j, p[j]), let("MA", j, angular[j])
        if j == 0:
            rates = (*cross(p[0], w), *(cross(angular[0], w) + cross(p[0], v)))  # (M7)
            total |= dict(zip(BASE_ROWS, (*p[0], *angular[0]), strict=True))
            turned |= dict(zip(BASE_ROWS, rates, strict=True))
        else:
            along = body.prismatic * p[j] + body.revolute * angular[j]
            total[str(j)] = along[2] + body.IA * body.qd  # (M4)
            turned[str(j)] = along @ cross(w, Z) + body.revolute * cross(p[j], v)[2]  # (M5)
        if j and body.i in own:
            pi = let("MLI", j, A[j] @ p[j])
            p[body.i] = p[body.i] + pi  # (M2)
            angular[body.i] = angular[body.i] + A[j] @ angular[j] + cross(P[j], pi)  # (M3)
    return (
        {row: named_row("P", row, total[row], let) for row in mechanism_rows(m)},
        {row: named_row("CTQP", row, turned[row], let) for row in mechanism_rows(m)},
    )


def _link_momentum(body: Body, move: Velocity) -> tuple[Array, Array]:
    """Linear and angular momentum of a link, the latter about its origin."""
    linear = body.M * move.v + cross(move.w, body.MS)  # (M2)
    return linear, body.J @ move.w + cross(body.MS, move.v)  # (M3)
