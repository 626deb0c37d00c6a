"""Slips of typing that leave a valid robot: what `check` says of them, and where it is silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from robot.example_robots import FIXED, chain_2r, prismatic, revolute, robot_of
from symoro import RobotError, library
from symoro.expressions import PI, Expression, expression
from symoro.robot import (
    Base,
    BaseMotion,
    Diagnostic,
    Frame,
    JointType,
    Link,
    Robot,
    Structure,
    ValueSet,
    check,
    joint_frame,
)
from symoro.robot.doubts import doubts


def the_warning(robot: Robot) -> Diagnostic:
    (diagnostic,) = doubts(robot)
    return diagnostic


def fixed(j: int, **fields: object) -> Frame:
    return Frame(j - 1, FIXED, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", library.names())
def test_no_robot_of_the_library_has_a_warning(name: str) -> None:
    assert doubts(library.robot(name)) == ()


@pytest.mark.parametrize(
    ("field", "entry"),
    [("theta", "t2"), ("theta", "q2"), ("theta", "t2 + Pi/2"), ("r", "q2"), ("theta", "Q_2")],
)
def test_a_variable_left_in_a_fixed_frame_is_found(field: str, entry: str) -> None:
    diagnostic = the_warning(robot_of(revolute(1, 0), fixed(2, **{field: entry})))
    assert (diagnostic.frame, diagnostic.field) == (2, field)
    assert "is a constant here: frame 2 is fixed (sigma 2)" in diagnostic.message
    assert f"sigma {0 if field == 'theta' else 1} makes joint 2" in diagnostic.message


def test_r2_in_a_fixed_frame_is_a_length_unless_the_joint_has_its_drive_still() -> None:
    assert check(robot_of(revolute(1, 0), fixed(2, r="r2"))) == []
    driven = fixed(2, r="r2", QP="QP2", QDP="QDP2", GAM="GAM2")
    assert the_warning(robot_of(revolute(1, 0), driven)).field == "r"


@pytest.mark.parametrize(
    "fields", [{"theta": "th2"}, {"theta": "t1c"}, {"theta": "a2", "r": "RL2"}, {"theta": "t3"}]
)
def test_constants_of_a_fixed_frame_are_left_alone(fields: dict[str, object]) -> None:
    assert check(robot_of(revolute(1, 0), fixed(2, **fields))) == []


def test_a_variable_with_an_offset_left_in_a_prismatic_joint_is_found() -> None:
    diagnostic = the_warning(robot_of(revolute(1, 0), prismatic(2, 1, theta="t2 - Pi/2")))
    assert "joint 2 is prismatic, its variable is in r" in diagnostic.message


# Tables of the classic notation, copied row by row as if they were modified ones: alpha, a of each.
CLASSIC: dict[str, list[tuple[object, object]]] = {
    "puma560": [(PI / 2, 0), (0, 0.4318), (-PI / 2, 0.0203), (PI / 2, 0), (-PI / 2, 0), (0, 0)],
    "ur5": [(PI / 2, 0), (0, -0.425), (0, -0.39225), (PI / 2, 0), (-PI / 2, 0), (0, 0)],
    "scara": [(0, "L1"), (PI, "L2"), (0, 0), (0, 0)],
    "lwr": [(PI / 2, 0), *[(-PI / 2, 0), (PI / 2, 0)] * 2, (PI / 2, 0), (0, 0)],
}


def rows(*entries: tuple[object, object]) -> Robot:
    return robot_of(
        *(revolute(j, j - 1, alpha=alpha, d=d) for j, (alpha, d) in enumerate(entries, start=1))
    )


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_table_is_recognised(name: str) -> None:
    diagnostic = the_warning(rows(*CLASSIC[name]))
    assert diagnostic.frame == 1
    assert "as in a classic (distal) DH table" in diagnostic.message
    assert "belong one row further down" in diagnostic.message


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_table_moved_down_a_row_is_right(name: str) -> None:
    assert check(rows((0, 0), *CLASSIC[name][:-1])) == []


def test_a_base_that_is_turned_or_a_tool_frame_are_no_classic_table() -> None:
    assert check(rows((PI / 2, 0), (0, "L1"), (0, "L2"))) == []
    chain = [revolute(1, 0, alpha=PI / 2), revolute(2, 1, d="L1"), revolute(3, 2, d="L2")]
    assert check(robot_of(*chain, fixed(4, r="L3"))) == []


def with_gravity(*G: object) -> Robot:
    return replace(chain_2r(), base=Base(G=G))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "G",
    [
        (0, 0, 0),
        (0, 0, "G3"),
        (0, "G2", 3),
        (0, 0, -9.81),
        (0, -9.80665, 0),
        (0, 0, 10),
        (0, -9810, 0),
        (0, 0, 981),
        (6.9367, 0, -6.9367),
        (0, 0, -1.62),
        (0, -386.1, 0),
    ],
)
def test_likely_gravity_is_left_alone(G: tuple[object, ...]) -> None:
    assert check(with_gravity(*G)) == []


@pytest.mark.parametrize("G", [(0, -9, 81), (9, 81, 0), (0, 9, 8)])
def test_a_decimal_comma_in_gravity_is_found(G: tuple[object, ...]) -> None:
    diagnostic = the_warning(with_gravity(*G))
    assert diagnostic.field == "G"
    assert "with a decimal point, was probably meant" in diagnostic.message


@pytest.mark.parametrize("G", [(0, 0, 1), (0, 0, 98.1), (0, 0, -81), (0, 0, 0.00981)])
def test_gravity_of_another_size_is_found(G: tuple[object, ...]) -> None:
    diagnostic = the_warning(with_gravity(*G))
    assert "9.81 in metres, 9810 in millimetres" in diagnostic.message


@pytest.mark.parametrize(
    ("angle", "meant"), [("90", "Pi/2"), ("-90", "-Pi/2"), ("45", "Pi/4"), ("180", "Pi")]
)
def test_degrees_are_found_with_the_angle_meant(angle: str, meant: str) -> None:
    diagnostic = the_warning(robot_of(revolute(1, 0), revolute(2, 1, alpha=angle, d="D2")))
    assert diagnostic.message.endswith(f"angles are in radians: {angle} degrees are {meant}")


@pytest.mark.parametrize(
    "angle", [1.5707963267948966, "1.57", "3.1416", "0.7854", "1.0472", "3.14"]
)
def test_the_digits_of_an_exact_angle_are_a_warning(angle: object) -> None:
    assert the_warning(robot_of(revolute(1, 0, alpha=angle))).field == "alpha"


@pytest.mark.parametrize("angle", ["0.26", "1.5712", "0.523", "2.879"])
def test_an_angle_near_an_exact_one_with_other_or_few_digits_is_a_note(angle: str) -> None:
    robot = robot_of(revolute(1, 0, alpha=angle))
    assert doubts(robot) == ()
    (diagnostic,) = check(robot)
    assert diagnostic.note


def test_notes_are_no_warnings() -> None:
    passive = replace(revolute(2, 1, d="D2"), mu=False)
    snapped = Robot.from_mdh([0, 1.5707963267948966], [0, 0], [0, 0], [0, 0], [0, 0])
    locked = replace(revolute(1, 0), QP=expression(0))
    for robot in (robot_of(revolute(1, 0), passive), snapped, robot_of(locked)):
        assert all(diagnostic.note for diagnostic in check(robot))
        assert check(robot)


def test_impossible_numbers_are_notes_where_the_robot_is_in_base_parameters() -> None:
    wrong = Link(M=1, XX=1, YY=1, ZZ=3)  # type: ignore[arg-type]
    assert doubts(replace(chain_2r(), links=(wrong, wrong)))
    grouped = Link(ZZ=3, MX=1)  # type: ignore[arg-type]
    robot = replace(chain_2r(), links=(grouped, wrong))
    assert doubts(robot) == ()
    assert check(robot)


def test_a_floating_body_without_joints_is_a_robot() -> None:
    body = Robot("body", Structure.SIMPLE, (Frame(0, FIXED),), (Link(),), Base())
    assert the_warning(body).message == "no joint moves"
    assert doubts(replace(body, base=Base(motion=BaseMotion.FLOATING))) == ()


def test_what_a_reader_doubted_is_a_warning_of_the_robot() -> None:
    robot = replace(chain_2r(), doubts=("NF is 3 but the lists say 2; the lists are used",))
    assert the_warning(robot).message.startswith("NF is 3")
    assert robot == chain_2r()


def test_an_expression_is_what_its_symbols_say() -> None:
    """Offsets of symbols that are no angle of this joint do not count."""
    entry: Expression = expression("t1") + PI
    assert check(robot_of(revolute(1, 0, theta=entry))) == []


# Bodies, value sets and places


def body_warnings(*masses: str, **fields: str) -> list[str]:
    """Warnings, without notes, on three revolute links; fields are those of link 2."""
    robot = symoro.load("planar3r")
    own = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "MX", "MY", "MZ"), "0")
    links = [Link(**{**own, "ZZ": "1", "M": mass}) for mass in masses]  # type: ignore[arg-type]
    links[1] = replace(links[1], **fields)  # type: ignore[arg-type]
    diagnostics = check(replace(robot, links=(*links, Link())))  # a tool frame is last
    return [str(f) for f in diagnostics if not f.note]


def test_a_mass_of_zero_hides_no_other_mistake() -> None:
    """Zeros of base parameters explain strange inertias, not negative masses and frictions."""
    for fields in ({"M": "-3"}, {"FV": "-1"}, {"IA": "-2"}, {"ZZ": "-1"}):
        (warning,) = body_warnings("5", "5", "0", **fields)
        assert warning.startswith(f"frame 2, {next(iter(fields))}: ")
    assert body_warnings("5", "5", "0") == []  # as base parameters are


def test_a_forgotten_mass_is_warned_of() -> None:
    (warning,) = body_warnings("5", "0", "5", XX="1", YY="1")
    assert warning.startswith("frame 2, M: the mass is zero but other inertial parameters are not")


def test_a_classic_table_behind_a_fixed_frame_is_seen() -> None:
    puma = symoro.load("puma560")
    rows = [*[(f.alpha, f.d) for _, f in puma][1:], (expression(0), expression(0))]
    classic = tuple(
        replace(frame, alpha=alpha, d=d, antecedent=frame.antecedent + 1)
        for (_, frame), (alpha, d) in zip(puma, rows, strict=True)
    )
    pedestal = joint_frame(1, 0, JointType.FIXED, r="H")
    robot = replace(puma, frames=(pedestal, *classic), links=(Link(), *puma.links))
    (diagnostic,) = [f for f in symoro.check(robot) if "classic" in f.message]
    assert diagnostic.frame == 2
    placed = joint_frame(1, 0, JointType.FIXED, alpha="Pi")
    right = tuple(replace(f, antecedent=f.antecedent + 1) for _, f in puma)
    turned = replace(puma, frames=(placed, *right), links=(Link(), *puma.links))
    assert not [f for f in symoro.check(turned) if "classic" in f.message]


def test_a_locked_revolute_joint_is_said_once() -> None:
    robot = symoro.load("rx90")
    tool = replace(robot.frames[5], sigma=JointType.FIXED, r=expression("R6"))
    diagnostics = symoro.check(replace(robot, frames=(*robot.frames[:5], tool)))
    assert [f.field for f in diagnostics if "is a constant here" in f.message] == ["theta"]


def test_a_variable_called_unlike_all_others_is_doubtful() -> None:
    """sigma was changed from 1 to 0, and the constant angle became the variable."""
    robot = symoro.load("stanford")
    turned = replace(robot.frames[2], sigma=JointType.REVOLUTE, theta=expression("A3"))
    diagnostics = symoro.check(
        replace(robot, frames=(*robot.frames[:2], turned, *robot.frames[3:]))
    )
    (diagnostic,) = [f for f in diagnostics if f.frame == 3]
    assert "joint 3 is revolute (sigma 0), its variable is A3" in diagnostic.message


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("D3", "Q9", "Q9 has the symbol Q9; a value set holds numbers"),
        ("nan", "1", "nan is not a finite number"),
        ("2D", "1", "'2D' is not a symbol"),
    ],
)
def test_a_value_set_holds_numbers_of_symbols(name: str, value: str, why: str) -> None:
    with pytest.raises(RobotError, match=f"value set mine, {name}: {why}"):
        ValueSet("mine", ((name, expression(value)),))


def test_numbers_of_a_value_set_are_checked_in_the_tables() -> None:
    robot = symoro.load("general6r")
    numbers = (("a2", 90), ("G3", expression("-98.1")), ("ZZ33", 1))
    own = ValueSet("mine", tuple((name, expression(value)) for name, value in numbers))
    diagnostics = [str(f) for f in symoro.check(replace(robot, values=(own,)))]
    assert any("value set 'mine', frame 2, alpha: 90 is more than a turn" in f for f in diagnostics)
    assert any("value set 'mine', G: gravity of size 98.1" in f for f in diagnostics)
    assert any("general6r has no symbol ZZ33" in f for f in diagnostics)
