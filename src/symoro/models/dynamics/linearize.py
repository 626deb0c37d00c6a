"""The equations of motion of a tree robot to first order: a linear system in state space.

Notation (docs/notation.md): dq and dqd are small changes of positions and velocities, du of the
motor efforts S du, where S has a column for each joint with an input; A(q) is the inertia matrix,
tau(q, qd, qdd) the efforts of inverse dynamics, k the stiffness of elastic joints, else zero.

    To first order A dqdd + (d tau/dq + diag(k)) dq + (d tau/dqd) dqd = S du, so      SYMORO name
      (1)  A X = 1                                                                      BG
      (2)  AQ = - X (d tau/dq + diag(k))                                                AQ
      (3)  AV = - X (d tau/dqd)                                                         AV
      (4)  d/dt (dq, dqd) = [[0, 1], [AQ, AV]] (dq, dqd) + [[0], [X S]] du
      (5)  y = [1, 0] (dq, dqd) + 0 du: the positions

BG(i,j) is the acceleration of joint i for a unit effort of joint j; d tau/dq is taken at constant
accelerations, so it contains the change of A(q) qdd. With A = L^T D L, tips first, L X is the
inverse of L^T D, upper triangular with 1 / D(i) on its diagonal: for i = c and after

      (6)  X(i,c) = [1 / D(i) if i = c] - sum of L(i,a) X(a,c) over the ancestors a of i,

and X is symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, identity, zeros
from symoro.models.dynamics.factor import Factors, factor
from symoro.models.dynamics.forward_dynamics import row_parents
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class StateSpace:
    """dx/dt = A dx + B du, dy = C dx + D du, with dx = (dq, dqd)."""

    A: Array
    B: Array
    C: Array
    D: Array


@dataclass(frozen=True)
class LinearizedEfforts:
    """The derivatives of efforts, d tau/dq and d tau/dqd, and the stiffness of elastic joints."""

    dq: Array
    dqd: Array
    k: Sequence[Any]


def state_space(
    m: Mechanism,
    inertia: InertiaMatrix,
    efforts: LinearizedEfforts,
    motors: Sequence[int],
    let: LetFunction = plain,
) -> StateSpace:
    """Return the matrices of the linear system of a tree; its base does not float."""
    return linear_system(inertia, row_parents(m), efforts, motors, let)


def linear_system(
    inertia: InertiaMatrix,
    parents: Sequence[int],
    efforts: LinearizedEfforts,
    motors: Sequence[int],
    let: LetFunction = plain,
) -> StateSpace:
    """Return the matrices from an inertia matrix, with the places of the parents of its rows."""
    joints = [int(row) for row in inertia.rows]
    n = len(joints)
    factors = factor(inertia.matrix, parents, inertia.rows, let)
    X = _inverse(factors, joints, let)  # (1)
    unit = identity(n)
    none = zeros(n, n)
    spring = none.copy()
    np.fill_diagonal(spring, list(efforts.k))
    AQ = _name_elements("AQ", joints, -(X @ (efforts.dq + spring)), let)  # (2)
    AV = _name_elements("AV", joints, -(X @ efforts.dqd), let)  # (3)
    S = [joints.index(j) for j in motors]
    return StateSpace(
        A=np.block([[none, unit], [AQ, AV]]),  # (4)
        B=np.concatenate([none[:, S], X[:, S]]),
        C=np.concatenate([unit, none], axis=1),  # (5)
        D=none[:, S],
    )


def _inverse(factors: Factors, joints: Sequence[int], let: LetFunction) -> Array:
    """Return the inverse of the inertia matrix from its factors (6)."""
    X = np.empty((len(joints), len(joints)), dtype=object)
    for c, j in enumerate(joints):
        for i in range(c, len(joints)):
            total = factors.inverse[i] if i == c else 0
            for a in factors.ancestors[i]:
                total = total - factors.L[i, a] * X[a, c]
            X[i, c] = X[c, i] = let(f"BG{joints[i]}", j, total)
    return X


def _name_elements(tag: str, joints: Sequence[int], matrix: Array, let: LetFunction) -> Array:
    """Name each element by the two joints that it connects."""
    elements = np.empty(matrix.shape, dtype=object)
    for (r, c), value in np.ndenumerate(matrix):
        elements[r, c] = let(f"{tag}{joints[r]}", joints[c], value)
    return elements
