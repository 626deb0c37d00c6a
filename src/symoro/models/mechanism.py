"""The robot as the pages see it: its tables turned into scalars of one kind.

``mechanism(robot, scalar)`` applies ``scalar`` to every expression: evaluation at numbers gives a
mechanism of floats, evaluation modulo a prime one of residues, lifting one of graph nodes. Letters
are those of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.expressions import ZERO, Expression
from symoro.robot import Base, Frame, JointType, Link, Robot


@dataclass(frozen=True)
class Body:
    """Link ``j`` with its joint, in scalars.

    Attributes:
        i: the antecedent.
        joint: revolute, prismatic or fixed.
        gamma, b, alpha, d, theta, r: geometry; theta or r contains the joint position.
        qd, qdd: joint velocity and acceleration.
        J, MS, M: inertia matrix at the origin, first moments, mass.
        IA, FV, FS: rotor inertia, viscous and Coulomb friction.
        fe, ne: force and moment that the link exerts on its environment.
    """

    i: int
    joint: JointType
    gamma: Any
    b: Any
    alpha: Any
    d: Any
    theta: Any
    r: Any
    qd: Any
    qdd: Any
    J: Array
    MS: Array
    M: Any
    IA: Any
    FV: Any
    FS: Any
    fe: Array
    ne: Array

    @property
    def prismatic(self) -> int:
        """The book's sigma: 1 for a prismatic joint, else 0."""
        return int(self.joint is JointType.PRISMATIC)

    @property
    def revolute(self) -> int:
        """The book's sigma-bar: 1 for a revolute joint, else 0 (also for a fixed frame)."""
        return int(self.joint is JointType.REVOLUTE)


@dataclass(frozen=True)
class Mechanism:
    """A tree of bodies on a base that may move in a known way.

    Attributes:
        bodies: body ``j`` is ``bodies[j - 1]``.
        w0, wd0, vd0: angular velocity and acceleration of the base, acceleration of its origin.
        g: gravity, in frame 0.
    """

    bodies: tuple[Body, ...]
    w0: Array
    wd0: Array
    vd0: Array
    g: Array

    def body(self, j: int) -> Body:
        """Body ``j``, from 1."""
        return self.bodies[j - 1]

    @property
    def outward(self) -> range:
        """Bodies from the base to the tips."""
        return range(1, len(self.bodies) + 1)

    @property
    def inward(self) -> range:
        """Bodies from the tips to the base."""
        return range(len(self.bodies), 0, -1)


def mechanism(robot: Robot, scalar: Callable[[Expression], Any]) -> Mechanism:
    """Turn the tables of a tree robot into scalars."""
    bodies = zip(robot.frames, robot.links, strict=True)
    base: Base = robot.base
    return Mechanism(
        bodies=tuple(_body(frame, link, scalar) for frame, link in bodies),
        w0=vector(map(scalar, base.W0)),
        wd0=vector(map(scalar, base.WP0)),
        vd0=vector(map(scalar, base.VP0)),
        g=vector(map(scalar, base.G)),
    )


def _body(frame: Frame, link: Link, scalar: Callable[[Expression], Any]) -> Body:
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = map(scalar, link.inertial)
    wrench = vector(map(scalar, link.wrench))
    geometry = (frame.gamma, frame.b, frame.alpha, frame.d, frame.theta, frame.r)
    gamma, b, alpha, d, theta, r = map(scalar, geometry)
    return Body(
        i=frame.antecedent,
        joint=frame.sigma,
        gamma=gamma,
        b=b,
        alpha=alpha,
        d=d,
        theta=theta,
        r=r,
        qd=scalar(frame.QP if frame.moves else ZERO),
        qdd=scalar(frame.QDP if frame.moves else ZERO),
        J=np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=object),
        MS=vector((MX, MY, MZ)),
        M=M,
        IA=scalar(link.IA),
        FV=scalar(link.FV),
        FS=scalar(link.FS),
        fe=wrench[:3],
        ne=wrench[3:],
    )
