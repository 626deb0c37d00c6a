"""Every variant of the .par format, and every hazard met in real files."""

from __future__ import annotations

from pathlib import Path

import pytest

from symoro.expressions import PI, ZERO, Symbol, expression
from symoro.formats import Diagnostic, load_file, par
from symoro.robot import INERTIAL, BaseMotion, JointType, Robot, Structure

DATA = Path(__file__).parent / "data"

R, P, FIXED = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED


def load(name: str, warnings: list[Diagnostic] | None = None) -> Robot:
    robot = load_file(DATA / f"{name}.par", warnings)
    assert isinstance(robot, Robot)
    return robot


def column(robot: Robot, field: str) -> list[str]:
    return [str(getattr(frame, field)) for frame in robot.frames]


def text(**lists: str) -> str:
    """A file for two revolute joints, with some of its lists replaced, added or left out ('')."""
    usual = {"Ant": "0,1", "Sigma": "0,0", "d": "0,L", "R": "0,0", "Alpha": "0,0", "Theta": "t1,t2"}
    usual |= {key: f"{key}1,{key}2" for key in INERTIAL}
    usual |= {"G": "0,0,G3", **lists}
    lines = []
    for key, value in usual.items():
        listed = key not in ("NF", "NL", "NJ", "Type", "is_floating", "is_mobile")
        if value:
            lines.append(f"{key} = {{{value}}}" if listed else f"{key} = {value}")
    return "\n".join(lines)


def warnings_of(source: str) -> tuple[Robot, list[str]]:
    diagnostics: list[Diagnostic] = []
    robot = par.read(source, "arm.par", diagnostics)
    return robot, [str(diagnostic) for diagnostic in diagnostics]


# The variants


def test_variant_a_is_latin_1_with_crlf_wrapped_lists_and_comments_after_values() -> None:
    data = (DATA / "a_closed_latin1_crlf.par").read_bytes()
    assert b"\r\n" in data
    assert "été".encode("latin-1") in data
    robot = load("a_closed_latin1_crlf")
    assert robot.name == "AKR3000"
    assert robot.structure is Structure.CLOSED
    assert (robot.n_frames, robot.n_links, robot.n_joints) == (14, 10, 12)
    assert robot.loops() == ((11, 13), (12, 14))
    assert [f.antecedent for f in robot.frames] == [0, 1, 1, 1, 3, 4, 2, 7, 8, 9, 5, 6, 7, 2]
    assert [f.sigma for f in robot.frames] == [R] * 4 + [P] * 2 + [R] * 6 + [FIXED] * 2
    assert column(robot, "d")[2:7] == ["D3", "D4", "0", "0", "D7"]
    assert column(robot, "r")[4:8] == ["r5", "r6", "0", "RL8"]
    assert column(robot, "gamma")[12:] == ["gam13", "gam14"]
    assert robot.frame(9).alpha == PI / 2
    assert [f.mu for f in robot.frames] == [True] * 10 + [False] * 4
    assert str(robot.link(7).FX) == "FX7"
    assert robot.link(5).FX == ZERO
    assert robot.base.motion is BaseMotion.FIXED
    assert column(robot, "GAM") == [f"GAM{j}" for j in range(1, 13)] + ["0", "0"]


def test_variant_b_has_sign_runs_products_with_pi_and_symbols_for_the_base() -> None:
    robot = load("b_tree_moving_base")
    assert robot.name == "TORSO_IMU"
    assert robot.structure is Structure.TREE
    assert robot.frame(8).theta == Symbol("t8") - PI
    assert robot.frame(3).gamma == PI
    assert robot.frame(9).alpha == -PI / 2
    assert robot.frame(6).gamma == expression("-1.5266")
    assert robot.frame(6).theta == Symbol("t6") + expression("1.5266")
    assert robot.frame(8).b == expression(-0.3507)
    assert robot.base.motion is BaseMotion.MOVING
    assert [str(value) for value in robot.base.VP0] == ["VPX", "VPY", "VPZ"]


def test_variant_c_has_p_for_antecedent_and_neither_counts_nor_type_nor_mu() -> None:
    robot = load("c_rrp")
    assert robot.name == "RRP"
    assert robot.structure is Structure.SIMPLE
    assert [f.sigma for f in robot.frames] == [R, R, P]
    assert all(frame.mu for frame in robot.frames)
    assert [str(v) for v in robot.variables.values()] == ["q1", "q2", "q3"]
    assert column(robot, "b") == ["b1", "0", "0"]
    assert column(robot, "QDP") == ["QDP1", "QDP2", "QDP3"]
    assert column(robot, "GAM") == ["GAM1", "GAM2", "GAM3"]
    assert robot.link(2).IA == ZERO


def test_variant_c_names_base_parameters_with_a_final_r() -> None:
    robot = load("c_rrp_base")
    assert str(robot.link(1).ZZ) == "ZZ1R"
    assert str(robot.link(2).XX) == "XX2R"
    assert str(robot.link(1).MY) == "MY1R"


def test_variant_d_has_functions_with_commas_and_symbols_named_like_keys() -> None:
    robot = load("d_two_loops")
    assert robot.structure is Structure.CLOSED
    assert robot.frame(12).gamma == expression("Pi - atan2(b, d6)")
    assert robot.frame(12).d == expression("sqrt(b^2 + d6^2)")
    assert robot.frame(6).b == Symbol("b")
    assert robot.frame(6).d == -Symbol("d6")
    assert not robot.frame(4).mu
    assert robot.base.motion is BaseMotion.FIXED


def test_variant_e_floating_starts_its_link_lists_at_link_0() -> None:
    robot = load("e_floating")
    assert robot.base.motion is BaseMotion.FLOATING
    assert robot.base.link is not None
    assert str(robot.base.link.XX) == "XX0"
    assert [str(link.M) for link in robot.links] == ["M1", "M2"]
    assert [str(value) for value in robot.base.G] == ["GX", "GY", "GZ"]


def test_variant_e_mobile_has_a_base_that_moves_in_a_known_way() -> None:
    robot = load("e_mobile")
    assert robot.base.motion is BaseMotion.MOVING
    assert robot.base.link is not None
    assert str(robot.base.link.M) == "M0"


def test_variant_e_has_elastic_joints() -> None:
    robot = load("e_elastic")
    assert [frame.eta for frame in robot.frames] == [False, True, True]
    assert column(robot, "k") == ["0", "k2", "k3"]


def test_variant_f_has_no_type_and_here_a_wrong_count_and_names_of_its_own() -> None:
    warnings: list[Diagnostic] = []
    robot = load("f_no_type", warnings)
    assert robot.structure is Structure.SIMPLE
    assert [(w.line, w.column, w.text) for w in warnings] == [
        (2, 1, "NL is 7 but the lists say 6; the lists are used"),
        (37, 33, "frame 6, QDP: 0: the joint's acceleration is a constant"),
    ]
    assert robot.frame(2).theta == Symbol("th2") - Symbol("a")
    assert robot.variables[2] == Symbol("th2")
    assert column(robot, "QP") == ["w1", "w2", "w3", "w4", "w5", "w6"]
    assert robot.frame(6).QDP == ZERO
    assert [str(link.M) for link in robot.links] == ["Marm", "Marm", "M6", "M5", "M4", "M3"]


# Keys and comments


def test_keys_are_read_in_any_case() -> None:
    assert par.read(text().upper().replace("PI", "Pi")).n_frames == 2
    assert par.read("\n".join(line.lower() for line in text().splitlines())).n_frames == 2


def test_comments_may_stand_anywhere() -> None:
    plain = text()
    commented = plain.replace("{", " (* a; b = [ *) {").replace(",", "(*) *),(***)")
    assert par.read(commented + "(* Robotname = x = {1} *)") == par.read(
        plain + "(*robotname=x = {1}*)"
    )


@pytest.mark.parametrize(
    ("comment", "name"),
    [
        ("(* Robotname = 'RX90' *)", "RX90"),
        ("(*Robotname='RX 90 b'*)", "RX 90 b"),
        ('(* robotname = "RX90" *)', "RX90"),
        ("(* Robotname = RX90 *)", "RX90"),
        ("(* Robotname = 'Khalil's arm' *)", "Khalil's arm"),
        ("(* File other.par *) (* Robotname = 'RX90' *)", "RX90"),
        ("(* Name of file : RRP.par *)", "RRP"),
        ("(* Robotname = '' *)", "arm"),
        ("", "arm"),
    ],
)
def test_the_name_comes_from_a_comment_else_from_the_file(comment: str, name: str) -> None:
    assert par.read(f"{comment}\n{text()}", "folder/arm.par").name == name


def test_a_text_without_a_name_or_a_file_is_called_robot() -> None:
    assert par.read(text()).name == "robot"


# What is missing


def test_missing_lists_are_zero_and_motors_are_everywhere_a_joint_moves() -> None:
    robot = par.read(text(Sigma="0,2", Theta="t1,0"))
    assert column(robot, "mu") == ["True", "False"]
    assert column(robot, "gamma") == column(robot, "b") == ["0", "0"]
    assert column(robot, "QP") == ["QP1", "0"]
    assert column(robot, "GAM") == ["GAM1", "0"]
    assert robot.link(2).FX == ZERO
    assert robot.base.Z[0][0] == expression(1)


def test_default_names_give_way_to_the_user() -> None:
    robot = par.read(text(d="0,GAM1", R="0,GAM1_", M="QP2,M2"))
    assert column(robot, "GAM") == ["GAM1__", "GAM2"]
    assert column(robot, "QP") == ["QP1", "QP2_"]
    assert par.read(par.write(robot)) == robot


def test_missing_gravity_is_zero_with_a_warning() -> None:
    robot, warnings = warnings_of(text(G=""))
    assert robot.base.G == (ZERO, ZERO, ZERO)
    assert len(warnings) == 1
    assert "warning: G is missing; gravity is taken as zero" in warnings[0]


def test_without_type_more_frames_than_links_mean_a_closed_robot() -> None:
    closed = text(
        Ant="0,0,1,2", Sigma="0,0,0,2", d="L,L,L,L", R="0,0,0,0", Alpha="0,0,0,0", Theta="a,b,c,0"
    )
    assert par.read(closed).structure is Structure.CLOSED


def test_without_type_antecedents_tell_a_tree_from_a_chain() -> None:
    assert par.read(text(Ant="0,0")).structure is Structure.TREE
    assert par.read(text(Ant="0,1")).structure is Structure.SIMPLE


# Contradictions


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        ({"NF": "3"}, "NF is 3 but the lists say 2"),
        ({"NJ": "0"}, "NJ is 0 but the lists say 2"),
        ({"Ant": "0,0", "Type": "0"}, "Type says simple but the lists describe a tree"),
        ({"Type": "2"}, "Type says closed but the lists describe a simple"),
        ({"is_mobile": "False", "W0": "0,0,w"}, "is_mobile is false but W0 is not zero"),
        ({"is_mobile": "1", "is_floating": "1"}, "both floating and mobile"),
    ],
)
def test_contradictions_are_settled_by_the_lists_with_a_warning(
    lists: dict[str, str], message: str
) -> None:
    source = text(**lists)
    _, (warning,) = warnings_of(source)
    key = next(reversed(lists)) if "is_mobile" not in lists else "is_mobile"
    line = [line.split(" ")[0] for line in source.splitlines()].index(key) + 1
    assert warning.startswith(f"arm.par:{line}:1: warning: ")
    assert message in warning


def test_right_counts_and_type_give_no_warning() -> None:
    assert warnings_of(text(NF="2", NL="2", NJ="2", Type="1"))[1] == []


# The base


@pytest.mark.parametrize("word", ["1", "True", "true"])
def test_flags_are_words_or_digits(word: str) -> None:
    assert par.read(text(is_floating=word)).base.motion is BaseMotion.FLOATING
    assert par.read(text(is_mobile=word)).base.motion is BaseMotion.MOVING
    assert par.read(text(is_floating="0", is_mobile="False")).base.motion is BaseMotion.FIXED


def test_a_base_with_a_velocity_moves() -> None:
    assert par.read(text(V0="0,v,0")).base.motion is BaseMotion.MOVING


def test_a_base_that_moves_may_have_no_link_0_or_only_in_some_lists() -> None:
    robot = par.read(text(is_mobile="1", M="M0,M1,M2"))
    assert robot.base.link is not None
    assert str(robot.base.link.M) == "M0"
    assert robot.base.link.XX == ZERO
    assert [str(link.XX) for link in robot.links] == ["XX1", "XX2"]
    assert [str(link.M) for link in robot.links] == ["M1", "M2"]


def test_one_symbol_may_serve_two_joints() -> None:
    robot = par.read(text(Theta="t,t"))
    assert robot.variables == {1: Symbol("t"), 2: Symbol("t")}
