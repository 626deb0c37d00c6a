"""Inverses: the product with the matrix is one, exactly, and elements are short."""

from __future__ import annotations

from random import Random

import pytest
from sympy import Integer, Matrix, cos, eye, ones, sin, zeros

from clock import endless
from symbolic.jacobians import jacobian
from symbolic.random_trig import random_sum
from symbolic.residues import same
from symoro.errors import ModelError, UsageError
from symoro.symbolic import inverse as inverses
from symoro.symbolic.determinant import determinant
from symoro.symbolic.inverse import inverse
from symoro.symbolic.sums import cost
from symoro.symbolic.to_sympy import sympy_symbol

t2, t3, t4, t5 = (sympy_symbol(f"t{k}") for k in range(2, 6))
D3, D4, RL4, RL5 = (sympy_symbol(name) for name in ("D3", "D4", "RL4", "RL5"))


def is_inverse(matrix: Matrix, found: Matrix) -> bool:
    one = eye(matrix.rows)
    product = matrix * found
    return all(same(product[i], one[i]) for i in range(len(one)))


@pytest.mark.parametrize("name", ["rx90", "stanford", "sr400", "puma560", "ur5"])
def test_inverses_of_arms(name: str) -> None:
    J = jacobian(name, last=6, projection=3, point=5 if name == "ur5" else 4)
    found = inverse(J)
    assert is_inverse(J, found)
    assert max(map(cost, found)) < 80  # a line of text


def test_the_inverse_of_the_rx90_in_frame_0() -> None:
    J = jacobian("rx90")
    assert is_inverse(J, inverse(J))


def test_elements_of_the_inverse_of_the_rx90() -> None:
    """3J6,4: the blocks of the guide, 2.46 and 2.47, with cancelled factors."""
    found = inverse(jacobian("rx90", projection=3, point=4))
    shoulder = D3 * cos(t2) - RL4 * sin(t2 + t3)
    assert found[:3, 3:] == zeros(3, 3)
    assert found[0, 2] == -1 / shoulder
    assert found[1, 1] == 1 / (D3 * cos(t3))
    assert found[2, 0] == -1 / RL4
    assert found[5, 5] == sin(t4) / sin(t5)
    assert found[5, 2] == -sin(t2 + t3) * cos(t4) / (shoulder * sin(t5))


def test_an_element_of_the_inverse_of_the_ur5() -> None:
    """A numerator that is short only symbol by symbol."""
    found = inverse(jacobian("ur5", projection=3, point=5))[2, 2]
    arm = D3 * cos(t2) + D4 * cos(t2 + t3)
    wrist = (D3 * cos(t3 + t4) + D4 * cos(t4)) * sin(t2 + t3 + t4)
    below = D3 * D4 * (arm + RL5 * sin(t2 + t3 + t4)) * sin(t3) * sin(t5)
    assert found == (RL4 * arm * sin(t5) - RL5 * wrist * cos(t5)) / -below


@pytest.mark.parametrize("seed", range(10))
def test_random_matrices(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(1, 3)
    elements = [random_sum(rng, 2) if rng.random() < 0.7 else Integer(0) for _ in range(n * n)]
    matrix = Matrix(n, n, elements)
    if determinant(matrix)[0][0] == 0:
        with pytest.raises(ModelError, match="no inverse"):
            inverse(matrix)
    else:
        assert is_inverse(matrix, inverse(matrix))


def test_denominators_of_the_matrix() -> None:
    matrix = Matrix([[1 / D3, sin(t2) / RL4, 0], [0, cos(t2) / D3, 0], [D3, 1, 1 / cos(t3)]])
    assert is_inverse(matrix, inverse(matrix))


def test_a_rotation_is_inverted_by_its_transpose() -> None:
    rotation = Matrix([[cos(t2 + t3), -sin(t2 + t3)], [sin(t2 + t3), cos(t2 + t3)]])
    assert inverse(rotation) == rotation.T


@pytest.mark.parametrize("matrix", [zeros(2, 2), ones(2, 2)])
def test_a_singular_matrix_is_refused(matrix: Matrix) -> None:
    with pytest.raises(ModelError, match="zero for all values"):
        inverse(matrix)


def test_a_matrix_that_is_not_square_is_refused() -> None:
    with pytest.raises(UsageError, match="2 x 3"):
        inverse(ones(2, 3))


def test_what_takes_too_long_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inverses, "_inverse", endless)
    with pytest.raises(ModelError, match=r"inverse is not practical.*linalg\.solve.*frame"):
        inverse(eye(2), seconds=0.2)
