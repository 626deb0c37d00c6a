"""The robot as the pages see it: its tables turned into scalars of one kind.

``mechanism(robot, scalar)`` applies ``scalar`` to every expression: evaluation at numbers gives a
mechanism of floats, evaluation modulo a prime one of residues, lifting one of graph nodes. Letters
are those of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.expressions import ZERO, ScalarOf
from symoro.robot import INERTIAL, WRENCH, Base, BaseMotion, Frame, JointType, Link, Robot
from symoro.robot.frame import BASE_FRAME
from symoro.robot.link import DRIVE, LAW


@dataclass(frozen=True)
class Body:
    """Link ``j`` with its joint, in scalars.

    Attributes:
        i: the antecedent.
        joint: revolute, prismatic or fixed.
        gamma, b, alpha, d, theta, r: geometry; theta or r contains the joint position.
        qd, qdd: joint velocity and acceleration.
        J, MS, M: inertia matrix at the origin, first moments, mass.
        IA: rotor inertia.
        FV, FS, FO, FSP, FSN, FVP, FVN, FB, FR, FL, VST, VW: constants of friction, as in `Link`.
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
    FO: Any
    FSP: Any
    FSN: Any
    FVP: Any
    FVN: Any
    FB: Any
    FR: Any
    FL: Any
    VST: Any
    VW: Any

    @property
    def moves(self) -> bool:
        """True if its joint is not fixed."""
        return self.joint is not JointType.FIXED

    @property
    def prismatic(self) -> int:
        """The book's sigma: 1 for a prismatic joint, else 0."""
        return int(self.joint is JointType.PRISMATIC)

    @property
    def revolute(self) -> int:
        """The book's sigma-bar: 1 for a revolute joint, else 0 (also for a fixed frame)."""
        return int(self.joint is JointType.REVOLUTE)


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A tree of bodies on a base that stands, moves in a known way or floats; loops are cut.

    Attributes:
        bodies: body ``j`` is ``bodies[j - 1]``; frames of cut joints come last and have no inertia
            but that of a rotor.
        n_links: the number of bodies that are links.
        base: link 0, of which only a floating base uses the inertia and the wrench.
        floating: True if the acceleration of the base is unknown.
        w0, wd0: angular velocity and acceleration of the base.
        v0, vd0: velocity and acceleration of its origin.
        g: gravity, in frame 0, or in the world frame for a floating base.
        Z: frame 0 in the world frame, 4x4.
    """

    bodies: tuple[Body, ...]
    n_links: int
    base: Body
    floating: bool
    w0: Array
    wd0: Array
    v0: Array
    vd0: Array
    g: Array
    Z: Array

    def body(self, j: int) -> Body:
        """Body ``j``; 0 is the base."""
        return self.bodies[j - 1] if j else self.base

    @property
    def gravity(self) -> Array:
        """The acceleration of gravity in frame 0."""
        g: Array = self.Z[:3, :3].T @ self.g if self.floating else self.g
        return g

    @property
    def outward(self) -> range:
        """Links from the base to the tips."""
        return range(1, self.n_links + 1)

    @property
    def bodies_outward(self) -> range:
        """The bodies whose motion takes efforts: the links, and link 0 first if it floats."""
        return range(0 if self.floating else 1, self.n_links + 1)

    @property
    def cut_joints(self) -> tuple[int, ...]:
        """The cut joints of loops, which move no link of their own."""
        beyond = range(self.n_links + 1, len(self.bodies) + 1)
        return tuple(j for j in beyond if self.body(j).moves)

    @property
    def inward(self) -> range:
        """Links from the tips to the base."""
        return range(self.n_links, 0, -1)

    def ancestors(self, j: int) -> tuple[int, ...]:
        """The frames from the base to frame ``j``: (0, ..., j)."""
        path = [j]
        while path[-1]:
            path.append(self.body(path[-1]).i)
        return tuple(reversed(path))


@dataclass(frozen=True)
class Motion:
    """Position, velocity and acceleration of a joint that other joints determine.

    Attributes:
        position: theta of a revolute joint, r of a prismatic one.
        qd, qdd: its rate and the rate of that; None for the joint's own symbols.
    """

    position: Any
    qd: Any = None
    qdd: Any = None


_NONE: Mapping[int, Motion] = MappingProxyType({})


def mechanism(robot: Robot, scalar: ScalarOf, dependent: Mapping[int, Motion] = _NONE) -> Mechanism:
    """Turn a robot's tables into scalars; dependent joints do not move by their own symbols."""
    links = [*robot.drives, *[Link()] * robot.n_loops]
    bodies = zip(robot.frames, links, strict=True)
    base: Base = robot.base
    return Mechanism(
        bodies=tuple(
            _body(frame, link, scalar, dependent.get(j))
            for j, (frame, link) in enumerate(bodies, start=1)
        ),
        n_links=robot.n_links,
        base=_body(BASE_FRAME, base.link or Link(), scalar, None),
        floating=base.motion is BaseMotion.FLOATING,
        w0=vector(map(scalar, base.W0)),
        wd0=vector(map(scalar, base.WP0)),
        v0=vector(map(scalar, base.V0)),
        vd0=vector(map(scalar, base.VP0)),
        g=vector(map(scalar, base.G)),
        Z=np.array([[scalar(entry) for entry in row] for row in base.Z], dtype=object),
    )


def _body(frame: Frame, link: Link, scalar: ScalarOf, motion: Motion | None) -> Body:
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = [scalar(getattr(link, name)) for name in INERTIAL]
    wrench = vector([scalar(getattr(link, name)) for name in WRENCH])
    gamma, b, alpha, d = map(scalar, (frame.gamma, frame.b, frame.alpha, frame.d))
    known = motion or Motion(None)
    turns = frame.sigma is JointType.REVOLUTE and motion is not None
    slides = frame.sigma is JointType.PRISMATIC and motion is not None
    theta = known.position if turns else scalar(frame.theta)
    r = known.position if slides else scalar(frame.r)
    qd = known.qd if known.qd is not None else scalar(frame.QP if frame.moves else ZERO)
    qdd = known.qdd if known.qdd is not None else scalar(frame.QDP if frame.moves else ZERO)
    return Body(
        i=frame.antecedent,
        joint=frame.sigma,
        gamma=gamma,
        b=b,
        alpha=alpha,
        d=d,
        theta=theta,
        r=r,
        qd=qd,
        qdd=qdd,
        J=np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]], dtype=object),
        MS=vector((MX, MY, MZ)),
        M=M,
        fe=wrench[:3],
        ne=wrench[3:],
        **{name: scalar(getattr(link, name)) for name in (*DRIVE, *LAW)},
    )
