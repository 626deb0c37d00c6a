"""The motion of links along reference velocities, while the robot moves at others.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of body ``j`` is written
in frame ``j``; the joint axis a is z of frame ``j``; sigma is 1 for a prismatic joint, sigma-bar is
1 for a revolute one. w and qd are how the robot moves; an r marks what reference velocities qdr and
accelerations qddr would give at the same posture: wr their angular velocity, wdr and vdr the rates
of the angular velocity and of the velocity of Oj that they give, while the axes turn with w.

    velocities                                                         SYMORO name
      (4.1)   wri = jAi wr_i                                             WIr
      (4.2)   wr  = wri + sigma-bar qdr a                                Wr
    rates
      (4.3)   wdr = jAi wdr_i + sigma-bar (qddr a + w x qdr a)           WPr
      (3.58)  Ur  = hat(wdr) + hat(wr) hat(w)                            DVr, Ur
      (4.4)   vdr = jAi (vdr_i + Ur_i P)
                    + sigma (qddr a + w x qdr a + wr x qd a)             VSPr, VPr

    Ur as a skew-symmetric and a symmetric part, as U of a motion has them
              wds = (Ur32 - Ur23, Ur13 - Ur31, Ur21 - Ur12)/2            WPs
              DVs12 = (Ur12 + Ur21)/2, ...                               DVs

With qdr = qd and qddr = qdd these are the equations of symoro.models.kinematics.motion. The
velocities of a floating base are components in frame 0, which turns: wdr_0 is the derivative of
the components of wr_0 and w_0 x wr_0, vdr_0 likewise.

References: [Guide] section 4.2; J.-J. Slotine and W. Li, On the adaptive control of robot
manipulators, 1987.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symoro.algebra.vectors import HALF, Array, Z, cross, vector
from symoro.models.kinematics.motion import Acceleration
from symoro.models.let import LetFunction
from symoro.models.mechanism import Body, Mechanism


@dataclass(frozen=True)
class ReferenceMotion:
    """The motion of a body.

    Attributes:
        wr: the angular velocity of the reference velocities.
        wd, vd: the rates of wr and of the reference velocity of the origin.
        U: the rate at p from the origin is vd + U p.
        squares: minus the products of equal components of w and wr.
    """

    wr: Array
    wd: Array
    vd: Array
    U: Array
    squares: Array


def base_reference(m: Mechanism, r: Mechanism, g: Array, let: LetFunction) -> ReferenceMotion:
    """Return the motion of a base that stands or floats.

    ``r`` is the robot at reference rates, in frame 0; g is subtracted from the acceleration.
    """
    wd = let("WPr", 0, r.wd0 + cross(m.w0, r.w0))
    vd = let("VPr", 0, r.vd0 + cross(m.w0, r.v0) - g)
    return ReferenceMotion(r.w0, wd, vd, *_spin_matrix(m.w0, r.w0, wd, 0, let))


def reference_motion(
    body: Body,
    r: Body,
    w: Array,
    j: int,
    A: Array,
    P: Array,
    before: ReferenceMotion,
    let: LetFunction,
) -> ReferenceMotion:
    """Return the motion of body ``j`` from its antecedent's; ``r`` is it at reference rates."""
    wri = let("WIr", j, A.T @ before.wr)  # (4.1)
    wr = let("Wr", j, wri + body.revolute * r.qd * Z)  # (4.2)
    spin = r.qdd * Z + cross(w, r.qd * Z)
    wd = let("WPr", j, A.T @ before.wd + body.revolute * spin)  # (4.3)
    U, squares = _spin_matrix(w, wr, wd, j, let)  # (3.58)
    VSP = let("VSPr", j, before.vd + before.U @ P)
    slide = spin + cross(wr, body.qd * Z)
    vd = let("VPr", j, A.T @ VSP + body.prismatic * slide)  # (4.4)
    return ReferenceMotion(wr, wd, vd, U, squares)


def angular_velocities(m: Mechanism, A: dict[int, Array], let: LetFunction) -> dict[int, Array]:
    """Return the angular velocity of every link, the base's own under 0."""
    w = {0: m.w0}
    for j in m.outward:
        body = m.body(j)
        wi = let("WI", j, A[j].T @ w[body.i])  # (4.1)
        w[j] = let("W", j, wi + body.revolute * body.qd * Z)  # (4.2)
    return w


def as_acceleration(move: ReferenceMotion, j: int, let: LetFunction) -> Acceleration:
    """Return a motion with the same rates at all points: pages of one velocity take it."""
    U = move.U
    skew = (U[2, 1] - U[1, 2], U[0, 2] - U[2, 0], U[1, 0] - U[0, 1])
    wd = let("WPs", j, HALF * vector(skew))
    D11, D22, D33 = move.squares
    both = HALF * vector((U[0, 1] + U[1, 0], U[0, 2] + U[2, 0], U[1, 2] + U[2, 1]))
    D12, D13, D23 = map(let, ("DVs12", "DVs13", "DVs23"), (j, j, j), both)
    DV = np.array([[D11, D12, D13], [D12, D22, D23], [D13, D23, D33]], dtype=object)
    return Acceleration(move.wr, wd, move.vd, U, DV)


def _spin_matrix(w: Array, wr: Array, wd: Array, j: int, let: LetFunction) -> tuple[Array, Array]:
    """Ur = hat(wdr) + hat(wr) hat(w), and the products on its diagonal (3.58)."""
    D11, D22, D33 = (let(f"DVr{c}{c}", j, -(w[c - 1] * wr[c - 1])) for c in (1, 2, 3))
    rows = [
        [D22 + D33, w[0] * wr[1] - wd[2], w[0] * wr[2] + wd[1]],
        [w[1] * wr[0] + wd[2], D11 + D33, w[1] * wr[2] - wd[0]],
        [w[2] * wr[0] - wd[1], w[2] * wr[1] + wd[0], D11 + D22],
    ]
    U: Array = let("Ur", j, np.array(rows, dtype=object))
    return U, vector((D11, D22, D33))
