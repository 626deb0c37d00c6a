"""Angles known by sine and cosine: all operations against the angle itself."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from symoro.algebra.angle import Angle
from symoro.algebra.scalars import cos, sin
from symoro.expressions import ModularArithmetic
from symoro.ir import Graph, GraphArithmetic

SMALL = 4e-16  # two products of numbers up to 1 and a sum: a few roundings


def angle(x: float) -> Angle:
    return Angle(math.sin(x), math.cos(x))


def close(found: Angle, x: float) -> None:
    assert pytest.approx(math.sin(x), abs=SMALL) == found.S
    assert pytest.approx(math.cos(x), abs=SMALL) == found.C


@pytest.mark.parametrize("seed", range(20))
def test_sums_and_differences_are_those_of_the_angles(seed: int) -> None:
    rng = random.Random(seed)
    x, y = rng.uniform(-7, 7), rng.uniform(-7, 7)
    close(angle(x) + angle(y), x + y)
    close(angle(x) - angle(y), x - y)
    close(angle(x) + y, x + y)
    close(x + angle(y), x + y)
    close(angle(x) - y, x - y)
    close(x - angle(y), x - y)
    close(-angle(x), -x)
    assert sin(angle(x)) == math.sin(x)
    assert cos(angle(x)) == math.cos(x)
    turned = angle(x).radians
    assert -math.pi <= turned <= math.pi
    assert math.remainder(turned - x, 2 * math.pi) == pytest.approx(0, abs=2e-15)


def test_nothing_is_added_by_zero() -> None:
    one = angle(0.3)
    assert one + 0 is one
    assert 0 + one is one
    assert one - 0 is one
    close(0 - one, -0.3)


def test_quarters_of_a_turn_are_exact_in_a_program() -> None:
    """An angle of a graph plus Pi/2 costs nothing: sine and cosine change places."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    S, C = arithmetic.symbol("s"), arithmetic.symbol("c")
    quarter = arithmetic.pi() * arithmetic.number(Fraction(1, 2))
    turned = Angle(S, C) + quarter
    assert (turned.S.edge, turned.C.edge) == (C.edge, -S.edge)
    back = Angle(S, C) - quarter
    assert (back.S.edge, back.C.edge) == (-C.edge, S.edge)
    half = Angle(S, C).__radd__(quarter) + quarter
    assert (half.S.edge, half.C.edge) == (-S.edge, -C.edge)


def test_angles_of_residues_add_exactly() -> None:
    field = ModularArithmetic("angles")
    x, y = field.symbol("x"), field.symbol("y")
    both = Angle(sin(x), cos(x)) + Angle(sin(y), cos(y))
    assert sin(x + y) == both.S
    assert cos(x + y) == both.C
    assert sin(x - y) == (Angle(sin(x), cos(x)) - y).S
    assert cos(x) == (both - Angle(sin(y), cos(y))).C


def test_only_sine_and_cosine_can_be_called() -> None:
    with pytest.raises(KeyError):
        angle(0.1).call("tan")
