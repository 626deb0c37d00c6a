"""The transformation matrix between two frames: the screws of the path multiplied out.

Notation (docs/notation.md): ``i`` is where the path starts, ``j`` where it ends, iTj = [A P]. The
product is formed from the end of the path to its beginning; each screw turns two rows:

    Rz: row 1 = C row 1 - S row 2, row 2 = S row 1 + C row 2         SYMORO names  C23 S23
    Rx: row 2 = Ca row 2 - Sa row 3, row 3 = Sa row 2 + Ca row 3     Ca2 Sa2
    partial products                                                 TkTjrs, HkTjrs in mid-frame
    the result (2.1), (2.2)                                          TiTjrs, Tm1Tjrs from the world

With ``let`` naming only sines, cosines and the result this is the expanded form; naming the partial
products too makes it the fast one. Columns are turned apart from each other, so that one may be
left to a cross product (product_form.py). The product from the beginning to the end is in
outward_product.py.

References: [Guide] sections 2.2.1 to 2.2.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from symoro.algebra.scalars import cos, sin
from symoro.algebra.vectors import Array, identity
from symoro.models.geometry.outward_product import outward_product
from symoro.models.geometry.path import Screw, Term, Terms, XScrew, ZScrew, is_quarter_turn, path
from symoro.models.geometry.product_form import INWARD, ROTATION, ProductForm, with_elements
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

WORLD = -1


class Chain:
    """Multiplies paths of one robot over one kind of scalars; sines and cosines are named once."""

    def __init__(self, robot: Robot, m: Mechanism, let: LetFunction = plain) -> None:
        self.robot = robot
        self.m = m
        self.let = let
        self._circles: dict[Terms, tuple[Any, Any]] = {}
        self._path = cache(partial(path, robot))

    @cached_property
    def Z(self) -> Array:
        """The place of the base in the world, 4x4; its elements are named once."""
        Z = self.m.Z.copy()
        Z[:3] = self.let("Z", None, Z[:3])
        return Z

    def transform(self, i: int, j: int, form: ProductForm | None = None) -> Array:
        """Return iTj, 4x4, written out or multiplied in some form; the world is frame -1."""
        if form is None or form == INWARD or i == j:
            T = self.matrix(i, j, None if form is None else f"T{frame_label(j)}")
        else:
            T = self._multiply_in_form(i, j, form)
        top = with_elements(self.let, matrix_name(i, j), T[:3], ROTATION)
        return np.vstack([top, identity(4)[3]])

    def matrix(self, i: int, j: int, suffix: str | None = None) -> Array:
        """Return iTj without naming it; ``suffix`` ends the names of partial products."""
        if j == WORLD and i == WORLD:
            return identity(4)
        T = self._world() if j == WORLD else identity(4)
        T = self.product(self._path(max(i, 0), max(j, 0)), T, suffix, last=i != WORLD)
        return self.Z @ T if i == WORLD else T

    def _world(self) -> Array:
        """The world seen from frame 0."""
        T = identity(4)
        T[:3, :3] = self.Z[:3, :3].T
        T[:3, 3] = -(self.Z[:3, :3].T @ self.Z[:3, 3])
        return T

    def _multiply_in_form(self, i: int, j: int, form: ProductForm) -> Array:
        """Return iTj in a form; None stands for what a cross product is to give."""
        start, end = max(i, 0), max(j, 0)
        T = self._open_product(start, end, form)
        if (start, end) == (i, j):
            return T
        top = with_elements(self.let, matrix_name(start, end), T[:3], ROTATION)
        T = np.vstack([top, identity(4)[3]])
        T = T @ self._world() if j == WORLD else T
        return self.Z @ T if i == WORLD else T

    def _open_product(self, i: int, j: int, form: ProductForm) -> Array:
        screws = self._path(i, j)
        if not form.outward:
            return self._columns(screws, [k for k in range(4) if k != form.omitted], j)
        for screw in screws:
            self._name_circles(screw)
        T = outward_product(self, screws, form, f"T{i}")
        if form.apart:
            T[:, 3] = self._columns(screws, [3], j)[:3, 3]
        return T

    def _columns(self, screws: Sequence[Screw], columns: list[int], j: int) -> Array:
        """Some columns of a product, the others None."""
        T: Array = np.full((4, 4), None, dtype=object)
        T[:, columns] = self.product(screws, identity(4)[:, columns], f"T{j}", columns=columns)
        return T

    def product(
        self,
        screws: Sequence[Screw],
        T: Array | None = None,
        suffix: str | None = None,
        last: bool = True,
        columns: Sequence[int] = range(4),
    ) -> Array:
        """Multiply screws, from the last to the first, onto a matrix.

        ``suffix`` ends the names of partial products, None names none; ``last``: the product of all
        is named elsewhere; ``columns`` are places in the whole matrix.
        """
        T = identity(4) if T is None else T
        for screw in screws:  # sines and cosines in the order of the path
            self._name_circles(screw)
        for place in reversed(range(len(screws))):
            screw = screws[place]
            T = self._x(screw, T) if isinstance(screw, XScrew) else self._z(screw, T)
            free = place > 0 and self._costs_nothing(screws[place - 1])
            if suffix is not None and not free and (place > 0 or not last):
                label = f"H{place}" if screw.start is None else f"T{screw.start}"
                T = self._name_columns(f"{label}{suffix}", T, columns)
        return T

    def _name_columns(self, tag: str, T: Array, columns: Sequence[int]) -> Array:
        """Name the elements of some columns by their places in the whole matrix."""
        top: Array = np.full((3, 4), None, dtype=object)
        top[:, columns] = T[:3]
        return np.vstack([self.let(tag, None, top)[:, columns], T[3]])

    def _name_circles(self, screw: Screw) -> None:
        if isinstance(screw, XScrew):
            self.circle(screw.angle)
            return
        angle: Terms = ()
        for turn, _ in screw.turns:
            angle += turn
            self.circle(angle)

    def _costs_nothing(self, screw: Screw) -> bool:
        return isinstance(screw, XScrew) and not screw.shift and is_quarter_turn(self.robot, screw)

    def _x(self, screw: XScrew, T: Array) -> Array:
        S, C = self.circle(screw.angle)
        if screw.half:
            S, C = -S, -C
        turned = T.copy()
        turned[1] = C * T[1] - S * T[2]
        turned[2] = S * T[1] + C * T[2]
        turned[0] = T[0] + self.sum(screw.shift) * T[3]
        return turned

    def _z(self, screw: ZScrew, T: Array) -> Array:
        angle: Terms = ()
        x: Any = 0
        y: Any = 0
        for turn, distance in screw.turns:
            angle += turn
            S, C = self.circle(angle)
            along = self.sum(distance)
            x, y = x + C * along, y + S * along
        turned = T.copy()
        turned[0] = C * T[0] - S * T[1]
        turned[1] = S * T[0] + C * T[1]
        turned[:3] = turned[:3] + np.outer([x, y, self.sum(screw.shift)], T[3])
        return turned

    def sum(self, parts: Terms) -> Any:
        """The sum of some parameters, as a scalar."""
        whole: Any = 0
        for part in parts:
            value = getattr(self.m.body(part.frame), part.field)
            whole = value + whole if part.sign > 0 else -value + whole
        return whole

    def circle(self, parts: Terms) -> tuple[Any, Any]:
        """The sine and cosine of a sum of angles."""
        if not parts:
            return 0, 1
        ordered = tuple(sorted(parts, key=lambda p: (p.frame, p.field, p.sign)))
        sign = ordered[0].sign
        if sign < 0:
            ordered = tuple(Term(-p.sign, p.field, p.frame) for p in ordered)
        if ordered not in self._circles:
            angle = self.sum(ordered)
            tag, frame = _label(ordered)
            S = self.let(f"S{tag}", frame, sin(angle))
            self._circles[ordered] = S, self.let(f"C{tag}", frame, cos(angle))
        S, C = self._circles[ordered]
        return (S if sign > 0 else -S), C


def matrix_name(i: int, j: int) -> str:
    """The name of the matrix of frame j in frame i."""
    return f"T{frame_label(i)}T{frame_label(j)}"


def frame_label(j: int) -> str:
    """A frame's number in a name: the world is m1, minus one."""
    return str(j) if j >= 0 else f"m{-j}"


def _label(parts: Terms) -> tuple[str, tuple[int, ...]]:
    """The tag and the frames of a sum of angles: none and 2, 3 for C23; a and 2 for Ca2."""
    letter = {"alpha": "a", "gamma": "g", "theta": ""}
    tag = "".join(sorted({letter[part.field] for part in parts}))
    if any(part.sign < 0 for part in parts):
        tag += "".join("m" if part.sign < 0 else "p" for part in parts)
    return tag, tuple(dict.fromkeys(part.frame for part in parts))
