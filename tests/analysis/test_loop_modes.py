"""All assembly modes of closed robots, against closed forms and against an independent closure."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from library.kinematics import closure as open_gaps
from library.kinematics import joint_values
from symoro import library
from symoro.analysis.loops import CannotClose, Modes, closed_postures, modes
from symoro.errors import UsageError
from symoro.expressions import ZERO, parse, symbol
from symoro.formats import load_file
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

SAME = 1e-8  # rad or m: closed to 1e-12 at regular postures, whose derivatives are above 1e-3

CLOSED = [name for name in library.names() if library.robot(name).n_loops]
COUNT = {  # modes for given motors, where they close at all
    "akr3000": {2, 4},  # the second triangle need not close for both modes of the first
    "fivebar": {2},
    "fourbar": {2},
    "rssr": {8},  # two of the rocker, and each spherical joint in two ways
    "rsur": {8},  # two of the output link, and universal and spherical joint in two ways
    "slidercrank": {2},
    "spherical4r": {2},
    "sr400": {2},
}
IDLE = {"rssr": ((4, 5), 1)}  # the rod turns about itself
TURNS = [-2.8, 0.3, 2.2]  # of cranks that turn fully

NARROW = {"L1": 0.5, "L2": 0.4, "L3": 0.4, "L4": 0.5}  # a four-bar that does not turn fully


@cache
def example(name: str) -> tuple[Robot, dict[str, float]]:
    robot = library.robot(name)
    return robot, robot.parameter_values("example")


def equal_angles(a: float, b: float) -> bool:
    return abs(math.remainder(a - b, 2 * math.pi)) < SAME


def angles(found: Modes, j: int) -> list[float]:
    return sorted({round(math.remainder(q[j], 2 * math.pi), 8) for q in found.postures})


def two_angles(condition: Callable[[float], float]) -> list[float]:
    """The zeros of a function that is c0 + c1 cos(t) + c2 sin(t)."""
    at = [condition(t) for t in (0.0, math.pi / 2, math.pi)]
    c0, c1 = (at[0] + at[2]) / 2, (at[0] - at[2]) / 2
    c2 = at[1] - c0
    middle, half = math.atan2(c2, c1), math.acos(-c0 / math.hypot(c1, c2))
    found = (middle - half, middle + half)
    return sorted(round(math.remainder(t, 2 * math.pi), 8) for t in found)


def assert_closed(robot: Robot, values: dict[str, float], found: Modes) -> None:
    for q in found.postures:
        gap = open_gaps(robot, values | joint_values(robot, q))
        assert np.abs(gap).max() < 5e-12  # 1e-12 of a metre, and some rounding of both routes


# Closed forms


@pytest.mark.parametrize("t1", TURNS)
def test_the_rocker_of_a_four_bar(t1: float) -> None:
    robot, v = example("fourbar")
    found = modes(robot, v, {1: t1})

    def coupler(t3: float) -> float:
        x = v["L4"] + v["L3"] * math.cos(t3) - v["L1"] * math.cos(t1)
        y = v["L3"] * math.sin(t3) - v["L1"] * math.sin(t1)
        return x * x + y * y - v["L2"] ** 2

    assert angles(found, 3) == pytest.approx(two_angles(coupler), abs=SAME)
    assert_closed(robot, v, found)


@pytest.mark.parametrize("t1", TURNS)
def test_the_slider_of_a_slider_crank(t1: float) -> None:
    robot, v = example("slidercrank")
    found = modes(robot, v, {1: t1})
    middle = v["L1"] * math.cos(t1)
    half = math.sqrt(v["L2"] ** 2 - (v["L1"] * math.sin(t1)) ** 2)
    slides = sorted(float(x) for x in found.positions[:, found.joints.index(3)])
    assert slides == pytest.approx([middle - half, middle + half], abs=SAME)


@pytest.mark.parametrize(("t1", "t3"), [(2.0, 1.0), (1.5, 0.2), (-2.5, -0.4)])
def test_the_elbow_of_a_five_bar(t1: float, t3: float) -> None:
    robot, v = example("fivebar")
    found = modes(robot, v, {1: t1, 3: t3})
    dx = v["L1"] * math.cos(t1) - v["L5"] - v["L3"] * math.cos(t3)
    dy = v["L1"] * math.sin(t1) - v["L3"] * math.sin(t3)

    def forearm(t2: float) -> float:
        x, y = (v["L2"] * f(t1 + t2) for f in (math.cos, math.sin))
        return (dx + x) ** 2 + (dy + y) ** 2 - v["L4"] ** 2

    assert angles(found, 2) == pytest.approx(two_angles(forearm), abs=SAME)
    assert len(found) == 2


@pytest.mark.parametrize("t1", TURNS)
def test_the_rocker_of_a_spherical_four_bar(t1: float) -> None:
    robot, v = example("spherical4r")
    found = modes(robot, v, {1: t1})
    crank = np.array([math.sin(t1), -math.cos(t1), 0.0]) * math.sin(v["a1"])
    crank[2] = math.cos(v["a1"])

    def coupler(t3: float) -> float:
        x, y = math.sin(v["a3"]) * math.sin(t3), -math.sin(v["a3"]) * math.cos(t3)
        z, c, s = math.cos(v["a3"]), math.cos(v["a4"]), math.sin(v["a4"])
        return float(crank @ np.array([x, c * y - s * z, s * y + c * z]) - math.cos(v["a2"]))

    assert angles(found, 3) == pytest.approx(two_angles(coupler), abs=SAME)
    assert len(found) == 2
    assert_closed(robot, v, found)


@pytest.mark.parametrize(("name", "output", "offset"), [("rsur", 3, "RL3"), ("rssr", 6, "RL6")])
@pytest.mark.parametrize("t1", TURNS)
def test_the_output_of_spatial_linkages(name: str, output: int, offset: str, t1: float) -> None:
    """The coupler is a distance between the tips of crank and output link."""
    robot, v = example(name)
    found = modes(robot, v, {1: t1})

    def coupler(t: float) -> float:
        c, s = math.cos(v["A4"]), math.sin(v["A4"])
        x, y, z = v["L3"] * math.cos(t), v["L3"] * math.sin(t), v[offset]
        dx = v["L4"] + x - v["L1"] * math.cos(t1)
        dy = c * y - s * z - v["L1"] * math.sin(t1)
        dz = s * y + c * z - v["RL1"]
        return dx * dx + dy * dy + dz * dz - v["L2"] ** 2

    assert angles(found, output) == pytest.approx(two_angles(coupler), abs=SAME)
    assert {len(found)} == COUNT[name]
    assert_closed(robot, v, found)


@pytest.mark.parametrize("seed", range(4))
def test_the_sr400_has_the_parallelogram_and_one_mode_more(seed: int) -> None:
    robot, v = example("sr400")
    rng = random.Random(seed)
    active = {j: rng.uniform(-3.0, 3.0) for j, frame in robot if frame.mu}
    found = modes(robot, v, active)
    turn = active[2] - active[7]
    expected = {3: math.pi / 2 - turn, 8: turn, 9: math.pi - turn}
    matching = [
        q for q in found.postures if all(equal_angles(q[j], expected[j]) for j in (3, 8, 9))
    ]
    assert len(matching) == 1
    assert len(found) == 2
    assert_closed(robot, v, found)


def test_the_akr_3000_closes_both_triangles_in_two_ways() -> None:
    robot, v = example("akr3000")
    found = modes(robot, v, {1: 0.3, 5: 1.3, 6: 0.5, 8: 0.2, 9: 0.5, 10: -0.3})
    assert len(found) == 4
    assert_closed(robot, v, found)
    # the jack of length r6 is the side of a triangle with d4 and d14, seen from joint 2
    angle = math.acos((v["d4"] ** 2 + v["d14"] ** 2 - 0.5**2) / (2 * v["d4"] * v["d14"]))
    expected = sorted([angle - v["g14"], -angle - v["g14"]])
    assert angles(found, 2) == pytest.approx(expected, abs=SAME)


# Laws


@pytest.mark.parametrize("name", CLOSED)
def test_a_random_closed_posture_is_one_of_the_modes_of_its_motors(name: str) -> None:
    robot, v = example(name)
    motors = [j for j, frame in robot if frame.mu]
    for row in closed_postures(robot, v, 3, random.Random(name)):
        q = dict(zip(robot.moving_joints, row.tolist(), strict=True))
        found = modes(robot, v, {j: q[j] for j in motors})
        still = [j for j in robot.moving_joints if j not in found.idle]
        matching = [p for p in found.postures if all(_near(robot, p, q, j) for j in still)]
        assert len(matching) == 1
        assert len(found) in COUNT[name]
        assert (found.idle, found.freedom) == IDLE.get(name, ((), 0))


def _near(robot: Robot, p: dict[int, float], q: dict[int, float], j: int) -> bool:
    return equal_angles(p[j], q[j]) if robot.frame(j).sigma == 0 else abs(p[j] - q[j]) < SAME


@pytest.mark.parametrize("name", ["fourbar", "akr3000", "rsur"])
def test_modes_are_in_order_and_do_not_depend_on_the_seed(name: str) -> None:
    robot, v = example(name)
    row = closed_postures(robot, v, 1, random.Random(1))[0]
    active = {
        j: float(q) for j, q in zip(robot.moving_joints, row, strict=True) if robot.frame(j).mu
    }
    first, again, other = (modes(robot, v, active, seed) for seed in (0, 0, 5))
    assert np.array_equal(first.positions, again.positions)
    assert np.abs(first.positions - other.positions).max() < SAME
    unknown = [i for i, j in enumerate(first.joints) if j not in active]
    rows = first.positions[:, unknown].round(5).tolist()
    assert rows == sorted(rows)


def test_millimetres_have_the_modes_of_metres() -> None:
    robot, v = example("slidercrank")
    large = modes(robot, {name: 1000 * length for name, length in v.items()}, {1: 0.9})
    assert large.positions * [1, 1, 0.001, 1] == pytest.approx(
        modes(robot, v, {1: 0.9}).positions, abs=SAME
    )


@pytest.mark.parametrize("t1", [-2.0, -0.8, 0.5, 1.4, 2.6])
def test_a_half_turn_is_pi_and_not_minus_pi(t1: float) -> None:
    """The coupler is as long as it must be for a rocker that points to the crank's pivot."""
    robot, v = example("fourbar")
    end = v["L4"] - v["L3"]
    coupler = math.hypot(end - v["L1"] * math.cos(t1), v["L1"] * math.sin(t1))
    found = modes(robot, v | {"L2": coupler}, {1: t1})
    assert max(q[3] for q in found.postures) == pytest.approx(math.pi, abs=SAME)


def test_at_its_limit_a_four_bar_has_one_mode_and_no_freedom() -> None:
    robot, _ = example("fourbar")
    limit = math.acos((2 * 0.25 - 0.64) / 0.5)
    found = modes(robot, NARROW, {1: limit - 1e-14})
    assert (len(found), found.freedom) == (1, 0)
    assert len(modes(robot, NARROW, {1: limit - 1e-6})) == 2


# Idle motions


def rod_across() -> Robot:
    """The RSSR linkage with spherical joints none of whose axes is along the rod."""
    robot = library.robot("rssr")
    frames = list(robot.frames)
    frames[3] = replace(frames[3], alpha=parse("Pi/3"))
    frames[4] = replace(frames[4], r=ZERO, d=symbol("L2"), alpha=parse("Pi/4"))
    return replace(robot, frames=tuple(frames))


def test_an_idle_spin_that_moves_six_joints_does_not_multiply_the_modes() -> None:
    _, v = example("rssr")
    found = modes(rod_across(), v, {1: 0.3})
    assert (len(found), found.idle, found.freedom) == (8, (2, 3, 4, 5, 7, 8), 1)
    assert angles(found, 6) == angles(modes(library.robot("rssr"), v, {1: 0.3}), 6)


def test_a_mechanism_with_a_motor_too_few_has_its_circuits_as_modes() -> None:
    """By Grashof's rule a crank-rocker that is moved by hand has two circuits."""
    robot, v = example("fourbar")
    found = modes(robot, v, {})
    assert (len(found), found.idle, found.freedom) == (2, (1, 2, 3, 4), 1)
    assert len(modes(robot, NARROW | {"L4": 0.45}, {})) == 1  # not Grashof: one circuit


# Refusals


def refused(name: str, v: dict[str, float], active: dict[int, float]) -> CannotClose:
    with pytest.raises(CannotClose) as caught:
        modes(library.robot(name), v, active)
    return caught.value


def test_a_four_bar_that_cannot_close_says_by_how_much_and_where_it_would() -> None:
    error = refused("fourbar", NARROW, {1: 2.9})
    reach = math.sqrt(2 * 0.25 - 2 * 0.25 * math.cos(2.9))
    assert error.position == pytest.approx(reach - 0.8, rel=1e-6)
    assert error.rotation < 1e-6
    limit = math.acos((2 * 0.25 - 0.64) / 0.5)  # the cosine rule, coupler and rocker in line
    (found,) = error.limits[1]
    assert (found.low, found.high) == pytest.approx((-limit, limit), abs=1e-6)
    assert str(error) == (
        "the loops of fourbar do not close at t1 = 2.9: the nearest postures miss by 0.193 m; "
        "they close for t1 in [-1.855, 1.855]"
    )
    assert pickle.loads(pickle.dumps(error)).limits == error.limits


def test_a_range_can_have_two_parts() -> None:
    v = {"L1": 0.5, "L2": 0.3, "L3": 0.4, "L4": 0.5}
    error = refused("fourbar", v, {1: 0.1})
    near, far = (math.acos((0.5 - length**2) / 0.5) for length in (0.1, 0.7))
    found = [(part.low, part.high) for part in error.limits[1]]
    assert found == [pytest.approx((-far, -near), abs=1e-6), pytest.approx((near, far), abs=1e-6)]


def test_a_slider_has_a_range_in_metres_and_around_a_half_turn_it_is_one() -> None:
    _, v = example("slidercrank")
    error = refused("slidercrank", v, {3: 0.7})
    short, long = v["L2"] - v["L1"], v["L2"] + v["L1"]
    found = [(part.low, part.high) for part in error.limits[3]]
    assert found == [
        pytest.approx((-long, -short), abs=1e-6),
        pytest.approx((short, long), abs=1e-6),
    ]
    error = refused("slidercrank", {"L1": 0.3, "L2": 0.1}, {1: 1.5})
    half = math.asin(1 / 3)
    found = [(part.low, part.high) for part in error.limits[1]]
    expected = [(-half, half), (math.pi - half, math.pi + half)]
    assert found == [pytest.approx(part, abs=1e-6) for part in expected]


def test_each_active_joint_of_a_five_bar_has_its_range_with_the_other_held() -> None:
    _, v = example("fivebar")
    error = refused("fivebar", v, {1: math.pi, 3: 0.0})
    assert error.position == pytest.approx(0.05, rel=1e-6)
    arm = v["L5"] + v["L3"]  # from the left pivot to the tip of the right crank
    limit = math.acos((arm**2 + v["L1"] ** 2 - 0.64) / (2 * arm * v["L1"]))
    (found,) = error.limits[1]
    assert (found.low, found.high) == pytest.approx((-limit, limit), abs=1e-6)
    assert "with the other active joints held, they close for t1 in [-2.4" in str(error)
    assert list(error.limits) == [1, 3]


def test_a_joint_that_cannot_help_is_said_to_close_the_loops_nowhere() -> None:
    robot, v = example("akr3000")
    with pytest.raises(CannotClose, match="for no r6") as caught:
        modes(robot, v, {1: 0.3, 5: 5.0, 6: 0.5, 8: 0.2, 9: 0.5, 10: -0.3})
    assert caught.value.limits[6] == ()
    assert sorted(caught.value.limits) == [5, 6]  # the others are on no loop


def test_without_an_explanation_there_are_no_ranges() -> None:
    with pytest.raises(CannotClose, match=r"miss by 0\.193 m$") as caught:
        modes(library.robot("fourbar"), NARROW, {1: 2.9}, explain=False)
    assert caught.value.limits == {}


@pytest.mark.parametrize(
    ("name", "active", "message"),
    [
        ("rx90", {1: 0.0}, "rx90 has no loops; assembly modes are those of closed robots"),
        (
            "sr400",
            {1: 0.0, 2: 0.0, 7: 0.0},
            "give positions of the joints of sr400 on no loop too: 4, 5, 6",
        ),
        ("fourbar", {5: 0.0}, "frame 5 of fourbar does not move; joints are 1, 2, 3, 4"),
        ("fourbar", {1: math.nan}, "the position of joint 1 is nan, not a number"),
    ],
)
def test_wrong_calls_are_refused(name: str, active: dict[int, float], message: str) -> None:
    robot = library.robot(name)
    values = sample_values(robot, random.Random(0))
    with pytest.raises(UsageError, match=message):
        modes(robot, values, active)


def test_a_length_without_a_number_is_named() -> None:
    with pytest.raises(UsageError, match="symbol L1 has no value"):
        modes(library.robot("fourbar"), {}, {1: 0.3})


# Other people's robots


def test_a_closed_robot_file_has_its_random_postures_among_its_modes(robot_file: Path) -> None:
    robot = load_file(robot_file)
    if not isinstance(robot, Robot) or not robot.n_loops:
        return
    rng = random.Random(robot_file.name)
    for remaining in reversed(range(20)):
        values = sample_values(robot, rng)
        try:
            row = closed_postures(robot, values, 1, rng)[0]
            break
        except CannotClose:
            assert remaining, "no lengths were found that close the loops"
    q = dict(zip(robot.moving_joints, row.tolist(), strict=True))
    found = modes(robot, values, {j: q[j] for j, frame in robot if frame.mu})
    assert_closed(robot, values, found)
    still = [j for j in robot.moving_joints if j not in found.idle]
    assert any(all(_near(robot, p, q, j) for j in still) for p in found.postures)
