"""Areas that two joints reach, every place once, with known answers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.jacobians import Array
from symoro.analysis.two_joints import area_of_two
from symoro.analysis.workspace import JointRange, Line, Measure

PI = math.pi
UPRIGHT: Line = (np.zeros(3), np.array([0.0, 0.0, 1.0]))
ALONG_X: Line = (np.zeros(3), np.array([1.0, 0.0, 0.0]))


def planar(l1: float, l2: float, first: tuple[float, float], second: tuple[float, float]) -> float:
    def path(q: Array) -> Array:
        return np.stack([l1 + l2 * np.cos(q), l2 * np.sin(q), 0 * q + 0.3], axis=1)

    found = area_of_two(path, JointRange(1, *first), JointRange(2, *second), UPRIGHT, turns=True)
    return checked(found)


def checked(found: Measure | None) -> float:
    assert found is not None
    assert found.value is not None
    assert found.error is not None
    assert found.error <= 1e-5 * found.value
    return found.value


@pytest.mark.parametrize("degrees", range(0, 180, 30))
def test_an_elbow_on_one_side_reaches_what_it_sweeps(degrees: int) -> None:
    """The course's table: Pi/2 (cos a - cos b) for links of 1 and a quarter turn of joint 1."""
    a, b = math.radians(degrees), math.radians(degrees + 30)
    exact = PI / 2 * (math.cos(a) - math.cos(b))
    assert planar(1, 1, (0, PI / 2), (a, b)) == pytest.approx(exact, rel=1e-6)
    assert planar(1, 1, (0, PI / 2), (-b, -a)) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("lengths", [(1.0, 1.0), (1.0, 0.6), (0.2, 0.9)])
@pytest.mark.parametrize("turn", [2 * PI, 7.0])
def test_full_turns_reach_the_ring_once(lengths: tuple[float, float], turn: float) -> None:
    l1, l2 = lengths
    ring = PI * ((l1 + l2) ** 2 - (l1 - l2) ** 2)
    assert planar(l1, l2, (-1, turn - 1), (-PI, PI)) == pytest.approx(ring, rel=1e-6)


def test_places_of_both_elbows_count_once() -> None:
    """Pieces of a quarter turn overlap beyond r = sqrt 2: 3 Pi/2 + 1, where 2 Pi are swept."""
    found = planar(1, 1, (0, PI / 2), (-PI, PI))
    assert found == pytest.approx(1.5 * PI + 1, rel=1e-6)


def test_a_range_whose_middle_lies_between_two_postures_is_split_there() -> None:
    """The arm is stretched halfway between two of 4097 postures, which reach equally far."""
    low, high = -1000.5 / 4096, 3095.5 / 4096
    # elbows -q and q start at -q/2 and q/2: pieces of 0.01 overlap up to q = 0.01
    swept = 0.01 * (2 - math.cos(low) - math.cos(high))
    twice = 0.01 * (1 - math.cos(0.01)) - (math.sin(0.01) - 0.01 * math.cos(0.01))
    found = planar(1, 1, (0, 0.01), (low, high))
    assert found == pytest.approx(swept - twice, rel=1e-6)


def test_a_slide_reaches_a_strip() -> None:
    """A circle of radius 0.5, moved by 1.2: a strip, and half a disc at each end."""

    def path(q: Array) -> Array:
        return np.stack([0.5 * np.cos(q), 0 * q, 0.5 * np.sin(q)], axis=1)

    def area(length: float) -> float:
        ranges = JointRange(1, 0.2, 0.2 + length), JointRange(2, -PI, PI)
        return checked(area_of_two(path, *ranges, ALONG_X, turns=False))

    assert area(1.2) == pytest.approx(1.2 + PI / 4, rel=1e-5)
    half = 0.4  # two circles, 0.4 apart: a lens inside is in neither piece
    lens = 2 * 0.25 * math.acos(half) - half * math.sqrt(0.25 - (half / 2) ** 2)
    assert area(half) == pytest.approx(half + PI / 4 - lens, rel=1e-5)


def test_joints_that_leave_the_plane_have_no_area_here() -> None:
    def lifted(q: Array) -> Array:
        return np.stack([1 + np.cos(q), np.sin(q), 0.1 * q], axis=1)

    ranges = JointRange(1, 0, 1), JointRange(2, 0, 1)
    assert area_of_two(lifted, *ranges, UPRIGHT, turns=True) is None
    assert area_of_two(lifted, *ranges, ALONG_X, turns=False) is None
