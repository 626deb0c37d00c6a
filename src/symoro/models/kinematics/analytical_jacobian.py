"""Operational coordinates of a link, and the Jacobian matrix of their rates.

Notation (docs/notation.md): 0Tr = [s n a P]; the position is P, the orientation one of

    matrix        direction cosines: the components of s, n and a
    matrix-na     those of n and a alone, since s = n x a
    euler         phi, theta, psi of Rz(phi) Rx(theta) Rz(psi), 0 <= theta <= Pi
    rpy           phi, theta, psi of Rz(phi) Ry(theta) Rx(psi), -Pi/2 <= theta <= Pi/2
    quaternion    Q1 >= 0 (scalar), Q2, Q3, Q4
    axis-angle    unit vector u, angle theta, 0 <= theta <= Pi

    (2.27)  Xd = [V; Omega w],  JX = [1 0; 0 Omega] 0Jr              SYMORO name  X JX

Omega follows from the elements of s, n, a alone: no sine is called. The rate of a direction is
w x s = -hat(s) w, so Omega of direction cosines always exists. That of others does not where
sin(theta) = 0 (euler, axis-angle) or cos(theta) = 0 (rpy); the signs of a quaternion's components
come from differences of elements, zero where these vanish. Four times the square of a component is
a sum of elements, which rounding may leave below zero: its absolute value is taken.

References: [Guide] sections 2.2.2 and 2.4.6; [KD02] section 3.6 for quaternions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from symoro.algebra.scalars import absolute, atan2, sign, sqrt
from symoro.algebra.vectors import HALF, Array, hat, identity, vector
from symoro.models.let import LetFunction, plain

Coordinates = tuple[Array, Array]  # of the orientation, and Omega


def analytical_jacobian(
    T: Array, J: Array, kind: str, let: LetFunction = plain, absent: Collection[int] = ()
) -> tuple[Array, Array]:
    """Return the coordinates X and their Jacobian JX.

    T is 0Tr, J is 0Jr at the origin of frame r; ``absent`` are components of a quaternion that are
    zero in every posture, from 1: a root would make 1e-8 of their rounding error.
    """
    own = {"absent": absent} if absent else {}
    orientation, Omega = ORIENTATIONS[kind](T[:3, :3], let, **own)
    X = let("X", None, np.concatenate([T[:3, 3], orientation]))
    Omega = let("OM", None, Omega)
    return X, let("JX", None, np.vstack([J[:3], Omega @ J[3:]]))  # (2.27)


def _directions(A: Array, let: LetFunction) -> Coordinates:
    Omega = np.vstack([-hat(axis) for axis in A.T])  # w x s = -s x w
    return A.T.ravel(), Omega


def _two_directions(A: Array, let: LetFunction) -> Coordinates:
    return _directions(A[:, 1:], let)


def _euler(A: Array, let: LetFunction) -> Coordinates:
    ax, ay, az = A[:, 2]
    S = let("SX", None, sqrt(ax * ax + ay * ay))
    Sp, Cp = let("SX1", None, ax / S), let("CX1", None, -ay / S)
    cot = let("CX2", None, az / S)
    angles = vector((atan2(ax, -ay), atan2(S, az), atan2(A[2, 0], A[2, 1])))
    Omega = [[-Sp * cot, Cp * cot, 1], [Cp, Sp, 0], [Sp / S, -Cp / S, 0]]
    return angles, np.array(Omega, dtype=object)


def _rpy(A: Array, let: LetFunction) -> Coordinates:
    sx, sy, sz = A[:, 0]
    C = let("CX", None, sqrt(sx * sx + sy * sy))
    Sp, Cp = let("SX1", None, sy / C), let("CX1", None, sx / C)
    tan = let("SX2", None, -sz / C)
    angles = vector((atan2(sy, sx), atan2(-sz, C), atan2(A[2, 1], A[2, 2])))
    Omega = [[tan * Cp, tan * Sp, 1], [-Sp, Cp, 0], [Cp / C, Sp / C, 0]]
    return angles, np.array(Omega, dtype=object)


def _quaternion(A: Array, let: LetFunction, absent: Collection[int] = ()) -> Coordinates:
    (sx, nx, ax), (sy, ny, ay), (sz, nz, az) = A
    squares = (sx + ny + az + 1, sx - ny - az + 1, ny - sx - az + 1, az - sx - ny + 1)
    signs = (1, sign(nz - ay), sign(ax - sz), sign(sy - nx))
    half = [s * sqrt(absolute(x)) / 2 for s, x in zip(signs, squares, strict=True)]
    present = [0 if k in absent else root for k, root in enumerate(half, start=1)]
    Q1, Q2, Q3, Q4 = Q = let("QX", None, vector(present))
    rows = [[-Q2, -Q3, -Q4], [Q1, Q4, -Q3], [-Q4, Q1, Q2], [Q3, -Q2, Q1]]
    Omega: Array = HALF * np.array(rows, dtype=object)
    return Q, Omega


def _axis_angle(A: Array, let: LetFunction) -> Coordinates:
    v = vector((A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1])) / 2
    v = let("VX", None, v)
    S = let("SX", None, sqrt(v @ v))
    C = let("CX", None, (A[0, 0] + A[1, 1] + A[2, 2] - 1) / 2)
    u = let("UX", None, v / S)
    cot = let("CX2", None, (1 + C) / S)  # of half the angle
    x, y, z = u
    turned = np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]], dtype=object)  # w x u
    across = identity(3) - np.outer(u, u)
    Omega = np.vstack([(turned + cot * across) / 2, u])
    return np.concatenate([u, vector((atan2(S, C),))]), Omega


ORIENTATIONS: dict[str, Callable[..., Coordinates]] = {
    "matrix": _directions,
    "matrix-na": _two_directions,
    "euler": _euler,
    "rpy": _rpy,
    "quaternion": _quaternion,
    "axis-angle": _axis_angle,
}
