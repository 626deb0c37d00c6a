"""Hybrid dynamics of a tree of rigid links: some joints are free, the others accelerate as given.

Notation (docs/notation.md): f are the free joints, whose effort is known, after a floating base; d
are the driven ones, whose acceleration is known. Rows and columns of the inertia matrix A are taken
apart:

    [Aff Afd; Adf Add] [qddf; qddd] + [Hf; Hd] = [tauf; taud]          SYMORO name
      (H1)  tau' = H + A [0; qddd]: Newton-Euler, free joints and the
            base not accelerating; the wrench of a floating base first   GB, EB, NB
      (H2)  Aff qddf = tauf - tau'f, with Aff = L^T D L                  A, D, L, QDP, VA, WP
      (H3)  taud = tau'd + Adf qddf                                      GAM

or without the inertia matrix, by the recursion of symoro.models.dynamics.articulated_body. Gravity
pulls a floating base and all that it carries alike: it is added to vd0 at the end.

References: [Featherstone08] section 9.2; [Khalil10] sections 6 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import NULL, vector
from symoro.models.dynamics.articulated_body import HybridDynamics
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.floating_inverse_dynamics import HELD_TAGS
from symoro.models.dynamics.forward_dynamics import row_parents
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, RenamingLet, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_acceleration

_NO_PARENT = -1


def hybrid_dynamics(
    m: Mechanism, tau: Mapping[int, Any], let: LetFunction = plain
) -> HybridDynamics:
    """Return the accelerations of free joints and the efforts of the others, by matrices.

    ``qdd`` of ``m`` are those of the other joints, ``tau`` the efforts of the free ones.
    """
    frames = link_transforms(m, let)
    bodies = (replace(b, qdd=0) if j in tau else b for j, b in enumerate(m.bodies, start=1))
    steady = replace(m, bodies=tuple(bodies))
    if m.floating:
        steady = replace(steady, g=NULL, vd0=NULL, wd0=NULL)
    still = newton_euler(steady, RenamingLet(let, HELD_TAGS), frames)  # (H1)
    A = inertia_matrix(m, let, frames)
    right = [-x for x in (*still.f[0], *still.n[0])] if m.floating else []
    right += [tau[j] - still.tau[j] for j in tau]
    free = [k for k, row in enumerate(A.rows) if row in BASE_ROWS or int(row) in tau]
    labels = [A.rows[k] for k in free]
    factors = factor(A.matrix[np.ix_(free, free)], _parents(m, free), labels, let)
    x = solve_factors(
        factors, right, let, lambda k, xk: named_acceleration(labels[k], xk, let)
    )  # (H2)
    efforts = {}
    for k, row in enumerate(A.rows):
        if k not in free:
            j = int(row)
            efforts[j] = let("GAM", j, still.tau[j] + A.matrix[k, free] @ vector(x))  # (H3)
    vd0, wd0 = m.vd0, m.wd0
    if m.floating:
        vd0, wd0 = let("VP", 0, vector(x[:3]) + m.gravity), vector(x[3:6])
    qdd = dict(zip(tau, x[len(x) - len(tau) :], strict=True))
    return HybridDynamics(qdd, efforts, {}, {}, vd0, wd0)


def _parents(m: Mechanism, free: list[int]) -> tuple[int, ...]:
    """The nearest free ancestor of each free row, by place among these; -1 where there is none."""
    above = row_parents(m)
    parents = []
    for k in free:
        parent = above[k]
        while parent not in (*free, _NO_PARENT):
            parent = above[parent]
        parents.append(_NO_PARENT if parent == _NO_PARENT else free.index(parent))
    return tuple(parents)
