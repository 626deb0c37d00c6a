"""Root kernels: accuracy on equations with known roots, double roots, none, and all.

Bounds are a few times what was measured: 1.5 units in the last place for polynomials, 1.3 for
circles, of the sum of the absolute values of their terms.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from symoro.ir import tree_kernels
from symoro.ir.polynomial_kernels import circle_value
from symoro.ir.root_kernels import FREE, TRIED
from symoro.ir.roots import Free, NoRoot, Root, roots, tried_values
from symoro.models.inverse_geometry.unknowns import Kind

EPSILON = 2.0**-52
UNITS = 8 * EPSILON


def solved(kind: Kind, coefficients: Sequence[float], rounding: float = 0.0) -> list[Root]:
    """The roots of an equation that has some."""
    found = roots(kind, [float(x) for x in coefficients], [rounding] * len(coefficients))
    assert isinstance(found, list), found
    return found


def backward_error(polynomial: Sequence[float], x: float) -> float:
    """The value at a root by the sum of the absolute values of its terms, computed exactly."""
    value = size = Fraction(0)
    for coefficient in map(Fraction, polynomial):
        value = value * Fraction(x) + coefficient
        size = size * abs(Fraction(x)) + abs(coefficient)
    return float(abs(value) / size) if size else 0.0


def with_roots(*values: float) -> list[float]:
    return [float(x) for x in np.poly(values)]


def test_simple_roots_of_quartics_solve_a_polynomial_that_is_wrong_by_rounding_alone() -> None:
    rng = random.Random(20)
    for _ in range(1000):
        wanted = sorted(rng.uniform(-2, 2) for _ in range(4))
        if min(b - a for a, b in pairwise(wanted)) < 1e-3:
            continue  # nearly a double root
        quartic = with_roots(*wanted)
        found = solved(Kind.QUARTIC, quartic)
        assert [root.multiplicity for root in found] == [1] * 4
        for root, x in zip(found, wanted, strict=True):
            assert backward_error(quartic, root.value) <= UNITS
            assert abs(root.value - x) < 1e-5  # the closest two are 1e-3 apart


def test_quartics_with_two_complex_roots_have_two() -> None:
    rng = random.Random(21)
    for _ in range(300):
        a, b = rng.uniform(-1, 1), rng.uniform(0.05, 1)
        quartic = list(np.polymul(with_roots(-0.7, 1.3), [1, -2 * a, a * a + b * b]))
        found = solved(Kind.QUARTIC, quartic)
        assert [root.value for root in found] == pytest.approx([-0.7, 1.3], abs=1e-12)


@pytest.mark.parametrize("scale", [1e-8, 1e-3, 1e3, 1e8])
def test_roots_of_any_size_are_found(scale: float) -> None:
    wanted = [-3 * scale, -scale, 0.5 * scale, 2 * scale]
    found = solved(Kind.QUARTIC, with_roots(*wanted))
    assert [root.value for root in found] == pytest.approx(wanted, rel=1e-13)


def test_a_root_far_from_the_others_is_found() -> None:
    quartic = [1e-12, *with_roots(-1.0, 0.5, 0.75)]
    found = solved(Kind.QUARTIC, quartic)
    assert len(found) == 4
    assert max(backward_error(quartic, root.value) for root in found) <= UNITS


@pytest.mark.parametrize(
    ("wanted", "multiplicity"),
    [
        ((-0.5, 0.25, 1.0, 1.0), [1, 1, 2]),
        ((-0.5, -0.5, 0.75, 0.75), [2, 2]),
        ((-0.3, 0.9, 0.9, 0.9), [1, 3]),
        ((0.3, 0.3, 0.3, 0.9), [3, 1]),
        ((0.3, 0.3, 0.3, 0.3), [4]),
        ((0.0, 0.0, 0.0, 0.0), [4]),
    ],
)
def test_a_root_that_is_double_within_rounding_comes_once(
    wanted: tuple[float, ...], multiplicity: list[int]
) -> None:
    found = solved(Kind.QUARTIC, with_roots(*wanted), 64 * EPSILON)
    assert [root.multiplicity for root in found] == multiplicity
    for root, x in zip(found, sorted(set(wanted)), strict=True):
        triple = root.multiplicity == 3  # its derivative has a double root: half of the digits
        assert abs(root.value - x) < (1e-7 if triple else 1e-14)


@pytest.mark.parametrize("gap", [1e-3, 1e-5, 3e-6])
def test_two_roots_that_are_apart_are_two_also_within_rounding(gap: float) -> None:
    """Rounding is that of a large robot, of which the equation has a small part only."""
    found = solved(Kind.QUARTIC, with_roots(-0.5, 0.25, 1 - gap / 2, 1 + gap / 2), 1e-7)
    assert [root.multiplicity for root in found] == [1, 1, 1, 1]
    assert found[3].value - found[2].value == pytest.approx(gap, rel=1e-3)
    near = solved(Kind.QUARTIC, with_roots(-0.5, 0.25, 1 - 1e-8, 1 + 1e-8), 1e-7)
    assert [root.multiplicity for root in near] == [1, 1, 2]


def test_double_roots_at_random_places_are_found() -> None:
    rng = random.Random(22)
    for _ in range(300):
        a, b, c = rng.uniform(-2, -0.5), rng.uniform(-0.2, 0.8), rng.uniform(1, 2)
        quartic = with_roots(a, b, b, c)
        found = solved(Kind.QUARTIC, quartic, 64 * EPSILON * max(map(abs, quartic)))
        assert [root.multiplicity for root in found] == [1, 2, 1]
        assert abs(found[1].value - b) < 1e-12


def test_a_quartic_without_roots_tells_its_least_value() -> None:
    found = roots(Kind.QUARTIC, [1.0, 0.0, -2.0, 0.0, 1.25], [0.0] * 5)  # (x^2 - 1)^2 + 1/4
    assert isinstance(found, NoRoot)
    assert found.distance == pytest.approx(0.25, abs=1e-14)


def test_leading_coefficients_within_rounding_are_none() -> None:
    small = 1e-16
    assert len(solved(Kind.QUARTIC, [small, *with_roots(-1, 0.5, 2)], 1e-14)) == 3
    assert len(solved(Kind.QUARTIC, [small, 0, *with_roots(-1, 0.5)], 1e-14)) == 2
    assert [r.value for r in solved(Kind.QUARTIC, [0, small, 0, 2.0, -1.0], 1e-14)] == [0.5]
    nothing = roots(Kind.QUARTIC, [0.0, 0.0, small, 0.0, -0.5], [1e-14] * 5)
    assert nothing == NoRoot(0.5)
    assert isinstance(roots(Kind.QUARTIC, [small] * 5, [1e-14] * 5), Free)


def random_circle(rng: random.Random, angle: float) -> list[float]:
    """The coefficients of a circle equation that has a root."""
    K = [rng.gauss(0, 1) * 10 ** rng.uniform(-2, 2) for _ in range(4)]
    K.append(0.0)
    K[4] = -circle_value(K, math.sin(angle), math.cos(angle))
    return K


def test_circle_equations_have_their_roots_also_half_a_turn_away() -> None:
    rng = random.Random(23)
    for number in range(1000):
        angle = math.pi if number % 4 == 0 else rng.uniform(-math.pi, math.pi)
        K = random_circle(rng, angle)
        S, C, size = math.sin(angle), math.cos(angle), sum(map(abs, K))
        slope = abs(2 * K[0] * S * C + K[1] * (C * C - S * S) - K[2] * S + K[3] * C) / size
        found = solved(Kind.CIRCLE, K, 16 * EPSILON * size)
        assert sum(root.multiplicity for root in found) in (2, 4)
        for root in found:
            assert abs(root.S**2 + root.C**2 - 1) <= 4 * EPSILON
            assert root.value == math.atan2(root.S, root.C)
            if root.multiplicity == 1:
                assert abs(circle_value(K, root.S, root.C)) <= UNITS * size
        if slope > 1e-5:  # not nearly a double root
            gap = min(abs(math.remainder(root.value - angle, 2 * math.pi)) for root in found)
            assert gap * slope <= UNITS


def test_double_roots_of_circle_equations_come_once() -> None:
    """(S - s)^2 = 0 has the double roots asin(s) and Pi - asin(s)."""
    for sine in (0.5, -0.3, 0.95):
        found = solved(Kind.CIRCLE, [1.0, 0.0, 0.0, -2 * sine, sine * sine], 1e-15)
        assert [root.multiplicity for root in found] == [2, 2]
        # a sine that is wrong by the square root of rounding solves the equation
        assert sorted(root.S for root in found) == pytest.approx([sine, sine], abs=1e-7)


def test_a_circle_equation_without_roots_tells_nearly_its_least_value() -> None:
    """Nearly: it is least where the quartic of half the angle is."""
    found = roots(Kind.CIRCLE, [0.0, 0.0, 0.6, 0.8, 1.5], [0.0] * 5)  # cos(x - y) + 3/2
    assert isinstance(found, NoRoot)
    assert found.distance == pytest.approx(0.5, rel=0.01)
    assert isinstance(roots(Kind.CIRCLE, [0.0] * 5, [1e-15] * 5), Free)


def test_quadratics_lose_no_digits_where_their_roots_differ_much() -> None:
    large, small = solved(Kind.QUADRATIC, [1.0, -1e8, 1.0])
    assert large.value == pytest.approx(1e8, rel=4 * EPSILON)
    assert small.value == pytest.approx(1e-8, rel=4 * EPSILON)
    low = solved(Kind.QUADRATIC, [-1.0, 0.0, 4.0])
    assert [root.value for root in low] == [2.0, -2.0]
    assert solved(Kind.QUADRATIC, [1.0, -2.0, 1.0], 1e-15) == [Root(1.0, multiplicity=2)]
    assert roots(Kind.QUADRATIC, [1.0, 0.0, 1.0], [0.0] * 3) == NoRoot(1.0)


def test_tried_values_begin_with_zero_and_lie_between_those_before() -> None:
    tried = [x / (2 * math.pi) for x in tried_values(True, 1.0)]
    assert tried[:5] == pytest.approx([0, 0.5, 0.25, -0.25, 0.125])
    assert sorted(tried) == pytest.approx([k / 16 for k in range(-7, 9)])
    assert tried_values(False, 3.0)[:3] == [0.0, 3.0, 1.5]


def test_tried_values_stand_for_infinitely_many() -> None:
    x, S, C, m = [0.0] * TRIED, [0.0] * TRIED, [0.0] * TRIED, [1] * TRIED
    assert tree_kernels.tried_angles(x, S, C, m) == TRIED
    assert m == [0] * TRIED
    assert [math.sin(each) for each in x] == S
    assert [math.cos(each) for each in x] == C


@pytest.mark.parametrize("turns", [0, 1, -1, 2, -3, 1e3])
def test_angles_are_wrapped_into_one_turn(turns: float) -> None:
    for angle in (-3.1, -1.0, 0.0, 2.0, math.pi):
        wrapped = tree_kernels.wrap_angle(angle + 2 * math.pi * turns)
        assert -math.pi < wrapped <= math.pi
        # the multiple of a turn is rounded
        gap = abs(math.remainder(wrapped - angle, 2 * math.pi))
        assert gap <= 4 * EPSILON * (10 + 8 * abs(turns))


def test_values_that_are_no_number_are_not_small() -> None:
    assert tree_kernels.all_small([1e-7, -1e-7], 2, 1e-6)
    assert not tree_kernels.all_small([1e-7, math.nan, 0.0], 3, 1e-6)
    assert not tree_kernels.all_small([0.0, 2e-6], 2, 1e-6)


def test_free_is_no_number_of_roots() -> None:
    assert FREE < 0
