"""Poses in numbers: matrices that are checked, and the other ways to write an orientation.

    P with s, n and a, two of them (the third is their cross product), or one
    P with Euler angles z-x-z, or roll, pitch and yaw, of [Guide] 5.5.4 and document 003
    P with a quaternion (scalar first); a matrix 4x4

A matrix that is nearly a rotation is replaced by the nearest one, and its distance is told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.analysis.orientation import euler_matrix, quaternion_matrix, rpy_matrix
from symoro.errors import UsageError

FloatArray = npt.NDArray[np.float64]

FARTHEST = 1e-3
"""The distance from a rotation beyond which a matrix is refused."""

_ORIENTATIONS = ("euler", "rpy", "quaternion")
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


def read_poses(text: str, file: str = "poses") -> list[tuple[str, FloatArray]]:
    """Return the poses of a JSON text: their names and their matrices, not yet checked.

    The text is a pose, a list of poses, or ``{"poses": [...]}``; each is a matrix or an object.

    Raises:
        UsageError: with the place of what is wrong.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{file}:{error.lineno}:{error.colno}: {error.msg}") from None
    if isinstance(data, Mapping) and "poses" in data:
        data = data["poses"]
    items = data if isinstance(data, list) and not _is_matrix(data) else [data]
    if not items:
        raise UsageError(f"{file}: no pose")
    poses = []
    for number, item in enumerate(items, 1):
        name = f"pose {number}"
        if isinstance(item, Mapping) and "name" in item:
            name = str(item["name"])
        try:
            poses.append((name, _matrix(item)))
        except UsageError as error:
            raise UsageError(f"{file}: pose {number}: {error}") from None
    return poses


def _is_matrix(data: Sequence[Any]) -> bool:
    return len(data) in (3, 4) and all(
        isinstance(row, list) and len(row) == 4 and not any(isinstance(x, list) for x in row)
        for row in data
    )


def _matrix(item: Any) -> FloatArray:
    """The matrix of one pose; NaN stands for columns that are not given."""
    if isinstance(item, list):
        return read_numbers(item, "a pose")
    if not isinstance(item, Mapping):
        raise UsageError(f"a pose is a matrix or an object, not {item!r:.40}")
    known = {"name", "T", "P", *_AXES, *_ORIENTATIONS, "degrees"}
    if unknown := sorted(set(item) - known):
        raise UsageError(f"unknown key {', '.join(unknown)}; keys are {', '.join(sorted(known))}")
    ways = [way for way in ("T", *_ORIENTATIONS) if way in item]
    if any(axis in item for axis in _AXES):
        ways.append("s, n, a")
    if "T" in item and "P" in item:
        ways.append("P")
    if len(ways) > 1:
        raise UsageError(f"an orientation is given twice: as {' and as '.join(ways)}")
    if "T" in item:
        return read_numbers(item["T"], "T")
    T = np.full((4, 4), np.nan)
    T[3] = (0, 0, 0, 1)
    if "P" in item:
        T[:3, 3] = _vector(item["P"], "P", 3)
    for way in ways:
        T[:3, :3] = _axes(item) if way == "s, n, a" else _rotation_matrix(way, item)
    return T


def _vector(values: Any, name: str, size: int) -> FloatArray:
    row = read_numbers(values, name)
    if row.shape != (size,):
        raise UsageError(f"{name} has {size} numbers, not {np.size(row)}")
    if not np.all(np.isfinite(row)):
        raise UsageError(f"{name} has an element that is not a finite number")
    return row


def _axes(item: Mapping[str, Any]) -> FloatArray:
    """The axes that are given; of two the third is the cross product."""
    vectors = {axis: _vector(item[axis], axis, 3) for axis in _AXES if axis in item}
    R = np.full((3, 3), np.nan)
    for k, axis in enumerate(_AXES):
        if axis in vectors:
            R[:, k] = vectors[axis]
    missing = [k for k, axis in enumerate(_AXES) if axis not in vectors]
    if len(missing) == 1:
        (k,) = missing
        R[:, k] = np.cross(R[:, (k + 1) % 3], R[:, (k + 2) % 3])
    return R


def _rotation_matrix(way: str, item: Mapping[str, Any]) -> FloatArray:
    if way == "quaternion":
        return quaternion_matrix(_vector(item[way], way, 4))
    angles = _vector(item[way], way, 3)
    degrees = item.get("degrees", False)
    if not isinstance(degrees, bool):
        raise UsageError("degrees is true or false")
    angles = np.radians(angles) if degrees else angles
    return euler_matrix(angles) if way == "euler" else rpy_matrix(angles)
