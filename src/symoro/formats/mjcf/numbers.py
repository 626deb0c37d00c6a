"""Numbers of a compiled model in 40 digits: the decimals that the file has, where they are short.

MuJoCo computes in doubles. The shortest decimal of a double is that of the file where MuJoCo has
copied it; a component of a quaternion that is the cosine of a multiple of 7.5 degrees but for
rounding is taken as exact, so that axes along one another's are so in the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symoro.expressions import Expression, expression
from symoro.robot.assembly.space import (
    DIGITS,
    Number,
    Pose,
    Rotation,
    Vector,
    product,
    quaternion_rotation,
    transpose,
)

ROUNDING = 1e-15
"""The relative error of numbers that MuJoCo computes: some operations in doubles."""

_COSINES = (*(DIGITS.cos(DIGITS.pi * k / 24) for k in range(12)), DIGITS.mpf(0))


def number(value: Any) -> Number:
    """The shortest decimal of a double."""
    return DIGITS.mpf(repr(float(value)))


def entry(value: Any) -> Expression:
    """The shortest decimal of a double, as an entry of a table."""
    return expression(repr(float(value)))


def vector(values: Iterable[Any]) -> Vector:
    """Three numbers."""
    x, y, z = (number(value) for value in values)
    return x, y, z


def rotation(quaternion: Iterable[Any]) -> Rotation:
    """The rotation of a unit quaternion."""
    return quaternion_rotation(*(_cosine(number(value)) for value in quaternion))


def pose(position: Iterable[Any], quaternion: Iterable[Any]) -> Pose:
    """A frame in another one."""
    return Pose(rotation(quaternion), vector(position))


def inertia_matrix(moments: Iterable[Any], quaternion: Iterable[Any]) -> Rotation:
    """The matrix of principal moments along the axes of a rotation; rounding in it is 0."""
    R = rotation(quaternion)
    A, B, C = vector(moments)
    zero = DIGITS.mpf(0)
    turned = product(product(R, ((A, zero, zero), (zero, B, zero), (zero, zero, C))), transpose(R))
    least = max(A, B, C) * ROUNDING
    rows = tuple(tuple(zero if abs(e) < least else e for e in row) for row in turned)
    return rows  # type: ignore[return-value]


def _cosine(value: Number) -> Number:
    near = next((c for c in _COSINES if abs(abs(value) - c) < ROUNDING), None)
    if near is None:
        return value
    return near if value > 0 else -near
