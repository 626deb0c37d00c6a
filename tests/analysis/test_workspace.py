"""What is reached: ranges, boxes, areas and volumes with a known answer."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from analysis.jacobians import Array
from symoro.analysis.workspace import (
    LIMITS,
    SLIDE,
    TURN,
    JointRange,
    Workspace,
    joint_ranges,
    measure,
    sample_workspace,
    swept_area,
)
from symoro.errors import ModelError, UsageError
from symoro.expressions import expression
from symoro.library import robot as library_robot
from symoro.robot import Limits, Robot

PI = math.pi
TURNS = (JointRange(1, -PI, PI, TURN), JointRange(2, -PI, PI, TURN))
Z_AXIS = (np.zeros(3), np.array([0.0, 0.0, 1.0]))


class Planar2R:
    """The planar arm with two links, written out."""

    def __init__(self, l1: float, l2: float) -> None:
        self.l1, self.l2 = l1, l2

    def position(self, q: Array) -> Array:
        a, b = q[:, 0], q[:, 0] + q[:, 1]
        x = self.l1 * np.cos(a) + self.l2 * np.cos(b)
        y = self.l1 * np.sin(a) + self.l2 * np.sin(b)
        return np.stack([x, y, 0 * x], axis=1)

    def jacobian(self, q: Array) -> Array:
        x, y, zero = self.position(q).T
        b = q[:, 0] + q[:, 1]
        rows = [[-y, -self.l2 * np.sin(b)], [x, self.l2 * np.cos(b)], [zero, zero]]
        return np.moveaxis(np.array(rows), 2, 0)

    @property
    def area(self) -> float:
        return PI * ((self.l1 + self.l2) ** 2 - (self.l1 - self.l2) ** 2)

    def sampled(self, samples: int = 20000, seed: int = 0, *, turned: bool = True) -> Workspace:
        axis = Z_AXIS if turned else None
        return sample_workspace(
            self.position, TURNS, samples, seed, jacobian=self.jacobian, axis=axis
        )


# Ranges


def with_limits(lower: str | None, upper: str | None, joint: int = 1) -> Robot:
    scara = library_robot("scara")
    ends = (None if end is None else expression(end) for end in (lower, upper))
    frames = list(scara.frames)
    frames[joint - 1] = replace(frames[joint - 1], limits=Limits(*ends))
    return replace(scara, frames=tuple(frames))


SCARA = {"D2": 0.3, "D3": 0.25}


def test_joints_without_limits_make_a_turn_or_slide_over_the_size_of_the_robot() -> None:
    turn, *_, slide = joint_ranges(library_robot("scara"), SCARA)
    assert turn == JointRange(1, -PI, PI, TURN)
    assert slide == JointRange(4, 0.0, 0.3, SLIDE)


@pytest.mark.parametrize(
    ("lower", "upper", "low", "high", "source"),
    [
        ("-Pi/2", "Pi/4", -PI / 2, PI / 4, LIMITS),
        ("-D2", "2*D2", -0.3, 0.6, LIMITS),
        ("1", None, 1.0, 1 + 2 * PI, TURN),
        (None, "1", 1 - 2 * PI, 1.0, TURN),
    ],
)
def test_limits_are_taken_and_a_missing_end_is_said(
    lower: str | None, upper: str | None, low: float, high: float, source: str
) -> None:
    (found,) = joint_ranges(with_limits(lower, upper), SCARA, [1])
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.source == source


def test_limits_that_cross_are_refused() -> None:
    with pytest.raises(UsageError, match=r"joint 1: the lower limit 0\.3 is above"):
        joint_ranges(with_limits("D2", "D3"), SCARA)


# Samples


def test_a_seed_gives_the_same_samples_and_another_seed_gives_others() -> None:
    arm = Planar2R(1, 0.6)
    first, again, other = (arm.sampled(500, seed) for seed in (3, 3, 4))
    assert np.array_equal(first.positions, again.positions)
    assert np.array_equal(first.box, again.box)
    assert first.measure == again.measure
    assert not np.array_equal(first.positions, other.positions)


def test_samples_lie_in_the_ranges_and_have_their_positions() -> None:
    arm = Planar2R(1, 0.6)
    ranges = (JointRange(1, 0.2, 0.5), JointRange(2, -1.0, 2.0))
    found = sample_workspace(arm.position, ranges, 400)
    assert np.array_equal(found.positions, arm.position(found.q))
    assert (found.q.min(axis=0) >= [0.2, -1.0]).all()
    assert (found.q.max(axis=0) <= [0.5, 2.0]).all()


def test_manipulability_is_that_of_the_arm() -> None:
    found = Planar2R(1, 0.6).sampled(300)
    assert found.manipulability == pytest.approx(0.6 * np.abs(np.sin(found.q[:, 1])), abs=1e-12)


@pytest.mark.parametrize("lengths", [(1.0, 1.0), (1.0, 0.6), (0.2, 0.9)])
def test_the_box_of_an_arm_is_found_far_better_than_by_samples(
    lengths: tuple[float, float],
) -> None:
    reach = sum(lengths)
    found = Planar2R(*lengths).sampled(2000)
    # the search ends with steps of 1e-7 turns, and the error is their square
    assert found.box == pytest.approx(np.array([[-1, -1, 0], [1, 1, 0]]) * reach, abs=1e-9)
    assert np.abs(found.positions).max() < reach


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("lengths", [(1.0, 1.0), (1.0, 0.6), (0.2, 0.9)])
def test_the_area_of_the_ring_is_within_the_stated_error(
    lengths: tuple[float, float], turned: bool
) -> None:
    arm = Planar2R(*lengths)
    found = arm.sampled(turned=turned).measure
    assert found.kind == "area"
    assert found.value is not None
    assert found.error is not None
    assert abs(found.value - arm.area) <= found.error
    assert found.error < (0.005 if turned else 0.25) * arm.area
    assert ("turned" in found.method) == turned


def test_states_that_cannot_be_are_dropped_and_counted() -> None:
    arm = Planar2R(1, 1)

    def only_above(q: Array) -> Array:
        x = arm.position(q)
        x[x[:, 1] < 0] = np.nan
        return x

    found = sample_workspace(only_above, TURNS, 4000)
    assert found.dropped + len(found.positions) == 4000
    assert found.dropped == pytest.approx(2000, abs=5 * math.sqrt(1000))  # five sigma
    assert found.box[0, 1] == pytest.approx(0, abs=1e-3)
    with pytest.raises(ModelError, match="at none of 50"):
        sample_workspace(lambda q: np.full((len(q), 3), np.nan), TURNS, 50)


@pytest.mark.parametrize("samples", [0, -3, 10**9])
def test_a_number_of_samples_out_of_range_is_refused(samples: int) -> None:
    with pytest.raises(UsageError, match="samples is 1 to"):
        Planar2R(1, 1).sampled(samples)


def test_one_sample_is_enough_to_answer() -> None:
    found = Planar2R(1, 1).sampled(1)
    assert found.positions.shape == (1, 3)
    assert found.measure.kind == "area"


# Kinds of reach


def test_a_point_a_curve_and_a_surface_have_no_area() -> None:
    circle = Planar2R(1, 0)
    found = circle.sampled(500)
    assert (found.measure.dimension, found.measure.kind) == (1, "curve")
    assert found.measure.value is None
    still = Planar2R(0, 0).sampled(500).measure
    assert (still.dimension, still.kind, still.value) == (0, "point", None)
    assert repr(found) == "<Workspace: 500 positions, curve>"
    sphere = np.random.default_rng(0).normal(size=(500, 3))
    sphere /= np.linalg.norm(sphere, axis=1)[:, None]
    assert measure(sphere, 2).kind == "surface"


@pytest.mark.parametrize("turned", [True, False])
def test_the_volume_of_a_ball_is_within_the_stated_error(turned: bool) -> None:
    rng = np.random.default_rng(1)
    ball = rng.uniform(-1, 1, (60000, 3))
    ball = ball[np.linalg.norm(ball, axis=1) < 1]
    middle = np.array([0.3, -0.2, 5])
    found = measure(ball + middle, 3, (middle, Z_AXIS[1]) if turned else None)
    assert found.kind == "volume"
    assert found.value is not None
    assert found.error is not None
    assert abs(found.value - 4 * PI / 3) <= found.error
    assert found.error < (0.1 if turned else 0.3) * 4 * PI / 3


def test_a_tilted_disc_has_the_area_of_a_level_one() -> None:
    rng = np.random.default_rng(2)
    disc = rng.uniform(-1, 1, (20000, 3)) * [1, 1, 0]
    disc = disc[np.linalg.norm(disc, axis=1) < 1]
    c, s = math.cos(0.7), math.sin(0.7)
    tilted = disc @ np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    found = measure(tilted, 2)
    assert found.value is not None
    assert found.error is not None
    assert abs(found.value - PI) <= found.error


# Swept areas


@pytest.mark.parametrize(
    ("first", "exact"), [(0, 0.210446), (30, 0.574951), (60, 0.785398), (90, 0.785398)]
)
def test_the_swept_area_is_that_of_the_course(first: int, exact: float) -> None:
    ranges = [
        JointRange(1, 0, PI / 2),
        JointRange(2, math.radians(first), math.radians(first + 30)),
    ]
    found = swept_area(Planar2R(1, 1).jacobian, ranges)
    assert found == pytest.approx(exact, abs=1e-6)  # the last digit is cut off
    a, b = (math.radians(angle) for angle in (first, first + 30))
    assert found == pytest.approx(PI / 2 * abs(math.cos(a) - math.cos(b)), rel=1e-12)


def test_a_whole_turn_of_both_joints_sweeps_the_ring_twice() -> None:
    arm = Planar2R(1, 0.6)
    assert arm.sampled(500).swept == pytest.approx(2 * arm.area, rel=1e-6)


def test_links_of_equal_length_sweep_most() -> None:
    def area(ratio: float) -> float:
        arm = Planar2R(1 / (1 + ratio), ratio / (1 + ratio))  # together 1
        return swept_area(arm.jacobian, [JointRange(1, 0, 1), JointRange(2, 0.1, 1)], panels=4)

    best = area(1.0)
    for ratio in (0.4, 0.9, 0.99, 1.01, 1.1, 3.0):
        assert area(ratio) < best
        assert area(ratio) / best == pytest.approx(4 * ratio / (1 + ratio) ** 2, rel=1e-12)


def test_two_joints_sweep_an_area() -> None:
    with pytest.raises(UsageError, match="found 1"):
        swept_area(Planar2R(1, 1).jacobian, [JointRange(1, 0, 1)])


@pytest.mark.parametrize("unit", [1.0, 1000.0])
@pytest.mark.parametrize(("links", "bend"), [(4, math.pi), (5, math.pi), (4, math.pi / 2)])
def test_an_arm_of_many_links_is_measured_where_it_is_hardly_ever_stretched(
    links: int, bend: float, unit: float
) -> None:
    """A disc; a bent second joint leaves the middle of it out."""
    lengths = unit * np.arange(links, 0, -1) / 10

    def position(q: Array) -> Array:
        angle = q.cumsum(axis=1)
        flat = np.stack([np.cos(angle) @ lengths, np.sin(angle) @ lengths], axis=1)
        return np.concatenate([flat, np.zeros((len(q), 1))], axis=1)

    turn, second = JointRange(1, -math.pi, math.pi), JointRange(2, -bend, bend)
    ranges = [turn, second, *(JointRange(j, -math.pi, math.pi) for j in range(3, links + 1))]
    found = sample_workspace(position, ranges, 5000, axis=Z_AXIS).measure
    hole = 0.2 if bend < math.pi else 0.0  # 0.4 and 0.3 at a right angle, 0.3 back: 0.5 - 0.3
    true = math.pi * (lengths.sum() ** 2 - (hole * unit) ** 2)
    assert found.value is not None
    assert found.error is not None
    assert abs(found.value - true) <= found.error < 0.01 * true
