"""Velocities and accelerations of all bodies in frame 0, about one fixed point.

Every body is described by its spatial velocity, the pair (angular velocity w, velocity v of the
body's point that is passing through the fixed point), and by the rate of that pair. The fixed point
is where the origin of frame 1 happens to be: near the robot, so that a far base costs no digits.
Frame 0 stands for the world at the instant considered: a base of known motion gives the recursion
its first velocity and acceleration.

References: [Featherstone08] chapter 2, spatial vectors in absolute coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from symoro.expressions import ZERO, Arithmetic, Expression, evaluate
from symoro.references.poses import poses
from symoro.robot import BaseMotion, JointType, Robot

T = TypeVar("T")
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class SpatialMotion:
    """Poses in frame 0, places of the origins about the fixed point, and the motion of each body.

    Attributes:
        pose: 4x4 matrices, by frame.
        place: origins relative to the fixed point.
        w, v: angular velocity, velocity of the point at the fixed point.
        a_w, a_v: their rates.
    """

    pose: dict[int, Array]
    place: dict[int, Array]
    w: dict[int, Array]
    v: dict[int, Array]
    a_w: dict[int, Array]
    a_v: dict[int, Array]

    def velocity(self, j: int) -> tuple[Array, Array]:
        """The velocity of the origin of frame ``j`` and its angular velocity, in frame ``j``."""
        R = self.pose[j][:3, :3]
        return R.T @ self._speed(j), R.T @ self.w[j]

    def acceleration(self, j: int) -> tuple[Array, Array]:
        """The acceleration of the origin and the angular acceleration, in frame ``j``."""
        R, p = self.pose[j][:3, :3], self.place[j]
        turning = cross(self.a_w[j], p) + cross(self.w[j], self._speed(j))
        return R.T @ (self.a_v[j] + turning), R.T @ self.a_w[j]

    def _speed(self, j: int) -> Array:
        speed: Array = self.v[j] + cross(self.w[j], self.place[j])
        return speed


def spatial_motion(
    robot: Robot,
    values: Mapping[str, T],
    arithmetic: Arithmetic[T],
    dtype: Any = object,
    *,
    gravity: bool = False,
) -> SpatialMotion:
    """Return the motion of every frame of a robot, loops cut.

    Args:
        robot: any robot; its base stands, or moves as its tables say.
        values: a scalar for each symbol, joint variables and velocities included.
        arithmetic: what the scalars are.
        dtype: of the NumPy arrays; ``float`` for floats.
        gravity: take gravity as an acceleration of the base.
    """

    def at(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    def column(entries: tuple[Expression, ...]) -> Array:
        return np.array([at(entry) for entry in entries], dtype=dtype)

    base = robot.base
    pose = poses(robot, values, arithmetic, dtype)
    origin = pose[1][:3, 3]
    place = {j: matrix[:3, 3] - origin for j, matrix in pose.items()}
    w, a_w = {0: column(base.W0)}, {0: column(base.WP0)}
    v = {0: column(base.V0) + cross(w[0], origin)}
    pull = column(base.VP0)
    if gravity:
        G = column(base.G)
        if base.motion is BaseMotion.FLOATING:  # whose gravity is written in the world frame
            G = np.array([column(row[:3]) for row in base.Z[:3]], dtype=dtype).T @ G
        pull = pull - G
    a_v = {0: pull + cross(a_w[0], origin) - cross(w[0], column(base.V0))}
    for j, frame in robot:
        i = frame.antecedent
        z, p = pose[j][:3, 2], place[j]
        s_w, s_v = 0 * p, 0 * p
        if frame.sigma is JointType.REVOLUTE:
            s_w, s_v = z, cross(p, z)
        elif frame.sigma is JointType.PRISMATIC:
            s_v = z
        qd, qdd = (at(frame.QP), at(frame.QDP)) if frame.moves else (at(ZERO), at(ZERO))
        w[j], v[j] = w[i] + s_w * qd, v[i] + s_v * qd
        a_w[j] = a_w[i] + s_w * qdd + cross(w[i], s_w) * qd
        a_v[j] = a_v[i] + s_v * qdd + (cross(w[i], s_v) + cross(v[i], s_w)) * qd
    return SpatialMotion(pose, place, w, v, a_w, a_v)


def cross(a: Array, b: Array) -> Array:
    """The cross product of three-vectors of any scalars."""
    product: Array = skew(a) @ b
    return product


def skew(a: Array) -> Array:
    """The matrix of the cross product."""
    zero = 0 * a[0]
    return np.array([[zero, -a[2], a[1]], [a[2], zero, -a[0]], [-a[1], a[0], zero]], dtype=a.dtype)
