"""A frame with its joint: Khalil-Kleinfinger geometry, motor, spring and limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from symoro.errors import RobotError
from symoro.expressions import ZERO, Expression, symbol
from symoro.robot.coerce import coerce_flags, coerce_member, coerce_scalars, require_integer
from symoro.robot.nonzero_fields import nonzero_fields


class JointType(IntEnum):
    """The value of sigma: the motion of a frame relative to its antecedent."""

    REVOLUTE = 0
    PRISMATIC = 1
    FIXED = 2


GEOMETRY = ("gamma", "b", "alpha", "d", "theta", "r")
"""The six geometric fields of a frame, in the order of the transformation."""


@dataclass(frozen=True)
class Limits:
    """The limits of a joint, in its own units; None where nothing is known."""

    lower: Expression | None = None
    upper: Expression | None = None
    velocity: Expression | None = None
    effort: Expression | None = None

    def __post_init__(self) -> None:
        coerce_scalars(self, optional=True)
        low, high = (None if e is None else e.number for e in (self.lower, self.upper))
        if low is not None and high is not None and low > high:
            raise RobotError(
                "the lower limit is above the upper one",
                field="limits",
                found=f"{self.lower} to {self.upper}",
            )

    def __repr__(self) -> str:
        pairs = ((name, getattr(self, name)) for name in ("lower", "upper", "velocity", "effort"))
        entries = [f"{name} = {value}" for name, value in pairs if value is not None]
        return f"<Limits: {', '.join(entries) or 'none'}>"


@dataclass(frozen=True)
class Frame:
    """Frame ``j`` relative to its antecedent: Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r).

    Attributes:
        antecedent: number of the frame before this one; 0 is the base.
        sigma: revolute, prismatic or fixed.
        mu: True if the joint is actuated.
        gamma: angle about z of the antecedent [rad].
        b: distance along z of the antecedent [m].
        alpha: angle about x [rad].
        d: distance along x [m].
        theta: angle about z of this frame, the variable of a revolute joint [rad].
        r: distance along z of this frame, the variable of a prismatic joint [m].
        QP: name of the joint velocity, or a number such as 0.
        QDP: name of the joint acceleration, or a number.
        GAM: name of the joint torque or force, or a number.
        eta: True if the joint is elastic.
        k: stiffness of an elastic joint [N m/rad or N/m].
        rest: position of an elastic joint at which its spring is relaxed.
        limits: position, velocity and effort limits.
        name: the joint's name where it is shown, such as that in the robot's file.
    """

    antecedent: int
    sigma: JointType = JointType.FIXED
    mu: bool = False
    gamma: Expression = ZERO
    b: Expression = ZERO
    alpha: Expression = ZERO
    d: Expression = ZERO
    theta: Expression = ZERO
    r: Expression = ZERO
    QP: Expression = ZERO
    QDP: Expression = ZERO
    GAM: Expression = ZERO
    eta: bool = False
    k: Expression = ZERO
    rest: Expression = ZERO
    limits: Limits | None = None
    name: str = ""

    def __post_init__(self) -> None:
        require_integer(self, "antecedent")
        coerce_member(self, "sigma", JointType)
        coerce_flags(self, "mu", "eta")
        coerce_scalars(self, *GEOMETRY, "QP", "QDP", "GAM", "k", "rest")

    def __repr__(self) -> str:
        kind = f"{self.sigma.name.lower()}{', actuated' * self.mu}{', elastic' * self.eta}"
        entries = nonzero_fields(self, (*GEOMETRY, "k", "rest"))
        return f"<Frame: antecedent {self.antecedent}, {', '.join([kind, *entries])}>"

    @property
    def moves(self) -> bool:
        """True for a revolute or prismatic joint."""
        return self.sigma is not JointType.FIXED

    @property
    def position(self) -> Expression:
        """Theta of a revolute joint, r of a prismatic one, 0 of a fixed frame."""
        if self.sigma is JointType.REVOLUTE:
            return self.theta
        return self.r if self.sigma is JointType.PRISMATIC else ZERO


BASE_FRAME = Frame(antecedent=0)
"""Frame 0, of which the base is the link."""


def joint_frame(number: int, antecedent: int, sigma: JointType, **fields: object) -> Frame:
    """Return a frame whose QP, QDP and GAM have SYMORO+'s names if the joint moves."""
    if sigma is not JointType.FIXED:
        names = {tag: symbol(f"{tag}{number}") for tag in ("QP", "QDP", "GAM")}
        fields = {**names, "mu": True, **fields}
    return Frame(antecedent, sigma, **fields)  # type: ignore[arg-type]
