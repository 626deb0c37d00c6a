"""The joint variable, symbols and substitution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.example_robots import (
    FIXED,
    R,
    chain_2r,
    prismatic,
    revolute,
    robot_of,
    sr400,
    tree,
)
from symoro.errors import RobotError, UsageError
from symoro.expressions import PI, expression, symbol
from symoro.robot import Base, BaseMotion, Frame, Link, ValueSet, check


def variable(theta: str, **others: object) -> str:
    """The variable of joint 2 with that theta; ``others`` are fields of joint 1."""
    return robot_of(revolute(1, 0, **others), revolute(2, 1, theta=theta)).variables[2].name


RULES = {
    "alone": ("t2", {}, "t2"),
    "with a constant offset": ("t2 - Pi/2", {}, "t2"),
    "offset first": ("-Pi/2 + q", {}, "q"),
    "with a negative symbol beside it": ("q2 - a", {}, "q2"),
    "with a function of another symbol": ("t2 - atan2(b, d6)", {}, "t2"),
    "with a multiple of another symbol": ("t2 + 2*g", {}, "t2"),
    "beside one that is used elsewhere": ("a + q", {"d": "a"}, "q"),
    "beside one that is used elsewhere, whatever the digits": ("a2 + q", {"d": "a2"}, "q"),
    "by its number among two of its own": ("g12 + t2", {}, "t2"),
    "by its number, leading zeros apart": ("g + t02", {}, "t02"),
    "by its number when both are used elsewhere": ("g + t2", {"d": "g", "r": "t2"}, "t2"),
}


@pytest.mark.parametrize("rule", RULES)
def test_the_joint_variable_is_found(rule: str) -> None:
    theta, others, name = RULES[rule]
    assert variable(theta, **others) == name


def test_the_number_must_be_whole_t12_does_not_end_in_2() -> None:
    with pytest.raises(RobotError, match="candidates are a, t12"):
        variable("a + t12")


def test_each_moving_frame_has_a_variable_and_fixed_ones_have_none() -> None:
    assert {j: str(v) for j, v in tree().variables.items()} == {
        1: "t1",
        2: "t2",
        3: "r3",
        4: "t4",
        6: "r6",
    }
    assert list(sr400().variables) == list(range(1, 10))


def test_the_position_of_a_frame_is_theta_r_or_nothing() -> None:
    assert revolute(1, 0).position == symbol("t1")
    assert prismatic(1, 0).position == symbol("r1")
    assert Frame(0, FIXED).position == expression(0)


def test_a_shared_variable_is_read_with_a_diagnostic_that_names_both_joints() -> None:
    robot = robot_of(revolute(1, 0, theta="q"), revolute(2, 1, theta="q"))
    assert robot.variables[1] == robot.variables[2] == symbol("q")
    (diagnostic,) = check(robot)
    assert (diagnostic.frame, diagnostic.field) == (2, "theta")
    assert "joints 1 and 2 share the variable q" in diagnostic.message


def test_geometry_that_depends_on_a_joint_variable_is_a_diagnostic() -> None:
    robot = robot_of(revolute(1, 0), revolute(2, 1, d="2*t1"))
    (diagnostic,) = check(robot)
    assert str(diagnostic) == "frame 2, d: depends on t1, the variable of joint 1"


def test_inertia_of_a_floating_base_that_depends_on_a_joint_is_a_diagnostic() -> None:
    base = Base(motion=BaseMotion.FLOATING, link=Link(M=symbol("t1")))
    (diagnostic,) = check(replace(robot_of(revolute(1, 0)), base=base))
    assert "M: depends on t1, the variable of joint 1" in str(diagnostic)


def test_all_symbols_of_the_tables_are_known_and_those_of_value_sets_are_not() -> None:
    robot = chain_2r()
    assert {"t1", "t2", "d2", "QP1", "QDP2", "GAM2", "XX1", "M2", "G3"} <= robot.symbols
    assert "D9" not in robot.symbols
    given = ValueSet("lengths", (("d2", 0.1), ("D9", "1/3")))  # type: ignore[arg-type]
    assert dict(given.values) == {"d2": expression("0.1"), "D9": expression("1/3")}


def test_substitution_reaches_every_table_at_once_and_exactly() -> None:
    robot = sr400()
    lengths = robot.substitute({"d3": "a + 0.1", "d8": "d3", "XX1": 2, "G3": -9.81})
    assert lengths.frame(3).d == lengths.frame(9).d == symbol("a") + expression("0.1")
    assert lengths.frame(10).d == -symbol("d3")  # all at once: the new d3 is left alone
    assert expression(2) == lengths.link(1).XX
    assert str(lengths.base.G[2]) == "-9.81"
    assert robot.frame(3).d == symbol("d3")
    assert "d8" not in lengths.symbols


def test_substituting_an_unknown_symbol_names_it() -> None:
    with pytest.raises(UsageError, match="example has no symbol D9, zz"):
        chain_2r().substitute({"zz": 1, "D9": 2, "d2": 3})


def test_a_joint_variable_may_be_renamed_or_shifted_but_not_fixed() -> None:
    robot = chain_2r().substitute({"t1": "q1 + Pi/2"})
    assert robot.variables[1] == symbol("q1")
    assert robot.frame(1).theta == symbol("q1") + PI / 2
    with pytest.raises(RobotError, match="needs its variable"):
        chain_2r().substitute({"t1": 0})


def test_a_frame_takes_numbers_and_texts_exactly() -> None:
    frame = Frame(0, R, theta="t1", d=0.1, alpha="pi/2")  # type: ignore[arg-type]
    assert frame.d == expression("1/10")
    assert frame.alpha == PI / 2
