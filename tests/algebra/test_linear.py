"""Linear systems over any scalars: what was solved fulfils its equations."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from ir.systems import well_conditioned
from symoro.algebra import solve
from symoro.errors import UsageError
from symoro.expressions import ModularArithmetic
from symoro.expressions.degree import Degree
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.precision import precise
from symoro.ir import Graph, GraphArithmetic


@pytest.mark.parametrize("n", range(1, 9))
def test_floats_are_solved_like_lapack_does(n: int) -> None:
    rng = np.random.default_rng(n)
    for m in (1, 2, 3):
        rows = well_conditioned(rng, n, m)
        A, B = rows[:, :n], rows[:, n:]
        expected = np.linalg.solve(A, B)
        np.testing.assert_allclose(solve(A, B).astype(float), expected, rtol=0, atol=1e-13)
        np.testing.assert_array_equal(solve(A, B[:, 0]), solve(A, B)[:, 0])


def test_exact_numbers_stay_exact_and_the_right_hand_side_gives_the_shape() -> None:
    A = [[0, 2], [3, 1]]
    assert list(solve(A, [1, 2])) == [Fraction(1, 2), Fraction(1, 2)]
    assert solve(A, [[1, 0], [0, 1]]).tolist() == [
        [Fraction(-1, 6), Fraction(1, 3)],
        [Fraction(1, 2), 0],
    ]
    assert solve(np.array([[2]]), np.array([3])).tolist() == [Fraction(3, 2)]


def test_a_small_pivot_is_passed_over() -> None:
    """Without exchange of rows 1e-20 would swallow the other numbers: x would be 0."""
    x, y = solve([[1e-20, 1.0], [1.0, 1.0]], [1.0, 2.0])
    assert x == pytest.approx(1.0, rel=1e-15)
    assert y == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("n", range(1, 7))
def test_residues_fulfil_the_equations_exactly_among_plain_numbers_and_zeros(n: int) -> None:
    field = ModularArithmetic(f"linear {n}")
    rng = random.Random(n)

    def scalar(i: int, k: int) -> Any:
        kind = rng.random()
        if kind < 0.4:
            return 0 if i == k or kind < 0.2 else rng.randint(-3, 3)
        return field.symbol(f"s{i}_{k}")

    while True:
        A = np.array([[scalar(i, k) for k in range(n)] for i in range(n)], dtype=object)
        B = np.array([[field.symbol(f"b{i}"), i] for i in range(n)], dtype=object)
        try:
            X = solve(A, B)
        except (ZeroDivisor, ZeroDivisionError):
            continue  # these zeros make it singular whatever the values
        assert ((A @ X) == B).all()
        return


def test_eighty_digits_are_kept_among_plain_numbers() -> None:
    A = np.array([[0, precise(0.1), 1], [precise(0.7), 2, 0], [1, 1, precise(-3.3)]], dtype=object)
    B = np.array([1, precise(0.3), 0], dtype=object)
    residual = A @ solve(A, B) - B
    assert max(abs(r) for r in residual) < 1e-77  # a few units of the last digit


SINGULAR = ([[0]], [[1, 2], [2, 4]], [[0, 0], [1, 1]], [[1, 2, 3], [2, 4, 6], [1, 0, 1]])


@pytest.mark.parametrize("A", SINGULAR)
def test_a_singular_system_has_no_solution(A: list[list[int]]) -> None:
    n = len(A)
    with pytest.raises(ZeroDivisionError, match="singular"):
        solve(np.array(A, dtype=float), np.ones(n))
    with pytest.raises(ZeroDivisionError, match="singular"):
        solve([[precise(x) for x in row] for row in A], [1] * n)
    field = ModularArithmetic("singular")
    with pytest.raises(ZeroDivisor, match="singular"):
        solve([[field.number(Fraction(x)) for x in row] for row in A], [1] * n)
    with pytest.raises(ZeroDivisor, match="singular"):
        solve(A, [field.symbol("b")] * n)


@pytest.mark.parametrize(
    ("matrix", "right"),
    [
        ([[1, 2]], [1]),
        ([[1, 2], [3, 4]], [1]),
        ([1, 2], [1, 2]),
        ([[1]], [[[1]]]),
        ([[1]], 1),
        (np.zeros((0, 0)), np.zeros(0)),
        ([[1]], np.zeros((1, 0))),
    ],
)
def test_what_is_no_system_is_refused(matrix: Any, right: Any) -> None:
    with pytest.raises(UsageError, match="n x n and right-hand sides n or n x m, not"):
        solve(matrix, right)


def test_scalars_of_a_graph_are_refused_for_no_pivot_can_be_chosen() -> None:
    x = GraphArithmetic(Graph()).symbol("x")
    with pytest.raises(UsageError, match="no pivot can be chosen among values of type Scalar"):
        solve([[x]], [1])


def test_the_bound_on_degrees_is_that_of_cramers_rule() -> None:
    symbol, number = Degree(1), Degree(0)
    full = solve([[symbol] * 3] * 3, [symbol, number, number])
    assert [(x.above, x.below) for x in full] == [(3, 3)] * 3
    quotient = solve([[number / symbol, number], [number, symbol]], [[1, symbol], [1, number]])
    assert [(x.above, x.below) for x in quotient.ravel()] == [(2, 2), (3, 3)] * 2


@pytest.mark.parametrize("seed", range(12))
def test_the_bound_is_never_below_the_true_degree(seed: int) -> None:
    """Random rational functions of one symbol, solved by SymPy."""
    rng = random.Random(seed)
    t = sympy.Symbol("t")
    n = 2 + seed % 2

    def polynomial(degree: int) -> Any:
        return sum(rng.randint(1, 9) * t**k for k in range(degree + 1))

    def entry() -> tuple[Any, Degree]:
        if rng.random() < 0.2:
            return sympy.Integer(0), Degree(0)
        above, below = rng.randint(0, 2), rng.randint(0, 1)
        return polynomial(above) / polynomial(below), Degree(above, below)

    exact = sympy.zeros(n, n + 1)
    while sympy.cancel(exact[:, :n].det()) == 0:
        rows = [[entry() for _ in range(n + 1)] for _ in range(n)]
        exact = sympy.Matrix(n, n + 1, [value for row in rows for value, _ in row])
    degrees = [[degree for _, degree in row] for row in rows]
    bounds = solve([row[:n] for row in degrees], [row[n] for row in degrees])
    determinant = exact[:, :n].det()
    for i, bound in enumerate(bounds):
        replaced = exact[:, :n].copy()
        replaced[:, i] = exact[:, n]
        value = sympy.cancel(replaced.det() / determinant)
        above, below = (sympy.Poly(part, t).degree() for part in sympy.fraction(value))
        assert max(above, 0) <= bound.above
        assert below <= bound.below
