"""Rotation matrices: their test, the nearest one, elementary ones, and the error between two.

The columns of a rotation matrix are Khalil's s, n, a: the axes x, y, z of the frame, written in the
base frame. Every function takes leading batch axes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, assemble, floats, transpose
from symoro.errors import UsageError

ORTHOGONAL = 1e-9
"""The largest error of R R' from the identity, and of a quaternion's or axis's length from 1."""


def checked_rotation(R: npt.ArrayLike) -> Floats:
    """Return a rotation matrix as an array.

    Raises:
        UsageError: if R R' differs from the identity by more than `ORTHOGONAL`, or if the
            determinant is -1; the message says by how much.
    """
    R = floats(R, "rotation matrix", 3, 3)
    deviation = np.abs(R @ transpose(R) - np.eye(3)).max(initial=0.0)
    if deviation > ORTHOGONAL:
        raise UsageError(
            f"not a rotation matrix: R R' differs from the identity by {deviation:.3g}, at most "
            f"{ORTHOGONAL:g} is taken; nearest_rotation(R) makes a measured or rounded matrix one"
        )
    if (np.linalg.det(R) < 0).any():
        raise UsageError(
            "not a rotation matrix: its determinant is -1 (a reflection), not 1; "
            "one of its axes points the wrong way"
        )
    return R


def nearest_rotation(M: npt.ArrayLike) -> Floats:
    """Return the rotation matrix that differs least from a matrix (in the Frobenius norm).

    Raises:
        UsageError: if the determinant is not positive.
    """
    M = floats(M, "matrix", 3, 3)
    determinant = np.linalg.det(M)
    if (determinant <= 0).any():
        raise UsageError(
            f"no rotation is near this matrix: its determinant is {determinant.min():.3g}, "
            "expected about 1"
        )
    U, _, Vt = np.linalg.svd(M)
    nearest: Floats = U @ Vt
    return nearest


def elementary_rotation(axis: str, angle: npt.ArrayLike) -> Floats:
    """Return the rotation by an angle [rad] about the axis "x", "y" or "z"."""
    angle = floats(angle, "angle")
    c, s = np.cos(angle), np.sin(angle)
    if axis == "x":
        return assemble(((1, 0, 0), (0, c, -s), (0, s, c)))
    if axis == "y":
        return assemble(((c, 0, s), (0, 1, 0), (-s, 0, c)))
    if axis == "z":
        return assemble(((c, -s, 0), (s, c, 0), (0, 0, 1)))
    raise UsageError(f"there is no axis {axis!r}; the axes are x, y and z")


def skew(v: npt.ArrayLike) -> Floats:
    """Return the matrix of the cross product: ``skew(v) @ u`` is v x u."""
    x, y, z = np.moveaxis(floats(v, "vector", 3), -1, 0)
    return assemble(((0, -z, y), (z, 0, -x), (-y, x, 0)))


def orientation_error(R: npt.ArrayLike, desired: npt.ArrayLike) -> Floats:
    """Return 1/2 (s x sd + n x nd + a x ad), the error of an orientation in the base frame.

    It is u sin(angle), where the rotation by ``angle`` about the unit vector u takes R to
    ``desired``: a small rotation vector near the goal, largest at a quarter turn, and zero again at
    a half turn, where it says nothing. Reference: [Guide] (3.133).
    """
    columns = np.cross(checked_rotation(R), checked_rotation(desired), axis=-2)
    error: Floats = columns.sum(axis=-1) / 2
    return error
