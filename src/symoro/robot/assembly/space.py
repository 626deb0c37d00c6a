"""Vectors, rotations and poses in 40 digits, so that what is zero in a file is zero in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import mpmath

DIGITS = mpmath.MPContext()
"""The arithmetic of geometry: 40 digits, apart from the user's own settings of mpmath."""
DIGITS.dps = 40

Number = Any  # an mpf
Vector = tuple[Number, Number, Number]
Rotation = tuple[Vector, Vector, Vector]  # rows

_ZERO, _ONE = DIGITS.mpf(0), DIGITS.mpf(1)
ORIGIN: Vector = (_ZERO, _ZERO, _ZERO)
X: Vector = (_ONE, _ZERO, _ZERO)
Y: Vector = (_ZERO, _ONE, _ZERO)
Z: Vector = (_ZERO, _ZERO, _ONE)
AXES: Rotation = (X, Y, Z)


def vector(values: Sequence[object]) -> Vector:
    """Return three numbers, texts of decimals among them, in 40 digits."""
    x, y, z = (DIGITS.mpf(value) for value in values)
    return x, y, z


def dot(u: Vector, v: Vector) -> Number:
    """The scalar product."""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def cross(u: Vector, v: Vector) -> Vector:
    """The vector product."""
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def along(origin: Vector, distance: Number, direction: Vector) -> Vector:
    """The point at a distance from another one."""
    x, y, z = (p + distance * u for p, u in zip(origin, direction, strict=True))
    return x, y, z


def difference(u: Vector, v: Vector) -> Vector:
    """The vector u - v."""
    return u[0] - v[0], u[1] - v[1], u[2] - v[2]


def norm(u: Vector) -> Number:
    """The length of a vector."""
    return DIGITS.sqrt(dot(u, u))


def unit(u: Vector) -> Vector:
    """The direction of a vector that is not zero."""
    length = norm(u)
    return u[0] / length, u[1] / length, u[2] / length


def opposite(u: Vector) -> Vector:
    """The vector -u."""
    return -u[0], -u[1], -u[2]


def angle(u: Vector, v: Vector, axis: Vector) -> Number:
    """The angle from one direction to another about an axis that is normal to both."""
    return DIGITS.atan2(dot(cross(u, v), axis), dot(u, v))


def transpose(R: Rotation) -> Rotation:
    """The inverse of a rotation."""
    rows = tuple(zip(*R, strict=True))
    return rows[0], rows[1], rows[2]


def turn(R: Rotation, u: Vector) -> Vector:
    """The product of a matrix and a vector."""
    return dot(R[0], u), dot(R[1], u), dot(R[2], u)


def product(A: Rotation, B: Rotation) -> Rotation:
    """The product of two matrices."""
    columns = transpose(B)
    return turn(columns, A[0]), turn(columns, A[1]), turn(columns, A[2])


class Pose(NamedTuple):
    """A rotation, by its rows, and the position of the origin."""

    R: Rotation = AXES
    p: Vector = ORIGIN

    def __matmul__(self, other: Pose) -> Pose:
        """The pose of a frame that is given in this one."""
        R = self.R if other.R is AXES else product(self.R, other.R)
        return Pose(R, self.point(other.p))

    def point(self, p: Vector) -> Vector:
        """The coordinates of a point that is given in this frame."""
        return along(turn(self.R, p), _ONE, self.p)

    def inverse(self) -> Pose:
        """The pose of the outer frame in this one."""
        R = transpose(self.R)
        return Pose(R, opposite(turn(R, self.p)))

    @property
    def rows(self) -> tuple[tuple[Number, ...], ...]:
        """The first three rows of the 4x4 matrix."""
        return tuple((*row, p) for row, p in zip(self.R, self.p, strict=True))


def axis_rotation(axis: Vector, value: Number) -> Rotation:
    """The rotation about a unit vector (Rodrigues)."""
    c, s = DIGITS.cos(value), DIGITS.sin(value)
    if DIGITS.absmax(c) < DIGITS.eps:
        c = _ZERO
    if DIGITS.absmax(s) < DIGITS.eps:
        s = _ZERO
    x, y, z = axis
    v = 1 - c
    return (
        (c + x * x * v, x * y * v - z * s, x * z * v + y * s),
        (y * x * v + z * s, c + y * y * v, y * z * v - x * s),
        (z * x * v - y * s, z * y * v + x * s, c + z * z * v),
    )


def roll_pitch_yaw(roll: Number, pitch: Number, yaw: Number) -> Rotation:
    """The rotation about the fixed axes x, then y, then z."""
    R = AXES
    for axis, value in ((X, roll), (Y, pitch), (Z, yaw)):
        if value:
            R = product(axis_rotation(axis, value), R)
    return R


def quaternion_rotation(w: Number, x: Number, y: Number, z: Number) -> Rotation:
    """The rotation of a quaternion of any length but zero."""
    n = w * w + x * x + y * y + z * z
    return (
        (1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n),
        (2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n),
        (2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n),
    )


REST = Pose()
"""The pose of a frame in itself."""
