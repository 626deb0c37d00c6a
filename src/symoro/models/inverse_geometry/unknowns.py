"""The unknowns of an inverse geometric model, and the equations in one of them.

An unknown is the position of a prismatic joint, or the sum of the angles of revolute joints with
parallel axes, offsets included, from the first of them on. An angle is known by its sine and
cosine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The kind of an equation in one unknown; its coefficients are in this order.

    LINEAR      X r = Y                                        X, Y
    QUADRATIC   a r^2 + b r + c = 0                            a, b, c
    QUARTIC     a4 r^4 + a3 r^3 + a2 r^2 + a1 r + a0 = 0       a4, a3, a2, a1, a0
    ANGLE       X S + Y C = Z                                  X, Y, Z
    DIRECTION   X1 S + Y1 C = Z1, X2 S + Y2 C = Z2             X1, Y1, Z1, X2, Y2, Z2
    CIRCLE      a4 S^2 + a3 C S + a2 C + a1 S + a0 = 0         a4, a3, a2, a1, a0
    """

    LINEAR = "linear"
    QUADRATIC = "quadratic"
    QUARTIC = "quartic"
    ANGLE = "angle"
    DIRECTION = "direction"
    CIRCLE = "circle"


@dataclass(frozen=True)
class Unknown:
    """An unknown of the chain.

    Attributes:
        place: its place in the chain, from 1.
        joints: the frames of the joints whose angles are added; one for a prismatic joint.
        turns: True for an angle.
        signs: the sign of each joint's angle in the sum.
    """

    place: int
    joints: tuple[int, ...]
    turns: bool
    signs: tuple[int, ...]

    @property
    def label(self) -> str:
        """The frames in a row, as in SYMORO+'s C23; with underscores from frame 10 on."""
        return ("" if max(self.joints) < 10 else "_").join(map(str, self.joints))

    @property
    def text(self) -> str:
        """The unknown in words, such as ``theta2 + theta3`` or ``r3``."""
        letter = "theta" if self.turns else "r"
        first, *others = zip(self.joints, self.signs, strict=True)
        begin = f"{'-' if first[1] < 0 else ''}{letter}{first[0]}"
        return begin + "".join(f" {'-' if sign < 0 else '+'} {letter}{j}" for j, sign in others)
