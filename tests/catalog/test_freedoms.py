"""Mobility N, motion M of end links and redundancy N - M: textbook cases, and an exact route."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symoro
from closed_robots import bennett, driven, slide, turn, wheels
from symoro import library
from symoro.catalog.freedoms import EndLink, freedoms
from symoro.expressions import ModularArithmetic, expression, parse
from symoro.expressions.points import at_random_point
from symoro.references.motion import cross
from symoro.references.poses import poses
from symoro.robot import Base, Frame, JointType, Link, Robot, Structure

OPEN = [name for name in library.names() if not library.robot(name).n_loops]


def arm(name: str, *frames: Frame) -> Robot:
    """A robot without loops; the inertia of its links does not matter."""
    ends = set(range(1, len(frames) + 1)) - {frame.antecedent for frame in frames}
    kind = Structure.SIMPLE if len(ends) == 1 else Structure.TREE
    return Robot(name, kind, frames, (Link(),) * len(frames), Base())


TEXTBOOK = {
    "planar2r": (2, 2),
    "planar3r": (3, 3),
    "rrp": (3, 3),
    "scara": (4, 4),
    "stanford": (6, 6),
    "puma560": (6, 6),
    "rx90": (6, 6),
    "ur5": (6, 6),
    "lwr": (7, 6),
    "panda": (7, 6),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_arms_have_the_freedoms_of_textbooks(name: str) -> None:
    N, M = TEXTBOOK[name]
    found = freedoms(library.robot(name))
    (end,) = found.ends
    assert (found.mobility, end.N, end.M, end.redundancy) == (N, N, M, N - M)
    assert end.patterns == (("more than 6 joints (7)",) if N == 7 else ())


# name: mobility, Gruebler's count in space, motors
CLOSED = {
    "akr3000": (6, 0, 6),
    "fivebar": (2, -1, 2),
    "fourbar": (1, -2, 1),
    "rssr": (2, 2, 1),
    "rsur": (1, 1, 1),
    "slidercrank": (1, -2, 1),
    "spherical4r": (1, -2, 1),
    "sr400": (6, 3, 6),
    "bennett": (1, -2, 1),
    "wheels": (1, -6, 1),
}


@pytest.mark.parametrize("name", CLOSED)
def test_closed_robots_have_their_mobility_beside_the_count_and_the_motors(name: str) -> None:
    """Planar and spherical loops, Bennett's and coupled cranks have more than Gruebler counts."""
    own = {"bennett": bennett(), "wheels": wheels()}
    robot = own[name] if name in own else library.robot(name)
    found = freedoms(robot)
    assert (found.mobility, found.gruebler, found.motors) == CLOSED[name]
    (end,) = found.ends
    assert end.redundancy == 0
    assert min(found.motors, 6) == end.M


def test_the_idle_rod_is_named() -> None:
    found = freedoms(library.robot("rssr"))
    assert (found.idle.links, found.idle.joints) == ((4,), (4, 5))
    assert "motors: 1; turning idly: link 4 (joints 4, 5)" in found.lines()[0]


# The six combinations of joints that make a chain redundant


def general(kinds: str) -> list[Frame]:
    """Joints such as RPR, each with a twist and a distance of its own."""
    make = {"R": turn, "P": slide}
    return [
        make[kind](j, j - 1, alpha=f"A{j}", d=f"L{j}", gamma=f"g{j}")
        for j, kind in enumerate(kinds, start=1)
    ]


def parallel(kinds: str) -> list[Frame]:
    make = {"R": turn, "P": slide}
    return [make[kind](j, j - 1, d=f"L{j}") for j, kind in enumerate(kinds, start=1)]


def crossing(count: int) -> list[Frame]:
    return [turn(j, j - 1, alpha=f"A{j}") for j in range(1, count + 1)]


PATTERNS = {
    "seven in space": (general("RRPRRRR"), 6, "more than 6 joints (7)"),
    "four that meet": (crossing(4), 3, "more than 3 revolute joints whose axes meet (1, 2, 3, 4)"),
    "four parallel": (
        parallel("RRRR"),
        3,
        "more than 3 revolute joints with parallel axes (1, 2, 3, 4)",
    ),
    "four slides": (general("PPPP"), 3, "more than 3 prismatic joints (1, 2, 3, 4)"),
    "two slides": (parallel("PRP"), 2, "prismatic joints along parallel axes (1, 3)"),
    "one axis": (
        [turn(1, 0), turn(2, 1, r="H"), turn(3, 2, alpha="A3", d="L3")],
        2,
        "revolute joints about one axis (1, 2)",
    ),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_each_of_the_six_patterns_is_named(name: str) -> None:
    frames, M, pattern = PATTERNS[name]
    (end,) = freedoms(arm(name, *frames)).ends
    assert end == EndLink(len(frames), len(frames), M, (pattern,))


def test_the_planar_ppp_is_redundant_of_order_one() -> None:
    """J = [1 0 1; 0 1 0] has rank 2 in every posture."""
    frames = (
        slide(1, 0, alpha="Pi/2"),
        slide(2, 1, alpha="Pi/2", theta="Pi/2"),
        slide(3, 2, gamma="-Pi/2", alpha="-Pi/2"),
    )
    (end,) = freedoms(arm("ppp", *frames)).ends
    assert (end.N, end.M, end.redundancy) == (3, 2, 1)
    assert end.patterns == ("prismatic joints along parallel axes (1, 3)",)


@pytest.mark.parametrize("kinds", ["RRRRRR", "RRRPPP", "PPP", "RPRPRP"])
def test_joints_in_general_directions_are_not_redundant(kinds: str) -> None:
    (end,) = freedoms(arm(kinds, *general(kinds))).ends
    assert end == EndLink(len(kinds), len(kinds), len(kinds), ())


def test_axes_that_meet_in_one_posture_only_are_no_pattern() -> None:
    """Joint 3 carries the axes of 4 and 5 away from the point of 1 and 2."""
    frames = [*crossing(3), turn(4, 3, alpha="Pi/2", d="L4"), turn(5, 4, alpha="Pi/2")]
    (end,) = freedoms(arm("five", *frames)).ends
    assert end == EndLink(5, 5, 5, ())


def test_redundancy_by_none_of_the_patterns_is_said() -> None:
    """Two slides and two turns in a plane: four joints for three motions."""
    frames = (
        slide(1, 0, alpha="Pi/2"),
        slide(2, 1, gamma="Pi/2", alpha="Pi/2"),
        turn(3, 2, gamma="Pi/2", alpha="Pi/2"),
        turn(4, 3, d="L4"),
    )
    found = freedoms(arm("pprr", *frames))
    assert found.ends == (EndLink(4, 4, 3, ()),)
    assert found.lines()[-1].endswith("1, redundant: by none of the six patterns of joints")


# Structures


def test_every_end_of_a_tree_has_its_own_motion() -> None:
    """Two arms on a trunk: one of four parallel joints, one that slides too."""
    trunk = [turn(1, 0), turn(2, 1, d="L2")]
    left = [turn(3, 2, d="L3"), turn(4, 3, d="L4")]
    right = [turn(5, 2, d="L5"), slide(6, 5)]
    found = freedoms(arm("tree", *trunk, *left, *right))
    assert (found.mobility, found.gruebler) == (6, 6)
    assert [(end.link, end.N, end.M) for end in found.ends] == [(4, 4, 3), (6, 4, 4)]


def test_a_robot_that_does_not_move_has_no_freedom() -> None:
    robot = arm("still", Frame(0, JointType.FIXED))
    found = freedoms(robot)
    assert (found.mobility, found.ends) == (0, (EndLink(1, 0, 0, ()),))


def test_joints_that_share_a_variable_are_one_freedom() -> None:
    robot = library.robot("planar2r")
    frames = [replace(f, theta=parse("t1")) if j == 2 else f for j, f in robot]
    found = freedoms(replace(robot, frames=tuple(frames)))
    assert (found.mobility, found.ends[0].N, found.ends[0].M) == (1, 1, 1)


def test_tables_that_move_have_no_answer_but_a_reason() -> None:
    robot = library.robot("planar2r")
    frames = [replace(f, d=parse("L2 + t1")) if j == 2 else f for j, f in robot]
    found = freedoms(replace(robot, frames=tuple(frames)))
    assert found.mobility is None
    assert found.lines() == [f"mobility not found: {found.reason}"]
    assert "frame 2, d: depends on the joint variable t1; in numbers only theta" in found.reason


@pytest.mark.parametrize("name", ["lwr", "scara", "sr400", "rssr"])
@pytest.mark.parametrize("unit", [1, 1000])
def test_numbers_in_any_unit_give_the_same(name: str, unit: int) -> None:
    robot = library.robot(name)
    lengths = set[str]().union(*((f.b.symbols | f.d.symbols | f.r.symbols) for _, f in robot))
    numbers = {
        n: expression(Fraction(v).limit_denominator(10**6) * (unit if n in lengths else 1))
        for n, v in robot.parameter_values(robot.values[0].name).items()
    }
    there = replace(robot.substitute({**numbers}), values=())
    one, other = freedoms(robot), freedoms(there)
    assert (one.mobility, one.ends, one.idle) == (other.mobility, other.ends, other.idle)


def test_very_long_chains_are_left_alone() -> None:
    robot = arm("long", *(turn(j, j - 1, d="L") for j in range(1, 1202)))
    found = freedoms(robot)
    assert (found.mobility, found.ends) == (1201, ())
    assert "more than 1000 joints" in found.lines()[-1]


def test_a_motor_too_few_is_no_idle_link() -> None:
    found = freedoms(driven(library.robot("fivebar"), 1))
    assert (found.mobility, found.motors, found.idle.harmless) == (2, 1, False)
    assert "idly" not in found.lines()[0]


# An exact route: ranks modulo a prime, at a random point


def exact_rank(robot: Robot, link: int) -> int:
    """The rank of the screws of the joints between the base and a link."""

    def matrix(field: ModularArithmetic) -> Any:
        values = {name: field.symbol(name) for name in robot.symbols}
        pose = poses(robot, values, field, object)
        columns = []
        for j in robot.joints_to(link):
            z, p = pose[j][:3, 2], pose[j][:3, 3]
            turns = robot.frame(j).sigma is JointType.REVOLUTE
            columns.append([*cross(p, z), *z] if turns else [*z, *(0 * z)])
        return np.array(columns, dtype=object)

    return at_random_point(robot.name, lambda field: _eliminated(matrix(field)))


def _eliminated(rows: Any) -> int:
    """The number of pivots of a matrix of residues."""
    rank = 0
    rows = [list(row) for row in rows]
    for column in range(6):
        pivot = next((k for k in range(rank, len(rows)) if rows[k][column] != 0), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for row in rows[rank + 1 :]:
            factor = row[column] / rows[rank][column]
            row[:] = [x - factor * y for x, y in zip(row, rows[rank], strict=True)]
        rank += 1
    return rank


@pytest.mark.parametrize("name", OPEN)
def test_M_is_the_rank_modulo_a_prime(name: str) -> None:
    robot = library.robot(name)
    for end in freedoms(robot).ends:
        assert exact_rank(robot, end.link) == end.M
        assert len(robot.joints_to(end.link)) == end.N


@pytest.mark.parametrize("name", PATTERNS)
def test_M_of_a_pattern_is_the_rank_modulo_a_prime(name: str) -> None:
    frames, M, _ = PATTERNS[name]
    assert exact_rank(arm(name, *frames), len(frames)) == M


def test_the_interface_of_python_has_it() -> None:
    whole, end = symoro.freedoms(library.robot("lwr")).lines()
    assert whole == "mobility N = 7"
    assert end.endswith("(largest rank of J), N - M = 1, redundant: more than 6 joints (7)")
