"""Inverses of matrices of trigonometric expressions, by their block triangular form.

Of a matrix with blocks A, 0 in its first row and B, C in its second the inverse has A^-1, 0 and
-C^-1 B A^-1, C^-1 (SYMORO+ guide, equations 2.46 and 2.47); the same goes for more blocks. A block
is inverted by its adjugate and its determinant, which is factored.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.errors import ModelError, UsageError
from symoro.symbolic.blocks import Blocks, block_triangular
from symoro.symbolic.limits import SECONDS, run_limited
from symoro.symbolic.minors import expanded_determinant
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.polynomial_table import PolynomialTable
from symoro.symbolic.ratio import Ratio

if TYPE_CHECKING:
    from sympy import Matrix

Ratios = list[list[Ratio]]


def inverse(matrix: Matrix, *, seconds: float = SECONDS) -> Matrix:
    """Return the inverse of a square matrix, each element in its shortest form.

    Raises:
        UsageError: if the matrix is not square.
        ModelError: if its determinant is zero for all values, or if the inverse takes more time
            than that; the message says what to do instead.
    """
    if matrix.rows != matrix.cols:
        raise UsageError(
            f"an inverse needs a square matrix, not {matrix.rows} x {matrix.cols}; take a submatrix"
        )
    return run_limited("the inverse", seconds, _inverse, matrix)


def _inverse(matrix: Matrix) -> Matrix:
    from sympy import zeros

    table = PolynomialTable(matrix)
    blocks = block_triangular(table.nonzero)
    if blocks is None:
        raise _singular_error()
    result = zeros(*matrix.shape)
    for (i, j), part in _inverse_blocks(table, blocks).items():
        for a, row in zip(blocks.columns[i], part, strict=True):
            for b, element in zip(blocks.rows[j], row, strict=True):
                result[a, b] = (element * _ratio(table, table.below[b])).expression()
    return result


def _inverse_blocks(table: PolynomialTable, blocks: Blocks) -> dict[tuple[int, int], Ratios]:
    """The blocks of the inverse that are not zero: block row i needs the rows above it."""
    parts: dict[tuple[int, int], Ratios] = {}
    for i, (rows, columns) in enumerate(zip(blocks.rows, blocks.columns, strict=True)):
        own = _block_inverse(table, rows, columns)
        parts[i, i] = own
        for j in range(i):
            total: Ratios | None = None
            for k in range(j, i):
                if (k, j) in parts:
                    left = [
                        [_ratio(table, element) for element in row]
                        for row in table.submatrix(rows, blocks.columns[k])
                    ]
                    total = _sum(total, _product(left, parts[k, j]))
            if total is not None:
                parts[i, j] = [[-x for x in row] for row in _product(own, total)]
    return parts


def _block_inverse(
    table: PolynomialTable, rows: tuple[int, ...], columns: tuple[int, ...]
) -> Ratios:
    """Adjugate over determinant."""
    ring = table.ring
    determinant = expanded_determinant(ring, table.submatrix(rows, columns))
    if not determinant:
        raise _singular_error()
    number, powers = factors_of(table.half, determinant)
    size = len(rows)

    def element(i: int, j: int) -> Ratio:
        sign = -1 if (i + j) % 2 else 1
        others = table.submatrix(rows[:j] + rows[j + 1 :], columns[:i] + columns[i + 1 :])
        minor = expanded_determinant(ring, others) if others else ring.ring.one
        return Ratio(table.half, minor, Fraction(sign) / number, powers)

    return [[element(i, j) for j in range(size)] for i in range(size)]


def _ratio(table: PolynomialTable, poly: object) -> Ratio:
    return Ratio(table.half, poly, Fraction(1), Counter())


def _product(a: Ratios, b: Ratios) -> Ratios:
    columns = list(zip(*b, strict=True))
    return [[_dot(row, column) for column in columns] for row in a]


def _dot(a: list[Ratio], b: tuple[Ratio, ...]) -> Ratio:
    first, *rest = (x * y for x, y in zip(a, b, strict=True))
    for term in rest:
        first = first + term
    return first


def _sum(a: Ratios | None, b: Ratios) -> Ratios:
    if a is None:
        return b
    return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def _singular_error() -> ModelError:
    return ModelError(
        "the matrix has no inverse: its determinant is zero for all values; take a part of "
        "full rank (--rows, --cols), or another link (--link)"
    )
