"""A joint between two bodies, placed in the base's frame in one posture of the robot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import ZERO, Expression, ExpressionLike
from symoro.robot.base import NULL
from symoro.robot.bodies import read_vector
from symoro.robot.coerce import coerce_flags, coerce_scalars

KINDS = {
    "R": "revolute",
    "P": "prismatic",
    "C": "cylindrical",
    "U": "universal",
    "S": "spherical",
    "F": "fixed",
}
"""The letters of the kinds of joints."""

_DIRECTIONS = {"R": 1, "P": 1, "C": 1, "U": 2, "S": 0, "F": 0}


@dataclass(frozen=True)
class JointAxis:
    """A joint that connects two bodies; points and directions are in the base's frame.

    A cylindrical joint turns about its axis, then slides along it; a universal one turns about two
    axes, the first of which rests on the parent; a spherical one about three through its point.
    They become joints NAME_1, NAME_2 and NAME_3 with massless links between them.

    Attributes:
        name: of the joint.
        kind: R, P, C, U, S or F (fixed).
        parent: the name of one body.
        child: the name of the other, which moves in the positive direction relative to the parent.
        point: a point of the axis, or the centre of a universal or spherical joint [m].
        direction: of the axis, of any length; of a universal joint that of the first axis.
        second: the direction of the second axis of a universal joint.
        actuated: True if motors drive it.
        position: of an R or P joint in the posture described, which its variable has there.
    """

    name: str
    kind: str
    parent: str
    child: str
    point: Iterable[ExpressionLike] = NULL
    direction: Iterable[ExpressionLike] | None = None
    second: Iterable[ExpressionLike] | None = None
    actuated: bool = False
    position: ExpressionLike = ZERO

    def __post_init__(self) -> None:
        for field in ("name", "parent", "child"):
            value = getattr(self, field)
            if not isinstance(value, str) or not value.strip():
                raise self._error("a name is needed", field, value)
        if self.kind not in KINDS:
            letters = ", ".join(f"{letter} {word}" for letter, word in KINDS.items())
            raise self._error("no kind of joint", "kind", self.kind, letters)
        coerce_flags(self, "actuated")
        coerce_scalars(self, "position")
        if self.actuated and self.kind == "F":
            raise self._error("a fixed joint has no motor", "actuated", True, "False")
        if self.position != ZERO and self.kind not in "RP":
            raise self._error(
                f"a {KINDS[self.kind]} joint has no position",
                "position",
                self.position,
                "0: its variables are 0 in the posture described",
            )
        object.__setattr__(self, "point", self._vector("point", self.point))
        wanted = ("direction", "second")[: _DIRECTIONS[self.kind]]
        for field in ("direction", "second"):
            value = getattr(self, field)
            if (value is not None) != (field in wanted):
                expected = " and ".join(wanted) or "no direction"
                raise self._error(f"a {KINDS[self.kind]} joint needs {expected}", field, value)
            if value is not None:
                object.__setattr__(self, field, self._vector(field, value))

    def __repr__(self) -> str:
        kind = f"{KINDS[self.kind]}{', actuated' * self.actuated}"
        return f"<JointAxis {self.name}: {kind}, {self.parent} to {self.child}>"

    def _vector(self, field: str, value: Any) -> tuple[Expression, ...]:
        return tuple(read_vector(value, f"joint {self.name}, {field}"))

    def _error(
        self, message: str, field: str, value: object, expected: str | None = None
    ) -> RobotError:
        return RobotError(
            f"joint {self.name}: {message}", field=field, found=repr(value), expected=expected
        )
