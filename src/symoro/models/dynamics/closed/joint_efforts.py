"""The efforts of the joints of closed robots: those of the tree, with drives and springs of all.

Notation (docs/notation.md): tau are the efforts of the equivalent tree, without friction that is in
proportion to a load; k is a cut joint, p a passive or cut one, with the velocity v; W = dqp/dqa.

                                                                             SYMORO name
    (4.10)  tau_k = friction + IA qdd                no link turns with k        GS
    (C1)    tau_p - u_p, u_p = -k (q - rest)         springs beside joints that follow from
            or the effort of a motor                 others, and their motors
    (C2)    L_p = -c_p / (1 - FL s sign(c_p)), with  the load of a passive joint
            c_p = friction + IA qdd - u_p            is what its drive resists   GC
    (F6)    tau_p + FL |L_p| s                       s: direction of v (F1)      GS
    (C3)    L_a = Gamma_a - friction - IA qdd        the load of a motor's joint
    (F6)    Gamma_a + FL |L_a| s                                                 GAM

A load depends on the forces of the loops, which the tree has not; (C2) holds for FL < 1, beyond
which a passive joint locks itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from symoro.algebra.scalars import absolute, is_number, sign
from symoro.algebra.vectors import Array, zeros
from symoro.models.dynamics.ccg import (
    CORIOLIS,
    FRICTION,
    NO_ACCELERATIONS,
    TERMS,
    keep_terms,
)
from symoro.models.dynamics.friction import friction, load_friction, smoothed_sign
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Body, Mechanism

Pushes = Mapping[int, Any]
"""The efforts of springs, -k (q - rest), and motors of joints that follow from others, by joint."""


def without_loads(m: Mechanism) -> Mechanism:
    """Return the robot without friction in proportion to loads, which only the loops tell."""
    return replace(m, bodies=tuple(replace(body, FL=0) for body in m.bodies))


def joint_efforts(
    m: Mechanism,
    tau: Mapping[int, Any],
    pushes: Pushes,
    active: Sequence[int],
    let: LetFunction = plain,
) -> dict[int, Any]:
    """Return the efforts of all joints, cut joints last; tau those of the tree without loads."""
    efforts = dict(tau)
    for k in m.cut_joints:
        efforts[k] = let("GS", k, _resistance(m.body(k)))  # (4.10)
    for p, push in pushes.items():
        efforts[p] = efforts[p] - push  # (C1)
    for p in efforts:
        body = m.body(p)
        if p not in active and not is_number(body.FL, 0):
            c = let("GC", p, _resistance(body) - pushes.get(p, 0))
            load = absolute(c) / (1 - body.FL * smoothed_sign(body) * sign(c))  # (C2)
            efforts[p] = let("GS", p, efforts[p] + load_friction(body, load))  # (F6)
    return efforts


def rub_by_load(m: Mechanism, a: int, effort: Any) -> Any:
    """Return the effort of a motor with friction in proportion to the load of its joint."""
    body = m.body(a)
    return effort + load_friction(body, effort - _resistance(body))  # (C3), (F6)


def _resistance(body: Body) -> Any:
    """The effort that friction and rotor of a joint need, without what its load adds."""
    return friction(body) + body.IA * body.qdd


def with_cut_rows(A: InertiaMatrix, m: Mechanism) -> InertiaMatrix:
    """Return the inertia matrix of the tree with rows of cut joints: their rotors."""
    n, cut = len(A.rows), list(m.cut_joints)
    matrix: Array = zeros(n + len(cut), n + len(cut))
    matrix[:n, :n] = A.matrix
    for row, k in enumerate(cut, start=n):
        matrix[row, row] = m.body(k).IA
    return InertiaMatrix((*A.rows, *map(str, cut)), matrix)


def cut_momenta(m: Mechanism) -> dict[int, Any]:
    """Return the momenta of rotors of cut joints, which those of the tree lack."""
    return {k: m.body(k).IA * m.body(k).qd for k in m.cut_joints}


def drive_bias(
    m: Mechanism,
    terms: Collection[str],
    pushes: Pushes,
    accelerations: Mapping[int, Any] = NO_ACCELERATIONS,
) -> dict[int, Any]:
    """Return what drives of cut joints, and pushes if all terms are wanted, add to H by joint."""
    kept = keep_terms(m, terms, accelerations)
    drives: dict[int, Any] = {}
    for k in m.cut_joints:
        drives[k] = _resistance(kept.body(k))
        if FRICTION in terms and CORIOLIS not in terms:
            drives[k] = friction(m.body(k))
    if set(terms) == set(TERMS):
        drives |= {p: drives.get(p, 0) - push for p, push in pushes.items()}
    return drives
