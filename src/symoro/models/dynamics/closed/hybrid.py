"""Hybrid dynamics of closed robots: some independent joints are free, the others are driven.

Notation (docs/notation.md): f are the free ones of the independent joints, whose effort is known,
after a floating base; d are the driven ones, whose acceleration is known. G has the velocities of
all joints in those of the independent ones, Ac = G^T A G is the inertia matrix of these.

                                                                           SYMORO name
    (CH1)  tau' = G^T (Newton-Euler of the tree, with the accelerations
           that qddd and velocities give all joints; a floating base and
           free joints not accelerating)                                   GT, EB, NB, GB
    (CH2)  Acff qddf = tauf - tau'f, with Acff = L^T D L                   A, D, L, QDP, VA, WP
    (CH3)  taud = tau'd + Acdf qddf                                        GAM

Gravity pulls a floating base and all that it carries alike: it is added to vd0 at the end.

References: [Featherstone08] sections 8.5 and 9.2; [Guide] section 4.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.models.dynamics.articulated_body import HybridDynamics
from symoro.models.dynamics.closed.motor_efforts import Rates, motor_efforts, motor_inertia
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_acceleration


def motor_hybrid(
    m: Mechanism,
    A: InertiaMatrix,
    tau: Mapping[int, Any],
    wrench: Sequence[Any],
    G: Rates,
    active: Sequence[int],
    known: Mapping[int, Any],
    let: LetFunction = plain,
) -> HybridDynamics:
    """Return the accelerations of free joints and the efforts of driven ones.

    A is the inertia matrix of the tree, ``tau`` and ``wrench`` what its joints and a floating base
    need where the driven joints alone accelerate; ``known`` are the efforts of the free joints.
    """
    Ac = motor_inertia(A, G, active, let)
    needed = dict(zip(active, motor_efforts(tau, G, active, let, "GB"), strict=True))  # (CH1)
    free = [k for k, row in enumerate(Ac.rows) if row in BASE_ROWS or int(row) in known]
    labels = [Ac.rows[k] for k in free]
    right = [-x for x in wrench] + [known[f] - needed[f] for f in known]
    factors = factor(Ac.matrix[np.ix_(free, free)], range(-1, len(free) - 1), labels, let)
    x = vector(
        solve_factors(factors, right, let, lambda k, xk: named_acceleration(labels[k], xk, let))
    )  # (CH2)
    efforts = {}
    for k, row in enumerate(Ac.rows):
        if k not in free:
            d = int(row)
            efforts[d] = let("GAM", d, needed[d] + Ac.matrix[k, free] @ x)  # (CH3)
    first = len(wrench)
    vd0, wd0 = m.vd0, m.wd0
    if m.floating:
        vd0, wd0 = let("VP", 0, x[:3] + m.gravity), x[3:6]
    qdd = dict(zip(known, x[first:], strict=True))
    return HybridDynamics(qdd, efforts, {}, {}, vd0, wd0)


def base_wrench(m: Mechanism, f: Mapping[int, Array], n: Mapping[int, Array]) -> list[Any]:
    """Return the wrench that Newton-Euler leaves on a floating base; nothing for others."""
    return [*f[0], *n[0]] if m.floating else []
