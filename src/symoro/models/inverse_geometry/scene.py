"""The equations of a chain whose end has a pose, over any scalars, as joints become known.

Notation (docs/notation.md): M is what is known of the pose, seen from the first block that is not
known; its columns are directions s, n, a and the point P, each the image of a constant vector c of
the last frame.

    (2.11)  (B1 K1 ... Bs)^-1 M c = Ks B(s+1) ... Bm c,  s = 0 ... m - 1    forward for s = 0, 1
            the same in the frame before Ks and in that after it
    a block that is known moves to the left at the beginning of the chain   H, then with Ks   U
    and, if the whole pose is given, at its end                             W, then with Ks   V

Elements of both sides are polynomials in the unknowns. With a pose given by some columns only the
constant matrices at the end stay on the right: [Guide] section 2.3.5.

References: [Guide] sections 2.3.3 and 2.3.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, identity, rigid_inverse
from symoro.models.geometry.path import Screw, Terms
from symoro.models.inverse_geometry.joint_chain import JointChain
from symoro.models.inverse_geometry.polynomial import ONE, Polynomial, constant, generator
from symoro.models.let import LetFunction

AXES = ("s", "n", "a")
Vector = list[Polynomial]


@dataclass(frozen=True)
class Angle:
    """A known angle."""

    S: Any
    C: Any


Known = Mapping[int, Any]  # an Angle or a position for each unknown that is known


@dataclass(frozen=True)
class Column:
    """The image of a constant vector.

    Attributes:
        name: s, n, a, or P for a point.
        left: its image, in the frame in which the chain begins.
        right: the vector in the last frame of the chain.
        point: True for a point, which is moved as well as turned.
    """

    name: str
    left: Array
    right: Array
    point: bool


@dataclass(frozen=True)
class Place:
    """The place of an equation.

    Attributes:
        split: how many blocks are on the left.
        after: True for the frame after the constant matrix at the split, False before it.
        column: the name of the column.
        row: x, y or z, from 0.
    """

    split: int
    after: bool
    column: str
    row: int


class Geometry(Protocol):
    """Multiplies the constant screws of a chain."""

    def product(self, screws: Sequence[Screw], /) -> Array:
        """The matrix of screws."""

    def circle(self, parts: Terms, /) -> tuple[Any, Any]:
        """The sine and cosine of a sum of angles."""

    def sum(self, parts: Terms, /) -> Any:
        """The sum of some parameters."""


class Scene:
    """The chain at one stage: blocks that are not known, and the known columns of the pose."""

    def __init__(
        self,
        chain: JointChain,
        geometry: Geometry,
        columns: Sequence[Column],
        whole: bool,
        let: LetFunction,
    ) -> None:
        """Begin with all blocks.

        Args:
            chain: the chain.
            geometry: multiplies its constant screws.
            columns: the columns of the pose, seen from the first frame and of the last one.
            whole: True if the whole pose is given, so that matrices may move from its end.
            let: names values.
        """
        self.chain = chain
        self.whole = whole
        self._let = let
        self._geometry = geometry
        self.known: dict[int, Any] = {}
        self._ways = {
            (b, t): self._way(turn.after)
            for b, block in enumerate(chain.blocks)
            for t, turn in enumerate(block.turns)
        }
        self._before = {
            (b, t): geometry.circle(turn.before)
            for b, block in enumerate(chain.blocks)
            for t, turn in enumerate(block.turns)
        }
        self.constants = [
            geometry.product(screws) if screws else None for screws in chain.constants
        ]
        self.first, self.last = 0, len(chain.blocks)  # blocks first ... last - 1 are not known
        self.columns = list(columns)
        self._absorb(None, self.constants[0], start=True)
        self._absorb(None, self.constants[-1], start=False)

    def _way(self, after: Sequence[Any]) -> tuple[Any, Any]:
        """The vector from a joint to the next, turned by its angle only."""
        x: Any = 0
        y: Any = 0
        angle: tuple[Any, ...] = ()
        for turn, distance in after:
            angle += turn
            S, C = self._geometry.circle(angle)
            along = self._geometry.sum(distance)
            x, y = x + C * along, y + S * along
        return x, y

    @property
    def unknowns(self) -> tuple[int, ...]:
        """The unknowns that are not known yet, in order."""
        return tuple(k for k in self.chain.unknowns if k not in self.known)

    def learn(self, unknown: int, value: Any) -> None:
        """Take an unknown as known, and move the blocks that are known to the left."""
        self.known[unknown] = value
        blocks = self.chain.blocks
        while self.first < self.last and blocks[self.first].unknowns <= self.known.keys():
            B = scalars(self.block(self.first))
            self.first += 1
            self._absorb(rigid_inverse(B), self.constants[self.first], start=True)
        while self.whole and self.first < self.last:
            if not blocks[self.last - 1].unknowns <= self.known.keys():
                break
            B = scalars(self.block(self.last - 1))
            self.last -= 1
            self._absorb(B, self.constants[self.last], start=False)

    def _absorb(self, moved: Array | None, K: Array | None, start: bool) -> None:
        """Move a block that is known and the constant matrix behind it out of the chain."""
        move, letters, at = self._move_right, "WV", self.last
        if start:
            move, letters, at = self._move_left, "HU", self.first
        K = None if moved is not None and self.first == self.last else K
        if K is not None and start:
            K = rigid_inverse(K)
        if moved is not None and K is not None and _turns_axes(K):
            moved, K = K @ moved, None
        if moved is not None:
            move(moved, f"{letters[K is None]}{at}")
        if K is not None:
            move(K, f"{letters[1]}{at}")

    def _move_left(self, matrix: Array, tag: str) -> None:
        """Multiply the known columns by a matrix."""
        self.columns = [
            Column(
                each.name,
                self._name(tag, each.name, _image(matrix, each.left, each.point)),
                each.right,
                each.point,
            )
            for each in self.columns
        ]

    def _name(self, tag: str, column: str, vector: Array) -> Array:
        """Name the elements of a column by row and column, as in U113."""
        place = {"s": "1", "n": "2", "a": "3", "P": "4"}.get(column, column)
        lets = [self._let(f"{tag}{r}{place}", None, x) for r, x in enumerate(vector, 1)]
        return np.array(lets, dtype=object)

    def _move_right(self, matrix: Array, tag: str) -> None:
        """Take a matrix off the end of the chain: from the right vectors, or to the columns."""
        if not self.whole:
            self.columns = [
                Column(each.name, each.left, _image(matrix, each.right, each.point), each.point)
                for each in self.columns
            ]
            return
        inverse = rigid_inverse(matrix)
        axes = [each.left for each in self.columns[:3]]
        turned = [_combine(axes, inverse[:3, c]) for c in range(3)]
        point = self.columns[3].left + _combine(axes, inverse[:3, 3])
        self.columns = [
            Column(each.name, self._name(tag, each.name, left), each.right, each.point)
            for each, left in zip(self.columns, (*turned, point), strict=True)
        ]

    def block(self, b: int) -> tuple[list[list[Polynomial]], Vector]:
        """The rotation and the origin of a block, as polynomials."""
        block = self.chain.blocks[b]
        zero, one = constant(0), constant(1)
        C, S = one, zero
        x = y = z = zero
        for t, turn in enumerate(block.turns):
            C, S = self._circle(turn.unknown)
            ox, oy = self._ways[b, t]
            x = x + C.scale(ox) - S.scale(oy)
            y = y + S.scale(ox) + C.scale(oy)
        for slide in block.slides:
            position = self._position(slide.unknown)
            z = z + (position if slide.sign > 0 else -position)
        return [[C, -S, zero], [S, C, zero], [zero, zero, one]], [x, y, z]

    def _circle(self, unknown: int) -> tuple[Polynomial, Polynomial]:
        if (angle := self.known.get(unknown)) is not None:
            return constant(angle.C), constant(angle.S)
        return generator("C", unknown), generator("S", unknown)

    def _position(self, unknown: int) -> Polynomial:
        value = self.known.get(unknown)
        return generator("r", unknown) if value is None else constant(value)

    def equations(self) -> Iterator[tuple[Place, Polynomial]]:
        """Every element of every equation, right minus left, as a polynomial that is zero."""
        for column in self.columns:
            lefts, rights = self._lefts(column), self._rights(column)
            for split in range(self.last - self.first):
                for after in (False, True) if split else (True,):
                    pair = zip(lefts[split, after], rights[split, after], strict=True)
                    for row, (left, right) in enumerate(pair):
                        yield Place(split, after, column.name, row), right - left

    def equation(self, place: Place) -> Polynomial:
        """The element at one place."""
        column = next(each for each in self.columns if each.name == place.column)
        left = self._lefts(column, place.split)[place.split, place.after][place.row]
        right = self._rights(column, place.split)[place.split, place.after][place.row]
        return right - left

    def _lefts(self, column: Column, most: int | None = None) -> dict[tuple[int, bool], Vector]:
        """The left sides, by split, before and after the constant matrix there."""
        vector = [constant(x) for x in column.left]
        sides = {(0, True): vector, (0, False): vector}
        most = self.last - self.first - 1 if most is None else most
        for split in range(1, most + 1):
            b = self.first + split - 1
            rotation, origin = self.block(b)
            shifted = [v - o for v, o in zip(vector, origin, strict=True)]
            vector = shifted if column.point else vector
            vector = [_dot([rotation[k][r] for k in range(3)], vector) for r in range(3)]
            sides[split, False] = vector
            K = self.constants[b + 1]
            vector = vector if K is None else _apply(rigid_inverse(K), vector, column.point)
            sides[split, True] = vector
        return sides

    def _rights(self, column: Column, least: int = 0) -> dict[tuple[int, bool], Vector]:
        vector = [constant(x) for x in column.right]
        sides: dict[tuple[int, bool], Vector] = {}
        for split in range(self.last - self.first - 1, least - 1, -1):
            b = self.first + split
            rotation, origin = self.block(b)
            vector = [_dot(rotation[r], vector) for r in range(3)]
            if column.point:
                vector = [v + o for v, o in zip(vector, origin, strict=True)]
            sides[split, True] = vector
            K = self.constants[b]
            vector = vector if K is None or not split else _apply(K, vector, column.point)
            sides[split, False] = vector
        return sides


def scalars(block: tuple[list[list[Polynomial]], Vector]) -> Array:
    """The matrix of a block that is known."""
    T = identity(4)
    rotation, origin = block
    for r in range(3):
        for c in range(3):
            T[r, c] = rotation[r][c].coefficient(ONE)
        T[r, 3] = origin[r].coefficient(ONE)
    return T


def _combine(axes: Sequence[Array], factors: Array) -> Array:
    """The sum of vectors with factors."""
    total: Array = axes[0] * factors[0] + axes[1] * factors[1] + axes[2] * factors[2]
    return total


def _turns_axes(T: Array) -> bool:
    """True if a matrix only exchanges the axes, which costs nothing."""
    zeros = [is_number(x, 0) for x in T[:3, 3]]
    return all(zeros) and all(
        any(is_number(x, value) for value in (0, 1, -1)) for x in T[:3, :3].ravel()
    )


def _image(T: Array, vector: Array, point: bool) -> Array:
    image: Array = T[:3, :3] @ vector
    return image + T[:3, 3] if point else image


def _apply(T: Array, vector: Vector, point: bool) -> Vector:
    image = []
    for r in range(3):
        total = constant(T[r, 3]) if point else constant(0)
        for c in range(3):
            total = total + vector[c].scale(T[r, c])
        image.append(total)
    return image


def _dot(row: Sequence[Polynomial], vector: Vector) -> Polynomial:
    total = constant(0)
    for a, b in zip(row, vector, strict=True):
        total = total + a * b
    return total
