"""The symbolic method: published groupings, tables of all kinds, zeros, what was missed before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clock import at_most
from closed_robots import closed, fixed, turn
from grouping.chains import general_chain
from grouping.small_robots import arm, floating, moving, with_rotors
from symoro.errors import InternalError, ModelError
from symoro.expressions import ZERO, expression, parse, symbol
from symoro.expressions.zero_test import is_zero
from symoro.formats import load_file
from symoro.grouping import symbolic as page
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.exact import completeness
from symoro.grouping.result import BaseParameters
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.library import robot as read
from symoro.robot import INERTIAL, Link, Robot, general_link
from symoro.robot.parameter import Parameter

HRP2 = (
    Path(__file__).parents[3] / "shared/robots/wild/hrp2jrl_imu__robotology_idyntree__8ec18fa5.par"
)

FIGURE_4 = {
    "ZZ1R": "YY2 + ZZ1 + ZZ3",
    "MY1R": "MY1 - MZ2",
    "XX2R": "XX2 + XX3 - YY2 - ZZ3",
    "XY2R": "XY2 - XZ3",
    "XZ2R": "XY3 + XZ2",
    "YZ2R": "YZ2 - YZ3",
    "ZZ2R": "YY3 + ZZ2",
}
"""Lemoine and Khalil, Symbolic Dynamics, figure 4: the RRP robot."""


def test_the_rrp_robot_of_the_encyclopedia() -> None:
    found = symbolic_base_parameters(read("rrp"))
    assert {g.name: str(g.expression) for g in found.groupings} == FIGURE_4
    kept = "ZZ1 MX1 MY1 XX2 XY2 XZ2 YZ2 ZZ2 MX2 MY2 MX3 MY3 MZ3 M3"
    assert " ".join(map(str, found.inertial)) == kept


def rules(robot: Robot) -> dict[str, str]:
    return {str(s.eliminated): s.reason.rule for s in symbolic_base_parameters(robot).steps}


def into(robot: Robot, name: str) -> dict[str, str]:
    step = next(s for s in symbolic_base_parameters(robot).steps if str(s.eliminated) == name)
    return {str(p): str(c) for p, c in step.into}


# What the printed theorems miss or get wrong


def test_orthogonal_prismatic_joints_take_their_rotors_into_the_masses() -> None:
    robot = arm("P", "P alpha=Pi/2", rotors=(1, 2), name="pp")
    assert into(robot, "IA2") == {"M2": "1", "M1": "-1"}
    assert [str(p) for p in symbolic_base_parameters(robot).inertial] == ["M1", "IA1", "M2"]


def test_a_prismatic_joint_along_the_first_axis_takes_its_rotor_if_gravity_is_across() -> None:
    assert "IA2" in rules(arm("R", "P", g="G1 0 0", rotors=(1, 2)))
    assert "IA2" not in rules(arm("R", "P", g="0 0 G3", rotors=(1, 2)))


def test_the_rotor_of_a_first_axis_in_any_direction_goes_into_zz() -> None:
    robot = arm("R gamma=g1 alpha=a1 d=D1", "R alpha=a2 d=D2", rotors=(1, 2))
    assert into(robot, "IA1") == {"ZZ1": "1"}
    assert "IA2" not in rules(robot)


def test_a_rotor_behind_a_prismatic_frame_that_is_turned() -> None:
    """Joint 3 is across the first axis whatever frame 2 is turned by, so IA3 goes into ZZ3."""
    robot = arm("R", "P alpha=Pi/2 theta=f2", "R alpha=Pi/2 theta=0", rotors=(1, 2, 3))
    assert rules(robot)["IA1"] == "theorem 4"
    turned = arm("R", "P alpha=Pi/2 theta=Pi/2", "R alpha=0", g="0 0 0", rotors=(1, 2, 3))
    assert into(turned, "IA3") == {"ZZ3": "1"}


def test_zero_gravity_takes_more() -> None:
    with_g, without = (
        len(symbolic_base_parameters(arm("R", "R d=D2", g=g)).inertial) for g in ("G1 0 0", "0 0 0")
    )
    assert (with_g, without) == (6, 4)


@pytest.mark.parametrize(
    ("robot", "name", "expected"),
    [
        (arm("R", "R d=D2", "P d=D3", "R"), "MX3", {"MX2": "1", "ZZ2": "2*D3"}),
        (arm("R", "P d=D2", "R alpha=Pi/2"), "MX2", {"MX1": "1", "ZZ1": "2*D2"}),
        (
            arm("R", "P theta=f2 d=D2", "P alpha=Pi/2"),
            "MY2",
            {"MX1": "-sin(f2)", "MY1": "cos(f2)", "ZZ1": "-2*D2*sin(f2)"},
        ),
    ],
)
def test_the_factor_two_of_a_prismatic_joint_along_the_axis(
    robot: Robot, name: str, expected: dict[str, str]
) -> None:
    assert into(robot, name) == expected


# Tables


def test_a_parameter_is_known_by_its_place_whatever_its_entry_is() -> None:
    """The same symbols in both links, numbers and expressions: the steps are the same."""
    general = arm("R", "R d=D2", "P alpha=Pi/2")
    same = replace(general, links=(general_link(1),) * 3)
    number = replace(general, links=(Link(**dict.fromkeys(INERTIAL, expression("0.3"))),) * 3)
    product = Link(**{name: symbol("K") * symbol(name) for name in INERTIAL})
    wanted = symbolic_base_parameters(general).steps
    for robot in (same, number, replace(general, links=(product,) * 3)):
        assert symbolic_base_parameters(robot).steps == wanted


def test_shared_symbols_add_up() -> None:
    robot = replace(arm("R", "R d=D2"), links=(general_link(1), general_link(1)))
    grouping = {g.name: g.expression for g in symbolic_base_parameters(robot).groupings}
    assert is_zero(grouping["ZZ1R"] - parse("ZZ1 + D2^2*M1"))


def test_a_grouped_name_never_takes_a_symbol_of_the_robot() -> None:
    robot = arm("R", "R d=D2")
    links = (replace(robot.links[0], XX=symbol("ZZ1R"), MX=symbol("ZZ1R_")), robot.links[1])
    found = symbolic_base_parameters(replace(robot, links=links))
    assert found.names[Parameter(1, "ZZ")] == "ZZ1R__"


def test_links_without_inertia() -> None:
    robot = arm("R", "R d=D2", "P alpha=a3")
    assert symbolic_base_parameters(replace(robot, links=(Link(),) * 3)).inertial == ()
    masses = tuple(Link(M=symbol(f"M{j}")) for j in (1, 2, 3))
    found = symbolic_base_parameters(replace(robot, links=masses))
    assert [str(p) for p in found.inertial] == ["ZZ1", "M3"]


def test_angles_that_are_meant_to_be_exact_are_taken_so_and_this_is_said() -> None:
    robot = arm("R", "R alpha=1.5707963267949 d=D2")
    found = symbolic_base_parameters(robot)
    assert found.steps == symbolic_base_parameters(arm("R", "R alpha=Pi/2 d=D2")).steps
    assert any("frame 2, alpha" in note for note in found.notes)
    assert found.standard is robot


# Loops with entries that are zero


@pytest.mark.parametrize(
    ("name", "without", "expected"),
    [
        ("fourbar", (2,), 6),
        ("fourbar", (3,), 6),
        ("fourbar", (2, 3), 3),
        ("fivebar", (2,), 9),
        ("fivebar", (4,), 9),
        ("slidercrank", (2, 3), 3),
    ],
)
def test_loops_with_massless_links(name: str, without: tuple[int, ...], expected: int) -> None:
    robot = read(name)
    links = (Link() if j in without else link for j, link in enumerate(robot.links, start=1))
    found = symbolic_base_parameters(replace(robot, links=tuple(links)))
    assert len(found.inertial) == found.proof.rank == expected


def test_nothing_that_is_zero_receives_without_need() -> None:
    """A four-bar linkage whose only mass is a moment of its coupler has one parameter."""
    robot = read("fourbar")
    links = (Link(MX=symbol("MX2")) if j == 2 else Link() for j in range(1, robot.n_links + 1))
    found = symbolic_base_parameters(replace(robot, links=tuple(links)))
    assert [str(p) for p in found.inertial] == ["MX2"]
    assert not found.names


CUT_AT_THE_BASE = closed(
    "cut_at_the_base",
    turn(1, 0, mu=True),
    turn(2, 1, d="L1"),
    turn(3, 2, d="L2"),
    turn(4, 3, d="L3"),
    fixed(0, d="L4"),
)


def test_a_four_bar_linkage_cut_at_the_base() -> None:
    assert len(symbolic_base_parameters(CUT_AT_THE_BASE).inertial) == 4
    assert into(CUT_AT_THE_BASE, "ZZ3") == {
        "ZZ1": "L1^2/L3^2",
        "ZZ2": "L2^2/L3^2",
        "MX2": "L2/L3^2",
    }


# Proof and refusals


def test_a_wrong_step_is_not_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> list[Step]:
        return [Step(Parameter(2, "M"), ((Parameter(1, "ZZ"), symbol("D2")),), Reason("r", "t"))]

    monkeypatch.setattr(page, "_rules", wrong)
    with pytest.raises(InternalError, match="do not give the standard torques"):
        symbolic_base_parameters(arm("R", "R d=D2"))


def test_a_coefficient_that_is_not_recognised_is_sought_in_floating_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = len(symbolic_base_parameters(CUT_AT_THE_BASE).inertial)
    for name in ("one_product", "sum_of_products"):
        monkeypatch.setattr(completeness, name, lambda *_: None)
    found = symbolic_base_parameters(CUT_AT_THE_BASE)
    assert len(found.inertial) == expected
    assert "floating point" in found.notes[0]
    assert found.method == "symbolic"


def test_a_coefficient_that_nobody_recognises_is_refused_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuses(*_: object) -> BaseParameters:
        raise ModelError("no formula")

    for name in ("one_product", "sum_of_products"):
        monkeypatch.setattr(completeness, name, lambda *_: None)
    monkeypatch.setattr(page, "_numeric_result", refuses)
    with pytest.raises(ModelError, match=r"ZZ3 can be grouped with ZZ1.*numeric method"):
        symbolic_base_parameters(CUT_AT_THE_BASE)


def test_the_rules_leave_nothing_to_the_completeness_pass_on_these() -> None:
    """Every grouping of the library's trees and of its planar loops has a rule."""
    names = ("rx90", "stanford", "puma560", "scara", "fourbar", "fivebar", "sr400", "akr3000")
    for robot in (*map(read, names), floating(read("fourbar")), with_rotors(read("rx90"))):
        assert "dependency" not in rules(robot).values(), robot.name
    crossed = symbolic_base_parameters(read("sr400"), mode=2)
    assert "dependency" not in {s.reason.rule for s in crossed.steps}


def test_entries_that_vanish_identically() -> None:
    """A length that is zero in disguise: sin(a)^2 + cos(a)^2 - 1."""
    robot = arm("R", "R d=sin(a)^2+cos(a)^2-1 alpha=Pi/2")
    assert len(symbolic_base_parameters(robot).inertial) == len(
        symbolic_base_parameters(arm("R", "R alpha=Pi/2")).inertial
    )


def test_a_base_that_does_not_move_is_fixed() -> None:
    robot = arm("R", "R d=D2")
    assert (
        symbolic_base_parameters(moving(robot, V0="VX VY VZ")).steps
        == symbolic_base_parameters(robot).steps
    )
    assert robot.base.W0 == (ZERO, ZERO, ZERO)


def test_a_chain_of_a_hundred_joints() -> None:
    with at_most(10):
        assert len(symbolic_base_parameters(general_chain(100)).inertial) == 7 * 100 - 6


def test_a_humanoid() -> None:
    if not HRP2.is_file():
        pytest.skip("no file of the HRP-2 beside the clone")
    robot = load_file(HRP2)
    assert isinstance(robot, Robot)
    with at_most(5):
        assert len(symbolic_base_parameters(robot).inertial) == 329
