"""The motion of a body from that of its antecedent: velocities and accelerations.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; every vector of body ``j`` is written
in frame ``j``; the joint axis a is z of frame ``j``; sigma is 1 for a prismatic joint, sigma-bar is
1 for a revolute one, both are 0 for a fixed frame.

    velocities                                                         SYMORO name
      (4.1)   wi = jAi w_i                                               WI
      (4.2)   w  = wi + sigma-bar qd a                                   W
      (2.28)  v  = jAi (v_i + w_i x P) + sigma qd a                      VS, V
    accelerations
      (4.3)   wd = jAi wd_i + sigma-bar (qdd a + wi x qd a)              WP
      (3.58)  U  = hat(wd) + hat(w) hat(w), from the products DV of w    DV, U
      (4.4)   vd = jAi (vd_i + U_i P) + sigma (qdd a + 2 wi x qd a)      VSP, VP

The recursion starts from the base: w_0, wd_0, v_0, vd_0 as given, U_0 from them (it is not zero
when the base turns).

References: [Guide] sections 2.4.7, 2.5.1 (equations 2.28 and 2.32), 4.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, Z, cross
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism


@dataclass(frozen=True)
class Velocity:
    """Angular velocity ``w`` and velocity ``v`` of the origin, in the body's own frame."""

    w: Array
    v: Array


@dataclass(frozen=True)
class Acceleration:
    """Angular velocity and acceleration, acceleration of the origin, and what U is made of."""

    w: Array
    wd: Array
    vd: Array
    U: Array
    DV: Array


def velocity(
    body: Body, j: int, A: Array, P: Array, before: Velocity, let: LetFunction
) -> Velocity:
    """Return the velocity of body ``j`` from that of its antecedent."""
    jAi = A.T
    wi = let("WI", j, jAi @ before.w)  # (4.1)
    w = let("W", j, wi + body.revolute * body.qd * Z)  # (4.2)
    VS = let("VS", j, before.v + cross(before.w, P))
    v = let("V", j, jAi @ VS + body.prismatic * body.qd * Z)  # (2.28)
    return Velocity(w, v)


def velocities(m: Mechanism, let: LetFunction = plain) -> dict[int, Velocity]:
    """Return the velocity of every link, the base's own under 0."""
    moves = {0: Velocity(m.w0, m.v0)}
    for j in m.outward:
        A, P = link_transform(m.body(j), j, let)
        moves[j] = velocity(m.body(j), j, A, P, moves[m.body(j).i], let)
    return moves


def base_acceleration(m: Mechanism, vd: Array, let: LetFunction) -> Acceleration:
    """Return the motion of the base, with ``vd`` as the acceleration of its origin."""
    U, DV = spin_matrix(m.w0, m.wd0, 0, let)
    return Acceleration(m.w0, m.wd0, vd, U, DV)


def acceleration(
    body: Body,
    j: int,
    A: Array,
    P: Array,
    before: Acceleration,
    let: LetFunction,
    *,
    reuse: bool = False,
) -> Acceleration:
    """Return the acceleration of body ``j`` from that of its antecedent.

    With ``reuse``, U of a body that does not turn on its antecedent, and whose axes are parallel to
    the antecedent's, is taken from there; SYMORO+ forms it anew.
    """
    jAi = A.T
    wi = let("WI", j, jAi @ before.w)  # (4.1)
    w = let("W", j, wi + body.revolute * body.qd * Z)  # (4.2)
    spin = body.qdd * Z + cross(wi, body.qd * Z)
    wd = let("WP", j, jAi @ before.wd + body.revolute * spin)  # (4.3)
    if reuse and not body.revolute and _has_parallel_axes(A):
        U, DV = jAi @ before.U @ A, jAi @ before.DV @ A
    else:
        U, DV = spin_matrix(w, wd, j, let)  # (3.58)
    VSP = let("VSP", j, before.vd + before.U @ P)
    slide = body.qdd * Z + 2 * cross(wi, body.qd * Z)
    vd = let("VP", j, jAi @ VSP + body.prismatic * slide)  # (4.4)
    return Acceleration(w, wd, vd, U, DV)


def _has_parallel_axes(A: Array) -> bool:
    """True if the axes of a frame are those of its antecedent, in some order and sense."""
    return all(sum(is_number(x, 1) or is_number(x, -1) for x in row) == 1 for row in A)


def accelerations(m: Mechanism, let: LetFunction = plain) -> dict[int, Acceleration]:
    """Return the acceleration of every link, the base's own under 0; gravity is no part of it."""
    moves = {0: base_acceleration(m, m.vd0, let)}
    for j in m.outward:
        A, P = link_transform(m.body(j), j, let)
        moves[j] = acceleration(m.body(j), j, A, P, moves[m.body(j).i], let)
    return moves


def spin_matrix(w: Array, wd: Array, j: int, let: LetFunction) -> tuple[Array, Array]:
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
