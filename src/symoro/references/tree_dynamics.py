"""Inertia matrix, Coriolis matrix and H of a tree robot, in frame 0 about one fixed point.

There the inertia of a body and of all it carries is a plain sum, and the screws s_i = (w, v) of the
joints need no transformation. With I_k the spatial inertia of link k, V_k its spatial velocity and
sums over the links k that both joints move,

    A_ij = s_i . (sum of I_k) s_j
    C_ij = s_i . sum of (I_k d(s_j)/dt + B_k s_j),     d(s_j)/dt = V_i(j) x s_j,

where B_k = (V_k x* I_k - I_k V_k x + (I_k V_k) xbar*) / 2 makes A' - 2C skew-symmetric; V_i(j) is
the velocity of the antecedent of j, with which the axis of joint j moves. H is the effort of
inverse dynamics without accelerations. A floating base comes first as six screws: along the axes of
frame 0, then about them through O0; they move with the base.

References: [Featherstone08] chapters 2 and 6; S. Echeandia and P. Wensing, Numerical methods to
compute the Coriolis matrix and Christoffel symbols for rigid-body systems, 2021.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import ZERO, Arithmetic, Expression, Values, evaluate
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.motion import SpatialMotion, skew, spatial_motion
from symoro.robot import BaseMotion, Link, Robot
from symoro.robot.base import NULL


@dataclass(frozen=True)
class RowScrew:
    """A column of the Jacobian: the frame that it moves first, the pair (w, v) and its rate."""

    frame: int
    pair: AnyArray
    rate: AnyArray


class TreeDynamics:
    """A tree robot at a state; rows and columns are a floating base, then the joints that move."""

    def __init__(
        self, robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any = object
    ) -> None:
        """Take a scalar for each symbol, joint variables and velocities included."""
        self.robot, self._values = robot, values
        self._arithmetic, self._dtype = arithmetic, dtype
        self.motion: SpatialMotion = spatial_motion(robot, values, arithmetic, dtype)
        self.screws = self._screws()
        self._inertia = {j: self._spatial(j) for j in range(robot.n_links + 1)}

    def _at(self, entry: Expression) -> Any:
        return evaluate(entry, self._values, self._arithmetic)

    def _screws(self) -> list[RowScrew]:
        screws = []
        for j, w, v in self.motion.row_screws(self.robot):
            i = self.robot.frame(j).antecedent if j else 0
            pair = np.concatenate([w, v])
            moving = np.concatenate([self.motion.w[i], self.motion.v[i]])
            screws.append(RowScrew(j, pair, motion_product(moving) @ pair))
        return screws

    def _spatial(self, j: int) -> AnyArray:
        """The 6x6 inertia of link ``j`` about the fixed point, angular part first."""
        link = self.robot.link(j) if j else self.robot.base.link or Link()
        if not j and self.robot.base.motion is not BaseMotion.FLOATING:
            link = Link()
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, m = (self._at(e) for e in link.inertial)
        R, p = self.motion.pose[j][:3, :3], self.motion.place[j]
        ms = R @ np.array([MX, MY, MZ], dtype=self._dtype)
        J = R @ np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=self._dtype) @ R.T
        p_, ms_, h_ = skew(p), skew(ms), skew(ms + m * p)
        inertia = J - p_ @ ms_ - ms_ @ p_ - m * (p_ @ p_)
        mass = m * np.array(np.eye(3, dtype=int), dtype=self._dtype)
        return np.block([[inertia, h_], [-h_, mass]])

    def _subtree_sums(self, own: dict[int, AnyArray]) -> dict[int, AnyArray]:
        """The sum over each link and all links beyond it."""
        total = dict(own)
        for j in self.robot.inward():
            i = self.robot.frame(j).antecedent
            total[i] = total[i] + total[j]
        return total

    def _common(self, a: RowScrew, b: RowScrew) -> int | None:
        """The link from which on both screws move the robot; None if they share none."""
        if a.frame in self.robot.ancestors(b.frame):
            return b.frame
        return a.frame if b.frame in self.robot.ancestors(a.frame) else None

    def _matrix(self, element: Any, rotor: str | None) -> AnyArray:
        n = len(self.screws)
        zero = self._arithmetic.number(Fraction(0))
        matrix = np.array([[zero] * n] * n, dtype=self._dtype)
        for r, a in enumerate(self.screws):
            for c, b in enumerate(self.screws):
                link = self._common(a, b)
                if link is not None:
                    matrix[r, c] = element(a, b, link)
            if rotor and a.frame:
                matrix[r, r] = matrix[r, r] + self._at(self.robot.link(a.frame).IA)
        return matrix

    def inertia_matrix(self) -> AnyArray:
        """A, rotor inertias included."""
        total = self._subtree_sums(self._inertia)
        return self._matrix(lambda a, b, k: a.pair @ total[k] @ b.pair, "IA")

    def coriolis_matrix(self) -> AnyArray:
        """C with A' - 2C skew-symmetric and C qd the Coriolis and centrifugal efforts."""
        own = {j: self._velocity_product(j) for j in self._inertia}
        I, B = self._subtree_sums(self._inertia), self._subtree_sums(own)  # noqa: E741
        return self._matrix(lambda a, b, k: a.pair @ (I[k] @ b.rate + B[k] @ b.pair), None)

    def _velocity_product(self, j: int) -> AnyArray:
        """B of link ``j``."""
        inertia = self._inertia[j]
        V = np.concatenate([self.motion.w[j], self.motion.v[j]])
        momentum = inertia @ V
        k_, p_ = skew(momentum[:3]), skew(momentum[3:])
        bar = np.block([[-k_, -p_], [-p_, 0 * p_]])
        across = motion_product(V)
        half = self._arithmetic.number(Fraction(1, 2))
        product: AnyArray = half * (-across.T @ inertia - inertia @ across + bar)
        return product

    def kinetic_energy(self) -> Any:
        """Half the sum of V . I V over the links, and of the rotors."""
        total = self._arithmetic.number(Fraction(0))
        for j, inertia in self._inertia.items():
            V = np.concatenate([self.motion.w[j], self.motion.v[j]])
            total = total + V @ inertia @ V
        for j in self.robot.moving_joints:
            if (rotor := self.robot.drive(j).IA) != ZERO:
                qd = self._at(self.robot.frame(j).QP)
                total = total + self._at(rotor) * qd * qd
        return self._arithmetic.number(Fraction(1, 2)) * total

    def potential_energy(self) -> Any:
        """Minus the sum of g . (first moments in the frame in which gravity is written)."""
        base = self.robot.base
        floats = base.motion is BaseMotion.FLOATING
        g = np.array([self._at(e) for e in base.G], dtype=self._dtype)
        Z = np.array([[self._at(e) for e in row] for row in base.Z], dtype=self._dtype)
        total = self._arithmetic.number(Fraction(0))
        for j in range(0 if floats else 1, self.robot.n_links + 1):
            link = self.robot.link(j) if j else base.link or Link()
            moments = [*link.inertial[6:9], link.M]
            pose = Z @ self.motion.pose[j] if floats else self.motion.pose[j]
            column = np.array([self._at(e) for e in moments], dtype=self._dtype)
            total = total - g @ (pose @ column)[:3]
        return total

    def bias(self) -> AnyArray:
        """H: the efforts without joint accelerations and without one of a floating base."""
        return bias(self.robot, self._values, self._arithmetic, self._dtype)

    def velocity(self) -> AnyArray:
        """The velocities that go with rows and columns: of a floating base, then of the joints."""
        base = self.robot.base
        entries = [*base.V0, *base.W0] if base.motion is BaseMotion.FLOATING else []
        entries += [self.robot.frame(j).QP for j in self.robot.outward() if self._moves(j)]
        return np.array([self._at(e) for e in entries], dtype=self._dtype)

    def _moves(self, j: int) -> bool:
        return self.robot.frame(j).moves


def bias(
    robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any = object
) -> AnyArray:
    """Return H of a tree robot: the wrench on a floating base first, then the joint efforts."""
    frames = tuple(replace(frame, QDP=ZERO) for frame in robot.frames)
    base = robot.base
    floats = base.motion is BaseMotion.FLOATING
    if floats:
        base = replace(base, WP0=NULL, VP0=NULL)
    efforts = inverse_dynamics(replace(robot, frames=frames, base=base), values, arithmetic, dtype)
    return np.array([*(efforts.base if floats else []), *efforts.tau.values()], dtype=dtype)


def motion_product(V: AnyArray) -> AnyArray:
    """Return the matrix of V x on pairs (w, v)."""
    w_, v_ = skew(V[:3]), skew(V[3:])
    return np.block([[w_, 0 * w_], [v_, w_]])
