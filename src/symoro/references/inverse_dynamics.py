"""Inverse dynamics by momentum balance in the world frame, about one fixed point.

Every body is described by its spatial velocity, the pair (angular velocity w, velocity v of the
body's point that is passing through the fixed point), and by its mass, first moments and inertia
about that point, which is where the origin of frame 1 happens to be: near the robot, so that a far
base costs no digits. Momentum is (p, k) = (m v + w x h, I w + h x v); the wrench on a body is the
rate of its momentum, whose terms come from the body's acceleration and from the motion of its
inertia. Frame 0 stands for the world at the instant considered: a base of known motion gives the
recursion its first velocity and acceleration, gravity is an acceleration of the base.

References: [Featherstone08] chapter 5, the equations in absolute coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.expressions import Arithmetic, Expression, evaluate
from symoro.references.motion import cross, skew, spatial_motion
from symoro.robot import BaseMotion, JointType, Link, Robot

T = TypeVar("T")


@dataclass(frozen=True)
class Efforts:
    """Joint efforts of the joints that move, reaction force and moment of every body.

    Under 0 are the force on the base, in frame 0, and the moment on it about O0; they include what
    link 0 itself needs if the base floats.
    """

    tau: dict[int, Any]
    f: dict[int, AnyArray]
    n: dict[int, AnyArray]

    @property
    def base(self) -> AnyArray:
        """The force and the moment on the base."""
        return np.concatenate([self.f[0], self.n[0]])


def inverse_dynamics(
    robot: Robot, values: Mapping[str, T], arithmetic: Arithmetic[T], dtype: Any = object
) -> Efforts:
    """Return the efforts of a tree robot at one state; its base stands or moves in a known way."""

    def at(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    def column(entries: tuple[Expression, ...]) -> AnyArray:
        return np.array([at(entry) for entry in entries], dtype=dtype)

    motion = spatial_motion(robot, values, arithmetic, dtype, gravity=True)
    pose, place = motion.pose, motion.place
    force: dict[int, AnyArray] = {}
    moment: dict[int, AnyArray] = {}
    floats = robot.base.motion is BaseMotion.FLOATING
    links = [(robot.base.link if floats else None) or Link(), *robot.links]
    for j, link in enumerate(links):
        R, p = pose[j][:3, :3], place[j]
        state = motion.w[j], motion.v[j], motion.a_w[j], motion.a_v[j]
        force[j], moment[j] = _wrench(link, at, column, R, p, state, dtype)

    tau: dict[int, Any] = {}
    f: dict[int, AnyArray] = {}
    n: dict[int, AnyArray] = {}
    for j in range(robot.n_links, 0, -1):
        frame, link = robot.frames[j - 1], robot.links[j - 1]
        R, p = pose[j][:3, :3], place[j]
        f[j] = R.T @ force[j]
        n[j] = R.T @ (moment[j] - cross(p, force[j]))
        if frame.moves:
            qd, qdd = at(frame.QP), at(frame.QDP)
            effort = f[j][2] if frame.sigma is JointType.PRISMATIC else n[j][2]
            coulomb = at(link.FS) * arithmetic.call("sign", qd)
            tau[j] = effort + coulomb + at(link.FV) * qd + at(link.IA) * qdd
        force[frame.antecedent] = force[frame.antecedent] + force[j]
        moment[frame.antecedent] = moment[frame.antecedent] + moment[j]
    f[0], n[0] = force[0], moment[0] - cross(place[0], force[0])
    return Efforts(dict(sorted(tau.items())), f, n)


def _wrench(
    link: Link, at: Any, column: Any, R: AnyArray, p: AnyArray, motion: tuple[Any, ...], dtype: Any
) -> tuple[AnyArray, AnyArray]:
    """The wrench that moves a body and that it hands on, as force and moment about the origin."""
    w, v, a_w, a_v = motion
    XX, XY, XZ, YY, YZ, ZZ = column([link.XX, link.XY, link.XZ, link.YY, link.YZ, link.ZZ])
    m, ms = at(link.M), R @ column([link.MX, link.MY, link.MZ])
    about_joint = R @ np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=dtype) @ R.T
    p_, ms_ = skew(p), skew(ms)
    h = ms + m * p
    inertia = about_joint - p_ @ ms_ - ms_ @ p_ - m * (p_ @ p_)
    linear = m * v + cross(w, h)
    angular = inertia @ w + cross(h, v)
    outer = R @ column([link.FX, link.FY, link.FZ])
    force = m * a_v + cross(a_w, h) + cross(w, linear) + outer
    moment = inertia @ a_w + cross(h, a_v) + cross(w, angular) + cross(v, linear)
    return force, moment + R @ column([link.CX, link.CY, link.CZ]) + cross(p, outer)
