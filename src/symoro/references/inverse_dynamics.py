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
from symoro.references.friction import JointFriction
from symoro.references.motion import SpatialMotion, cross, crosses, skew, spatial_motion
from symoro.robot import INERTIAL, WRENCH, BaseMotion, JointType, Link, Robot

T = TypeVar("T")

_SYMMETRIC = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])  # XX, XY, XZ, YY, YZ, ZZ as a matrix


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

    motion = spatial_motion(robot, values, arithmetic, dtype, gravity=True)
    pose, place = motion.pose, motion.place
    floats = robot.base.motion is BaseMotion.FLOATING
    links = [(robot.base.link if floats else None) or Link(), *robot.links]
    inertial, outer = (
        np.array([[at(getattr(link, name)) for name in names] for link in links], dtype=dtype)
        for names in (INERTIAL, WRENCH)
    )
    forces, moments = _wrenches(inertial, outer, motion)
    force, moment = dict(enumerate(forces)), dict(enumerate(moments))

    tau: dict[int, Any] = {}
    f: dict[int, AnyArray] = {}
    n: dict[int, AnyArray] = {}
    for j in range(robot.n_links, 0, -1):
        frame, link = robot.frames[j - 1], robot.links[j - 1]
        R, p = pose[j][:3, :3], place[j]
        f[j] = R.T @ force[j]
        n[j] = R.T @ (moment[j] - cross(p, force[j]))
        if frame.moves:
            qdd = at(frame.QDP)
            effort = f[j][2] if frame.sigma is JointType.PRISMATIC else n[j][2]
            friction = JointFriction(robot, j, values, arithmetic).torque(effort)
            tau[j] = effort + friction + at(link.IA) * qdd
        force[frame.antecedent] = force[frame.antecedent] + force[j]
        moment[frame.antecedent] = moment[frame.antecedent] + moment[j]
    f[0], n[0] = force[0], moment[0] - cross(place[0], force[0])
    return Efforts(dict(sorted(tau.items())), f, n)


def _wrenches(
    inertial: AnyArray, outer: AnyArray, motion: SpatialMotion
) -> tuple[AnyArray, AnyArray]:
    """The wrench that moves each body and that it hands on: forces, and moments about the origin.

    Arrays have a row for each body; ``outer`` are the wrenches that it exerts, in its frame.
    """
    bodies = range(len(inertial))
    R = np.array([motion.pose[j][:3, :3] for j in bodies], dtype=inertial.dtype)
    p, w, v, a_w, a_v = (
        np.array([each[j] for j in bodies], dtype=inertial.dtype)
        for each in (motion.place, motion.w, motion.v, motion.a_w, motion.a_v)
    )
    J, MS, m = inertial[:, _SYMMETRIC], inertial[:, 6:9], inertial[:, 9:]
    ms, push, couple = (_turn(R, each) for each in (MS, outer[:, :3], outer[:, 3:]))
    about_joint = R @ J @ R.swapaxes(1, 2)
    p_, ms_ = skew(p.T).transpose(2, 0, 1), skew(ms.T).transpose(2, 0, 1)
    h = ms + m * p
    inertia = about_joint - p_ @ ms_ - ms_ @ p_ - m[:, :, None] * (p_ @ p_)
    linear = m * v + crosses(w, h)
    angular = _turn(inertia, w) + crosses(h, v)
    force = m * a_v + crosses(a_w, h) + crosses(w, linear) + push
    moment = _turn(inertia, a_w) + crosses(h, a_v) + crosses(w, angular) + crosses(v, linear)
    return force, moment + couple + crosses(p, push)


def _turn(matrices: AnyArray, vectors: AnyArray) -> AnyArray:
    """The product of a matrix and a vector for each body."""
    product: AnyArray = (matrices @ vectors[:, :, None])[:, :, 0]
    return product
