"""Coefficients that are known at points only, and the expressions that are found for them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from identification.small_robots import arm
from symoro.expressions import Expression, ModularArithmetic, evaluate, parse
from symoro.expressions.modular import is_zero
from symoro.identification.exact.interpolate import one_product, rational, sum_of_products
from symoro.identification.exact.residues import PRIMES
from symoro.robot import Robot

PRIME = PRIMES[0]
ROBOT = arm("R alpha=a1 d=L1", "R d=L2 r=L3", "P alpha=Pi/3 theta=0.4", name="points")
PLANE = arm("R d=L1", "R d=L2", name="plane")


@cache
def field_at(point: int) -> ModularArithmetic:
    return ModularArithmetic(f"point {point}", PRIME)


def residue(point: int, entry: Expression) -> int:
    field = field_at(point)
    return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field).value


def found_for(robot: Robot, wanted: Expression) -> Expression | None:
    return interpolate(robot, lambda point: residue(point, wanted), residue, PRIME)


@pytest.mark.parametrize(
    "text",
    [
        "3",
        "-7/9",
        "L1",
        "-2*L1*L3",
        "L1/L2",
        "1/L3",
        "L1^2/L2^2",
        "L1*L2/L3^2",
        "L1/L3^2",
        "2*L1*sin(a1)",
        "cos(a1)^2",
        "sin(a1)/cos(a1)",
        "L2^2*cos(a1)*sin(0.4)",
    ],
)
def test_products_are_recognised(text: str) -> None:
    found = found_for(ROBOT, parse(text))
    assert found is not None
    assert is_zero(found - parse(text))


@pytest.mark.parametrize("text", ["L1^2 + L2^2", "L1^2 - 3*L2*L1 + 1/2", "L1/L2 - L2"])
def test_sums_are_recognised(text: str) -> None:
    found = found_for(PLANE, parse(text))
    assert found is not None
    assert is_zero(found - parse(text))


def test_sums_with_angles_are_recognised() -> None:
    wanted = parse("L1*cos(a1) - cos(a1)^2")
    found = found_for(arm("R alpha=a1 d=L1", name="one"), wanted)
    assert found is not None
    assert is_zero(found - wanted)


@pytest.mark.parametrize("text", ["L1^3", "L1^5*L2", "1/(L1 + L2)", "1234567/7654321"])
def test_others_are_not_made_up(text: str) -> None:
    assert found_for(PLANE, parse(text)) is None


@pytest.mark.parametrize("value", [0, 1, -1, Fraction(999, 1000), Fraction(-7, 3)])
def test_fractions_of_residues(value: Fraction) -> None:
    number = Fraction(value)
    given = number.numerator * pow(number.denominator, -1, PRIME) % PRIME
    assert rational(given, PRIME) == number


def test_a_residue_of_no_short_fraction_is_none() -> None:
    assert rational(123456789, PRIME) is None
