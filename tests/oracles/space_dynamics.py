"""Poses, inertia matrix and torques of tables at many states at once: screws about one fixed point.

The test's own route from the tables, vectorised over states; pinocchio goes from the file itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.expressions import ZERO, Expression, float_values
from symoro.robot import JointType, Link, Robot

Array = npt.NDArray[np.float64]

GRAVITY = np.array([0.0, 0.0, -9.81])


def _number(entry: Expression) -> float:
    """The number of an entry, with joint variables at 0."""
    constant = entry.substitute(dict.fromkeys(entry.symbols, ZERO))
    return float_values([("x", constant)])["x"]


def _poses(axis: int, angle: Any, x: Any, z: Any, states: int) -> Array:
    """Rotations about z (2) or x (0), then a shift along x and z."""
    T = np.zeros((states, 4, 4))
    c, s = np.cos(angle), np.sin(angle)
    first, second = (0, 1) if axis == 2 else (1, 2)
    T[:, axis, axis] = T[:, 3, 3] = 1
    T[:, first, first] = T[:, second, second] = c
    T[:, second, first], T[:, first, second] = s, -s
    T[:, 0, 3], T[:, 2, 3] = x, z
    return T


def _cross_matrices(u: Array) -> Array:
    S = np.zeros((*u.shape, 3))
    S[..., 0, 1], S[..., 0, 2], S[..., 1, 2] = -u[..., 2], u[..., 1], -u[..., 0]
    return S - np.swapaxes(S, -1, -2)


@dataclass
class SpaceDynamics:
    """A tree at some states; the base, as six screws, comes first if it floats.

    Attributes:
        robot: its tables, in numbers.
        q: joint positions, a row for each state.
        base: pose of the base in the world, 4x4 for each state.
        floats: True if the base has six velocities: along its axes, then about them.
    """

    robot: Robot
    q: Array
    base: Array
    floats: bool

    def __post_init__(self) -> None:
        states = len(self.q)
        self.pose = {0: self.base}
        self.moving = list(self.robot.moving_joints)
        for j, frame in self.robot:
            g, b, a, d, th, r = (
                _number(getattr(frame, k)) for k in ("gamma", "b", "alpha", "d", "theta", "r")
            )
            position: Any = self.q[:, self.moving.index(j)] if frame.moves else 0.0
            turn, slide = (position, 0.0) if frame.sigma is JointType.REVOLUTE else (0.0, position)
            step = _poses(2, g, 0, b, states) @ _poses(0, a, 0, 0, states)
            step[:, :3, 3] += d * step[:, :3, 0]
            step = step @ _poses(2, th + turn, 0, r + slide, states)
            self.pose[j] = self.pose[frame.antecedent] @ step
        self.inertia = {0: self._spatial(self._foot(), 0)}
        for j in self.robot.outward():
            self.inertia[j] = self._spatial(self.robot.link(j), j)
        self.screws = self._screws()

    def _foot(self) -> Link:
        return self.robot.base.link or self.robot.base.fixed_link or Link()

    def _spatial(self, link: Link, j: int) -> Array:
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, m = map(_number, link.inertial)
        R, p = self.pose[j][:, :3, :3], self.pose[j][:, :3, 3]
        ms = R @ np.array([MX, MY, MZ])
        J = R @ np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]) @ np.swapaxes(R, 1, 2)
        p_, ms_, h_ = _cross_matrices(p), _cross_matrices(ms), _cross_matrices(ms + m * p)
        total = np.zeros((len(p), 6, 6))
        total[:, :3, :3] = J - p_ @ ms_ - ms_ @ p_ - m * (p_ @ p_)
        total[:, :3, 3:], total[:, 3:, :3] = h_, -h_
        total[:, 3:, 3:] = m * np.eye(3)
        return total

    def _screws(self) -> list[tuple[int, Array]]:
        """The columns, each with the link that it moves first: (w, v) of the world's origin."""
        screws: list[tuple[int, Array]] = []
        if self.floats:
            R, p = self.base[:, :3, :3], self.base[:, :3, 3]
            zero = np.zeros_like(p)
            screws += [(0, np.hstack([zero, R[:, :, k]])) for k in range(3)]
            screws += [(0, np.hstack([R[:, :, k], np.cross(p, R[:, :, k])])) for k in range(3)]
        for j in self.moving:
            z, p = self.pose[j][:, :3, 2], self.pose[j][:, :3, 3]
            revolute = self.robot.frame(j).sigma is JointType.REVOLUTE
            zero = np.zeros_like(z)
            screws.append((j, np.hstack([z, np.cross(p, z)] if revolute else [zero, z])))
        return screws

    def _moved_by(self, j: int) -> list[Array]:
        """The inertias of the links beyond a joint."""
        return [self.inertia[k] for k in self.inertia if j in self.robot.ancestors(k)]

    def inertia_matrix(self) -> Array:
        """The matrix A of each state."""
        n = len(self.screws)
        A = np.zeros((len(self.q), n, n))
        total = {j: sum(self._moved_by(j)) for j, _ in self.screws}
        for c, (j, s) in enumerate(self.screws):
            carried = np.einsum("bij,bj->bi", total[j], s)
            for r, (i, t) in enumerate(self.screws):
                if i in self.robot.ancestors(j):
                    A[:, r, c] = A[:, c, r] = np.einsum("bi,bi->b", t, carried)
        return A

    def torques(self, qd: Array, qdd: Array) -> Array:
        """The generalised forces, gravity included; drives are left out."""
        states = len(self.q)
        columns = {j: [c for c, (i, _) in enumerate(self.screws) if i == j] for j in self.pose}
        velocity, acceleration = dict[int, Array](), dict[int, Array]()
        wrench: dict[int, Array] = {}
        lift = np.hstack([np.zeros((states, 3)), np.tile(-GRAVITY, (states, 1))])
        for j in self.pose:
            i = self.robot.frame(j).antecedent if j else None
            V = np.zeros((states, 6)) if i is None else velocity[i].copy()
            dV = lift.copy() if i is None else acceleration[i].copy()
            before = V.copy()
            for c in columns[j]:
                s = self.screws[c][1]
                dV += s * qdd[:, c, None]
                V += s * qd[:, c, None]
                if j:
                    dV += _motion_product(before, s) * qd[:, c, None]
            velocity[j], acceleration[j] = V, dV
            momentum = np.einsum("bij,bj->bi", self.inertia[j], V)
            wrench[j] = np.einsum("bij,bj->bi", self.inertia[j], dV)
            wrench[j] += _force_product(V, momentum)
        tau = np.zeros((states, len(self.screws)))
        for c, (j, s) in enumerate(self.screws):
            beyond = sum(w for k, w in wrench.items() if j in self.robot.ancestors(k))
            tau[:, c] = np.einsum("bi,bi->b", s, beyond)
        return tau

    def kinetic_energy(self, qd: Array) -> Array:
        """Half of qd A qd."""
        energy: Array = 0.5 * np.einsum("bi,bij,bj->b", qd, self.inertia_matrix(), qd)
        return energy


def _motion_product(V: Array, s: Array) -> Array:
    w, v = V[:, :3], V[:, 3:]
    return np.hstack([np.cross(w, s[:, :3]), np.cross(w, s[:, 3:]) + np.cross(v, s[:, :3])])


def _force_product(V: Array, momentum: Array) -> Array:
    """V x* momentum: both have the angular part first."""
    w, v = V[:, :3], V[:, 3:]
    angular, linear = momentum[:, :3], momentum[:, 3:]
    return np.hstack([np.cross(w, angular) + np.cross(v, linear), np.cross(w, linear)])
