"""Angular motion in a lean recursion, and the moment of an acceleration on a pseudo-inertia.

    (4.3)   wd = jAi wd_i + sigma-bar (qdd a + wi x qd a)                          WP
    (3.58)  U  = hat(wd) + hat(w) hat(w); on a link without wd:
            U13 = w1 wi3 + b2, U31 = w1 (w3 + qd) - b2 and so on, b = jAi wd_i     DV, U
    (P6)    ax (U L) = (U3k L2k - U2k L3k, U1k L3k - U3k L1k, U2k L1k - U1k L2k)   NL

References: [Guide] section 4.2; numbers are those of symoro.models.dynamics.inverse_dynamics.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from symoro.algebra.vectors import Array, vector
from symoro.models.dynamics.lean.carriage import Run
from symoro.models.kinematics.motion import spin_matrix
from symoro.models.let import LetFunction
from symoro.models.mechanism import Body, Mechanism


def links_with_more(m: Mechanism, merged: Collection[int]) -> set[int]:
    """Return the links on which others follow: the wd of others is not needed by itself."""
    return {m.body(j).i for j in m.outward if j not in merged}


def accelerate(
    body: Body, run: Run, wi: Array, w: Array, b: Array, let: LetFunction, j: int, more: bool
) -> tuple[Array, Array]:
    """Return wd and U of a link from those of its antecedent, b = jAi wd_i (4.3), (3.58)."""
    gain: Any = 0
    if body.revolute:
        gain = vector((wi[1] * run.qd, -wi[0] * run.qd, body.qdd))
    wd = let("WP", j, b + gain)
    U, _ = spin_matrix(w, wd, j, let)
    if body.revolute and run.root == j and not more:
        U = _at_tip(j, U, w, wi, b, body.qd, let)
    return wd, U


def _at_tip(
    j: int, U: Array, w: Array, wi: Array, b: Array, qd: Any, let: LetFunction
) -> Array:
    more = let("WQ", j, w[2] + qd)
    U = U.copy()
    U[0, 2] = let("U13", j, w[0] * wi[2] + b[1])
    U[2, 0] = let("U31", j, w[0] * more - b[1])
    U[1, 2] = let("U23", j, w[1] * wi[2] - b[0])
    U[2, 1] = let("U32", j, w[1] * more + b[0])
    return U


def axial_moment(U: Array, S: Array, w: Array, let: LetFunction) -> Array:
    """Return ax (U L)."""
    L = S[:3, :3]
    UL = U @ L
    return vector((UL[2, 1] - UL[1, 2], UL[0, 2] - UL[2, 0], UL[1, 0] - UL[0, 1]))
