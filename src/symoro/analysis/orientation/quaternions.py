"""Quaternions and axis with angle, both ways, with their rates.

A quaternion is (Q1, Q2, Q3, Q4), the scalar Q1 = cos(angle / 2) first, Q2 to Q4 = sin(angle / 2)
times the axis, of length 1. Q and -Q are one rotation; we return the one with Q1 >= 0. An axis with
its angle is (ux, uy, uz, angle), the axis of length 1, the angle in [0, Pi].

Rates: ``x' = Omega w`` with the angular velocity w in the base frame. Omega is 4x3, and has a left
inverse: ``w = Omega^+ x'`` for every x' that keeps the length 1.

Reference: [KD02].
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, assemble, floats, transpose
from symoro.analysis.orientation.matrices import ORTHOGONAL, checked_rotation, skew
from symoro.errors import ModelError, UsageError

_HALF_TURN = 5e-16  # a scalar part that is rounding: the sign of the axis is free
_NO_SINE = 5e-16  # a sine of half the angle that is rounding: the axis is free
_NO_TURN = 1e-12  # an angle at which the axis moves without bound


def quaternion_matrix(Q: npt.ArrayLike) -> Floats:
    """Return the rotation matrix of a quaternion of length 1, of either sign."""
    Q = _unit(floats(Q, "quaternion", 4), "quaternion")
    scalar, vector = Q[..., :1, None], skew(Q[..., 1:])
    R: Floats = np.eye(3) + 2 * (scalar * vector + vector @ vector)
    return R


def quaternion(R: npt.ArrayLike) -> Floats:
    """Return the quaternion of a rotation matrix, with Q1 >= 0.

    Where Q1 is 0 (a half turn), the component of largest magnitude is positive. Nothing is divided
    by a small number: the four products of each component with the others are linear in R, and the
    set with the largest square is used. SciPy's is as exact but leaves the sign at half turns open.
    """
    R = checked_rotation(R)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = np.moveaxis(R, (-2, -1), (0, 1))
    products = assemble(  # 4 Qi Qj
        (
            (1 + xx + yy + zz, zy - yz, xz - zx, yx - xy),
            (zy - yz, 1 + xx - yy - zz, yx + xy, xz + zx),
            (xz - zx, yx + xy, 1 - xx + yy - zz, zy + yz),
            (yx - xy, xz + zx, zy + yz, 1 - xx - yy + zz),
        )
    )
    largest = np.argmax(np.diagonal(products, axis1=-2, axis2=-1), axis=-1)
    Q = np.take_along_axis(products, largest[..., None, None], axis=-2)[..., 0, :]
    Q = Q / np.linalg.norm(Q, axis=-1, keepdims=True)
    Q = np.where(Q[..., :1] < -_HALF_TURN, -Q, Q)
    return np.concatenate([np.maximum(Q[..., :1], 0.0), Q[..., 1:]], axis=-1)


def quaternion_rates(Q: npt.ArrayLike) -> Floats:
    """Return Omega of a quaternion, 4x3."""
    a, b, c, d = np.moveaxis(_unit(floats(Q, "quaternion", 4), "quaternion"), -1, 0) / 2
    return assemble(((-b, -c, -d), (a, d, -c), (-d, a, b), (c, -b, a)))


def quaternion_velocity(Q: npt.ArrayLike) -> Floats:
    """Return the left inverse of Omega of a quaternion, 3x4: four times its transpose."""
    return 4 * transpose(quaternion_rates(Q))


def axis_angle_matrix(axis_angle: npt.ArrayLike) -> Floats:
    """Return the rotation by any angle about a unit axis, given as (ux, uy, uz, angle) [rad].

    The error of SciPy's, of a rotation vector, grows with the angle.
    """
    u, angle = _axis_and_angle(axis_angle)
    K, half = skew(u), angle[..., None, None] / 2
    R: Floats = np.eye(3) + np.sin(2 * half) * K + 2 * np.sin(half) ** 2 * (K @ K)
    return R


def axis_angle(R: npt.ArrayLike) -> Floats:
    """Return (ux, uy, uz, angle) of a rotation matrix: a unit axis, the angle in [0, Pi] [rad].

    Without a rotation (an angle below 1e-15) every axis will do; we return z and 0. At a half turn
    u and -u are one rotation; we return the one whose component of largest magnitude is positive.
    """
    Q = quaternion(R)
    sine = np.linalg.norm(Q[..., 1:], axis=-1, keepdims=True)
    turned = sine > _NO_SINE
    axis = np.where(turned, Q[..., 1:] / np.where(turned, sine, 1.0), (0.0, 0.0, 1.0))
    angle = np.where(turned, 2 * np.arctan2(sine, Q[..., :1]), 0.0)
    return np.concatenate([axis, angle], axis=-1)


def axis_angle_rates(axis_angle: npt.ArrayLike) -> Floats:
    """Return Omega of (ux, uy, uz, angle), 4x3.

    Raises:
        ModelError: where the angle is a multiple of 2 Pi: the axis is not determined there.
    """
    u, angle = _axis_and_angle(axis_angle)
    half = angle[..., None, None] / 2
    smallest = np.abs(np.sin(half)).min(initial=1.0)
    if smallest < _NO_TURN / 2:
        raise ModelError(
            f"an axis has no rate where the angle is 0: sin(angle / 2) is {smallest:.3g}; "
            "use quaternions there"
        )
    K = skew(u)
    axis_rows = (-(K @ K) * np.cos(half) / np.sin(half) - K) / 2
    return np.concatenate([axis_rows, u[..., None, :]], axis=-2)


def axis_angle_velocity(axis_angle: npt.ArrayLike) -> Floats:
    """Return the left inverse of Omega of (ux, uy, uz, angle), 3x4, which exists everywhere."""
    u, angle = _axis_and_angle(axis_angle)
    K, half = skew(u), angle[..., None, None] / 2
    turning = -np.sin(2 * half) * (K @ K) + 2 * np.sin(half) ** 2 * K
    return np.concatenate([turning, u[..., :, None]], axis=-1)


def _axis_and_angle(axis_angle: npt.ArrayLike) -> tuple[Floats, Floats]:
    values = floats(axis_angle, "axis and angle", 4)
    return _unit(values[..., :3], "axis"), values[..., 3]


def _unit(vector: Floats, what: str) -> Floats:
    """The vector, of length 1 to the last digit."""
    length = np.linalg.norm(vector, axis=-1, keepdims=True)
    deviation = np.abs(length - 1).max(initial=0.0)
    if deviation > ORTHOGONAL:
        raise UsageError(
            f"{what}: expected length 1, it differs by {deviation:.3g}; "
            f"at most {ORTHOGONAL:g} is taken"
        )
    unit: Floats = vector / length
    return unit
