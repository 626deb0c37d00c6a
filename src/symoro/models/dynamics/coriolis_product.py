"""Coriolis and centrifugal efforts of two velocities, C(q, qd) v, without the matrix C.

Notation (docs/notation.md): as in symoro.models.dynamics.inverse_dynamics, whose recursion this is
with two velocities: qd, at which the robot moves, and v in the place of the reference velocity qdr.
A particle of mass dm at p from Oj would have the acceleration vdr + Ur p; the efforts of that are C
v, with the C of symoro.models.dynamics.coriolis.

    forward, base to tips                                              SYMORO name
      (4.1) to (4.4), (3.58): Ur, vdr of each body, see symoro.models.kinematics.reference_motion
      (4.5)   F  = M vdr + Ur MS                                         F
      (4.6)   No = sum of dm p x Ur p, from J, Ur and the sums of dm x^2, ...    SJ, No
    backward, tips to base
      (4.7)   f  = F + sum of jfk                                        E
      (4.8)   ifj = iAj f                                                SDJ
      (4.9)   n  = No + sum of (jAk n_k + P_k x jfk) + MS x vdr          N
      (4.10)  C v = (sigma f + sigma-bar n) . a                          CV

A floating base has six rows first, its force and its moment about O0.

References: [Guide] section 4.2.
"""

from __future__ import annotations

from typing import Any

from symoro.algebra.vectors import NULL, Array, cross, vector
from symoro.models.dynamics.velocity_state import VelocityState, velocity_state
from symoro.models.kinematics.reference_motion import (
    ReferenceMotion,
    base_reference,
    reference_motion,
)
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


def coriolis_product(
    m: Mechanism, r: Mechanism, let: LetFunction = plain, at: VelocityState | None = None
) -> Array:
    """Return C(q, qd) v.

    The base is fixed or floats; ``r`` is ``m`` with v as its velocities, and without accelerations.
    """
    at = at or velocity_state(m, let)
    A, P = at.frames
    moves = {0: base_reference(m, r, NULL, let)}
    force: dict[int, Array] = {}
    moment: dict[int, Array] = {}
    for j in m.bodies_outward:
        body = m.body(j)
        if j:
            w = at.moves[j].w
            moves[j] = reference_motion(body, r.body(j), w, j, A[j], P[j], moves[body.i], let)
        force[j] = let("F", j, body.M * moves[j].vd + moves[j].U @ body.MS)  # (4.5)
        moment[j] = _moment(body.J, at.S[j], moves[j], j, let)  # (4.6)

    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    for j in reversed(force):
        body = m.body(j)
        f[j] = let("E", j, force[j])  # (4.7)
        n[j] = let("N", j, moment[j] + cross(body.MS, moves[j].vd))  # (4.9)
        if j and body.i in force:
            fi = let("SDJ", j, A[j] @ f[j])  # (4.8)
            force[body.i] = force[body.i] + fi
            moment[body.i] = moment[body.i] + A[j] @ n[j] + cross(P[j], fi)

    efforts: dict[str, Any] = {}
    if m.floating:
        efforts = dict(zip(BASE_ROWS, (*f[0], *n[0]), strict=True))
    for j in m.outward:
        efforts[str(j)] = m.body(j).prismatic * f[j][2] + m.body(j).revolute * n[j][2]  # (4.10)
    return vector(named_row("CV", row, efforts[row], let) for row in mechanism_rows(m))


def _moment(J: Array, S: Array, move: ReferenceMotion, j: int, let: LetFunction) -> Array:
    """The moment about Oj of the accelerations Ur p of a link (4.6)."""
    U = move.U
    XY, XZ, YZ = J[0, 1], J[0, 2], J[1, 2]
    D11, D22, D33 = move.squares
    S11, S22, S33 = S
    components = (
        S22 * U[2, 1] - S33 * U[1, 2] - XY * U[2, 0] + XZ * U[1, 0] + YZ * (D33 - D22),
        S33 * U[0, 2] - S11 * U[2, 0] + XY * U[2, 1] - YZ * U[0, 1] + XZ * (D11 - D33),
        S11 * U[1, 0] - S22 * U[0, 1] - XZ * U[1, 2] + YZ * U[0, 2] + XY * (D22 - D11),
    )
    No: Array = let("No", j, vector(components))
    return No
