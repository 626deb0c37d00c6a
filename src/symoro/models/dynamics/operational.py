"""Dynamics in operational space: inertia, Coriolis and gravity terms that a task feels.

Notation (docs/notation.md): J and Jdot qd are those of the task (symoro.models.dynamics.task), A is
the inertia matrix (symoro.models.dynamics.inertia), Hc are the Coriolis and centrifugal efforts, Q
those of gravity. F is what moves the task: the joint efforts are J^T F, and

    (O1)  F = Lambda xdd + mu + p                                    SYMORO name
      (O2)  Lambda = (J A^-1 J^T)^-1                                   LAMBDA
      (O3)  mu = Lambda (J A^-1 Hc - Jdot qd)                          MU
      (O4)  p  = Lambda J A^-1 Q                                       P
    dynamically consistent inverse, projector of joint efforts that leave the task alone
      (O5)  Jbar = A^-1 J^T Lambda                                     JBAR
      (O6)  N^T  = 1 - J^T Jbar^T                                      NT

    efforts without joint accelerations
      Hc: (4.5) to (4.10) along Psi and Phi, without gravity           HC
      Q: (W1), (W2), see symoro.models.dynamics.weight                 GU, Q

A square J is inverted, which keeps more digits near its singularities (up to three rows by the
cofactors C and the determinant D of J):

      (O7)  K = J^-1 = Jbar                                            CJ, DJ, DJI, JI
      (O8)  Lambda = K^T A K,  mu = K^T Hc - Lambda Jdot qd,  p = K^T Q    AK

Otherwise A = L^T D L (symoro.models.dynamics.factor) and with B = L^-T J^T

      (O9)  J A^-1 J^T = B^T D^-1 B,  A^-1 J^T = L^-1 D^-1 B           BX, DB, GX, AX
      (O10) Lambda = Y^T D^-1 Y of its own factors, Y = L^-T           YX, DY

References: O. Khatib, A unified approach for motion and force control of robot manipulators, 1987;
[Guide] section 3.6.4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from symoro.algebra.vectors import NULL, Array, cross, identity, vector
from symoro.models.dynamics.factor import Factors, factor
from symoro.models.dynamics.forward_dynamics import row_parents
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.task import BIAS_TAGS, BiasMotion, Task
from symoro.models.dynamics.weight import weight_efforts
from symoro.models.let import LetFunction, RenamingLet, name_symmetric, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot


@dataclass(frozen=True)
class TaskDynamics:
    """The dynamics of a task of m rows on a robot with n joints.

    Attributes:
        Lambda: m x m, symmetric.
        mu, p: Coriolis and centrifugal terms, gravity terms.
        J: m x n.
        bias: Jdot qd.
        Jbar: n x m, the dynamically consistent inverse of J.
        NT: n x n, the projector of joint efforts.
    """

    Lambda: Array
    mu: Array
    p: Array
    J: Array
    bias: Array
    Jbar: Array
    NT: Array


@dataclass(frozen=True)
class Efforts:
    """The joint efforts of velocities and of gravity, where no joint accelerates."""

    Hc: Array
    Q: Array


def task_dynamics(robot: Robot, m: Mechanism, task: Task, let: LetFunction = plain) -> TaskDynamics:
    """Return the dynamics of a task (O1).

    The robot is a tree without joint accelerations, friction and external wrenches; the rows of its
    task are independent.
    """
    still = BiasMotion(robot, m, let)
    J, bias = still.jacobian(task), let("JPQP", None, still.bias(task))
    A = inertia_matrix(m, still.let, still.frames).matrix
    weightless = replace(m, g=NULL)
    recorder = RenamingLet(still.let, {**BIAS_TAGS, "GAM": "HC"})
    Hc = vector(newton_euler(weightless, recorder, still.frames).tau.values())  # (4.5) to (4.10)
    Q = vector(weight_efforts(m, still.frames, still.let).values())  # (W1), (W2)
    return solve_task(J, A, bias, Efforts(Hc, Q), row_parents(m), let)


def solve_task(
    J: Array,
    A: Array,
    bias: Array,
    efforts: Efforts,
    parents: Sequence[int],
    let: LetFunction = plain,
) -> TaskDynamics:
    """Return the dynamics of a task from those of the joints; a wide J takes the tree of A."""
    Hc, Q = efforts.Hc, efforts.Q
    if len(J) == J.shape[1]:
        Lambda, mu, p, Jbar = _solve_square(J, A, bias, Hc, Q, let)
    else:
        Lambda, mu, p, Jbar = _solve_wide(J, A, bias, Hc, Q, parents, let)
    return TaskDynamics(Lambda, mu, p, let("JT", None, J), bias, Jbar, _projector(J, Jbar, let))


def _solve_square(
    J: Array, A: Array, bias: Array, Hc: Array, Q: Array, let: LetFunction
) -> tuple[Array, Array, Array, Array]:
    K = let("JBAR", None, _inverse(J, let))  # (O7)
    AK = let("AK", None, A @ K)
    Lambda = name_symmetric("LAMBDA", None, K.T @ AK, let)  # (O8)
    mu = let("MU", None, K.T @ Hc - Lambda @ bias)  # (O8)
    return Lambda, mu, let("P", None, K.T @ Q), K  # (O8)


def _inverse(J: Array, let: LetFunction) -> Array:
    """K: up to three rows by cofactors, which can be written out; else by elimination."""
    if len(J) > 3:
        K: Array = let.solve("JI", None, J, identity(len(J)))
        return K
    if len(J) == 3:
        a, b, c = J
        cofactors = np.array([cross(b, c), cross(c, a), cross(a, b)], dtype=object)
    elif len(J) == 2:
        (a, b), (c, d) = J
        cofactors = np.array([[d, -c], [-b, a]], dtype=object)
    else:
        cofactors = identity(1)
    C = let("CJ", None, cofactors)
    DI = let("DJI", None, 1 / let("DJ", None, J[0] @ C[0]))
    K = let("JI", None, C.T * DI)
    return K


def _solve_wide(
    J: Array, A: Array, bias: Array, Hc: Array, Q: Array, parents: Sequence[int], let: LetFunction
) -> tuple[Array, Array, Array, Array]:
    rows, n = J.shape
    factors = factor(A, parents, [str(k) for k in range(1, n + 1)], let)
    B = _reduce(factors, np.column_stack([J.T, Hc, Q]), "BX", let)
    DB = let("DB", None, _divide(factors, B[:, :rows]))
    inverse = name_symmetric("GX", None, B[:, :rows].T @ DB, let)  # (O9)
    own = factor(inverse, range(-1, rows - 1), [f"X{k}" for k in range(1, rows + 1)], let)
    Y = _reduce(own, identity(rows), "YX", let)
    Lambda = name_symmetric(
        "LAMBDA", None, Y.T @ let("DY", None, _divide(own, Y)), let
    )  # (O2), (O10)
    mu = let("MU", None, Lambda @ let("HX", None, DB.T @ B[:, rows] - bias))  # (O3)
    p = let("P", None, Lambda @ let("QX", None, DB.T @ B[:, rows + 1]))  # (O4)
    Jbar = let("JBAR", None, _substitute(factors, DB, let) @ Lambda)  # (O5)
    return Lambda, mu, p, Jbar


def _projector(J: Array, Jbar: Array, let: LetFunction) -> Array:
    """N^T, which is zero if J is square."""
    rows, n = J.shape
    one = identity(n)
    NT: Array = let("NT", None, one - one if rows == n else one - J.T @ Jbar.T)  # (O6)
    return NT


def _reduce(factors: Factors, right: Array, tag: str, let: LetFunction) -> Array:
    """Return L^-T R."""
    B = right.copy()
    for i in reversed(range(len(B))):
        B[i] = let(f"{tag}{i + 1}", None, B[i])
        for a in factors.ancestors[i]:
            B[a] = B[a] - factors.L[i, a] * B[i]
    return B


def _divide(factors: Factors, B: Array) -> Array:
    """Return D^-1 B."""
    return np.array([factors.inverse[i] * row for i, row in enumerate(B)], dtype=object)


def _substitute(factors: Factors, DB: Array, let: LetFunction) -> Array:
    """Return L^-1 D^-1 B, which is A^-1 J^T (O9)."""
    X = DB.copy()
    for i in range(len(X)):
        for a in factors.ancestors[i]:
            X[i] = X[i] - factors.L[i, a] * X[a]
        X[i] = let(f"AX{i + 1}", None, X[i])
    return X
