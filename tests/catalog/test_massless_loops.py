"""Inertias that the direct model of a closed robot divides by, and motors that drive it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from closed_robots import closed, driven, fixed, turn, without_inertia
from symoro import ModelError
from symoro.expressions import symbol
from symoro.library import robot as read
from symoro.robot import Link


@pytest.mark.parametrize("name", ["rsur", "rssr"])
def test_massless_links_in_loops_are_fine(name: str) -> None:
    """The tree has joints that carry nothing, the closed robot has none."""
    robot = read(name)
    massless = [j for j in robot.outward() if not any(e.symbols for e in robot.link(j).inertial)]
    assert massless
    assert symoro.ddm(robot, level="O1").certificate
    with pytest.raises(ModelError, match="carries no inertia"):
        symoro.ddm(robot, equivalent_tree=True)


@pytest.mark.parametrize(("name", "motor"), [("fourbar", 1), ("fivebar", 3)])
def test_motors_that_move_no_inertia_are_refused(name: str, motor: int) -> None:
    robot = without_inertia(read(name))
    text = f"singular in every posture: nothing that the motor of joint {motor} moves"
    with pytest.raises(ModelError, match=text):
        symoro.ddm(robot)
    rotor = replace(robot, cut_drives=(Link(IA=symbol("rotor")),))
    if name == "fourbar":
        assert symoro.ddm(rotor, level="O1").certificate
    else:  # one rotor for two motors
        with pytest.raises(ModelError, match="joint 1 can accelerate without moving any mass"):
            symoro.ddm(rotor)


def test_one_link_is_enough_for_a_motor() -> None:
    """Links 1 and 2 of a five-bar linkage have none: motor 1 moves link 4."""
    robot = read("fivebar")
    robot = replace(robot, links=(Link(), Link(), *robot.links[2:]))
    assert symoro.ddm(robot, level="O1").certificate


def test_a_floating_base_that_nothing_makes_heavy_is_refused() -> None:
    robot = without_inertia(read("fourbar"))
    base = symoro.idm(robot, floating_base=True, level="O0", verify=False).robot.base
    assert base.link is not None
    light = replace(robot, base=replace(base, link=Link()))
    for model in (symoro.idm, symoro.ddm):
        with pytest.raises(ModelError, match="inertia"):
            model(light)


def test_motors_that_follow_from_others_are_told() -> None:
    """As many motors as freedoms, but the coupler turns idly and the motors drive one freedom."""
    (found,) = symoro.check(driven(read("rssr"), 1, 6))
    assert "the motors are not independent: joint 6 follows" in found.message
    assert "link 4 turns idly" in found.message
    assert list(symoro.check(read("rssr"))) == []


def test_motors_on_one_of_two_loops_are_told() -> None:
    """Two four-bar linkages side by side: both motors on the first one."""
    (found,) = symoro.check(driven(side_by_side(), 1, 2))
    assert "the motors are not independent: joint 2 follows" in found.message
    assert "no motor drives joints 4, 5, 6, 8" in found.message
    assert list(symoro.check(driven(side_by_side(), 1, 4))) == []


def side_by_side() -> symoro.Robot:
    """Two four-bar linkages that share nothing but the base."""
    first = [turn(1, 0), turn(2, 1, d="L1"), turn(3, 0, d="L4")]
    second = [turn(4, 0), turn(5, 4, d="H1"), turn(6, 0, d="H4")]
    cuts = [turn(7, 2, d="L2"), turn(8, 5, d="H2")]
    return closed(
        "side_by_side", *first, *second, *cuts, fixed(3, d="L3"), fixed(6, d="H3"), loops=2
    )
