"""The pose of every frame: the six elementary transformations multiplied, over any scalars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, evaluate
from symoro.robot import Frame, Robot

T = TypeVar("T")


def poses(
    robot: Robot, values: Mapping[str, T], arithmetic: Arithmetic[T], dtype: Any = object
) -> dict[int, AnyArray]:
    """Return the 4x4 matrix of every frame in frame 0, loops cut.

    Args:
        robot: any robot.
        values: a scalar for each symbol of the geometry, joint variables included.
        arithmetic: the kind of the scalars.
        dtype: of the NumPy arrays; ``float`` for floats.
    """
    found = {0: _identity(dtype)}
    for j, frame in robot:
        found[j] = found[frame.antecedent] @ _pose(frame, values, arithmetic, dtype)
    return found


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
    first = turn(frame.gamma, z) @ shift(frame.b, z)
    second = turn(frame.alpha, x) @ shift(frame.d, x)
    pose: AnyArray = first @ second @ turn(frame.theta, z) @ shift(frame.r, z)
    return pose


def _identity(dtype: Any) -> AnyArray:
    return np.array(np.eye(4, dtype=int), dtype=dtype)
