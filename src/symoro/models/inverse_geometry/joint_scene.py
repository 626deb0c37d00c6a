"""A chain as single joints with constant matrices between them, as they become known.

Notation (docs/notation.md), with joints and matrices numbered along the chain:

    fTe = K0 J1 K1 J2 ... Jn Kn        Jk = Rz(angle) or Tz(position)
    U = K0^-1 fTe Kn^-1 = J1 K1 J2 ... Jn

References: [Guide] section 2.3.6.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, cross, identity, rigid_inverse, vector
from symoro.models.inverse_geometry.joint_chain import JointChain, Slide, Turn
from symoro.models.inverse_geometry.scene import AXES, Column, Geometry
from symoro.models.let import LetFunction

T = TypeVar("T")


class JointScene:
    """The joints of a chain and the pose of its end, over any scalars.

    Attributes:
        K: the constant matrices, 4x4.
        U: the pose of the last joint in the frame of the first.
        known: an `Angle` or a position for each joint that is known, by its place.
        results: what equations share, by what it is.
    """

    def __init__(
        self,
        chain: JointChain,
        geometry: Geometry,
        pose: Array,
        elements: Sequence[str],
        let: LetFunction,
    ) -> None:
        """Take the pose of the last frame in the first; all elements of it are read."""
        del elements
        self.chain = chain
        self.let = let
        self._pose = pose
        self.K = [geometry.product(s) if s else identity(4) for s in chain.constants]
        first, *_, last = chain.constants
        U = rigid_inverse(self.K[0]) @ pose if first else pose
        U = U @ rigid_inverse(self.K[-1]) if last else U
        self.U = self.name("U0", None, U) if first or last else U
        self.known: dict[int, Any] = {}
        self.results: dict[Hashable, Any] = {}

    def name(self, tag: str, frame: Any, matrix: Array) -> Array:
        """Name the elements of a matrix by row and column."""
        result: Array = matrix.copy()
        for row, column in np.ndindex(3, matrix.shape[1]):
            element = matrix[row, column]
            result[row, column] = self.let(f"{tag}{row + 1}{column + 1}", frame, element)
        return result

    @property
    def unknowns(self) -> tuple[int, ...]:
        """The unknowns that are not known yet, in order."""
        return tuple(k for k in self.chain.unknowns if k not in self.known)

    def learn(self, unknown: int, value: Any) -> None:
        """Take an unknown as known."""
        self.known[unknown] = value

    def joint(self, k: int) -> Turn | Slide:
        """The joint at a place along the chain, from 1."""
        block = self.chain.blocks[k - 1]
        return block.turns[0] if block.turns else block.slides[0]

    def turns(self, k: int) -> bool:
        """True if the joint at a place is revolute."""
        return isinstance(self.joint(k), Turn)

    def frame(self, k: int) -> int:
        """The frame of the joint at a place."""
        return self.joint(k).joint

    def move(self, k: int, point: Array, back: bool = False) -> Array:
        """The image of a point, or of a vector that is to be turned, by a known joint.

        Args:
            k: the place of the joint.
            point: three or four elements; a point has 1 as its fourth.
            back: True for the inverse.
        """
        joint = self.joint(k)
        x, y, z, *rest = point
        if isinstance(joint, Turn):
            C, S = self.known[joint.unknown].C, self.known[joint.unknown].S
            S = -S if back else S
            return vector([C * x - S * y, S * x + C * y, z, *rest])
        if not rest:
            return point
        along = self.known[joint.unknown] * (-joint.sign if back else joint.sign)
        return vector([x, y, z + along * rest[0], *rest])

    def joints_at_rest(self) -> tuple[int, ...]:
        """Joints that can move while the end is at rest, all joints being known; empty if none.

        They are those of the first velocity of the end that is a sum of velocities before it.
        """
        twists = self.twists()
        done: list[tuple[int, Array]] = []  # the place of its pivot, and the row
        for k, twist in enumerate(twists):
            row = np.concatenate([twist, [int(k == n) for n in range(len(twists))]])
            for pivot, other in done:
                row = row * other[pivot] - row[pivot] * other
            pivots = [n for n in range(6) if not is_number(row[n], 0)]
            if not pivots:
                return tuple(n + 1 for n in range(k + 1) if not is_number(row[6 + n], 0))
            done.append((pivots[0], row))
        return ()

    def twists(self) -> list[Array]:
        """The motion of the end by each joint: its angular velocity, then that of the origin."""
        twists: list[Array] = []
        for k in reversed(range(1, len(self.chain.blocks) + 1)):
            z = vector((0, 0, 1))
            zero = vector((0, 0, 0))
            own = (z, zero) if self.turns(k) else (zero, z)
            twists = [np.concatenate(own), *(self._carry(k, each) for each in twists)]
        return twists

    def _carry(self, k: int, twist: Array) -> Array:
        """A twist behind joint k and its matrix, about the origin before them."""
        K = self.K[k]
        w, v = K[:3, :3] @ twist[:3], K[:3, :3] @ twist[3:]
        v = v + cross(K[:3, 3], w)
        w, v = self.move(k, w), self.move(k, v)
        shift = self.move(k, point_of(0, 0, 0))[:3]
        return np.concatenate([w, v + cross(shift, w)])

    @property
    def columns(self) -> list[Column]:
        """The pose and what the known joints give, column by column."""
        columns = [vector(c) for c in (self.K[-1]).T]
        for k in reversed(range(1, len(self.chain.blocks) + 1)):
            columns = [self.K[k - 1] @ self.move(k, each) for each in columns]
        names = [*AXES, "P"]
        return [
            Column(name, self._pose[:3, n], columns[n][:3], name == "P")
            for n, name in enumerate(names)
        ]


def point_of(x: Any, y: Any, z: Any) -> Array:
    """The four elements of a point."""
    return vector([x, y, z, 1])
