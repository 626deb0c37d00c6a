"""Where the singular postures of known robots lie: on the boundary of the workspace or inside."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import symoro
from symoro import Link, Robot
from symoro.catalog.kinematic.boundary import UNDECIDED
from symoro.errors import UsageError
from symoro.expressions import symbol

ON, IN = "on the boundary of the workspace", "inside the workspace"


@cache
def places(name: str, link: int | None = None, values: str | None = None) -> dict[str, str]:
    found = symoro.singularities(symoro.load(name), link, values=values)
    return {f"{item.name} {item.condition}": item.place for item in found.cases}


def test_the_planar_arm_is_singular_on_both_circles_of_its_ring() -> None:
    """[Course]: a boundary singularity, the arm extended or folded."""
    assert places("planar2r") == {"elbow t2 = 0 or Pi": ON}


def test_an_arm_of_equal_links_folds_to_the_middle_of_a_disc() -> None:
    told = f"t2 = 0: {ON}, t2 = Pi: {IN}"
    assert places("planar2r", values="course") == {"elbow t2 = 0 or Pi": told}


def test_an_elbow_is_on_the_boundary_and_wrist_and_shoulder_are_inside() -> None:
    """[Course]: internal ones come from axes in line; the RX90 has no offset at its shoulder."""
    assert places("rx90") == {
        "elbow t3 = Pi/2 or -Pi/2": ON,
        "wrist t5 = 0 or Pi": IN,
        "shoulder D3*cos(t2) - RL4*sin(t2 + t3) = 0": IN,
    }


def test_an_offset_of_the_shoulder_makes_a_hole() -> None:
    """The wrists of the Puma and of the Stanford arm cannot come near axis 1."""
    assert set(places("puma560").values()) == {ON, IN}
    shoulder = [place for name, place in places("puma560").items() if name.startswith("shoulder")]
    assert shoulder == [ON]
    assert places("stanford") == {
        "shoulder R3 = 0": ON,  # nothing is nearer to axis 1 than RL2
        "shoulder t2 = 0 or Pi": ON,
        "wrist t5 = 0 or Pi": IN,
    }


def test_an_arm_that_reaches_behind_its_axis_is_singular_in_both_ways() -> None:
    found = places("kr5", values="lengths")
    elbow = found["elbow t3 = -atan(31/6) or that plus Pi"]
    assert elbow == (
        f"t3 = -atan(31/6): {ON} at some of these postures, inside at others, that plus Pi: {IN}"
    )


def test_a_leg_that_is_stretched_bounds_the_reach_of_a_linkage_and_a_dead_point_does_not() -> None:
    assert places("fivebar", 6) == {
        "elbow t2 = 0 or Pi": ON,
        "dead point t5 = 0 or Pi": IN,
        "drive t4 = 0 or Pi": ON,
    }


def test_what_the_workspace_is_stands_in_a_note() -> None:
    arm = symoro.load("planar2r")
    note = "workspace: all positions of the origin of link 3, joints without limits"
    assert f"{note}, lengths drawn at random" in symoro.singularities(arm).notes
    assert note in symoro.singularities(arm, values={"d2": 1.0, "d3": 2.0}).notes
    assert "workspace: all poses of link 4" in "".join(
        symoro.singularities(symoro.load("scara")).notes
    )


def test_a_link_without_a_space_of_its_own_is_not_decided() -> None:
    """Link 4 of the five-bar linkage turns with its elbow: no place and no pose around is free."""
    found = symoro.singularities(symoro.load("fivebar"), 4)
    assert {item.place for item in found.cases} == {UNDECIDED}
    assert any(note.startswith("boundary or inside: not decided") for note in found.notes)


def test_numbers_of_the_boundary_are_the_robots_and_finite() -> None:
    arm = symoro.load("planar2r")
    with pytest.raises(UsageError, match="planar2r has no symbol d9"):
        symoro.singularities(arm, values={"d9": 1.0})
    with pytest.raises(UsageError, match="d2: nan is no number"):
        symoro.singularities(arm, values={"d2": float("nan")})
    with pytest.raises(UsageError, match="no value set mine"):
        symoro.singularities(arm, values="mine")


def test_a_planar_arm_with_three_joints_ends_where_it_is_stretched() -> None:
    """Its places are a disc of radius 1.2 around the base; folded, it lies inside."""
    lengths = {"d2": 0.5, "d3": 0.4, "d4": 0.3}
    found = symoro.singularities(symoro.load("planar3r"), rows="1-2", values=lengths)
    (item,) = found.cases
    assert item.place == (
        "on the boundary of the workspace at some of these postures, inside at others"
    )


@pytest.mark.parametrize("letter", ["a", "L", "x"])
def test_every_combination_of_roots_is_looked_at(letter: str) -> None:
    """A planar 4R arm by a name of its lengths: stretched it is on the boundary, folded inside."""
    arm = symoro.load("planar3r")
    lengths = [symbol(f"{letter}{k}") for k in range(1, 5)]
    theta, QP, QDP, GAM = (symbol(f"{name}4") for name in ("t", "QP", "QDP", "GAM"))
    third = replace(arm.frames[2], antecedent=3, theta=theta, QP=QP, QDP=QDP, GAM=GAM)
    joints = (*arm.frames[1:3], third, replace(arm.frames[3], antecedent=4))
    frames = (arm.frames[0], *(replace(f, d=d) for f, d in zip(joints, lengths, strict=True)))
    found = symoro.singularities(replace(arm, frames=frames, links=(Link(),) * 5))
    (item,) = found.cases
    assert item.condition == "t2 = 0 or Pi, and t3 = 0 or Pi"
    assert item.place.startswith("on the boundary of the workspace for some of these postures")


def test_a_dead_point_that_no_closed_posture_has_is_told() -> None:
    """The crank of this linkage turns round: the rocker never lies in line with the coupler."""
    lengths = {"L1": 0.1, "L2": 0.3, "L3": 0.25, "L4": 0.35}
    found = symoro.singularities(symoro.load("fourbar"), values=lengths)
    (dead,) = (item for item in found.cases if item.name == "dead point")
    assert dead.place == "no closed posture was found where it vanishes"


def test_rows_of_no_workspace_are_not_decided() -> None:
    """The velocity along x is lost at postures that say nothing of the places of the arm."""
    found = symoro.singularities(symoro.load("planar2r"), rows="1")
    assert {item.place for item in found.cases} == {UNDECIDED}


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("fourbar", {"L1": 0.2, "L2": 0.5, "L3": 0.4, "L4": 0.45}),  # a crank and a rocker
        ("slidercrank", {"L1": 0.2, "L2": 0.5}),
    ],
)
def test_a_crank_drives_its_output_to_both_ends(name: str, lengths: dict[str, float]) -> None:
    """Crank and coupler in line, stretched or folded: the output turns back there."""
    found = symoro.singularities(symoro.load(name), values=lengths)
    (drive,) = (item for item in found.cases if item.name == "drive")
    assert drive.condition == "t2 = 0 or Pi"
    assert drive.place == "on the boundary of the workspace"


def three_joints(alpha: list[Any], d: list[Any], r: list[Any]) -> Robot:
    tool = [[1, 0, 0, 0.7], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    return Robot.from_mdh(alpha, d, [0, 0, 0], r, [0, 0, 0], tool=tool, name="arm")


@pytest.mark.parametrize(
    "arm",
    [
        three_joints([0, "Pi/2", "Pi/2"], [0, 0, 0], [0, 0.5, 0]),  # a torus around axis 1
        three_joints([0, 0, "Pi/2"], [0, 0.5, 0], [0, 0, 0]),  # one with its height in axis 3
    ],
    ids=["torus", "height"],
)
def test_joints_that_stand_still_do_not_make_a_posture_an_inner_one(arm: Robot) -> None:
    """Joint 2 turns the end about itself at t3 = Pi/2, where the arm is as far out as it can be."""
    found = symoro.singularities(arm, rows="1-3")
    (item,) = (each for each in found.cases if each.condition == "t3 = Pi/2 or -Pi/2")
    assert item.place == ON
    assert item.name != "elbow"  # the end lies on axis 2: the arm is neither straight nor folded
