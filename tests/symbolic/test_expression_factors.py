"""Factors of trigonometric expressions: their product is the expression, and none is left whole."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from sympy import Integer, Rational, cos, expand_trig, sin

from symbolic.random_trig import random_product, random_sum
from symbolic.residues import same
from symoro.symbolic.determinant import product_of
from symoro.symbolic.expression_factors import factorise
from symoro.symbolic.to_sympy import sympy_symbol
from symoro.symbolic.trig import is_zero

if TYPE_CHECKING:
    from sympy import Expr

t2, t3, t4, t5 = (sympy_symbol(f"t{k}") for k in range(2, 6))
D3, D4, RL4, RL5 = (sympy_symbol(name) for name in ("D3", "D4", "RL4", "RL5"))


@pytest.mark.parametrize("seed", range(30))
def test_the_product_of_the_factors_is_the_expression(seed: int) -> None:
    expression = random_product(Random(seed))
    assert same(product_of(factorise(expression)), expression)


@pytest.mark.parametrize("seed", range(12))
def test_a_product_has_the_factors_of_its_factors(seed: int) -> None:
    rng = Random(seed)
    first, second = (random_sum(rng, roots=False) + D4 for _ in range(2))
    count = _size(factorise(first)) + _size(factorise(second))
    assert _size(factorise(expand_trig(first * second).expand())) == count >= 2


@pytest.mark.parametrize(
    "factors",
    [
        [D3, RL4, cos(t3), sin(t5), D3 * cos(t2) - RL4 * sin(t2 + t3)],
        [D3, D4, sin(t3), D3 * cos(t2) + D4 * cos(t2 + t3) + RL5 * sin(t2 + t3 + t4)],
        [cos(t2), cos(t2), sin(t2), cos(t2) + 1],
        [sin(t2), sin(t2) + 1],
        [sin(t2 + t3 + t4), cos(t2 - t3)],
        [sin(t2 + t3) + 1, sin(t2) + 3 * cos(t3), sin(t2) - cos(t3) + 2],
        [D3 + RL4 * cos(t2), D3 + RL4 * cos(t2), D3**2 - RL4**2 * sin(t3)],
        [Integer(-6), D3, sin(t3)],
        [Rational(-3, 2), cos(t2)],
    ],
    ids=str,
)
def test_known_factors_are_found_again(factors: list[Expr]) -> None:
    from sympy import Mul

    found = factorise(expand_trig(Mul(*factors)).expand())
    assert sorted((str(f) for f, e in found for _ in range(e))) == sorted(map(str, factors))


def test_a_square_may_have_factors_of_several_kinds() -> None:
    """(S2 + C3)^2 = (1 + sin(t2 + t3)) (1 + sin(t2 - t3)): factors are not unique."""
    square = (sin(t2) + cos(t3)) ** 2
    found = factorise(square)
    assert _size(found) == 2
    assert same(product_of(found), square)


def test_factors_of_denominators_have_negative_exponents() -> None:
    found = factorise((1 - cos(t2) ** 2) * D3 / (2 * RL4 * sin(t2) * cos(t3) ** 2))
    assert found == [(Rational(1, 2), 1), (D3, 1), (sin(t2), 1), (RL4, -1), (cos(t3), -2)]


def test_zero_and_one() -> None:
    assert factorise(sin(t2) ** 2 + cos(t2) ** 2 - 1) == [(0, 1)]
    assert factorise(sin(t2) ** 2 + cos(t2) ** 2) == [(1, 1)]


def test_what_cannot_be_factored_stays_one_factor() -> None:
    half = D3 * (1 + cos(t2)) + RL4 * sin(t2)  # a product only in t2/2
    ((factor, exponent),) = factorise(half)
    assert exponent == 1
    assert is_zero(factor - half)


def _size(factors: list[tuple[Expr, int]]) -> int:
    """The number of factors that are no numbers."""
    return sum(exponent for factor, exponent in factors if factor.free_symbols)
