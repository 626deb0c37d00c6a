"""The efforts and inertias of the motors of a closed robot from those of its equivalent tree.

Notation (docs/notation.md): a, b are actuated joints, p a passive or cut one, G the velocities of
all joints in those of the actuated ones, with W = dqp/dqa in the rows of passive joints. Efforts
tau, the inertia matrix A and the bias H are those of the equivalent tree, at a motion that keeps
the loops closed.

    (4.40)  Gamma_a = tau_a + sum over p of W_pa tau_p                    SYMORO name  GAM, H
            Ac = G^T A G                                                               A
            Hc = G^T (A (dG/dt) qda + H): tau with qdda = 0 in (2.40)                  H

Motors that give the power of the tree's efforts drive the closed robot: the forces of the loops
have none. A floating base comes first, with rows of its own that no loop changes.

References: [Guide] sections 4.3 and 4.4; [Khalil10] section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, vector, zeros
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import LetFunction, plain
from symoro.models.rows import BASE_ROWS, named_row

Rates = Mapping[int, Array]
NO_DRIVES: Mapping[int, Any] = MappingProxyType({})


def motor_efforts(
    tau: Mapping[int, Any],
    G: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
    tag: str = "GAM",
) -> Array:
    """Return the effort of each actuated joint; rows of G have an element for each of them."""
    return vector(
        let(tag, a, _projection(tau, G, active, column)) for column, a in enumerate(active)
    )  # (4.40)


def motor_rows(
    efforts: Array,
    rows: Sequence[str],
    G: Rates,
    active: Sequence[int],
    let: LetFunction = plain,
    tag: str = "H",
    drives: Mapping[int, Any] = NO_DRIVES,
) -> Array:
    """Return efforts by rows of the tree as those of a floating base, then of actuated joints.

    ``drives`` are efforts of cut and passive joints that are added to those of the tree.
    """
    pairs = list(zip(rows, efforts, strict=True))
    base = [effort for row, effort in pairs if row in BASE_ROWS]
    tau = {int(row): effort for row, effort in pairs if row not in BASE_ROWS}
    for j, effort in drives.items():
        tau[j] = tau[j] + effort if j in tau else effort
    return vector((*base, *motor_efforts(tau, G, active, let, tag)))


def motor_inertia(
    A: InertiaMatrix, G: Rates, active: Sequence[int], let: LetFunction = plain
) -> InertiaMatrix:
    """Return Ac, with the rows of a floating base first."""
    base = [row for row in A.rows if row in BASE_ROWS]
    joints = {int(row): k for k, row in enumerate(A.rows) if row not in BASE_ROWS}
    first = len(base)
    labels = (*base, *map(str, active))
    AG = zeros(len(A.rows), len(labels))  # A G
    AG[:, :first] = A.matrix[:, :first]
    for row, name in enumerate(A.rows):
        by_joint = {j: A.matrix[row, k] for j, k in joints.items()}
        for column, a in enumerate(active):
            whole = _projection(by_joint, G, active, column)
            AG[row, first + column] = let(f"AG{name}_{a}", None, whole)
    Ac = zeros(len(labels), len(labels))
    for c in range(len(labels)):
        by_joint = {j: AG[k, c] for j, k in joints.items()}
        for r in range(c + 1):
            element = AG[r, c]
            if r >= first:
                element = _projection(by_joint, G, active, r - first)
            Ac[r, c] = Ac[c, r] = named_row(f"A{labels[r]}", labels[c], element, let)
    return InertiaMatrix(labels, Ac)


def _projection(by_joint: Mapping[int, Any], G: Rates, active: Sequence[int], column: int) -> Any:
    """The element of an actuated joint, and those of passive ones times their rates in its own.

    An actuated cut joint has no element: there the tree is cut.
    """
    total = by_joint.get(active[column], 0)
    for p, element in by_joint.items():
        if p not in active and not is_number(G[p][column], 0):
            total = total + G[p][column] * element
    return total
