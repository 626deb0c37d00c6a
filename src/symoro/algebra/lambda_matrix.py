"""The inertial parameters of a body seen from another frame: the 10x10 lambda matrix.

Parameters are ordered XX XY XZ YY YZ ZZ MX MY MZ M; with iAj = [s n a] and iPj = P,

    (A6.26)  iK = lambda jK,  lambda = [l11 l12 l13; 0 iAj P; 0 0 1]
    (A6.29)  l11: the inertia matrix turned, A J A^T
    (A6.30)  l12: what first moments add when the origin moves
    (A6.31)  l13: what the mass adds, (P.P) 1 - P P^T

References: [KD02] appendix 6; [Guide] table 3.1.
"""

from __future__ import annotations

from typing import Any

from symoro.algebra.vectors import Array, zeros

PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""The places of XX XY XZ YY YZ ZZ in the inertia matrix."""


def lambda_matrix(A: Array, P: Array) -> Array:
    """Return the matrix that writes inertial parameters of frame j in frame i."""
    matrix = zeros(10, 10)
    for row, (a, b) in enumerate(PAIRS):
        for column, (c, d) in enumerate(PAIRS):  # (A6.29)
            once = A[a, c] * A[b, d]
            matrix[row, column] = once if c == d else once + A[a, d] * A[b, c]
        for c in range(3):  # (A6.30)
            matrix[row, 6 + c] = _moment(A[:, c], P, a, b)
        matrix[row, 9] = _mass(P, a, b)  # (A6.31)
    matrix[6:9, 6:9] = A
    matrix[6:9, 9] = P
    matrix[9, 9] = 1
    return matrix


def _moment(s: Array, P: Array, a: int, b: int) -> Any:
    """An element of 2 (P.s) 1 - P s^T - s P^T."""
    if a == b:
        k, m = (i for i in range(3) if i != a)
        return 2 * (s[k] * P[k] + s[m] * P[m])
    return -(s[a] * P[b]) - s[b] * P[a]


def _mass(P: Array, a: int, b: int) -> Any:
    if a == b:
        k, m = (i for i in range(3) if i != a)
        return P[k] * P[k] + P[m] * P[m]
    return -(P[a] * P[b])
