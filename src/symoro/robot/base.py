"""The base: its motion, its pose in the world, gravity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from symoro.expressions import ONE, ZERO, Expression
from symoro.robot.coerce import coerce_member, coerce_vectors
from symoro.robot.link import Link
from symoro.wording import html_table

Vector = tuple[Expression, Expression, Expression]
Row = tuple[Expression, Expression, Expression, Expression]
Matrix4 = tuple[Row, Row, Row, Row]

BASE_MOTION = ("W0", "WP0", "V0", "VP0")
"""The fields of the base's motion."""

NULL: Vector = (ZERO, ZERO, ZERO)
IDENTITY: Matrix4 = (
    (ONE, ZERO, ZERO, ZERO),
    (ZERO, ONE, ZERO, ZERO),
    (ZERO, ZERO, ONE, ZERO),
    (ZERO, ZERO, ZERO, ONE),
)


class BaseMotion(Enum):
    """The kinds of motion of a base: none, a known one, or one with unknown acceleration."""

    FIXED = "fixed"
    MOVING = "moving"
    FLOATING = "floating"


@dataclass(frozen=True)
class Base:
    """Link 0 and its surroundings; vectors are written in frame 0.

    Attributes:
        motion: fixed, moving (in a known way) or floating (its acceleration is unknown).
        W0: angular velocity [rad/s].
        WP0: angular acceleration [rad/s^2].
        V0: velocity of the origin [m/s].
        VP0: acceleration of the origin, without gravity [m/s^2].
        G: acceleration of gravity [m/s^2]: in frame 0, or, for a floating base, in the world frame.
        Z: frame 0 in the world frame -1, as a 4x4 matrix.
        link: link 0; None for a fixed base, all zeros by default for another.
        fixed_link: link 0 of a fixed base, which has inertia only where an option lets it float.
    """

    motion: BaseMotion = BaseMotion.FIXED
    W0: Vector = NULL
    WP0: Vector = NULL
    V0: Vector = NULL
    VP0: Vector = NULL
    G: Vector = NULL
    Z: Matrix4 = IDENTITY
    link: Link | None = None
    fixed_link: Link | None = None

    def __post_init__(self) -> None:
        coerce_member(self, "motion", BaseMotion)
        coerce_vectors(self, "W0", "WP0", "V0", "VP0", "G", "Z")
        if self.motion is not BaseMotion.FIXED and self.link is None:
            object.__setattr__(self, "link", Link())

    def __repr__(self) -> str:
        vectors = ((name, getattr(self, name)) for name in (*BASE_MOTION, "G"))
        entries = [f"{name} = ({', '.join(map(str, v))})" for name, v in vectors if v != NULL]
        return f"<Base: {', '.join([self.motion.value, *entries])}>"

    def _repr_html_(self) -> str:
        """Gravity, motion and place as tables, for notebooks."""
        rows: list[tuple[object, ...]] = [("G, acceleration of gravity", *self.G)]
        for name in BASE_MOTION:
            if self.motion is BaseMotion.MOVING or getattr(self, name) != NULL:
                rows.append((name, *getattr(self, name)))
        html = html_table(("", "x", "y", "z"), rows, f"Base, {self.motion.value}")
        if self.Z != IDENTITY:
            html += html_table(("x", "y", "z", "origin"), self.Z, "Z, frame 0 in the world frame")
        return html

    @property
    def moves(self) -> bool:
        """True if any velocity or acceleration is given."""
        return any(e != ZERO for v in (self.W0, self.WP0, self.V0, self.VP0) for e in v)


FIXED_BASE = Base()
"""A fixed base without gravity."""
