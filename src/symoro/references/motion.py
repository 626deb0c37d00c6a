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

from symoro.algebra.vectors import AnyArray
from symoro.expressions import ZERO, Arithmetic, Expression, evaluate
from symoro.references.poses import poses
from symoro.robot import BaseMotion, Frame, JointType, Robot

T = TypeVar("T")


@dataclass(frozen=True)
class SpatialMotion:
    """Poses in frame 0, places of the origins about the fixed point, and the motion of each body.

    Attributes:
        pose: 4x4 matrices, by frame.
        place: origins relative to the fixed point.
        w, v: angular velocity, velocity of the point at the fixed point.
        a_w, a_v: their rates.
    """

    pose: dict[int, AnyArray]
    place: dict[int, AnyArray]
    w: dict[int, AnyArray]
    v: dict[int, AnyArray]
    a_w: dict[int, AnyArray]
    a_v: dict[int, AnyArray]

    def velocity(self, j: int) -> tuple[AnyArray, AnyArray]:
        """The velocity of the origin of frame ``j`` and its angular velocity, in frame ``j``."""
        R = self.pose[j][:3, :3]
        return R.T @ self._speed(j), R.T @ self.w[j]

    def acceleration(self, j: int) -> tuple[AnyArray, AnyArray]:
        """The acceleration of the origin and the angular acceleration, in frame ``j``."""
        R, p = self.pose[j][:3, :3], self.place[j]
        turning = cross(self.a_w[j], p) + cross(self.w[j], self._speed(j))
        return R.T @ (self.a_v[j] + turning), R.T @ self.a_w[j]

    def screw(self, robot: Robot, j: int) -> tuple[AnyArray, AnyArray]:
        """The angular and the linear part, at the fixed point, of a unit rate of joint ``j``."""
        return _unit_screw(robot.frame(j), self.pose[j], self.place[j])

    def row_screws(self, robot: Robot) -> list[tuple[int, AnyArray, AnyArray]]:
        """The screws of the rows of dynamic models, each after its frame; a floating base first."""
        screws = []
        if robot.base.motion is BaseMotion.FLOATING:
            origin = self.place[0]
            unit = np.array(np.eye(3, dtype=int), dtype=origin.dtype)
            screws += [(0, 0 * origin, axis) for axis in unit]
            screws += [(0, axis, cross(origin, axis)) for axis in unit]
        moving = (j for j in robot.outward() if robot.frame(j).moves)
        return screws + [(j, *self.screw(robot, j)) for j in moving]

    def _speed(self, j: int) -> AnyArray:
        speed: AnyArray = self.v[j] + cross(self.w[j], self.place[j])
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

    The base stands, or moves as its tables say; ``gravity`` counts as its acceleration.
    """

    def at(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    def column(entries: tuple[Expression, ...]) -> AnyArray:
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
        s_w, s_v = _unit_screw(frame, pose[j], place[j])
        qd, qdd = (at(frame.QP), at(frame.QDP)) if frame.moves else (at(ZERO), at(ZERO))
        w[j], v[j] = w[i] + s_w * qd, v[i] + s_v * qd
        a_w[j] = a_w[i] + s_w * qdd + cross(w[i], s_w) * qd
        a_v[j] = a_v[i] + s_v * qdd + (cross(w[i], s_v) + cross(v[i], s_w)) * qd
    return SpatialMotion(pose, place, w, v, a_w, a_v)


def _unit_screw(frame: Frame, pose: AnyArray, p: AnyArray) -> tuple[AnyArray, AnyArray]:
    z, none = pose[:3, 2], 0 * p
    if frame.sigma is JointType.REVOLUTE:
        return z, cross(p, z)
    return none, z if frame.moves else none


def cross(a: AnyArray, b: AnyArray) -> AnyArray:
    """The cross product; apart from that of `symoro.algebra`, which the pages rest on."""
    if a.dtype == b.dtype == float:  # most are, and time is short
        (x, y, z), (u, v, w) = a.tolist(), b.tolist()
        return np.array([y * w - z * v, z * u - x * w, x * v - y * u])
    return crosses(a, b)


def crosses(a: AnyArray, b: AnyArray) -> AnyArray:
    """The cross products of rows, or that of two vectors."""
    (x, y, z), (u, v, w) = a.T, b.T
    return np.array([y * w - z * v, z * u - x * w, x * v - y * u], dtype=np.result_type(a, b)).T


def skew(a: AnyArray) -> AnyArray:
    """The matrix of the cross product."""
    zero = 0 * a[0]
    return np.array([[zero, -a[2], a[1]], [a[2], zero, -a[0]], [-a[1], a[0], zero]], dtype=a.dtype)
