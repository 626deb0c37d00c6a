"""Small dense linear systems A X = B over any scalars.

Floats and numbers of eighty digits are eliminated with partial pivoting by absolute value, residues
modulo a prime with the first pivot that is not zero: there all pivots are equally good.

A `Degree` is only a bound and cannot be eliminated honestly: a bound is never zero, and each step
would multiply it. Cramer's rule bounds the result whatever the pivots. Row i of [A | b], freed of
its denominators, has polynomials of degree at most D_i; every unknown is a quotient of two
determinants of such rows, so numerator and denominator have degree at most D_1 + ... + D_n.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array
from symoro.errors import UsageError
from symoro.expressions.degree import Degree
from symoro.expressions.modular import Residue, ZeroDivisor


def solve(matrix: Any, right: Any) -> Array:
    """Return X of A X = B; B is a vector or a matrix, and X has its shape.

    Raises:
        ZeroDivisionError: if A is singular.
        ZeroDivisor: if A is singular modulo the prime.
        UsageError: for other shapes, or for scalars that cannot be told from zero.
    """
    columns = right_hand_sides(matrix, right)
    rows = _unify_scalars(
        [[*a, *b] for a, b in zip(np.asarray(matrix, object), columns, strict=True)]
    )
    n, width = len(rows), len(rows[0])
    scalars = [x for row in rows for x in row]
    if any(isinstance(x, Degree) for x in scalars):
        solution = [[_bound([[*row[:n], row[k]] for row in rows]) for k in range(n, width)]] * n
    else:
        _triangulate(rows, any(isinstance(x, Residue) for x in scalars))
        solution = _substitute(rows)
    result = np.empty(columns.shape, dtype=object)
    for i, row in enumerate(solution):
        result[i, :] = row
    return result.reshape(np.shape(right))


def determinant(matrix: Any) -> Any:
    """Return the determinant of a square matrix; zero where it is singular.

    Raises:
        UsageError: for other shapes, or for scalars that cannot be told from zero.
    """
    shape = np.shape(matrix)
    if len(shape) != 2 or shape[0] != shape[1] or not shape[0]:
        raise UsageError(f"a determinant has a matrix n x n, not {' x '.join(map(str, shape))}")
    rows = _unify_scalars([list(row) for row in np.asarray(matrix, object)])
    scalars = [x for row in rows for x in row]
    if any(isinstance(x, Degree) for x in scalars):
        return _bound(rows)
    sign = 1
    try:
        sign = _triangulate(rows, any(isinstance(x, Residue) for x in scalars))
    except (ZeroDivisionError, ZeroDivisor):
        return 0 * scalars[0]
    product = sign * rows[0][0]
    for k in range(1, len(rows)):
        product = product * rows[k][k]
    return product


def right_hand_sides(matrix: Any, right: Any) -> Array:
    """Return B as a matrix, one right-hand side a column; refuse what is no system."""
    square, shape = np.shape(matrix), np.shape(right)
    n = square[0] if square else 0
    if n == 0 or square != (n, n) or len(shape) not in (1, 2) or shape[0] != n or 0 in shape:
        raise UsageError(
            f"a linear system has a matrix n x n and right-hand sides n or n x m, "
            f"not {' x '.join(map(str, square))} and {' x '.join(map(str, shape))}"
        )
    return np.asarray(right, dtype=object).reshape(n, -1)


def _unify_scalars(rows: list[list[Any]]) -> list[list[Any]]:
    """Make exact numbers what the other scalars are, so that all can be divided by each other."""
    others = (x for row in rows for x in row if not isinstance(x, Rational))
    zero = 0 * next(others, Fraction(0))
    return [[zero + x if isinstance(x, Rational) else x for x in row] for row in rows]


def _triangulate(rows: list[list[Any]], residues: bool) -> int:
    """Eliminate below the diagonal, in place; return the sign of the exchanges of rows."""
    n, width = len(rows), len(rows[0])
    sign = 1
    for c in range(n):
        choose = _first_pivot if residues else _largest_pivot
        best = c + choose([row[c] for row in rows[c:]])
        rows[c], rows[best] = rows[best], rows[c]
        sign = sign if best == c else -sign
        for row in rows[c + 1 :]:
            factor = row[c] / rows[c][c]
            for k in range(c + 1, width):
                row[k] = row[k] - factor * rows[c][k]
    return sign


def _largest_pivot(column: list[Any]) -> int:
    """The place of the largest number."""
    for x in column:
        if not hasattr(x, "__abs__"):
            raise UsageError(f"no pivot can be chosen among values of type {type(x).__name__}")
    best = max(range(len(column)), key=lambda r: abs(column[r]))
    if column[best] == 0:
        raise ZeroDivisionError("a singular linear system")
    return best


def _first_pivot(column: list[Any]) -> int:
    """The place of the first residue that is not zero."""
    for r, x in enumerate(column):
        if x != 0:
            return r
    raise ZeroDivisor("a linear system that is singular modulo the prime")


def _substitute(rows: list[list[Any]]) -> list[list[Any]]:
    """Solve a triangular system from its last row up."""
    n = len(rows)
    solution: list[list[Any]] = []
    for i in reversed(range(n)):
        values = rows[i][n:]
        for c, later in zip(range(i + 1, n), solution, strict=True):
            values = [v - rows[i][c] * x for v, x in zip(values, later, strict=True)]
        solution.insert(0, [v / rows[i][i] for v in values])
    return solution


def _bound(rows: list[list[Any]]) -> Degree:
    """The degree of an unknown of [A | b], by Cramer's rule."""
    total = 0
    for row in rows:
        degrees = [x if isinstance(x, Degree) else Degree(0) for x in row]
        below = sum(x.below for x in degrees)
        total += max(x.above + below - x.below for x in degrees)
    return Degree(total, total)
