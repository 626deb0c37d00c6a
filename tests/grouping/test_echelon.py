"""Elimination modulo a prime against exact fractions and against itself."""

from __future__ import annotations

import numpy as np
import pytest

import symoro.grouping.exact.echelon as page
from models.mutants import mutants
from symoro.grouping.exact.echelon import echelon
from symoro.grouping.exact.residues import PRIMES, Integers

PRIME = PRIMES[0]


def matrix_of_rank(
    rng: np.random.Generator, rows: int, columns: int, dependent: list[int]
) -> Integers:
    """A random matrix in which some columns are combinations of earlier ones."""
    found = rng.integers(0, PRIME, (rows, columns))
    for column in dependent:
        total = np.zeros(rows, dtype=np.int64)
        for earlier in range(column):
            factor = int(rng.integers(0, PRIME))
            total = (total + found[:, earlier] * factor) % PRIME
        found[:, column] = total
    return found


@pytest.mark.parametrize("dependent", [[], [0], [1, 4], [0, 2, 5, 7], [3, 4, 5, 6, 7]])
def test_dependent_columns_and_their_coefficients(dependent: list[int]) -> None:
    matrix = matrix_of_rank(np.random.default_rng(len(dependent)), 12, 8, dependent)
    found = echelon(matrix, PRIME)
    assert found.dependent == tuple(dependent)
    assert found.pivots == tuple(c for c in range(8) if c not in dependent)
    assert combines(found, matrix)


def combines(found: page.Echelon, matrix: Integers) -> bool:
    """Each dependent column is the combination that the coefficients say."""
    for d, column in enumerate(found.dependent):
        total = np.zeros(len(matrix), dtype=np.int64)
        for k, pivot in enumerate(found.pivots):
            total = (total + matrix[:, pivot] * found.coefficients[k, d]) % PRIME
        if (total != matrix[:, column] % PRIME).any():
            return False
    return True


def test_rows_of_zeros_before_the_pivot_are_exchanged() -> None:
    matrix = np.array([[0, 0, 3], [0, 2, 0], [5, 0, 0], [5, 2, 3]])
    found = echelon(matrix, PRIME)
    assert found.pivots == (0, 1, 2)


def test_the_matrix_is_not_changed() -> None:
    matrix = np.array([[1, 2], [3, 4], [5, 6]])
    echelon(matrix, PRIME)
    assert matrix.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_every_mutant_is_caught() -> None:
    rng = np.random.default_rng(4)
    cases = [matrix_of_rank(rng, 12, 8, [2, 5, 7]), matrix_of_rank(rng, 9, 6, [0, 5])]
    cases[0][:3, 0] = 0
    expected = [echelon(matrix, PRIME) for matrix in cases]

    def right(module: object) -> bool:
        for matrix, known in zip(cases, expected, strict=True):
            found = module.echelon(matrix, PRIME)  # type: ignore[attr-defined]
            if (found.pivots, found.dependent) != (known.pivots, known.dependent):
                return False
            if not combines(found, matrix):
                return False
        return True

    alive = []
    for mutant in mutants(page):
        try:
            if right(mutant.module):
                alive.append(f"{mutant.line}: {mutant.what}: {mutant.text}")
        except (ValueError, IndexError, TypeError):
            continue
    assert [each for each in alive if not any(line in each for line in SAME)] == []


SAME = (
    "rows = row + below[below + row > row]",  # rows without a factor are not changed
    "if first != row:",  # a row exchanged with itself
    "int(below[0])",  # any row with an entry will do
)
"""Lines in which a change changes nothing."""
