"""Direct dynamics of a tree of rigid links: joint accelerations from joint efforts.

By matrices                                                            SYMORO name
      (3.95)  A qdd = tau - H, with A = L^T D L                          A, H, D, L, QDP
      (88)    A (a0; wd0; qdd) = (0; tau) - H if the base floats, with H without gravity;
              vd0 = a0 + g                                               VA, WP, VP

with A, H and the factors of symoro.models.dynamics.{inertia, ccg, factor}; or without the inertia
matrix, by the recursion of symoro.models.dynamics.articulated_body with all joints free.

References: [Guide] section 3.6.1 and appendix 4.4; [Khalil10] sections 3.3 and 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from symoro.algebra.vectors import NULL, Array, vector
from symoro.models.dynamics.articulated_body import HybridDynamics, articulated_body_dynamics
from symoro.models.dynamics.ccg import ccg
from symoro.models.dynamics.factor import factor, solve_factors
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.models.rows import BASE_ROWS, named_acceleration


def recursive_dynamics(
    m: Mechanism, tau: Mapping[int, Any], let: LetFunction = plain
) -> HybridDynamics:
    """Return all accelerations and reactions by recursion."""
    return articulated_body_dynamics(m, tau, tau.keys(), let)


def matrix_dynamics(
    m: Mechanism, tau: Mapping[int, Any], let: LetFunction = plain
) -> HybridDynamics:
    """Return all accelerations from A and H; arguments are those of `recursive_dynamics`."""
    frames = link_transforms(m, let)
    H = ccg(without_floating_gravity(m), let=let, frames=frames)
    return solve_accelerations(m, tau, inertia_matrix(m, let, frames), H, let)


def without_floating_gravity(m: Mechanism) -> Mechanism:
    """Return the robot as H sees it: without gravity if its base floats."""
    return replace(m, g=NULL) if m.floating else m


def solve_accelerations(
    m: Mechanism, tau: Mapping[int, Any], A: InertiaMatrix, H: Array, let: LetFunction
) -> HybridDynamics:
    """Return all accelerations from the inertia matrix and the other efforts."""
    factors = factor(A.matrix, row_parents(m), A.rows, let)
    efforts = [*(0 for row in A.rows if row in BASE_ROWS), *tau.values()]
    right = [e - h for e, h in zip(efforts, H, strict=True)]  # (3.95)
    x = solve_factors(factors, right, let, lambda k, xk: named_acceleration(A.rows[k], xk, let))
    vd0, wd0 = m.vd0, m.wd0
    if m.floating:
        vd0, wd0 = let("VP", 0, vector(x[:3]) + m.gravity), vector(x[3:6])  # (88)
    qdd = dict(zip(tau, x[len(x) - len(tau) :], strict=True))
    return HybridDynamics(qdd, {}, {}, {}, vd0, wd0)


def row_parents(m: Mechanism) -> tuple[int, ...]:
    """Return the parent of each row of A, by place; -1 where there is none."""
    first = len(BASE_ROWS) if m.floating else 0
    parents = list(range(-1, first - 1))
    place = {0: first - 1}
    for j in m.outward:
        place[j] = place[m.body(j).i]
        if m.body(j).moves:
            parents.append(place[j])
            place[j] = len(parents) - 1
    return tuple(parents)
