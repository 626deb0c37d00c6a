"""A link: its ten inertial parameters, drive parameters and external wrench."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from symoro.expressions import ZERO, Expression, symbol
from symoro.robot.coerce import coerce_scalars
from symoro.robot.nonzero_fields import nonzero_fields

INERTIAL = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""The ten standard inertial parameters, in SYMORO+'s order."""

DRIVE = ("IA", "FV", "FS")
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

    def __post_init__(self) -> None:
        coerce_scalars(self)

    def __repr__(self) -> str:
        entries = nonzero_fields(self, (*INERTIAL, *DRIVE, *WRENCH))
        return f"<Link: {', '.join(entries) or 'all zero'}>"

    @cached_property
    def inertial(self) -> tuple[Expression, ...]:
        """The ten inertial parameters in the order of `INERTIAL`."""
        return tuple(getattr(self, name) for name in INERTIAL)

    @cached_property
    def wrench(self) -> tuple[Expression, ...]:
        """The external wrench: three forces, three moments."""
        return tuple(getattr(self, name) for name in WRENCH)


def general_link(number: int, **fields: Expression) -> Link:
    """Return a link with general inertial parameters ``XX1 ... M1``."""
    return Link(**{name: symbol(f"{name}{number}") for name in INERTIAL} | fields)
