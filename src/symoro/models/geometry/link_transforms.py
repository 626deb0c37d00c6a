"""The transformation between a frame and its antecedent.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; iTj is
Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r).

    (1.3)   A = iAj, the rotation                SYMORO names  A11j .. A32j; Sj Cj Saj Caj Sgj Cgj
            P = iPj, the position of Oj          LOO1j LOO2j LOO3j

References: [Guide] sections 1.4 and 4.2.2.
"""

from __future__ import annotations

import numpy as np

from symoro.algebra.scalars import cos, sin
from symoro.algebra.vectors import Array, vector
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism

Transforms = tuple[dict[int, Array], dict[int, Array]]
"""The rotation of each frame in its antecedent, and the position of its origin there."""


def link_transforms(m: Mechanism, let: LetFunction = plain) -> Transforms:
    """Return the rotation and the position of every link's frame in its antecedent."""
    A: dict[int, Array] = {}
    P: dict[int, Array] = {}
    for j in m.outward:
        A[j], P[j] = link_transform(m.body(j), j, let)
    return A, P


def link_transform(body: Body, j: int, let: LetFunction = plain) -> tuple[Array, Array]:
    """Return the rotation ``A`` and the position ``P`` of frame ``j`` in its antecedent."""
    S, C = let("S", j, sin(body.theta)), let("C", j, cos(body.theta))
    Sa, Ca = let("Sa", j, sin(body.alpha)), let("Ca", j, cos(body.alpha))
    Sg, Cg = let("Sg", j, sin(body.gamma)), let("Cg", j, cos(body.gamma))
    rotation = [
        [Cg * C - Sg * Ca * S, -(Cg * S) - Sg * Ca * C, Sg * Sa],
        [Sg * C + Cg * Ca * S, Cg * Ca * C - Sg * S, -(Cg * Sa)],
        [Sa * S, Sa * C, Ca],
    ]
    A: Array = let("A", j, np.array(rotation, dtype=object))  # (1.3)
    position = (
        body.d * Cg + body.r * A[0, 2],
        body.d * Sg + body.r * A[1, 2],
        body.b + body.r * Ca,
    )
    P: Array = let("LOO", j, vector(position))  # (1.3)
    return A, P
