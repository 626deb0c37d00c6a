"""Three angles: Euler's (z, x, z) and roll, pitch, yaw (z, y, x), both ways, with their rates.

The angles of a matrix are read off so that the matrix made of them is the same to the last digits,
near degenerate orientations as well: one angle comes from the entries that may vanish, the others
from the matrix with that turn undone. Where the first and the last axis coincide to rounding
(within 1e-15), only the sum or the difference of two angles is determined, and one of them is 0.
SciPy's angles begin to be so at 1e-7, where they are off by 2e-7.

Rates: ``x' = Omega w`` with the angular velocity w in the base frame, and ``w = Omega^-1 x'``.
References: [KD02]; for Euler's angles [Guide] section 5.5.4.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, assemble, floats
from symoro.analysis.orientation.matrices import checked_rotation, elementary_rotation
from symoro.errors import ModelError

_DEGENERATE = 1e-15  # a sine or cosine that is rounding of a product of a few rotations
_SINGULAR = 1e-12  # nearer, the rounding of the angle itself (4e-16) leaves the rates no 4 digits


def euler_matrix(angles: npt.ArrayLike) -> Floats:
    """Return Rz(phi) Rx(theta) Rz(psi) of Euler's angles (phi, theta, psi) [rad]."""
    phi, theta, psi = _three(angles, "Euler angles")
    z = elementary_rotation("z", phi)
    return z @ elementary_rotation("x", theta) @ elementary_rotation("z", psi)


def euler_angles(R: npt.ArrayLike) -> Floats:
    """Return Euler's angles (phi, theta, psi) of a rotation matrix, theta in [0, Pi] [rad].

    phi and psi are in [-Pi, Pi]. Where theta is 0 or Pi, psi is 0 and phi is the whole turn.
    """
    R = checked_rotation(R)
    sine = np.hypot(R[..., 2, 0], R[..., 2, 1])
    sine = np.where(sine > _DEGENERATE, sine, 0.0)
    psi = np.where(sine > 0, _angle(R[..., 2, 0], R[..., 2, 1]), 0.0)
    s, c = np.sin(psi), np.cos(psi)
    x = c[..., None] * R[..., :, 0] - s[..., None] * R[..., :, 1]  # of Rz(phi) Rx(theta)
    return np.stack([_angle(x[..., 1], x[..., 0]), _angle(sine, R[..., 2, 2]), psi], axis=-1)


def euler_rates(angles: npt.ArrayLike) -> Floats:
    """Return Omega of Euler's angles, 3x3.

    Raises:
        ModelError: where sin(theta) is 0: the rates are not determined there.
    """
    phi, theta, _ = _three(angles, "Euler angles")
    S, C, St, Ct = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
    _refuse(St, "Euler angles have no rates where sin(theta) = 0")
    return assemble(((-S * Ct / St, C * Ct / St, 1), (C, S, 0), (S / St, -C / St, 0)))


def euler_velocity(angles: npt.ArrayLike) -> Floats:
    """Return the inverse of Omega, 3x3, which exists everywhere; its determinant is -sin(theta)."""
    phi, theta, _ = _three(angles, "Euler angles")
    S, C, St, Ct = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
    return assemble(((0, C, S * St), (0, S, -C * St), (1, 0, Ct)))


def rpy_matrix(angles: npt.ArrayLike) -> Floats:
    """Return Rz(phi) Ry(theta) Rx(psi) of roll, pitch and yaw (phi, theta, psi) [rad].

    The names are Khalil's: roll is about z, yaw about x. Aircraft and URDF count the other way:
    URDF's ``rpy="r p y"`` is (phi, theta, psi) = (y, p, r).
    """
    phi, theta, psi = _three(angles, "roll, pitch and yaw")
    z = elementary_rotation("z", phi)
    return z @ elementary_rotation("y", theta) @ elementary_rotation("x", psi)


def rpy_angles(R: npt.ArrayLike) -> Floats:
    """Return roll, pitch, yaw (phi, theta, psi) of a matrix, theta in [-Pi/2, Pi/2] [rad].

    phi and psi are in [-Pi, Pi]. Where theta is Pi/2 or -Pi/2, phi is 0 and psi is the whole turn.
    """
    R = checked_rotation(R)
    cosine = np.hypot(R[..., 0, 0], R[..., 1, 0])
    cosine = np.where(cosine > _DEGENERATE, cosine, 0.0)
    phi = np.where(cosine > 0, _angle(R[..., 1, 0], R[..., 0, 0]), 0.0)
    s, c = np.sin(phi), np.cos(phi)
    y = c[..., None] * R[..., 1, :] - s[..., None] * R[..., 0, :]  # row 2 of Ry(theta) Rx(psi)
    return np.stack([phi, _angle(-R[..., 2, 0], cosine), _angle(-y[..., 2], y[..., 1])], axis=-1)


def rpy_rates(angles: npt.ArrayLike) -> Floats:
    """Return Omega of roll, pitch and yaw, 3x3.

    Raises:
        ModelError: where cos(theta) is 0: the rates are not determined there.
    """
    phi, theta, _ = _three(angles, "roll, pitch and yaw")
    S, C, St, Ct = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
    _refuse(Ct, "roll, pitch and yaw have no rates where cos(theta) = 0")
    return assemble(((C * St / Ct, S * St / Ct, 1), (-S, C, 0), (C / Ct, S / Ct, 0)))


def rpy_velocity(angles: npt.ArrayLike) -> Floats:
    """Return the inverse of Omega, 3x3, which exists everywhere; its determinant is -cos(theta)."""
    phi, theta, _ = _three(angles, "roll, pitch and yaw")
    S, C, St, Ct = np.sin(phi), np.cos(phi), np.sin(theta), np.cos(theta)
    return assemble(((0, -S, C * Ct), (0, C, S * Ct), (1, 0, -St)))


def _three(angles: npt.ArrayLike, what: str) -> Floats:
    return np.moveaxis(floats(angles, what, 3), -1, 0)


def _angle(sine: Floats, cosine: Floats) -> Floats:
    """The angle of a sine and a cosine in any scale; a sine of -0 counts as 0: Pi, never -Pi."""
    angle: Floats = np.arctan2(sine + 0.0, cosine)
    return angle


def _refuse(divisor: Floats, message: str) -> None:
    smallest = np.abs(divisor).min(initial=1.0)
    if smallest < _SINGULAR:
        raise ModelError(f"{message}: it is {smallest:.3g}; use quaternions there")
