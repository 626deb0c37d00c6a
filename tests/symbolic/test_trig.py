"""Forms of trigonometric expressions: equal to what they came from, unique, short."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from sympy import Float, Integer, Rational, cos, pi, sin, sqrt, tan

import symoro
from symbolic.jacobians import jacobian, transform
from symbolic.random_trig import random_product
from symbolic.residues import same
from symoro.errors import UsageError
from symoro.symbolic.sums import cost
from symoro.symbolic.to_sympy import sympy_symbol
from symoro.symbolic.trig import canonical_form, is_zero, readable_form

if TYPE_CHECKING:
    from sympy import Expr

t1, t2, t3, t4 = (sympy_symbol(f"t{k}") for k in range(1, 5))
a, b = sympy_symbol("a"), sympy_symbol("b")


@pytest.mark.parametrize("seed", range(40))
def test_the_readable_and_the_unique_form_are_equal_to_the_expression(seed: int) -> None:
    expression = random_product(Random(seed))
    short = readable_form(expression)
    assert same(short, expression)
    assert same(canonical_form(expression), expression)
    assert is_zero(short - expression)
    assert cost(short) <= cost(expression)


@pytest.mark.parametrize("seed", range(20))
def test_a_small_change_is_not_zero(seed: int) -> None:
    expression = random_product(Random(seed))
    assert not is_zero(expression + Rational(1, 1000) * sin(t1) ** 2)


@pytest.mark.parametrize("seed", range(20))
def test_equal_expressions_have_one_unique_form(seed: int) -> None:
    expression = random_product(Random(seed))
    assert canonical_form(readable_form(expression)) == canonical_form(expression.expand(trig=True))


@pytest.mark.parametrize(
    ("expression", "short"),
    [
        (cos(t2) * cos(t3) - sin(t2) * sin(t3), cos(t2 + t3)),
        (sin(t2) * cos(t3) - cos(t2) * sin(t3), sin(t2 - t3)),
        (a * sin(t2 + t3) * cos(t3) - a * cos(t2 + t3) * sin(t3), a * sin(t2)),
        (a * cos(t1) ** 2 + a * sin(t1) ** 2 + b, a + b),
        (a - a * cos(t1) ** 2, a * sin(t1) ** 2),
        (a * cos(t1) ** 2 + b - b * cos(t1) ** 2, a * cos(t1) ** 2 + b * sin(t1) ** 2),
        (sin(t2) ** 2 * cos(t3) + sin(t2) * cos(t2) * sin(t3), sin(t2) * sin(t2 + t3)),
        (a * cos(t1) * cos(t2) + b * cos(t1) * sin(t3), (a * cos(t2) + b * sin(t3)) * cos(t1)),
        (sin(t2) / cos(t2) * cos(t2), sin(t2)),
        ((1 - cos(t2) ** 2) / sin(t2), sin(t2)),
        (tan(t2) * cos(t2) * a / (a * b), sin(t2) / b),
        (cos(t3 - pi / 2), sin(t3)),
        (sin(pi / 7) ** 2 * a + cos(pi / 7) ** 2 * a, a),
        (Integer(7), Integer(7)),
        (a, a),
    ],
)
def test_readable_forms(expression: Expr, short: Expr) -> None:
    assert readable_form(expression) == short


def test_double_angles_are_left_to_the_reader() -> None:
    assert readable_form(cos(t1) * sin(t1)) == cos(t1) * sin(t1)


def test_offsets_and_square_roots_are_exact() -> None:
    assert is_zero(cos(t1 + pi / 4) - (cos(t1) - sin(t1)) / sqrt(2))
    assert is_zero(sin(t1 + pi / 3) - sin(t1) / 2 - sqrt(3) / 2 * cos(t1))
    assert is_zero(sqrt(6) - sqrt(2) * sqrt(3))
    assert is_zero(sqrt(a + 1) ** 2 - a - 1)
    assert is_zero(cos(t1 / 2) ** 2 - (1 + cos(t1)) / 2)
    assert is_zero(Float("0.45") * a - Rational(9, 20) * a)
    assert is_zero(cos(t1 + pi / 7) * cos(pi / 7) + sin(t1 + pi / 7) * sin(pi / 7) - cos(t1))


def test_a_symbol_may_be_angle_and_factor() -> None:
    assert readable_form(t1 * cos(t1) ** 2 + t1 * sin(t1) ** 2) == t1
    assert not is_zero(t1 - sin(t1))


def test_a_division_by_zero_is_named() -> None:
    zero = cos(t1) ** 2 + sin(t1) ** 2 - 1
    with pytest.raises(UsageError, match="division by zero"):
        readable_form(a / zero)


@pytest.mark.parametrize("name", ["rx90", "ur5", "puma560", "stanford"])
def test_transforms_and_jacobians_of_arms(name: str) -> None:
    """Every element equals what it came from; no trigonometric call of two factors survives."""
    chain = [frame for j, frame in symoro.load(name) if j <= 6]
    for element in (*transform(chain, 0, 6)[:3, :], *jacobian(name, last=6)):
        short = readable_form(element)
        assert same(short, element)
        assert cost(short) <= cost(element)


def test_the_position_of_the_ur5() -> None:
    """In the form of a textbook: three parallel axes, one product for the base's rotation."""
    chain = [frame for _, frame in symoro.load("ur5")]
    D3, D4, RL1, RL5, RL6 = (sympy_symbol(name) for name in ("D3", "D4", "RL1", "RL5", "RL6"))
    t5 = sympy_symbol("t5")
    assert readable_form(transform(chain, 0, 6)[2, 3]) == (
        D3 * sin(t2)
        + D4 * sin(t2 + t3)
        + RL1
        - RL5 * cos(t2 + t3 + t4)
        - RL6 * sin(t5) * sin(t2 + t3 + t4)
    )
