"""The matrix of Coriolis and centrifugal efforts of a closed robot in its actuated joints.

Notation (docs/notation.md): G has the velocities of all joints in those of the actuated ones; A, C,
P and C^T qd are those of the equivalent tree, at a motion that keeps the loops closed; v are
velocities that Cc multiplies, of a floating base, then of actuated joints.

    qd = G qda,  qdd = G qdda + (dG/dt) qda, so that G^T (A qdd + C qd) is            SYMORO name
    (CC1)  Ac qdda + Cc qda,  Cc = G^T (C G + A dG/dt)                                CG, C
    (CC2)  Cc v = G^T (C G v + A (dG/dt) v): one recursion, with velocities G v and
           accelerations (dG/dt) v; rotors add IA (dG/dt) v                           QPv, QDv, CV
    (CM2)  Cc^T qda = G^T C^T qd + (dG/dt)^T P                                        CTQP

dAc/dt = Cc + Cc^T, as dA/dt = C + C^T; the elements of Cc are those of Christoffel's symbols of Ac
along the loops. A floating base comes first: its rows and columns take part as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from symoro.algebra.vectors import Array, identity, vector, zeros
from symoro.models.dynamics.closed.motor_efforts import Rates, motor_rows
from symoro.models.dynamics.coriolis_product import coriolis_product
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.dynamics.velocity_state import VelocityState
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, mechanism_rows, named_row


def motor_coriolis(
    C: Array,
    A: InertiaMatrix,
    G: Rates,
    Gd: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
) -> Array:
    """Return Cc (CC1): rows and columns of a floating base, then of the actuated joints."""
    base = [row for row in A.rows if row in BASE_ROWS]
    labels = (*base, *map(str, active))
    first = len(base)
    wide, rate = (zeros(len(A.rows), len(labels)) for _ in (G, Gd))
    wide[:first, :first] = identity(first)
    for k, row in enumerate(A.rows[first:], start=first):
        wide[k, first:] = G[int(row)]
        if int(row) in Gd:
            rate[k, first:] = Gd[int(row)]
    whole = zeros(len(A.rows), len(A.rows))  # rotors of cut joints turn about fixed axes
    whole[: len(C), : len(C)] = C
    CG = whole @ wide + A.matrix @ rate  # (CC1)
    for r, c in np.ndindex(CG.shape):
        CG[r, c] = let(f"CG{A.rows[r]}_{labels[c]}", None, CG[r, c]) if c >= first else CG[r, c]
    Cc: Array = wide.T @ CG  # (CC1)
    for r, c in np.ndindex(Cc.shape):
        Cc[r, c] = named_row(f"C{labels[r]}", labels[c], Cc[r, c], let)
    return Cc


def moved_at(r: Mechanism, v: Array, G: Rates, Gd: Rates, let: LetFunction = plain) -> Mechanism:
    """Return ``r``, the robot at other velocities, with those of all joints from v (CC2).

    Its accelerations are what the change of G adds.
    """
    bodies = []
    for j, body in enumerate(r.bodies, start=1):
        if body.moves and j in G:
            rate = let("QPv", j, G[j] @ v)
            change = let("QDv", j, Gd[j] @ v) if j in Gd else 0
            body = replace(body, qd=rate, qdd=change)
        bodies.append(body)
    return replace(r, bodies=tuple(bodies))


def motor_product(
    m: Mechanism,
    r: Mechanism,
    G: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
    at: VelocityState | None = None,
) -> Array:
    """Return Cc v (CC2), with the joints of ``r`` as `moved_at` has them."""
    rows = mechanism_rows(m)
    efforts = coriolis_product(m, r, RenamingLet(let, {"CV": "CVT"}), at)
    turned = [
        effort if row in BASE_ROWS else effort + m.body(int(row)).IA * r.body(int(row)).qdd
        for row, effort in zip(rows, efforts, strict=True)
    ]
    cut = {k: m.body(k).IA * r.body(k).qdd for k in m.cut_joints}
    return motor_rows(vector(turned), rows, G, active, let, "CV", cut)
