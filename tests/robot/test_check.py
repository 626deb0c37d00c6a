"""What is allowed but probably a mistake, and robots to start from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from robot.example_robots import FIXED, chain_2r, revolute, robot_of, sr400, tree
from symoro.errors import UsageError
from symoro.expressions import ZERO, symbol
from symoro.library import load
from symoro.robot import (
    Base,
    BaseMotion,
    Diagnostic,
    Frame,
    JointType,
    Link,
    Robot,
    Structure,
    check,
    general_link,
    joint_frame,
    new_robot,
)
from symoro.robot.frame import GEOMETRY


def only(robot: Robot) -> Diagnostic:
    (diagnostic,) = check(robot)
    return diagnostic


@pytest.mark.parametrize("robot", [chain_2r(), sr400()], ids=["chain", "closed"])
def test_a_good_robot_has_no_diagnostics(robot: Robot) -> None:
    assert check(robot) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1.5708", "Pi/2"),
        ("-1.57", "-Pi/2"),
        ("3.14", "Pi"),
        ("3.14159265358979", "Pi"),
        ("0.7854", "Pi/4"),
        ("6.2832", "2*Pi"),
    ],
)
@pytest.mark.parametrize("field", ["alpha", "gamma"])
def test_a_rounded_multiple_of_pi_is_pointed_out(field: str, text: str, meant: str) -> None:
    diagnostic = only(robot_of(revolute(1, 0, **{field: text})))
    assert (diagnostic.frame, diagnostic.field) == (1, field)
    assert diagnostic.message.startswith(text[:6])
    assert f"write {meant} for the exact angle" in diagnostic.message


def test_a_rounded_offset_in_theta_is_pointed_out() -> None:
    diagnostic = only(robot_of(revolute(1, 0, theta="t1 - 1.5708")))
    assert (diagnostic.frame, diagnostic.field) == (1, "theta")
    assert "write -Pi/2" in diagnostic.message


@pytest.mark.parametrize("text", ["Pi/2", "-Pi/3", "0", "1", "0.5", "1.56", "a1", "1.5708*a1"])
def test_exact_angles_and_other_numbers_are_left_alone(text: str) -> None:
    assert check(robot_of(revolute(1, 0, alpha=text))) == []


def body(**fields: object) -> Robot:
    link = Link(**fields)  # type: ignore[arg-type]
    return replace(robot_of(revolute(1, 0)), links=(link,))


POSSIBLE: dict[str, dict[str, object]] = {
    "nothing": {},
    "a point mass": {"M": 2, "MX": 1, "YY": 0.5, "ZZ": 0.5},
    "a thin rod": {"M": 12, "YY": 1, "ZZ": 1},
    "a plate": {"M": 1, "XX": 1, "YY": 2, "ZZ": 3},
    "symbols beside numbers": {"M": "M1", "XX": 1, "YY": 0},
}


@pytest.mark.parametrize("name", POSSIBLE)
def test_a_possible_body_is_left_alone(name: str) -> None:
    assert check(body(**POSSIBLE[name])) == []


IMPOSSIBLE: dict[str, tuple[dict[str, object], str, str]] = {
    "negative mass": ({"M": -1}, "M", "-1 is negative"),
    "negative inertia": ({"M": 1, "ZZ": -0.5}, "ZZ", "-0.5 is negative"),
    "negative beside symbols": ({"M": "M1", "XX": -2}, "XX", "-2 is negative"),
    "inertia without mass": ({"XX": 1, "YY": 1, "ZZ": 1}, "M", "mass is zero"),
    "first moment without mass": ({"MX": 1}, "M", "mass is zero"),
    "triangle inequality": ({"M": 1, "XX": 1, "YY": 1, "ZZ": 3}, "XX..ZZ", "triangle inequality"),
    "centre of mass too far": (
        {"M": 1, "MX": 2, "XX": 1, "YY": 1, "ZZ": 1},
        "XX..ZZ",
        "negative principal value",
    ),
    "off-diagonal too large": (
        {"M": 1, "XX": 1, "YY": 1, "ZZ": 1, "XY": 2},
        "XX..ZZ",
        "negative principal value",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_body_is_found(name: str) -> None:
    fields, field, message = IMPOSSIBLE[name]
    diagnostic = only(body(**fields))
    assert (diagnostic.frame, diagnostic.field) == (1, field)
    assert message in diagnostic.message


def test_the_body_of_a_moving_base_is_checked_too() -> None:
    base = Base(motion=BaseMotion.FLOATING, link=Link(M=-1))  # type: ignore[arg-type]
    diagnostic = only(replace(chain_2r(), base=base))
    assert (diagnostic.frame, diagnostic.field) == (0, "M")


def test_a_joint_without_a_motor_in_an_open_chain_is_found() -> None:
    diagnostic = only(robot_of(revolute(1, 0), revolute(2, 1, mu=False)))
    assert str(diagnostic) == (
        "mu: the robot has 2 degrees of freedom and 1 motor: none at joint 2"
    )


def test_a_motor_on_a_fixed_frame_is_found() -> None:
    frames = list(tree().frames)
    frames[4] = Frame(4, FIXED, mu=True)
    diagnostic = only(replace(tree(), frames=tuple(frames)))
    assert (diagnostic.frame, diagnostic.field) == (5, "mu")
    assert "fixed frame is marked as actuated" in diagnostic.message


def test_a_actuated_cut_joint_is_found() -> None:
    frames = list(sr400().frames)
    frames[8] = replace(frames[8], mu=True)
    diagnostic = only(replace(sr400(), frames=tuple(frames)))
    assert diagnostic.frame == 9
    assert "cut at passive joints" in diagnostic.message


def test_an_elastic_joint_needs_a_stiffness() -> None:
    diagnostic = only(robot_of(revolute(1, 0, eta=True)))
    assert (diagnostic.frame, diagnostic.field) == (1, "k")
    assert check(robot_of(revolute(1, 0, eta=True, k="K1"))) == []


def test_notes_of_the_reader_come_first() -> None:
    robot = replace(robot_of(revolute(1, 0, alpha="1.5708")), notes=("read with a guess",))
    diagnostics = check(robot)
    assert str(diagnostics[0]) == "read with a guess"
    assert len(diagnostics) == 2


# Templates


@pytest.mark.parametrize("structure", [Structure.SIMPLE, Structure.TREE])
def test_a_new_open_robot_has_revolute_joints_in_a_row_and_general_inertias(
    structure: Structure,
) -> None:
    robot = new_robot("arm", structure, 3)
    assert (robot.name, robot.structure) == ("arm", structure)
    assert [frame.antecedent for frame in robot.frames] == [0, 1, 2]
    assert [str(v) for v in robot.variables.values()] == ["t1", "t2", "t3"]
    assert robot.links == tuple(general_link(j) for j in (1, 2, 3))
    assert (ZERO, ZERO, symbol("G3")) == robot.base.G
    assert check(robot) == []


def test_a_new_closed_robot_has_its_cut_joints_and_fixed_sides() -> None:
    robot = new_robot("loop", Structure.CLOSED, 7, links=5)
    assert (robot.n_links, robot.n_joints, robot.n_frames, robot.n_loops) == (5, 7, 9, 2)
    assert robot.loops() == ((6, 8), (7, 9))
    assert [robot.frame(j).mu for j in (6, 7, 8, 9)] == [False] * 4
    assert check(robot) == []


def test_a_general_chain_has_the_tables_of_the_general_robot_of_the_library() -> None:
    robot, known = new_robot("arm", Structure.SIMPLE, 6, general=True), load("general6r")
    assert robot.frames == known.frames
    assert [link.inertial for link in robot.links] == [link.inertial for link in known.links]
    assert robot.links[3] == general_link(4, IA=symbol("IA4"), FV=symbol("FV4"), FS=symbol("FS4"))
    assert [str(entry) for entry in robot.base.G] == ["G1", "G2", "G3"]
    assert not robot.base.moves
    assert check(robot) == []


def test_general_branches_have_gamma_and_b_and_the_end_of_a_loop_four_constants() -> None:
    def constants(robot: Robot, j: int) -> list[str]:
        return [str(getattr(robot.frame(j), field)) for field in GEOMETRY]

    tree = new_robot("tree", Structure.TREE, 3, general=True)
    assert constants(tree, 1) == ["0", "0", "0", "0", "t1", "0"]
    assert constants(tree, 3) == ["g3", "b3", "a3", "d3", "t3", "r3"]
    loop = new_robot("loop", Structure.CLOSED, 4, links=3, general=True)
    assert constants(loop, 4) == ["g4", "b4", "a4", "d4", "t4", "r4"]
    assert constants(loop, 5) == ["g5", "b5", "a5", "d5", "0", "0"]
    assert loop.loops() == ((4, 5),)


@pytest.mark.parametrize(
    ("structure", "joints", "links", "message"),
    [
        (Structure.SIMPLE, 0, None, "at least one joint and one link, not 0 and 0"),
        (Structure.CLOSED, 3, 0, "at least one joint and one link, not 3 and 0"),
        (Structure.CLOSED, 4, None, "more joints than links: give links below 4, not 4"),
        (Structure.CLOSED, 4, 5, "more joints than links: give links below 4, not 5"),
        (Structure.SIMPLE, 4, 3, "a simple robot has as many links as joints: 4"),
        (Structure.TREE, 4, 5, "a tree robot has as many links as joints: 4"),
    ],
)
def test_numbers_that_do_not_fit_the_structure_are_refused(
    structure: Structure, joints: int, links: int | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        new_robot("x", structure, joints, links)


@pytest.mark.parametrize("text", ["90", "-45", "180"])
def test_an_angle_of_more_than_a_turn_is_probably_in_degrees(text: str) -> None:
    assert "angles are in radians" in only(robot_of(revolute(1, 0, alpha=text))).message


def test_a_symbol_called_pi_is_probably_the_number() -> None:
    assert "write Pi or pi" in only(robot_of(revolute(1, 0, alpha="PI/2"))).message


def test_the_variable_left_in_theta_of_a_prismatic_joint_is_pointed_out() -> None:
    frame = joint_frame(1, 0, JointType.PRISMATIC, theta="t1", r="r1")
    diagnostic = only(robot_of(frame))
    assert (diagnostic.frame, diagnostic.field) == (1, "theta")
    assert "t1 is a constant here: joint 1 is prismatic" in diagnostic.message


@pytest.mark.parametrize("tag", ["QP", "QDP"])
def test_a_velocity_or_acceleration_that_is_a_number_is_pointed_out(tag: str) -> None:
    diagnostic = only(robot_of(replace(revolute(1, 0), **{tag: ZERO})))  # type: ignore[arg-type]
    assert (diagnostic.frame, diagnostic.field) == (1, tag)


def test_a_robot_in_which_nothing_moves_is_pointed_out() -> None:
    assert only(robot_of(Frame(antecedent=0))).message == "no joint moves"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"XX": "1", "YY": "1", "ZZ": "5", "M": "M1"}, "XX..ZZ"),
        ({"XX": "1", "YY": "1", "ZZ": "1", "XY": "3", "M": "M1"}, "XX..ZZ"),
        ({"XX": "1e-12", "YY": "1e-12", "ZZ": "5e-12", "M": "1e-3"}, "XX..ZZ"),
        ({"FV": "-1"}, "FV"),
        ({"IA": "-1"}, "IA"),
    ],
    ids=str,
)
def test_impossible_numbers_are_found_beside_symbols_and_at_any_scale(
    values: dict[str, str], field: str
) -> None:
    link = Link(**values)  # type: ignore[arg-type]
    diagnostic = only(replace(robot_of(revolute(1, 0)), links=(link,)))
    assert (diagnostic.frame, diagnostic.field) == (1, field)


def test_a_planar_arm_may_have_the_inertia_about_its_axis_alone() -> None:
    link = Link(ZZ="0.5", MX="MX1", M="2")  # type: ignore[arg-type]
    assert check(replace(robot_of(revolute(1, 0)), links=(link,))) == []
