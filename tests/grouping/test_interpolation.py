"""Coefficients that are known at points only, and the expressions that are found for them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from grouping.small_robots import arm
from symoro.expressions import Expression, ModularArithmetic, evaluate, parse
from symoro.expressions.zero_test import is_zero
from symoro.grouping.exact.interpolation import one_product, simple_fraction, sum_of_products
from symoro.grouping.exact.residues import PRIMES
from symoro.robot import Robot

PRIME = PRIMES[0]
ROBOT = arm("R alpha=a1 d=L1", "R d=L2 r=L3", "P alpha=Pi/3 theta=0.4", name="points")
PLANE = arm("R d=L1", "R d=L2", name="plane")
HALF = arm("R d=L1", "R d=0.5", name="half")


@cache
def field_at(point: int) -> ModularArithmetic:
    return ModularArithmetic(f"point {point}", PRIME)


def residue(point: int, entry: Expression) -> int:
    field = field_at(point)
    return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field).value


def product_for(robot: Robot, text: str, power: int) -> Expression | None:
    wanted = parse(text)
    return one_product(robot, power, lambda point: residue(point, wanted), residue, PRIME)


def sum_for(robot: Robot, text: str, power: int, likely: str = "") -> Expression | None:
    wanted = parse(text)
    first = [parse(word) for word in likely.split()]
    return sum_of_products(
        robot, power, lambda point: residue(point, wanted), residue, PRIME, first
    )


def same(found: Expression | None, text: str) -> bool:
    return found is not None and is_zero(found - parse(text))


@pytest.mark.parametrize(
    ("text", "power"),
    [
        ("3", 0),
        ("-7/9", 0),
        ("L1", 1),
        ("-2*L1*L3", 2),
        ("L1/L2", 0),
        ("1/L3", -1),
        ("L1^2/L2^2", 0),
        ("L1*L2/L3^2", 0),
        ("L1^2/L2", 1),
        ("L1/L3^2", -1),
        ("1/(L1*L3)", -2),
        ("2*L1*sin(a1)", 1),
        ("cos(a1)^2", 0),
        ("sin(a1)/cos(a1)", 0),
        ("1/cos(a1)", 0),
        ("L2^2*cos(a1)*sin(0.4)", 2),
    ],
)
def test_products_are_recognised(text: str, power: int) -> None:
    assert same(product_for(ROBOT, text, power), text)
    other = 2 if power < 1 else 0
    assert product_for(ROBOT, text, other) is None  # another unit


@pytest.mark.parametrize(
    ("text", "power"),
    [("L1^2 + L2^2", 2), ("L1^2 - 3*L2*L1 + L2^2/2", 2), ("L1/L2 - 1/2", 0), ("L1 - L2/3", 1)],
)
def test_sums_are_recognised(text: str, power: int) -> None:
    assert product_for(PLANE, text, power) is None
    assert same(sum_for(PLANE, text, power), text)
    assert sum_for(PLANE, text, power - 1) is None  # another unit


def test_units_do_not_show_where_a_length_is_a_number() -> None:
    assert same(product_for(HALF, "L1", 2), "L1")
    assert same(sum_for(HALF, "L1^2 - 3*L1 + 1/2", 2), "L1^2 - 3*L1 + 1/2")


def test_sums_with_angles_are_recognised() -> None:
    text = "L1*cos(a1) - L1*cos(a1)^2"
    assert same(sum_for(arm("R alpha=a1 d=L1", name="one"), text, 1), text)


def test_a_sum_may_be_made_of_products_that_were_found_elsewhere() -> None:
    """Of likely products also those that are no candidates of their own."""
    text = "L1^3/L2^3 - 2*L1^5/L2^5"
    assert sum_for(PLANE, text, 0) is None
    assert same(sum_for(PLANE, text, 0, likely="L1^3/L2^3 L1^5/L2^5"), text)


@pytest.mark.parametrize("power", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("text", ["L1^3", "L1^5*L2", "1/(L1 + L2)", "1234567/7654321"])
def test_others_are_not_made_up(text: str, power: int) -> None:
    assert product_for(PLANE, text, power) is None
    assert sum_for(PLANE, text, power) is None


@pytest.mark.parametrize("value", [0, 1, -1, Fraction(999, 1000), Fraction(-7, 3)])
def test_fractions_of_residues(value: Fraction) -> None:
    number = Fraction(value)
    given = number.numerator * pow(number.denominator, -1, PRIME) % PRIME
    assert simple_fraction(given, PRIME) == number


def test_a_residue_of_no_short_fraction_is_none() -> None:
    assert simple_fraction(123456789, PRIME) is None
