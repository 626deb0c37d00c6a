"""Loop geometry against a search for all assembly modes: every mode, and no other.

A closed form gives rows of joint positions. Each must close all loops, by products of elementary
matrices; a multi-start search must find the same rows, and nothing where there are none.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from closed_robots import (
    bennett,
    coaxial,
    coupled,
    cylindrical,
    driven,
    parallelogram,
    six_bar,
    two_parallelograms,
    two_slides,
    wheels,
)
from laws.closing import (
    Compiled,
    assert_all_modes,
    distance,
    drawn_posture,
    motors,
    open_by,
)
from random_loops import planar_loop, spherical_loop, translational_loop
from symoro import library
from symoro.catalog.generate import generate
from symoro.errors import ModelError
from symoro.expressions import parse
from symoro.formats import load_file
from symoro.models.loops.recipes import plan_loops
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

WILD = Path(__file__).parents[2].parent / "shared" / "robots" / "wild"

SOLVED = ("akr3000", "fivebar", "fourbar", "slidercrank", "spherical4r", "sr400")


def geometry(robot: Robot, active: Sequence[int] = (), *, verify: bool = False) -> Model:
    options = Options(own={"active": tuple(active)}, verify=verify)
    return generate("loop-geometry", robot, options)


def assert_law(robot: Robot, active: Sequence[int] = (), states: int = 3) -> set[int]:
    """Check the modes at closed postures and at one random state; return how many there were."""
    form = Compiled(geometry(robot, active))
    rng = random.Random(f"{robot.name}{active}")
    found = set()
    for _ in range(states):
        values, q = drawn_posture(robot, rng, form.model.joints)
        count = assert_all_modes(form, values, q)
        assert count > 0
        found.add(count)
    values = sample_values(robot, rng)
    q = {j: rng.uniform(-3, 3) for j in robot.moving_joints}
    assert_all_modes(form, values, q)  # most of these do not close
    return found


# The library


def test_the_sr400_prints_the_parallelogram_of_the_guide_as_mode_1() -> None:
    model = geometry(library.robot("sr400"), verify=True)
    text = model.code("listing")
    printed = dict(re.findall(r"^(t[389])_+1=(.*);$", text, re.MULTILINE))
    expected = {"t3": "Pi/2 - t2 + t7", "t8": "t2 - t7", "t9": "Pi - t2 + t7"}
    assert {name: parse(line) for name, line in printed.items()} == {
        name: parse(line) for name, line in expected.items()
    }
    assert model.program.outputs[0].shape == (2, 9)
    assert "mode 1: loop 9 parallelogram; mode 2: loop 9 antiparallelogram" in model.notes


def test_the_akr_3000_is_solved_one_loop_after_the_other() -> None:
    robot = library.robot("akr3000")
    plan = plan_loops(robot, motors(robot))
    assert [recipe.loop.cut for recipe in plan.recipes] == [12, 11]
    assert [{u.frame for u in recipe.loop.unknowns} for recipe in plan.recipes] == [
        {2, 4, 12},
        {3, 7, 11},
    ]
    assert plan.modes == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_squares_of_constant_sines_and_cosines_do_not_occur() -> None:
    count = geometry(library.robot("akr3000")).operations
    assert count.add <= 105
    assert count.mul <= 229


@pytest.mark.parametrize("name", SOLVED)
def test_library_robots_have_the_modes_that_a_search_finds(name: str) -> None:
    robot = library.robot(name)
    counts = {"akr3000": {2, 4}}.get(name, {2})
    assert assert_law(robot, states=3) <= counts


@pytest.mark.parametrize("name", SOLVED)
def test_every_mode_closes_all_loops_at_many_lengths_and_positions(name: str) -> None:
    robot = library.robot(name)
    form = Compiled(geometry(robot, verify=True))
    rng = random.Random(name)
    modes = len(plan_loops(robot, motors(robot)).modes)
    rows = 0
    for _ in range(80):
        values = sample_values(robot, rng)
        for row in form.rows(values, {j: rng.uniform(-3, 3) for j in robot.moving_joints}):
            assert open_by(robot, values, row) < 1e-12
            rows += 1
    assert rows > 6 * modes


# Other active joints

SWAPPED = [
    *(("fourbar", (j,)) for j in (2, 3, 4)),
    *(("slidercrank", (j,)) for j in (2, 3, 4)),
    *(("spherical4r", (j,)) for j in (2, 4)),
    *(("fivebar", pair) for pair in ((1, 2), (1, 4), (2, 4), (2, 5), (3, 5))),
    *(("sr400", (1, 2, 4, 5, 6, j)) for j in (3, 8, 9)),
    ("akr3000", (1, 2, 7, 8, 9, 10)),
    ("akr3000", (1, 3, 12, 8, 9, 10)),
]


@pytest.mark.parametrize(("name", "active"), SWAPPED)
def test_any_joint_can_be_the_active_one(name: str, active: tuple[int, ...]) -> None:
    assert assert_law(library.robot(name), active, states=2)


# Loops of all kinds

PLANAR = [
    ("RRRR", 1, "R"),
    ("RRRP", 3, ""),
    ("RRPR", 2, ""),
    ("RPRR", 1, "F"),
    ("PRRR", 2, ""),
    ("PRRP", 1, "F"),
    ("RPRP", 3, ""),
    ("PPRR", 2, "R"),
    ("RPPR", 1, ""),
    ("RRRRR", 2, "F"),
    ("RPRPR", 4, ""),
    ("PRRRP", 1, "R"),
    ("PRPRRR", 3, "F"),
    ("RRRRRR", 5, ""),
]


@pytest.mark.parametrize(("kinds", "cut", "lead"), PLANAR)
def test_planar_loops_whatever_turns_and_slides(kinds: str, cut: int, lead: str) -> None:
    """Axes any way up and at any height, slides in the plane, the plane anywhere in space."""
    rng = random.Random(kinds)
    for seed in range(2):
        robot, around = planar_loop(kinds, cut, seed, lead)
        unknown = rng.sample(around, 3)
        while all(robot.frame(j).sigma == 1 for j in unknown):
            unknown = rng.sample(around, 3)  # three slides in a plane: one too many
        active = [j for j in robot.moving_joints if j not in unknown]
        assert_law(robot, active, states=1)


SPHERICAL = [(4, 1, ""), (4, 2, "R"), (5, 3, "F"), (6, 2, "")]


@pytest.mark.parametrize(("joints", "cut", "lead"), SPHERICAL)
def test_spherical_loops_with_origins_off_the_centre(joints: int, cut: int, lead: str) -> None:
    rng = random.Random(joints + cut)
    for seed in range(2):
        robot, around = spherical_loop(joints, cut, seed, lead)
        unknown = rng.sample(around, 3)
        assert_law(robot, [j for j in robot.moving_joints if j not in unknown], states=1)


@pytest.mark.parametrize("joints", [4, 5])
def test_slides_in_any_direction_of_space(joints: int) -> None:
    robot, around = translational_loop(joints, joints)
    for unknown in ((0, 1, 2), (1, 2, 3)):
        known = [j for k, j in enumerate(around) if k not in unknown]
        assert assert_law(robot, sorted(known), states=2) == {1}


@pytest.mark.parametrize("active", [1, 2, 3, 4])
def test_the_linkage_of_bennett_has_one_mode(active: int) -> None:
    """Rank 3 although its axes are skew; all but one root of an equation do not close it."""
    assert assert_law(bennett(), (active,)) == {1}


@pytest.mark.parametrize(("angle", "length"), [("Pi - A1", "L1"), ("-A1", "L1"), ("A1", "-L1")])
def test_linkages_of_bennett_with_equal_sides(angle: str, length: str) -> None:
    assert assert_law(bennett(angle, length), (1,)) == {1}


def test_loops_of_one_and_of_two_unknown_joints() -> None:
    assert assert_law(coaxial()) == {1}
    assert assert_law(two_slides()) == {1}
    assert assert_law(cylindrical()) == {1}
    assert assert_law(cylindrical(), (1, 4)) == {1}


# Parallelograms

WAYS = (
    "plain",
    "offsets",
    "gamma",
    "symbol",
    "antiparallel",
    "fixed frames",
    "cut at the base",
    "rhombus",
)


@pytest.mark.parametrize("way", WAYS)
def test_a_parallelogram_is_found_however_it_is_described(way: str) -> None:
    """Mode 1 has sums of angles, whose slopes are 1 or -1; and it moves."""
    robot = parallelogram(way)
    plan = plan_loops(robot, (1,))
    (recipe,) = plan.recipes
    slopes = {j: angle.coefficient("t1") for j, angle in recipe.linear.items()}
    assert set(slopes) == {u.frame for u in recipe.loop.unknowns}
    assert set(slopes.values()) <= {1, -1}
    assert geometry(robot).notes[-2] == (
        f"mode 1: loop {recipe.loop.cut} parallelogram; "
        f"mode 2: loop {recipe.loop.cut} antiparallelogram"
    )
    if way != "rhombus":
        assert assert_law(robot) == {2}


def test_a_rhombus_folds_up_in_its_other_mode() -> None:
    robot = parallelogram("rhombus")
    form = Compiled(geometry(robot, verify=True))
    values = sample_values(robot, random.Random(1))
    for t1 in (-2.0, 0.4, 2.5):
        assert assert_all_modes(form, values, {1: t1}) == 2
        first, second = form.rows(values, {1: t1})
        assert distance(robot, first, np.array([t1, -t1, t1, t1])) < 1e-12
        assert distance(robot, second, np.array([t1, np.pi, np.pi, -t1])) < 1e-12


def test_a_quadrilateral_with_two_equal_sides_is_no_parallelogram() -> None:
    kite = library.robot("fourbar").substitute({"L4": "L1", "L3": "L2"})
    assert [recipe.linear for recipe in plan_loops(kite, (1,)).recipes] == [{}]
    assert assert_law(replace(kite, values=())) == {2}


def test_a_deltoid_folds_up_in_one_mode() -> None:
    """Crank and coupler are equal: one mode has the coupler on the crank and does not move."""
    deltoid = library.robot("fourbar").substitute({"L2": "L1", "L3": "L4"})
    assert geometry(deltoid).notes[-2] == "mode 1: loop 4 folded; mode 2: loop 4 unfolded"
    (recipe,) = plan_loops(deltoid, (1,)).recipes
    assert {j: str(angle) for j, angle in recipe.linear.items()} == {2: "Pi", 3: "Pi", 4: "-t1"}
    assert assert_law(replace(deltoid, values=())) == {2}


def test_coupled_wheels_have_the_one_mode_in_which_the_third_crank_fits() -> None:
    robot = wheels()
    model = geometry(robot, verify=True)
    assert model.program.outputs[0].shape == (1, 6)
    values = sample_values(robot, random.Random(2))
    for t1 in (-2.0, 0.7, 2.5):  # at 0 and Pi all cranks are in line
        assert assert_all_modes(Compiled(model), values, {1: t1}) == 1


# Several loops


@pytest.mark.parametrize("second_first", [False, True])
def test_a_six_bar_linkage_in_any_order_of_its_loops(second_first: bool) -> None:
    robot = six_bar(second_first)
    assert assert_law(robot, states=2) <= {2, 4}


def test_two_parallelograms_one_on_the_other_have_four_modes() -> None:
    assert assert_law(two_parallelograms()) == {4}


# Units, numbers


def in_millimetres(name: str) -> Robot:
    robot = library.robot(name)
    lengths = {n: v for n, v in robot.parameter_values("example").items() if n[0] in "dRL"}
    angles = {n: v for n, v in robot.parameter_values("example").items() if n not in lengths}
    numbers = {n: 1000 * v for n, v in lengths.items()} | angles
    return replace(robot.substitute(dict(numbers)), values=())


@pytest.mark.parametrize(
    ("name", "active"), [("akr3000", ()), ("slidercrank", (3,)), ("fourbar", ()), ("sr400", ())]
)
def test_a_robot_in_millimetres_is_verified_and_closes(name: str, active: tuple[int, ...]) -> None:
    """Positions within -1.5 to 1.5 mm close none of these loops."""
    robot = in_millimetres(name)
    model = geometry(robot, active, verify=True)
    assert model.certificate is not None
    assert model.certificate.states == 20
    values, q = drawn_posture(robot, random.Random(name), model.joints)
    assert assert_all_modes(Compiled(model), values, q) > 1


def test_a_linkage_that_closes_in_a_narrow_range_is_verified() -> None:
    lengths = {"L1": "0.5", "L2": "0.1", "L3": "1.38", "L4": "1"}
    narrow = library.robot("fourbar").substitute(dict(lengths))
    model = geometry(replace(narrow, values=()), verify=True)
    assert model.certificate is not None
    assert model.certificate.states == 20


# Robot files from elsewhere

WELL_POSED = {
    "akr3000__symoro_symoro__3e296d9a": 4,
    "sr400__symoro_symoro__627650fd": 2,
    "sr400__symoro_symoro__a75fd456": 2,
    "testloop__symoro_symoro__bf7a36e3": 2,
    "twoloops__symoro_symoro__3172bd51": 4,
    "twoloops__symoro_symoro__88e16ecb": 4,
    "twoloops__symoro_symoro__8db5604c": 4,
    "twoloops__symoro_symoro__fb1d3d3b": 4,
}
ILL_POSED = (
    "akr3000__symoro_symoro__e9fda8c4",
    "rx90__symoro_symoro__977e1dd0",
    "twoloops__symoro_symoro__763ad979",
)


def wild(name: str) -> Robot:
    file = WILD / f"{name}.par"
    if not file.is_file():
        pytest.skip(f"{file.name} is not beside the clone")
    robot = load_file(file)
    assert isinstance(robot, Robot)
    return robot


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # as they were found
@pytest.mark.parametrize("name", WELL_POSED)
def test_robots_of_others_have_the_modes_that_a_search_finds(name: str) -> None:
    robot = wild(name)
    assert len(plan_loops(robot, motors(robot)).modes) == WELL_POSED[name]
    assert max(assert_law(robot, states=1)) <= WELL_POSED[name]


@pytest.mark.parametrize("name", ILL_POSED)
def test_robots_with_too_many_motors_are_refused(name: str) -> None:
    with pytest.raises(ModelError, match=r"alone do not close it: too many active joints"):
        geometry(wild(name))


def test_a_position_may_depend_on_the_variable_of_an_active_joint() -> None:
    assert assert_law(coupled(t3="t3 + t1"), states=2) == {2}


def test_where_one_loop_fails_to_close_the_whole_mode_is_left_out() -> None:
    robot = library.robot("akr3000")
    values = robot.parameter_values("example")
    q = {1: 0.3, 5: 5.0, 6: 0.5, 8: 0.2, 9: 0.5, 10: -0.3}  # jack 5 is too long
    assert assert_all_modes(Compiled(geometry(robot)), values, q) == 0


def test_one_mode_is_that_row_of_all_modes() -> None:
    robot = driven(library.robot("akr3000"), 1, 5, 6, 8, 9, 10)
    values, q = drawn_posture(robot, random.Random(4))
    state = [q[j] for j in motors(robot)]
    rows = Compiled(geometry(robot))(values, state)["Q"]
    for mode in (1, 2, 3, 4):
        options = Options(own={"mode": mode}, level="O1", verify=False)
        one = Compiled(generate("loop-geometry", robot, options))(values, state)["Q"]
        assert one == pytest.approx(rows[mode - 1], abs=1e-13, nan_ok=True)


def test_the_offset_of_a_passive_joint_may_be_a_symbol() -> None:
    assert assert_law(coupled(t2="t2 + e", t4="t4 - f"), states=2) == {2}
