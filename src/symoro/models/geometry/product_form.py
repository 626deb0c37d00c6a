"""The forms of a product of screws, and the elements that a rotation has without being multiplied.

A matrix iTj = [A P] with elements that are not known is an array with None in their places.

    (1) A_rs = A_r+1,s+1 A_r+2,s+2 - A_r+1,s+2 A_r+2,s+1, indices modulo 3     SYMORO name  TiTjrs

A column of A is the cross product of the other two, and so is a row: (1) is an element of either.

References: [Guide] section 2.2.3.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array
from symoro.models.let import LetFunction

ROTATION = tuple((r, s) for r in range(3) for s in range(3))


@dataclass(frozen=True)
class ProductForm:
    """The order in which the screws of a path are multiplied, and what is left out.

    Attributes:
        outward: from the first screw to the last, which turns columns; else from the last to the
            first, which turns rows.
        omitted: the column, outward the row, that is the cross product of the other two; None if
            all three are multiplied.
        carried: outward, how many turns about z the omitted row is multiplied like the others.
        apart: outward, True if the position is found apart, from the last screw to the first.
    """

    outward: bool = False
    omitted: int | None = None
    carried: int = 0
    apart: bool = False


INWARD = ProductForm()
"""All columns from the last screw to the first."""

FORMS = (
    INWARD,
    *(ProductForm(omitted=line) for line in (0, 2)),
    ProductForm(outward=True),
    *(ProductForm(outward=True, omitted=line, apart=True) for line in (None, 0, 2)),
    *(ProductForm(outward=True, omitted=line, carried=n) for line in (0, 2) for n in (2, 3)),
)
"""The forms worth counting, the plainest first."""


def with_elements(let: LetFunction, tag: str, T: Array, places: Iterable[tuple[int, int]]) -> Array:
    """Name what is known of the top rows of a matrix, then the missing ones among some elements."""
    known: Array = let(tag, None, T).copy()
    missing = [place for place in places if known[place] is None]
    minors: Array = np.full(T.shape, None, dtype=object)
    for r, s in missing:
        minors[r, s] = _minor(known, (r + 1) % 3, (r + 2) % 3, (s + 1) % 3, (s + 2) % 3)  # (1)
    minors = let(tag, None, minors)
    for place in missing:
        known[place] = minors[place]
    return known


def _minor(A: Array, a: int, b: int, s: int, t: int) -> Any:
    """The determinant of two rows and two columns."""
    return A[a, s] * A[b, t] - A[a, t] * A[b, s]
