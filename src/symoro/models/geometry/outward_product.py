"""The transformation matrix between two frames, multiplied from the first screw to the last.

Notation (docs/notation.md): ``i`` is where the path starts, s, n, a are the columns of the rotation
A, P is the position. Each screw moves P along the columns as they are before it turns two of them:

    (2) P = P + x s + y n + z a                                      SYMORO names  TiTkrs, TiHkrs
    (3) Rz: s = C s + S n, n = C n - S s                                           in mid-frame
    (4) Rx: n = Ca n + Sa a, a = Ca a - Sa n

One row of A may be omitted: (2) then asks for elements of it by (1) of product_form.py.

References: [Guide] sections 2.2.1 to 2.2.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array
from symoro.models.geometry.path import Screw, Terms, XScrew, ZScrew
from symoro.models.geometry.product_form import ProductForm, with_elements
from symoro.models.let import LetFunction


class Scalars(Protocol):
    """The source of sums of parameters and of their sines and cosines."""

    let: LetFunction

    def sum(self, parts: Terms) -> Any:
        """The sum of some parameters."""

    def circle(self, parts: Terms) -> tuple[Any, Any]:
        """The sine and cosine of a sum of angles."""


@dataclass(frozen=True)
class _ScrewMotion:
    """A screw in scalars: the way that comes first, by column, then the columns that it turns."""

    way: dict[int, Any]
    turned: tuple[int, int]
    S: Any
    C: Any

    @property
    def turns(self) -> bool:
        """True unless columns are only exchanged."""
        return not (is_number(self.S, 0) or is_number(self.C, 0))


def outward_product(
    scalars: Scalars, screws: Sequence[Screw], form: ProductForm, prefix: str
) -> Array:
    """Return the top rows of the product; None stands for elements that it does without."""
    factors = list(_split_distances(screws))
    T: Array = np.array(np.eye(3, 4, dtype=int), dtype=object)
    if form.apart:
        T[:, 3] = None
    turns = 0
    for place, screw in enumerate(factors):
        motion = _screw_motion(scalars, screw)
        label = f"{prefix}H{place}" if screw.start is None else f"{prefix}T{screw.start}"
        wanted = () if form.apart else [(r, column) for column in motion.way for r in range(3)]
        T = with_elements(scalars.let, label, T, wanted)
        for column, distance in motion.way.items():
            if not form.apart:
                T[:, 3] = T[:, 3] + distance * T[:, column]  # (2)
        turns += motion.turns and isinstance(screw, ZScrew)
        T = _turn_columns(motion, T, form.omitted if turns > form.carried else None)
    return T


def _split_distances(screws: Sequence[Screw]) -> Iterator[Screw]:
    """The screws, with a distance that follows the last turn of one as a screw of its own."""
    for screw in screws:
        if isinstance(screw, XScrew) or not screw.turns or not screw.turns[-1][1]:
            yield screw
        else:
            *before, (angle, distance) = screw.turns
            yield replace(screw, turns=(*before, (angle, ())))
            yield XScrew((), distance)


def _screw_motion(scalars: Scalars, screw: Screw) -> _ScrewMotion:
    if isinstance(screw, XScrew):
        S, C = scalars.circle(screw.angle)
        way = {0: scalars.sum(screw.shift)} if screw.shift else {}
        return _ScrewMotion(way, (1, 2), -S if screw.half else S, -C if screw.half else C)
    angle: Terms = ()
    way = {}
    for turn, distance in screw.turns:
        angle += turn
        S, C = scalars.circle(angle)
        if distance:
            along = scalars.sum(distance)
            way = {0: way.get(0, 0) + C * along, 1: way.get(1, 0) + S * along}
    if screw.shift:
        way[2] = scalars.sum(screw.shift)
    S, C = scalars.circle(angle)
    return _ScrewMotion(way, (0, 1), S, C)


def _turn_columns(motion: _ScrewMotion, T: Array, omitted: int | None) -> Array:
    """Turn two columns; in the omitted row only where that costs nothing."""
    a, b = motion.turned
    matrix = T.copy()
    for r in range(3):
        if r == omitted and motion.turns:
            matrix[r, a] = matrix[r, b] = None
        else:
            matrix[r, a] = _sum(motion.C, T[r, a], motion.S, T[r, b])  # (3), (4)
            matrix[r, b] = _sum(motion.C, T[r, b], -motion.S, T[r, a])  # (3), (4)
    return matrix


def _sum(C: Any, u: Any, S: Any, v: Any) -> Any:
    """C u + S v, where a factor that is zero asks for nothing."""
    if u is None or v is None:
        (factor, value) = (C, u) if is_number(S, 0) else (S, v)
        return None if value is None else factor * value
    return C * u + S * v
