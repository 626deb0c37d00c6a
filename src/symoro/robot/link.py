"""A link: its ten inertial parameters, drive parameters and external wrench."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symoro.expressions import ZERO, Expression, ExpressionLike, symbol
from symoro.robot.bodies import box_fields, com_fields
from symoro.robot.coerce import coerce_scalars
from symoro.robot.inertia_matrix import MOMENTS
from symoro.robot.nonzero_fields import nonzero_fields
from symoro.robot.pendulum import Swing, pendulum_fields

INERTIAL = (*MOMENTS, "MX", "MY", "MZ", "M")
"""The ten standard inertial parameters, in SYMORO+'s order."""

FRICTION = ("FV", "FS", "FO", "FSP", "FSN", "FVP", "FVN", "FB", "FR")
"""The friction coefficients in which the torque is linear, in the order of columns."""

LAW = ("FL", "VST", "VW")
"""The constants of friction in which it is not: the coefficient of a load, two velocities."""

DRIVE = ("IA", *FRICTION)
"""The parameters of a joint in which the torque is linear."""

WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")


@dataclass(frozen=True)
class Link:
    """Link ``j`` in its own frame ``j``.

    Attributes:
        XX, XY, XZ, YY, YZ, ZZ: inertia matrix about the origin of the frame [kg m^2].
        MX, MY, MZ: first moments, mass times centre of mass [kg m].
        M: mass [kg].
        IA: inertia of rotor and gears, referred to the joint side [kg m^2, or kg if prismatic].
        FV: viscous friction [N m s/rad or N s/m].
        FS: Coulomb friction [N m or N].
        FO: offset of the friction [N m or N].
        FSP, FSN: Coulomb friction at positive and at negative velocities [N m or N].
        FVP, FVN: viscous friction at positive and at negative velocities.
        FB: Stribeck effect: static friction beyond Coulomb's [N m or N].
        FR: square-root viscosity [N m (s/rad)^(1/2) or N (s/m)^(1/2)].
        FL: friction in proportion to the load of the joint [1].
        VST: velocity at which the Stribeck effect falls to 1/e [rad/s or m/s].
        VW: width of the smooth step tanh(v/VW) in the place of sign(v); 0 for sign [rad/s or m/s].
        FX, FY, FZ, CX, CY, CZ: force and moment that the link exerts on its environment, about
            the origin of the frame and along its axes [N, N m].
    """

    XX: Expression = ZERO
    XY: Expression = ZERO
    XZ: Expression = ZERO
    YY: Expression = ZERO
    YZ: Expression = ZERO
    ZZ: Expression = ZERO
    MX: Expression = ZERO
    MY: Expression = ZERO
    MZ: Expression = ZERO
    M: Expression = ZERO
    IA: Expression = ZERO
    FV: Expression = ZERO
    FS: Expression = ZERO
    FX: Expression = ZERO
    FY: Expression = ZERO
    FZ: Expression = ZERO
    CX: Expression = ZERO
    CY: Expression = ZERO
    CZ: Expression = ZERO
    FO: Expression = ZERO
    FSP: Expression = ZERO
    FSN: Expression = ZERO
    FVP: Expression = ZERO
    FVN: Expression = ZERO
    FB: Expression = ZERO
    FR: Expression = ZERO
    FL: Expression = ZERO
    VST: Expression = ZERO
    VW: Expression = ZERO

    def __post_init__(self) -> None:
        coerce_scalars(self)

    def __repr__(self) -> str:
        entries = nonzero_fields(self, (*INERTIAL, *DRIVE, *LAW, *WRENCH))
        return f"<Link: {', '.join(entries) or 'all zero'}>"

    @classmethod
    def from_com(
        cls,
        mass: ExpressionLike,
        center: Iterable[ExpressionLike],
        inertia: Any,
        rotation: Any = None,
        *,
        positive_products: bool = False,
    ) -> Link:
        """Return a link from its inertia about the centre of mass, as CAD sheets give it.

        The parallel-axis theorem gives the inertia about the frame's origin, exactly where the
        numbers are exact.

        >>> Link.from_com(2, ["1/2", 0, 0], ["1/10", "1/5", "1/4"]).YY
        <0.7>

        Args:
            mass: [kg].
            center: centre of mass in the link's frame [m].
            inertia: 3x3 elements about the centre of mass, the six XX, XY, XZ, YY, YZ, ZZ, or three
                principal moments [kg m^2]. Products of inertia are matrix elements,
                XY = -integral of x y dm.
            rotation: 3x3 matrix whose columns are the axes of the inertia in the link's frame;
                by default these are parallel to it. Decimals within 5e-3 of a rotation are read as
                that rotation.
            positive_products: True if the sheet's products of inertia are +integral of x y dm.

        Raises:
            RobotError: for an inertia that no rigid body has, with its principal moments; for a
                mass that is not positive, a matrix that is not symmetric or not a rotation.
        """
        fields = com_fields(mass, center, inertia, rotation, positive_products=positive_products)
        return cls(**fields)

    @classmethod
    def box(
        cls,
        mass: ExpressionLike,
        size: Iterable[ExpressionLike],
        center: Iterable[ExpressionLike],
        rotation: Any = None,
    ) -> Link:
        """Return a link that is a homogeneous box.

        Args:
            mass: [kg].
            size: the three sides [m], along x, y, z of the frame, or of ``rotation``.
            center: centre of the box in the link's frame [m].
            rotation: as in `from_com`.
        """
        return cls(**box_fields(mass, size, center, rotation))

    @classmethod
    def from_pendulum(
        cls,
        mass: ExpressionLike,
        center: Iterable[ExpressionLike],
        swings: Sequence[Swing],
        *,
        gravity: float = 9.81,
        known: Mapping[str, ExpressionLike] | None = None,
    ) -> Link:
        """Return a link that was weighed, balanced and swung about horizontal axes.

        A swing gives the inertia about its axis, M g l T^2 / (4 Pi^2), and with it one equation in
        the six elements about the centre of mass. Elements that the swings leave open must be
        stated in ``known``: nothing is assumed.

        Args:
            mass: [kg]; a weight in newtons over gravity.
            center: centre of mass in the link's frame [m], where the part balances.
            swings: (axis, point, period) of each: the axis, "x", "y", "z" or a direction in the
                link's frame, a point of it [m], the time there and back in small swings [s].
            gravity: [m/s^2].
            known: elements of the inertia matrix about the centre of mass, by name, such as
                ``{"XY": 0}`` by symmetry; symbols for those that stay unknown.

        Raises:
            RobotError: naming the elements that are left open and those that are not; for a period
                that no body has.
        """
        return cls(**pendulum_fields(mass, center, swings, gravity, known))

    @cached_property
    def inertial(self) -> tuple[Expression, ...]:
        """The ten inertial parameters in the order of `INERTIAL`."""
        return tuple(getattr(self, name) for name in INERTIAL)

    @cached_property
    def rubs(self) -> bool:
        """True if its joint has friction."""
        return any(getattr(self, name) != ZERO for name in (*FRICTION, "FL"))

    @cached_property
    def wrench(self) -> tuple[Expression, ...]:
        """The external wrench: three forces, three moments."""
        return tuple(getattr(self, name) for name in WRENCH)


def general_link(number: int, **fields: Expression) -> Link:
    """Return a link with general inertial parameters ``XX1 ... M1``."""
    return Link(**{name: symbol(f"{name}{number}") for name in INERTIAL} | fields)
