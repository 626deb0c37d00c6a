"""Poses in numbers: matrices that are checked, and the other ways to write an orientation.

    P with s, n and a, two of them (the third is their cross product), or one
    P with Euler angles z-x-z, or roll, pitch and yaw, of [Guide] 5.5.4 and document 003
    P with a quaternion (scalar first); a matrix 4x4

A matrix that is nearly a rotation is replaced by the nearest one, and its distance is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.analysis.orientation import euler_matrix, quaternion_matrix, rpy_matrix
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.ir.tree_rows import LARGEST
from symoro.robot import NamedPose
from symoro.robot.named_pose import number_of

FloatArray = npt.NDArray[np.float64]

FARTHEST = 1e-3
"""The distance from a rotation beyond which a matrix is refused."""

_AXES = ("s", "n", "a")


@dataclass(frozen=True)
class Pose:
    """A pose, or what is given of one.

    Attributes:
        matrix: 4x4; columns that are not given are 0.
        elements: the columns that are given.
        distance: the largest change of an element by which it became a rotation.
    """

    matrix: FloatArray
    elements: tuple[str, ...]
    distance: float


def read_pose(matrix: Any, elements: Sequence[str]) -> Pose:
    """Return a pose whose given columns are orthonormal.

    Args:
        matrix: 4x4, or 3x4.
        elements: the columns that are given, of s, n, a and P; others are not read.

    Raises:
        UsageError: for anything that is no pose, with what is wrong.
    """
    T = read_numbers(matrix, "a pose")
    if T.shape not in ((4, 4), (3, 4)):
        shape = " x ".join(map(str, T.shape)) or "a single number"
        raise UsageError(f"a pose is a 4 x 4 matrix, not {shape}")
    if T.shape == (4, 4) and "P" in elements and np.abs(T[3] - [0, 0, 0, 1]).max() > 1e-9:
        raise UsageError(f"the last row of a pose is 0 0 0 1, not {_row(T[3])}")
    whole = np.zeros((4, 4))
    whole[3, 3] = 1
    axes = [k for k, name in enumerate(_AXES) if name in elements]
    read = [*axes, 3] if "P" in elements else axes
    if not np.all(np.isfinite(T[:3, read])):
        raise UsageError("a pose has an element that is not a finite number")
    if np.abs(T[:3, read]).max(initial=0.0) > LARGEST:
        raise UsageError(f"a pose has an element beyond {LARGEST:g}, the largest that is solved")
    distance = 0.0
    if axes:
        nearest = _nearest(T[:3, axes])
        distance = float(np.abs(nearest - T[:3, axes]).max())
        if len(axes) == 3 and np.linalg.det(T[:3, :3]) < 0:
            raise UsageError("the axes s, n, a of a pose are left-handed: n x a is -s")
        if distance > FARTHEST:
            names = ", ".join(_AXES[k] for k in axes)
            raise UsageError(
                f"{names} of a pose are not orthonormal: the nearest rotation is {distance:.2g} "
                f"away, more than {FARTHEST:g}"
            )
        whole[:3, axes] = nearest
    if "P" in elements:
        whole[:3, 3] = T[:3, 3]
    return Pose(whole, tuple(elements), distance)


def _nearest(columns: FloatArray) -> FloatArray:
    """The orthonormal columns nearest to some."""
    U, lengths, V = np.linalg.svd(columns, full_matrices=False)
    if lengths.min() == 0:
        raise UsageError("the axes of a pose are linearly dependent")
    nearest: FloatArray = U @ V
    return nearest


def read_numbers(values: Any, what: str) -> FloatArray:
    """Return numbers as an array.

    Raises:
        UsageError: for anything else.
    """
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise UsageError(f"{what} is made of numbers, not {values!r:.60}") from None


def _row(values: FloatArray) -> str:
    return " ".join(f"{x:g}" for x in values)


def pose_matrix(pose: NamedPose) -> FloatArray:
    """Return the matrix of a pose; NaN stands for what it does not say."""
    T = np.full((4, 4), np.nan)
    T[3] = (0, 0, 0, 1)
    if pose.T is not None:
        T[: len(pose.T)] = [_floats(row) for row in pose.T]
        return T
    if pose.P is not None:
        T[:3, 3] = _floats(pose.P)
    if pose.quaternion is not None:
        Q = _floats(pose.quaternion)
        T[:3, :3] = quaternion_matrix(Q / np.linalg.norm(Q))
    for angles, matrix in ((pose.euler, euler_matrix), (pose.rpy, rpy_matrix)):
        if angles is not None:
            values = _floats(angles)
            T[:3, :3] = matrix(np.radians(values) if pose.degrees else values)
    axes = (pose.s, pose.n, pose.a)
    for k, axis in enumerate(axes):
        if axis is not None:
            T[:3, k] = _floats(axis)
    missing = [k for k, axis in enumerate(axes) if axis is None]
    if len(missing) == 1:
        (k,) = missing
        T[:3, k] = np.cross(T[:3, (k + 1) % 3], T[:3, (k + 2) % 3])
    return T


def pose_columns(pose: NamedPose, elements: Sequence[str]) -> FloatArray:
    """Return the matrix of a pose that has the columns which are read.

    Raises:
        UsageError: naming those that it does not have.
    """
    matrix = pose_matrix(pose)
    missing = [k for k in elements if np.isnan(matrix[:3, "snaP".index(k)]).any()]
    if missing:
        raise UsageError(
            f"the pose has no {', '.join(missing)}; give {', '.join(elements)}, or name the "
            "columns that are to be read, as in --elements P,a"
        )
    return matrix


def _floats(entries: Sequence[ExpressionLike]) -> FloatArray:
    return np.array([number_of(entry) for entry in entries])
