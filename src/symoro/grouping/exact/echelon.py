"""The columns that depend on earlier ones: exact elimination modulo a prime."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symoro.grouping.exact.residues import Integers


@dataclass(frozen=True)
class Echelon:
    """The independent columns of a matrix, first ones first.

    Attributes:
        pivots: the columns that do not depend on earlier ones.
        coefficients: column ``dependent[d]`` is the sum of ``coefficients[k, d]`` times column
            ``pivots[k]``.
    """

    pivots: tuple[int, ...]
    dependent: tuple[int, ...]
    coefficients: Integers


def echelon(matrix: Integers, prime: int) -> Echelon:
    """Eliminate without exchanging columns.

    Args:
        matrix: residues, a row for each condition; at least as many rows as columns.
        prime: below 2^31.
    """
    work = matrix % prime
    pivots: list[int] = []
    dependent: list[int] = []
    for column in range(work.shape[1]):
        row = len(pivots)
        below = np.flatnonzero(work[row:, column])
        if not len(below):
            dependent.append(column)
            continue
        first = row + int(below[0])
        if first != row:
            work[[row, first]] = work[[first, row]]
        scale = pow(int(work[row, column]), -1, prime)
        work[row, column:] = work[row, column:] * scale % prime
        rows = row + below[below + row > row]
        factors = work[rows, column]
        keep = factors != 0
        rows, factors = rows[keep], factors[keep, None]
        work[rows, column:] = (work[rows, column:] - factors * work[row, column:]) % prime
        pivots.append(column)
    return Echelon(
        tuple(pivots), tuple(dependent), _back_substitute(work, pivots, dependent, prime)
    )


def _back_substitute(
    work: Integers, pivots: list[int], dependent: list[int], prime: int
) -> Integers:
    """Back substitution: dependent columns in terms of the pivots."""
    right = work[: len(pivots), dependent].copy()
    upper = work[: len(pivots), pivots]
    for k in range(len(pivots) - 1, 0, -1):
        right[:k] = (right[:k] - upper[:k, k, None] * right[k]) % prime
    return right
