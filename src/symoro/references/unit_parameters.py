"""Energy, power and momentum of unit parameters, in frame 0, about one fixed point.

A unit of a parameter is a body of mass m, first moments h and inertia I about the fixed point; its
momentum is (p, k) = (m v + w x h, I w + h x v) for the spatial velocity (w, v) of its link. Half of
the momentum times the velocity is its energy. The torque of a joint with screw (s_w, s_v) is the
power along it of the rate of momentum less gravity; since the screw moves with its body,

    s . d(momentum)/dt = d(s . momentum)/dt - (velocity x s) . momentum

which splits the torque into a rate and a rest that no acceleration enters. A base of known motion
is seen from a frame that moves with its origin without turning.

References: [Featherstone08] chapters 2 and 5, spatial vectors in absolute coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, Values, evaluate
from symoro.references.friction import JointFriction
from symoro.references.motion import SpatialMotion, cross, skew, spatial_motion
from symoro.robot import Base, BaseMotion, Robot
from symoro.robot.link import DRIVE
from symoro.robot.parameter import Parameter

Pair = tuple[AnyArray, AnyArray]  # angular part, linear part

_ENTRY = {"XX": (0, 0), "XY": (0, 1), "XZ": (0, 2), "YY": (1, 1), "YZ": (1, 2), "ZZ": (2, 2)}
_MOMENT = {"MX": 0, "MY": 1, "MZ": 2}


@dataclass(frozen=True)
class UnitBody:
    """Mass, first moments and inertia of a unit parameter, about the fixed point."""

    m: int
    h: AnyArray
    inertia: AnyArray

    def momentum(self, w: AnyArray, v: AnyArray) -> Pair:
        """The angular and linear momentum of a spatial velocity."""
        return self.inertia @ w + cross(self.h, v), self.m * v + cross(w, self.h)


class UnitParameters:
    """A robot at a state; every result is a sequence over parameters or a matrix with columns."""

    def __init__(
        self, robot: Robot, values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> None:
        """Take a scalar for each symbol, joint variables and velocities included."""
        self._values, self._arithmetic, self._dtype = values, arithmetic, dtype
        self.robot = robot
        base = robot.base
        g = self._column(base.G)
        rotation = np.array([[self._at(e) for e in row[:3]] for row in base.Z[:3]], dtype=dtype)
        self.height = self._at(base.G[0]) * 0
        if base.motion is BaseMotion.FLOATING:
            self.height = -(g @ self._column(tuple(row[3] for row in base.Z[:3])))
            g = rotation.T @ g
        elif base.motion is BaseMotion.MOVING:
            robot = replace(robot, base=replace(base, V0=Base().V0))
            g = g - self._column(base.VP0)
        self.g = g
        self.motion: SpatialMotion = spatial_motion(robot, values, arithmetic, dtype)

    def _at(self, entry: Expression) -> Any:
        return evaluate(entry, self._values, self._arithmetic)

    def _column(self, entries: Sequence[Expression]) -> AnyArray:
        return np.array([self._at(entry) for entry in entries], dtype=self._dtype)

    def body(self, K: Parameter) -> UnitBody:
        """A unit of an inertial parameter."""
        R, p = self.motion.pose[K.link][:3, :3], self.motion.place[K.link]
        none = 0 * p
        unit = np.array(np.eye(3, dtype=int), dtype=self._dtype)
        if K.name in _ENTRY:
            a, b = _ENTRY[K.name]
            once = np.outer(R[:, a], R[:, b])
            return UnitBody(0, none, once if a == b else once + once.T)
        if K.name in _MOMENT:
            s = R @ unit[_MOMENT[K.name]]
            return UnitBody(0, s, -(skew(p) @ skew(s)) - skew(s) @ skew(p))
        return UnitBody(1, p, -(skew(p) @ skew(p)))

    def energies(self, columns: Sequence[Parameter]) -> list[Any]:
        """Kinetic and potential energy of each unit parameter."""
        half = self._arithmetic.number(Fraction(1, 2))
        origin = self.motion.pose[1][:3, 3]
        energies = []
        for K in columns:
            if K.name == "IA":
                energies.append(half * self._rate(K.link, "QP") * self._rate(K.link, "QP"))
                continue
            w, v = self.motion.w[K.link], self.motion.v[K.link]
            body = self.body(K)
            angular, linear = body.momentum(w, v)
            kinetic = half * (angular @ w + linear @ v)
            weight = self.g @ (body.h + body.m * origin)
            energies.append(kinetic - weight + body.m * self.height)
        return energies

    def powers(self, columns: Sequence[Parameter]) -> list[Any]:
        """The power that the motion of each unit parameter needs, gravity included."""
        powers = []
        for K in columns:
            if K.name in DRIVE:
                qd, qdd = self._rate(K.link, "QP"), self._rate(K.link, "QDP")
                powers.append(qd * (qdd if K.name == "IA" else self._friction(K)))
                continue
            motion = self.motion
            j = K.link
            angular, linear = self.body(K).momentum(motion.a_w[j], motion.a_v[j] - self.g)
            powers.append(angular @ motion.w[j] + linear @ motion.v[j])
        return powers

    def split_torques(self, columns: Sequence[Parameter]) -> tuple[AnyArray, AnyArray]:
        """D1 and D2: a row for each screw, those of a floating base first, of cut joints last.

        There is a column for each K.
        """
        screws = self.motion.row_screws(self.robot)
        screws += [(k, *self.motion.screw(self.robot, k)) for k, _ in self.robot.loops()]
        rates = [self._screw_rate(*screw) for screw in screws]
        zero = 0 * self.height
        D1 = np.full((len(screws), len(columns)), zero, dtype=self._dtype)
        D2 = D1.copy()
        for c, K in enumerate(columns):
            carrying = set(self.robot.ancestors(K.link))
            rows = [r for r, each in enumerate(screws) if each[0] in carrying]
            if K.name in DRIVE:
                D1[rows[-1], c], D2[rows[-1], c] = self._drive(K)
                continue
            body = self.body(K)
            angular, linear = body.momentum(self.motion.w[K.link], self.motion.v[K.link])
            turning, weight = cross(body.h, self.g), body.m * self.g
            for r in rows:
                (_, s_w, s_v), (r_w, r_v) = screws[r], rates[r]
                D1[r, c] = s_w @ angular + s_v @ linear
                D2[r, c] = -(r_w @ angular + r_v @ linear) - s_w @ turning - s_v @ weight
        return D1, D2

    def _screw_rate(self, i: int, s_w: AnyArray, s_v: AnyArray) -> tuple[AnyArray, AnyArray]:
        """The rate of a screw that moves with frame ``i``."""
        w, v = self.motion.w[i], self.motion.v[i]
        return cross(w, s_w), cross(w, s_v) + cross(v, s_w)

    def _drive(self, K: Parameter) -> tuple[Any, Any]:
        """D1 and D2 of a rotor inertia or friction, in the row of its own joint."""
        qd = self._rate(K.link, "QP")
        return (qd, 0 * qd) if K.name == "IA" else (0 * qd, self._friction(K))

    def _friction(self, K: Parameter) -> Any:
        joint = JointFriction(self.robot, K.link, self._values, self._arithmetic)
        return joint.column(K.name)

    def _rate(self, j: int, field: str) -> Any:
        return self._at(getattr(self.robot.frame(j), field))
