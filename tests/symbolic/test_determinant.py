"""Determinants: published factors, values modulo a prime, block structure, limits."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from sympy import Integer, Matrix, cos, diag, eye, ones, sin, zeros

from clock import endless
from symbolic.jacobians import jacobian
from symbolic.random_trig import random_sum
from symbolic.residues import is_determinant, same
from symoro.errors import ModelError, UsageError
from symoro.symbolic import determinant as determinants
from symoro.symbolic.blocks import block_triangular
from symoro.symbolic.determinant import determinant, gram_determinant, product_of
from symoro.symbolic.to_sympy import sympy_symbol

t2, t3, t4, t5 = (sympy_symbol(f"t{k}") for k in range(2, 6))
D2, D3, D4, RL4, RL5, R3, R4 = (
    sympy_symbol(name) for name in ("D2", "D3", "D4", "RL4", "RL5", "R3", "R4")
)
d2, d3, d4 = (sympy_symbol(f"d{k}") for k in range(2, 5))

KNOWN = {
    "rx90": [D3, RL4, cos(t3), sin(t5), D3 * cos(t2) - RL4 * sin(t2 + t3)],
    "stanford": [R3, R3, sin(t2), sin(t5)],
    "sr400": [
        Integer(-1),
        d3,
        sin(t5),
        RL4 * cos(t3) + d4 * sin(t3),
        d2 + d3 * cos(t2) + d4 * cos(t2 + t3) - RL4 * sin(t2 + t3),
    ],
    "ur5": [
        D3,
        D4,
        sin(t3),
        sin(t5),
        D3 * cos(t2) + D4 * cos(t2 + t3) + RL5 * sin(t2 + t3 + t4),
    ],
    "puma560": [
        Integer(-1),
        D3,
        sin(t5),
        D4 * sin(t3) + R4 * cos(t3),
        D3 * cos(t2) + D4 * cos(t2 + t3) - R4 * sin(t2 + t3),
    ],
}


CASES = [(name, *form) for name in KNOWN for form in ((0, 6), (3, 4))]  # 0J6 and 3J6,4


@pytest.mark.parametrize(
    ("name", "projection", "point"), [*CASES, ("ur5", 6, 6), ("ur5", 3, 5), ("rx90", 2, 1)]
)
def test_jacobians_of_arms(name: str, projection: int, point: int) -> None:
    """The same factors in any frame and at any point: rotations have determinant 1."""
    found = determinant(jacobian(name, last=6, projection=projection, point=point))
    assert sorted((str(f) for f, e in found for _ in range(e))) == sorted(map(str, KNOWN[name]))


def test_scara_in_its_four_directions() -> None:
    J = jacobian("scara").extract([0, 1, 5, 2], [0, 1, 2, 3])
    assert determinant(J) == [(D2, 1), (D3, 1), (sin(t2), 1)]


def test_manipulability_of_the_planar_arm() -> None:
    """Course of M. Grossard: W^2 = (l1 l2 S2 + l1 l3 S23)^2 + (l1 l3 S23 + l2 l3 S3)^2 + ..."""
    J = jacobian("planar3r").extract([0, 1], [0, 1, 2])
    S2, S3, S23 = sin(t2), sin(t3), sin(t2 + t3)
    expected = (
        (d2 * d3 * S2 + d2 * d4 * S23) ** 2
        + (d2 * d4 * S23 + d3 * d4 * S3) ** 2
        + (d3 * d4 * S3) ** 2
    )
    found = gram_determinant(J)
    assert same(found, expected)
    assert is_determinant(found, J * J.T)
    assert str(found) == (
        "d2**2*(d3*sin(t2) + d4*sin(t2 + t3))**2 + d3**2*d4**2*sin(t3)**2"
        " + d4**2*(d2*sin(t2 + t3) + d3*sin(t3))**2"
    )
    assert gram_determinant(J.T) == found


def test_a_gram_determinant_shows_what_its_minors_share() -> None:
    row = Matrix([[D3 * sin(t2), D3 * cos(t2), 0]])
    assert gram_determinant(row) == D3**2
    assert gram_determinant(zeros(2, 3)) == 0


@pytest.mark.parametrize("seed", range(15))
def test_random_matrices(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(1, 4)
    elements = [random_sum(rng, 2) if rng.random() < 0.6 else Integer(0) for _ in range(n * n)]
    matrix = Matrix(n, n, elements)
    found = determinant(matrix)
    assert is_determinant(product_of(found), matrix)


@pytest.mark.parametrize("seed", range(5))
def test_block_triangular_matrices_in_disguise(seed: int) -> None:
    """Blocks of 2, 1 and 3, rows and columns shuffled: found again, with the right sign."""
    rng = Random(seed)
    sizes = (2, 1, 3)
    block = [k for k, size in enumerate(sizes) for _ in range(size)]
    matrix = zeros(6, 6)
    for i in range(6):
        for j in range(6):
            if block[i] >= block[j]:
                matrix[i, j] = sympy_symbol(f"x{i}{j}") * rng.choice((1, cos(t2), sin(t2 + t3)))
    rows, columns = rng.sample(range(6), 6), rng.sample(range(6), 6)
    shuffled = matrix.extract(rows, columns)
    nonzero = np.array([[bool(e != 0) for e in shuffled.row(i)] for i in range(6)])
    blocks = block_triangular(nonzero)
    assert blocks is not None
    assert sorted(map(len, blocks.columns)) == [1, 2, 3]
    for k, rows_of_block in enumerate(blocks.rows):
        later = [j for block in blocks.columns[k + 1 :] for j in block]
        assert not nonzero[np.ix_(rows_of_block, later)].any()
    assert is_determinant(product_of(determinant(shuffled)), shuffled)


def test_zeros_that_only_trigonometry_sees() -> None:
    nothing = cos(t2 + t3) - cos(t2) * cos(t3) + sin(t2) * sin(t3)
    assert determinant(Matrix([[sin(t2), nothing], [D3, cos(t2)]])) == [(cos(t2), 1), (sin(t2), 1)]
    assert determinant(Matrix([[nothing, nothing], [D3, cos(t2)]])) == [(0, 1)]


def test_singular_matrices() -> None:
    assert determinant(zeros(3, 3)) == [(0, 1)]
    assert determinant(ones(3, 3)) == [(0, 1)]
    rotation = Matrix([[cos(t2), -sin(t2)], [sin(t2), cos(t2)]])
    assert determinant(rotation) == [(1, 1)]
    assert determinant(rotation - rotation) == [(0, 1)]


def test_denominators_and_numbers() -> None:
    assert determinant(diag(2, Integer(1) / 3)) == [(Integer(2) / 3, 1)]
    found = determinant(Matrix([[1 / D3, sin(t2) / RL4], [0, cos(t2) / D3]]))
    assert found == [(cos(t2), 1), (D3, -2)]


def test_a_matrix_that_is_not_square_is_refused() -> None:
    with pytest.raises(UsageError, match=r"2 x 3.*J J\^T"):
        determinant(ones(2, 3))


def test_what_takes_too_long_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinants, "_determinant", endless)
    with pytest.raises(ModelError, match=r"not practical symbolically within 0.2 s; compile the"):
        determinant(eye(2), seconds=0.2)


def test_numbers_instead_of_symbols() -> None:
    """With lengths 1 the shoulder factor of the RX90 is still found."""
    J = jacobian("rx90", projection=3, point=4).subs({D3: 1, RL4: 1})
    assert determinant(J) == [
        (cos(t3), 1),
        (sin(t5), 1),
        (cos(t2) - sin(t2 + t3), 1),
    ]


def test_a_determinant_of_ones() -> None:
    assert determinant(eye(3)) == [(1, 1)]
    assert product_of([]) == 1
