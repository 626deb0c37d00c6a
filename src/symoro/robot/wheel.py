"""A wheel: a link that rolls on the ground without slipping."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.expressions import Expression
from symoro.robot.coerce import coerce_scalars, require_integer


@dataclass(frozen=True)
class Wheel:
    """A link that touches the ground, a plane z = constant of frame 0, right below its origin.

    Attributes:
        link: the link that is the wheel; its joint is the axle.
        radius: the distance from the axle to the ground.
    """

    link: int
    radius: Expression

    def __post_init__(self) -> None:
        require_integer(self, "link")
        coerce_scalars(self, "radius")

    def __repr__(self) -> str:
        return f"<Wheel: link {self.link}, radius {self.radius}>"
