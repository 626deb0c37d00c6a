"""Determinants by elimination over any scalars: the reference of the symbolic ones."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from symoro.algebra import linear
from symoro.errors import UsageError
from symoro.expressions import ModularArithmetic
from symoro.expressions.degree import Degree


@pytest.mark.parametrize("n", range(1, 7))
def test_elimination_gives_the_determinant_over_all_scalars(n: int) -> None:
    """Integers with many zeros, so that rows are exchanged; SymPy's own is the oracle."""
    rng = random.Random(n)
    for _ in range(8):
        rows = [[rng.choice((0, 0, 1, -2, 3, 7)) for _ in range(n)] for _ in range(n)]
        expected = int(sympy.Matrix(rows).det())
        assert linear.determinant(rows) == expected
        assert linear.determinant(np.array(rows, dtype=float)) == pytest.approx(expected, abs=1e-9)
        field = ModularArithmetic("determinant")
        residues = [[field.number(Fraction(x)) for x in row] for row in rows]
        assert linear.determinant(residues) == field.number(Fraction(expected))
        mixed = [
            [field.symbol("x") if i == k == 0 else x for k, x in enumerate(row)]
            for i, row in enumerate(rows)
        ]
        minor = int(sympy.Matrix(rows)[1:, 1:].det()) if n > 1 else 1
        whole = field.symbol("x") * minor + (expected - rows[0][0] * minor)
        assert linear.determinant(mixed) == whole


def test_elimination_knows_the_laws_of_determinants() -> None:
    rng = np.random.default_rng(3)
    A, B = rng.normal(size=(2, 5, 5))
    product = linear.determinant(A) * linear.determinant(B)
    assert linear.determinant(A @ B) == pytest.approx(product, rel=1e-12)
    assert linear.determinant(A.T) == pytest.approx(linear.determinant(A), rel=1e-12)
    assert linear.determinant(A[[1, 0, 2, 3, 4]]) == pytest.approx(
        -linear.determinant(A), rel=1e-12
    )
    assert linear.determinant(A) == pytest.approx(np.linalg.det(A), rel=1e-12)


def test_the_bound_on_the_degree_of_a_determinant_is_the_sum_over_its_rows() -> None:
    one, two, quotient = Degree(1), Degree(2), Degree(1, 3)
    bound = linear.determinant([[one, two], [0, one]])
    assert (bound.above, bound.below) == (3, 3)
    wide = linear.determinant([[one, quotient], [two, one]])  # rows without denominators: 4 and 2
    assert (wide.above, wide.below) == (6, 6)


@pytest.mark.parametrize("matrix", [[[1, 2]], [[1], [2]], [1, 2], np.zeros((0, 0)), 3])
def test_only_a_square_matrix_has_a_determinant(matrix: Any) -> None:
    with pytest.raises(UsageError, match="a determinant has a matrix n x n, not"):
        linear.determinant(matrix)
