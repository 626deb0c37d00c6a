"""Independent columns: all three ways agree, or nothing is decided."""

from __future__ import annotations

import numpy as np
import pytest

from symoro import ModelError
from symoro.analysis.arrays import Floats
from symoro.grouping.numeric.rank import choose_columns, combination, independent_columns


def matrix(seed: int = 0) -> Floats:
    """Columns 0, 1, 4 independent; 2 = 2 c0 - c1; 3 constant; 5 = c4 / 1000."""
    rng = np.random.default_rng(seed)
    a, b, c = rng.normal(size=(3, 40))
    return np.column_stack([a, b, 2 * a - b, 0 * a, c, c / 1000])


def sizes(W: Floats) -> Floats:
    found: Floats = np.linalg.norm(W, axis=0) + 1.0
    return found


def test_the_first_independent_columns_stay() -> None:
    W = matrix()
    found = choose_columns(W, sizes(W))
    assert (found.kept, found.dependent, found.constant) == ((0, 1, 4), (2, 5), (3,))
    assert found.largest < found.tolerance < found.smallest
    # (A3-5), columns of length 1; the last one is a thousandth of the others
    least = 0.1 * sizes(W).max() / np.linalg.norm(W[:, 5])
    assert found.tolerance == pytest.approx(40 * np.finfo(float).eps * least, rel=1e-6)
    four = choose_columns(W[:, :5], sizes(W)[:5])
    assert four.tolerance == pytest.approx(40 * np.finfo(float).eps, rel=1e-6)
    assert independent_columns(W, sizes(W)) == found.kept


def test_a_dependent_column_is_written_in_earlier_ones() -> None:
    W = matrix()
    found = combination(W, 2, [0, 1, 4])
    assert found.coefficients == pytest.approx([2, -1, 0], abs=1e-13)
    assert found.residual < 1e-14
    assert np.all(found.errors < 1e-13)
    assert combination(W, 4, [0, 1]).residual > 0.5
    assert combination(W, 4, []).residual == 1.0


def test_of_dependent_candidates_the_first_ones_are_used() -> None:
    found = combination(matrix(), 2, [0, 1, 1])
    assert found.coefficients == pytest.approx([2, -1, 0], abs=1e-13)


@pytest.mark.parametrize("noise", [1e-12, 1e-11])
def test_a_rank_that_is_not_clear_is_refused_with_the_singular_values(noise: float) -> None:
    W = matrix()
    W[:, 2] += noise * np.random.default_rng(1).normal(size=len(W))
    with pytest.raises(ModelError, match=r"the rank is not clear: .* singular values from number"):
        choose_columns(W[:, :5], sizes(W)[:5], 10.0)


def test_a_column_that_hardly_changes_is_refused() -> None:
    W = matrix()
    W[:, 3] = 1e-9 * W[:, 0]
    sizes = np.full(6, float(np.linalg.norm(W[:, 0])))
    undecided = r"cannot decide whether its column is constant \(it changes by a relative 1e-09\)"
    with pytest.raises(ModelError, match=f"column 4: {undecided}"):
        choose_columns(W, sizes)
    names = ("XX1", "XY1", "XZ1", "XX3", "MX3", "MY3")
    with pytest.raises(ModelError, match=f"parameter XX3: {undecided}"):
        choose_columns(W, sizes, names=names)
    with pytest.raises(ModelError, match=f"parameter XX3: {undecided}"):
        independent_columns(W, sizes, names=names)


def test_columns_that_are_nearly_dependent_do_not_blur_the_others() -> None:
    rng = np.random.default_rng(2)
    a, b, c = rng.normal(size=(3, 40))
    near = a + 1e-6 * b
    W = np.column_stack([a, near, c, 3 * a + c - 2 * near, near - c])
    assert independent_columns(W, sizes(W)) == (0, 1, 2)


def test_a_matrix_that_looks_regular_by_qr_alone_is_refused() -> None:
    """Diagonal 1, above it -1: the smallest singular value is of the order of 2^-60."""
    W = np.eye(70, 60) - np.triu(np.ones((70, 60)), 1)
    with pytest.raises(ModelError, match="60 by QR, 59 by singular values"):
        choose_columns(W, np.linalg.norm(W, axis=0))
