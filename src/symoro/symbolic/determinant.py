"""Determinants of matrices of trigonometric expressions, factored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import and_
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.symbolic.blocks import block_triangular
from symoro.symbolic.expression_factors import ordered_factors
from symoro.symbolic.limits import SECONDS, run_limited
from symoro.symbolic.minors import expanded_determinant
from symoro.symbolic.polynomial_factors import factors_of
from symoro.symbolic.polynomial_table import PolynomialTable
from symoro.symbolic.sums import cost
from symoro.symbolic.trig import readable_form

if TYPE_CHECKING:
    from sympy import Expr, Matrix
    from sympy.polys.rings import PolyElement

    from symoro.symbolic.expression_factors import Factors


def determinant(matrix: Matrix, *, seconds: float = SECONDS) -> Factors:
    """Return the factors of the determinant of a square matrix, with their exponents.

    The matrix is brought to block triangular form by the places of its zeros, each block is
    expanded by minors and factored. A number with its sign comes first; zero is [(0, 1)].

    Raises:
        UsageError: if the matrix is not square.
        ModelError: if it takes more time than that; the message says what to do instead.
    """
    if matrix.rows != matrix.cols:
        raise UsageError(
            f"a determinant needs a square matrix, not {matrix.rows} x {matrix.cols}; take a "
            "submatrix, or the Gram determinant det(J J^T)"
        )
    return run_limited("the determinant", seconds, _determinant, matrix)


def gram_determinant(matrix: Matrix, *, seconds: float = SECONDS) -> Expr:
    """Return det(J J^T), or det(J^T J) of a tall matrix: the square of the manipulability.

    It is the sum of the squares of the largest minors (Cauchy and Binet), and is returned as such
    with the minors factored, unless the sum can be written shorter.

    Raises:
        ModelError: if it takes more time than that; the message says what to do instead.
    """
    return run_limited(
        "the Gram determinant", seconds, lambda: sum_of_squares(largest_minors(matrix))
    )


def product_of(factors: Factors) -> Expr:
    """Return the product of factors with their exponents."""
    from sympy import Mul

    return Mul(*(factor**exponent for factor, exponent in factors))


def _determinant(matrix: Matrix) -> Factors:
    table = PolynomialTable(matrix)
    blocks = block_triangular(table.nonzero)
    if blocks is None:
        return ordered_factors(table.half, Fraction(0), Counter())
    number, powers = Fraction(blocks.sign), Counter["PolyElement"]()
    for rows, columns in zip(blocks.rows, blocks.columns, strict=True):
        minor = expanded_determinant(table.ring, table.submatrix(rows, columns))
        if not minor:
            return ordered_factors(table.half, Fraction(0), Counter())
        factor, exponents = factors_of(table.half, minor)
        number *= factor
        powers.update(exponents)
    for below in table.below:
        factor, exponents = factors_of(table.half, below)
        number /= factor
        powers.subtract(exponents)
    return ordered_factors(table.half, number, powers)


def largest_minors(matrix: Matrix) -> list[Factors]:
    """Return the largest minors of a matrix that are not zero, in factors.

    Its rank drops where all of them vanish. Call it under a time limit.
    """
    wide = matrix if matrix.rows <= matrix.cols else matrix.T
    rows = list(range(wide.rows))
    minors = (
        _determinant(wide.extract(rows, list(columns)))
        for columns in combinations(range(wide.cols), wide.rows)
    )
    return [minor for minor in minors if 0 not in dict(minor)]


def sum_of_squares(products: Sequence[Factors]) -> Expr:
    """Return the sum of the squares of products, with what they share before it."""
    from sympy import Add, Integer

    if not products:
        return Integer(0)
    minors = [dict(product) for product in products]
    common = reduce(and_, map(Counter, minors))
    squares = Add(
        *(
            product_of([(factor, 2 * (e - common[factor])) for factor, e in minor.items()])
            for minor in minors
        )
    )
    shared = product_of([(factor, 2 * e) for factor, e in common.items()])
    return shared * min(squares, readable_form(squares), key=cost)
