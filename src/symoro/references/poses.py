"""The pose of every frame: the six elementary transformations multiplied, over any scalars."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import Any, TypeVar

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, evaluate
from symoro.robot import Frame, Robot

T = TypeVar("T")

_IDENTITY = np.eye(4, dtype=int)


def poses(
    robot: Robot, values: Mapping[str, T], arithmetic: Arithmetic[T], dtype: Any = object
) -> dict[int, AnyArray]:
    """Return the 4x4 matrix of every frame in frame 0, loops cut."""
    pose = {0: _identity(dtype)}
    for j, frame in robot:
        pose[j] = _product(pose[frame.antecedent], _pose(frame, values, arithmetic, dtype))
    return pose


def _pose(frame: Frame, values: Mapping[str, T], arithmetic: Arithmetic[T], dtype: Any) -> AnyArray:
    def turn(angle: Expression, axis: int) -> AnyArray:
        x = evaluate(angle, values, arithmetic)
        c, s = arithmetic.call("cos", x), arithmetic.call("sin", x)
        matrix = _identity(dtype)
        a, b = [k for k in (0, 1, 2) if k != axis]
        matrix[a, a], matrix[a, b], matrix[b, a], matrix[b, b] = c, -s, s, c  # type: ignore[operator]
        return matrix

    def shift(length: Expression, axis: int) -> AnyArray:
        matrix = _identity(dtype)
        matrix[axis, 3] = evaluate(length, values, arithmetic)
        return matrix

    x, z = 0, 2
    first = _product(turn(frame.gamma, z), shift(frame.b, z))
    second = _product(turn(frame.alpha, x), shift(frame.d, x))
    third = _product(turn(frame.theta, z), shift(frame.r, z))
    return _product(_product(first, second), third)


def _product(A: AnyArray, B: AnyArray) -> AnyArray:
    """A B; over objects, without the terms in which an elementary matrix has a zero."""
    if A.dtype != object:
        product: AnyArray = A @ B
        return product
    rows, columns = A.tolist(), B.T.tolist()
    elements = (_dot(row, column) for row in rows for column in columns)
    return np.fromiter(elements, object).reshape(4, 4)


def _dot(row: list[Any], column: list[Any]) -> Any:
    terms = [
        a * b
        for a, b in zip(row, column, strict=True)
        if not ((type(a) is int and a == 0) or (type(b) is int and b == 0))
    ]
    return reduce(add, terms) if terms else 0


def _identity(dtype: Any) -> AnyArray:
    return _IDENTITY.astype(dtype)


def world_poses(
    robot: Robot, values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any
) -> dict[int, Any]:
    """Return the pose of every frame in frame 0, and of the world, frame -1, too."""
    pose = poses(robot, values, arithmetic, dtype)
    pose[-1] = rigid_inverse(world_frame(robot, values, arithmetic, dtype))
    return pose


def world_frame(
    robot: Robot, values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """Return the pose of frame 0 in the world."""
    rows = [[evaluate(entry, values, arithmetic) for entry in row] for row in robot.base.Z]
    return np.array(rows, dtype=dtype)


def rigid_inverse(T: Any) -> Any:
    """Return the inverse of a transformation matrix."""
    inverse = T.copy()
    inverse[:3, :3] = T[:3, :3].T
    inverse[:3, 3] = -(T[:3, :3].T @ T[:3, 3])
    return inverse
