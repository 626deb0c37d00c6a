"""Units of angles: sums are exact and small, and sines of related constants are recognised."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Expr, Rational, cos, pi, sin

from clock import at_most
from symoro.symbolic.to_sympy import sympy_symbol
from symoro.symbolic.trig import canonical_form, is_zero, readable_form
from symoro.symbolic.units import MOST, units_of

DECIMALS = st.fractions(min_value=-4, max_value=4, max_denominator=10_000)


def number(text: str) -> Rational:
    return Rational(text)


@given(st.lists(DECIMALS, max_size=8))
def test_every_factor_is_a_whole_sum_of_units(factors: list[Fraction]) -> None:
    sums = units_of(factors)
    assert set(sums) == {abs(factor) for factor in factors if factor}
    for factor, found in sums.items():
        assert sum(unit * times for unit, times in found.items()) == factor
        assert all(isinstance(times, int) for times in found.values())
        assert sum(map(abs, found.values())) <= 4 * MOST


def test_multiples_of_one_unit_that_are_small_have_that_unit() -> None:
    half, odd = Fraction(1, 2), Fraction("0.7854")
    assert units_of([Fraction(1), -3 * half]) == {Fraction(1): {half: 2}, 3 * half: {half: 3}}
    assert units_of([odd, 3 * odd]) == {odd: {odd: 1}, 3 * odd: {odd: 3}}


def test_a_factor_that_is_a_sum_of_others_is_no_unit() -> None:
    a, b = Fraction("0.7854"), Fraction("0.3")
    assert units_of([a + b, a, b, a - b], 4)[a + b] == {a - b: 1, b: 2}


x, a = sympy_symbol("x"), sympy_symbol("a")


def test_sums_of_decimals_are_recognised() -> None:
    p, q = number("0.3"), number("0.7854")
    assert is_zero(cos(p + q) - cos(p) * cos(q) + sin(p) * sin(q))
    assert is_zero(sin(x + p) - sin(x + p + q) * cos(q) + cos(x + p + q) * sin(q))
    assert is_zero(sin(2 * q) - 2 * sin(q) * cos(q))
    assert is_zero(
        sin(pi * p / 10) * cos(pi * q / 10)
        + cos(pi * p / 10) * sin(pi * q / 10)
        - sin(pi * (p + q) / 10)
    )
    assert not is_zero(cos(p) - cos(q))
    assert not is_zero(cos(p) ** 2 + sin(q) ** 2 - 1)


@pytest.mark.parametrize("expression", [sin(number("0.7854") * a) * cos(a / 3), sin(x + 1 / 7)])
def test_factors_without_a_small_unit_take_no_time(expression: Expr) -> None:
    with at_most(1):
        assert not is_zero(expression + cos(number("0.7854")) * sin(number("0.1") + x))


def test_a_square_of_a_decimal_sine_is_readable() -> None:
    p = number("0.7854")
    assert readable_form(a * sin(p) ** 2 + a * cos(p) ** 2) == a
    assert is_zero(canonical_form(sin(x + p)) - sin(x + p))
