"""Wheels as data of a robot: what they may be, and that they go wherever the robot goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro.errors import ModelError, RobotError
from symoro.expressions import symbol
from symoro.printers.tables import robot_tables
from symoro.robot import Robot, Wheel, check
from symoro.robot.variables import refuse_moving_tables


def rolling_on(*wheels: Wheel) -> Robot:
    return replace(symoro.load("mobile3w"), wheels=wheels)


def wheel(link: object, radius: object = "R") -> Wheel:
    return Wheel(link, radius)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("link", "radius", "words"),
    [
        (0, "R", "there is no such link"),
        (8, "R", "there is no such link"),
        (1, "R", "its joint is revolute"),
        (5, "0", "not positive"),
        (5, "-1/2", "not positive"),
    ],
)
def test_a_wheel_that_cannot_be_is_refused(link: int, radius: str, words: str) -> None:
    with pytest.raises(RobotError, match=words):
        rolling_on(wheel(link, radius))


def test_a_wheel_is_listed_once() -> None:
    with pytest.raises(RobotError, match=r"listed twice.*link 5"):
        rolling_on(wheel(5), wheel(6), wheel(5, "S"))


@pytest.mark.parametrize(("link", "radius"), [("5", "R"), (5, None), (True, "R"), (5, [1])])
def test_a_wheel_has_a_number_and_an_expression(link: object, radius: object) -> None:
    with pytest.raises(RobotError):
        wheel(link, radius)


def test_anything_else_than_wheels_is_refused() -> None:
    with pytest.raises(RobotError, match=r"wheels\[0\]: must be a Wheel; found"):
        replace(symoro.load("mobile3w"), wheels=((5, "R"),))  # type: ignore[arg-type]


def test_radii_are_symbols_of_the_robot_and_are_substituted() -> None:
    robot = rolling_on(wheel(5, "2*R + S"))
    assert {"R", "S"} <= robot.symbols
    assert robot.substitute({"S": "R"}).wheels == (wheel(5, "3*R"),)


def test_wheels_are_part_of_a_robots_identity() -> None:
    assert rolling_on(wheel(5)) != rolling_on()
    assert rolling_on(wheel(5)) == rolling_on(wheel(5))
    assert hash(wheel(5)) == hash(wheel(5))


def test_the_equivalent_tree_keeps_its_wheels() -> None:
    closed = replace(symoro.load("sr400"), wheels=(wheel(1),))
    assert closed.equivalent_tree().wheels == (wheel(1),)


def test_a_radius_that_moves_is_found_and_refused() -> None:
    robot = rolling_on(wheel(5, "R + t4"))
    assert any("t4, the variable of joint 4" in str(diagnostic) for diagnostic in check(robot))
    with pytest.raises(ModelError, match=r"wheel 5, radius depends on t4"):
        refuse_moving_tables(robot)


def test_a_symbol_of_a_radius_is_not_taken_for_a_joint_variable() -> None:
    """Of t5 + R, t5 is the variable because R is used elsewhere: by the wheel."""
    robot = rolling_on(wheel(5))
    frames = list(robot.frames)
    frames[4] = replace(frames[4], theta=symbol("R") + symbol("u"))
    assert replace(robot, frames=tuple(frames)).variables[5] == symbol("u")


def test_the_tables_show_wheels() -> None:
    lines = robot_tables(symoro.load("mobile3w"))
    start = lines.index("Wheels that roll on the plane of frame 0")
    assert [line.split() for line in lines[start + 2 : start + 5]] == [
        ["5", "RW"],
        ["6", "RW"],
        ["7", "RF"],
    ]
    assert not any("Wheels" in line for line in robot_tables(rolling_on()))
