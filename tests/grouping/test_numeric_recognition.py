"""Formulas found from numbers: integers, rationals, products of lengths, sines, short sums."""

from __future__ import annotations

import random

import numpy as np
import pytest

from symoro import Robot
from symoro.expressions import ZERO, FloatArithmetic, evaluate, expression, is_zero
from symoro.grouping.numeric.recognition import Generators, generators, recognise, round_off

FLOATS = FloatArithmetic()
NAMES = ("d3", "d8", "r4", "a2", "g5")


def made_of(draws: int = 6, quotients: int = 0, seed: int = 0) -> Generators:
    rng = random.Random(seed)
    values = [{name: rng.uniform(0.3, 1.2) for name in NAMES} for _ in range(draws)]
    lengths = tuple(expression(name) for name in ("d3", "d8", "r4"))
    return Generators(lengths, (expression("a2"), expression("g5")), quotients, values)


@pytest.mark.parametrize(
    ("formula", "degree", "quotients"),
    [
        ("-1", 0, 0),
        ("3/7", 0, 0),
        ("2*d3", 1, 0),
        ("d3*r4", 2, 0),
        ("-d8/d3", 0, 2),
        ("1/d3", -1, 2),
        ("d3^2*cos(a2)*sin(a2)", 2, 0),
        ("cos(a2)^2*sin(g5)^2", 0, 0),
        ("d3*sin(a2)/d8/sin(g5)", 0, 2),
        ("d3^2 + r4^2", 2, 0),
        ("d3^2 - 2*d3^2*cos(a2)^2", 2, 0),
        ("2*r4 + d3*sin(a2) - d8", 1, 0),
        ("d3^2 + d8^2 + r4^2 - d3*r4", 2, 0),
    ],
)
def test_a_formula_is_found_from_its_numbers(formula: str, degree: int, quotients: int) -> None:
    sought = expression(formula)
    known = made_of(quotients=quotients)
    numbers = np.array([evaluate(sought, values, FLOATS) for values in known.samples])
    found = recognise(numbers, degree, known)
    assert found is not None
    assert is_zero(found - sought)


@pytest.mark.parametrize("formula", ["sqrt(d3)", "d3/(d3 + d8)", "tan(a2 + g5)"])
def test_what_is_no_short_formula_is_not_made_one(formula: str) -> None:
    known = made_of(quotients=2)
    numbers = [evaluate(expression(formula), values, FLOATS) for values in known.samples]
    assert recognise(np.array(numbers), 0, known) is None


def test_numbers_that_are_off_by_more_than_the_tolerance_are_no_formula() -> None:
    known = made_of()
    numbers = np.array([values["d3"] ** 2 for values in known.samples])
    assert str(recognise(numbers, 2, known)) == "d3^2"
    numbers[3] *= 1 + 1e-7
    assert recognise(numbers, 2, known) is None
    assert str(recognise(numbers, 2, known, 1e-6)) == "d3^2"


def test_a_single_draw_gives_products_of_what_is_known_but_no_chance_formula() -> None:
    known = Generators((expression("D3"),), (), 0, [{"D3": 0.425}])
    assert str(recognise(np.array([0.425**2]), 2, known)) == "D3^2"
    assert recognise(np.array([0.18]), 2, known) is None
    assert str(round_off(0.1234567890123456)) == "0.123456789012"
    table = Generators((expression("0.425"),), (), 0, [{}])
    assert str(recognise(np.array([0.425**2]), 2, table)) == "0.180625"


def test_generators_are_the_constants_of_frames() -> None:
    robot = Robot.from_mdh(
        ["a1", "Pi/2", 0], ["d1", 0, "-d1"], [0, "off", 0], [0, "r2", "ext"], [0, 0, 1]
    )
    found = generators(robot, [1, 2, 3], [])
    assert [str(e) for e in found.lengths] == ["d1", "r2", "ext"]
    assert [str(e) for e in found.angles] == ["a1", "off"]
    assert ZERO not in found.lengths
