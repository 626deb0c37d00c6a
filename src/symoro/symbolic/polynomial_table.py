"""A SymPy matrix as a table of trigonometric polynomials."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symoro.symbolic.half_angles import HalfAngles
from symoro.symbolic.ring import TrigRing
from symoro.symbolic.shortest_sum import gathered_sum

if TYPE_CHECKING:
    from sympy import Matrix
    from sympy.polys.rings import PolyElement


class PolynomialTable:
    """The elements of a matrix over the common denominator of each row.

    Attributes:
        ring: its angles are those of the gathered elements, which are shorter.
        half: the ring's tangents of half angles.
        rows: the numerators.
        below: the denominator of each row.
    """

    def __init__(self, matrix: Matrix) -> None:
        plain = TrigRing(matrix)
        short = [gathered_sum(plain, *plain.quotient(element)) for element in matrix]
        self.ring = TrigRing(short)
        self.half = HalfAngles(self.ring)
        quotients = [self.ring.quotient(element) for element in short]
        self.rows: list[list[PolyElement]] = []
        self.below: list[PolyElement] = []
        for i in range(matrix.rows):
            row = quotients[i * matrix.cols : (i + 1) * matrix.cols]
            common = reduce(lambda a, b: a.lcm(b), (below for _, below in row))
            self.rows.append([self.ring.product(a, common.exquo(b)) for a, b in row])
            self.below.append(self.ring.reduce(common))

    @property
    def nonzero(self) -> NDArray[np.bool_]:
        """True for the elements that are not identically zero."""
        return np.array([[bool(element) for element in row] for row in self.rows])

    def submatrix(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> list[list[PolyElement]]:
        """The elements of some rows and columns."""
        return [[self.rows[i][j] for j in columns] for i in rows]
