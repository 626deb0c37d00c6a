"""URDF files: what is read of them, what is chosen, and what is refused, at its place."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import symoro
from oracles.pinocchio_urdf import Comparison
from symoro.errors import ParseError, RobotError, RobotWarning, UsageError
from symoro.expressions import PI, expression, symbol
from symoro.formats.urdf import read
from symoro.robot import BaseMotion, Diagnostic, Limits, Robot
from symoro.robot.parametric import parametric

BODY = """<inertial><origin xyz="0.1 -0.02 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>
<inertia ixx="0.03" ixy="0.001" ixz="-0.002" iyy="0.04" iyz="0.003" izz="0.05"/></inertial>"""


def link(name: str, inside: str = BODY) -> str:
    return f'<link name="{name}">{inside}</link>'


def joint(
    name: str,
    parent: str,
    child: str,
    kind: str = "revolute",
    origin: str = 'xyz="0 0 0.5"',
    axis: str = "0 0 1",
    inside: str = '<limit lower="-1" upper="2" effort="3" velocity="4"/>',
) -> str:
    return f"""<joint name="{name}" type="{kind}"><origin {origin}/><parent link="{parent}"/>
<child link="{child}"/><axis xyz="{axis}"/>{inside}</joint>"""


def urdf(*parts: str) -> str:
    return "\n".join(['<?xml version="1.0"?>', '<robot name="arm">', *parts, "</robot>"])


ARM = urdf(
    link("base_link"),
    link("upper"),
    link("fore"),
    link("hand", ""),
    link("camera"),
    joint("shoulder", "base_link", "upper", axis="0 1 0"),
    joint("elbow", "upper", "fore", "continuous", 'xyz="0.4 0 0" rpy="0 0 0.3"', "0 1 0"),
    joint("wrist", "fore", "hand", "fixed", 'xyz="0.3 0.01 0" rpy="0 1.5707963267948966 0"'),
    joint("mount", "upper", "camera", "fixed", 'xyz="0.1 0 0.2" rpy="0.5 0 0"'),
)


def names(robot: Robot) -> list[str]:
    return [frame.name for frame in robot.frames]


# What is read


def test_joints_keep_names_limits_zeros_and_signs() -> None:
    robot = read(ARM)
    assert names(robot) == ["shoulder", "elbow", "wrist"]
    assert robot.frame(1).limits == Limits(-1, 2, 4, 3)  # type: ignore[arg-type]
    assert [robot.frame(j).position.coefficient(robot.variables[j].name) for j in (1, 2)] == [1, 1]


def test_a_floating_joint_of_the_root_lets_the_base_float() -> None:
    world = (link("world", ""), joint("free", "world", "base_link", "floating"))
    robot = read(ARM.replace("</robot>", "\n".join([*world, "</robot>"])))
    assert robot.base.motion is BaseMotion.FLOATING
    assert robot.base.link is not None
    assert expression(2) == robot.base.link.M
    assert read(ARM).base.fixed_link == robot.base.link


def test_a_link_on_a_fixed_joint_is_a_part_of_its_carrier() -> None:
    robot = read(ARM)
    assert expression(4) == robot.link(1).M  # upper and camera
    assert robot.origin is not None
    assert robot.origin.named_frame("camera").frame == 1
    assert robot.origin.named_frame("hand").frame == 3  # the end of the branch is a frame


@pytest.mark.parametrize(
    ("keep", "frames"),
    [
        (True, ["shoulder", "mount", "elbow", "wrist"]),
        (False, ["shoulder", "elbow"]),
        (["camera"], ["shoulder", "mount", "elbow"]),
        ("camera", ["shoulder", "mount", "elbow"]),
    ],
)
def test_kept_links_are_frames_without_mass(keep: bool | Sequence[str], frames: list[str]) -> None:
    robot = read(ARM, keep_fixed=keep)
    assert sorted(names(robot)) == sorted(frames)
    assert expression(4) == robot.link(1).M
    assert Comparison(ARM, robot, floats=False).torque_error() < 1e-12
    assert Comparison(ARM, robot, floats=False).pose_error() < 1e-12


def test_a_link_to_keep_must_be_on_a_fixed_joint() -> None:
    with pytest.raises(UsageError, match=r"upper is no link on a fixed joint.*"):
        read(ARM, keep_fixed=["upper"])


def test_damping_friction_and_rotors_are_drives() -> None:
    text = ARM.replace("<limit ", '<dynamics damping="0.7" friction="0.2"/><limit ', 1).replace(
        "</robot>",
        """<transmission name="t"><joint name="shoulder"/><actuator name="m"><mechanicalReduction>
        -50</mechanicalReduction><rotorInertia>0.0002</rotorInertia></actuator></transmission>
        </robot>""",
    )
    drive = read(text).link(1)
    assert tuple(map(expression, ("0.7", "0.2", "0.5"))) == (drive.FV, drive.FS, drive.IA)


def test_a_mimic_joint_is_the_robots_coupling() -> None:
    mimic = '<mimic joint="shoulder" multiplier="-2" offset="0.1"/>'
    text = ARM.replace('<origin xyz="0.4 0 0"', f'{mimic}<origin xyz="0.4 0 0"')
    robot = read(text)
    assert robot.coupling is not None
    assert ((expression(1),), (expression(-2),)) == robot.coupling.K
    assert robot.coupling.q0 == (expression(0), expression("0.1"))
    assert not robot.frame(2).mu


def test_a_planar_joint_is_two_slides_and_a_turn() -> None:
    text = ARM.replace('name="shoulder" type="revolute"', 'name="shoulder" type="planar"')
    robot = read(text)
    assert names(robot)[:3] == ["shoulder_x", "shoulder_y", "shoulder_turn"]
    assert [int(frame.sigma) for frame in robot.frames[:3]] == [1, 1, 0]
    assert robot.link(1).M == robot.link(2).M == expression(0)


def test_orders_are_those_of_the_file_and_of_pinocchio() -> None:
    text = urdf(
        *(link(name) for name in "abcd"),
        joint("z", "a", "b"),
        joint("m", "b", "c"),
        joint("k", "a", "d"),
    )
    robot = read(text)
    assert robot.origin is not None
    assert dict(robot.origin.orders) == {"file": ("z", "m", "k"), "pinocchio": ("k", "z", "m")}


def test_shapes_are_kept() -> None:
    visual = """<visual><origin xyz="0 0 1"/><geometry><mesh filename="package://arm/a.stl"
    scale="1 1 -1"/></geometry></visual><collision><geometry><cylinder radius="0.1" length="2"/>
    </geometry></collision>"""
    robot = read(ARM.replace("</inertial>", f"</inertial>{visual}", 1))
    assert robot.origin is not None
    mesh, cylinder = robot.origin.named_frame("base_link").shapes
    assert (mesh.kind, mesh.file, str(mesh.sizes[2])) == ("mesh", "package://arm/a.stl", "-1")
    assert (cylinder.kind, cylinder.collision) == ("cylinder", True)


def test_a_continuous_joint_has_no_limits_of_position() -> None:
    """Files have 0 and 0 there, or a turn."""
    limits = '<limit lower="0" upper="0" effort="3" velocity="4"/>'
    text = urdf(link("a"), link("b"), joint("turn", "a", "b", "continuous", inside=limits))
    robot = read(text)
    assert robot.frame(1).limits == Limits(velocity=4, effort=3)  # type: ignore[arg-type]
    assert "lower and upper are not read of joints that are continuous: turn" in robot.notes
    assert 'type="continuous"' in symoro.to_urdf(robot)


# What is chosen


def test_angles_of_twelve_digits_are_exact_and_told() -> None:
    robot = read(ARM.replace("1.5707963267948966", "1.57079632679"))
    assert any("1.57079632679 was read as Pi/2" in note for note in robot.notes)


def test_other_angles_stay_and_are_told_with_the_remedy() -> None:
    text = ARM.replace('xyz="0.4 0 0" rpy="0 0 0.3"', 'xyz="0.4 0 0" rpy="1.5708 0 0"')
    robot = read(text)
    assert any("1.5708 (joint elbow, rpy)" in note and "tolerance" in note for note in robot.notes)
    with pytest.warns(RobotWarning, match="for -?Pi/2 convert the file with --tolerance 1e-4"):
        symoro.transform(robot, verify=False)
    assert Comparison(text, robot, floats=False).pose_error() < 1e-13
    snapped = read(text, tolerance=1e-4)
    assert snapped.frame(2).alpha == -PI / 2 or snapped.frame(2).alpha == PI / 2


def test_many_angles_of_few_digits_are_one_warning() -> None:
    tilted = 'xyz="0.4 0 0" rpy="1.5708 0 0"'
    joints = [joint(b, a, b, origin=tilted) for a, b in ("ab", "bc", "cd")]
    text = urdf(*map(link, "abcd"), *joints)
    diagnostics: list[Diagnostic] = []
    read(text, diagnostics=diagnostics)
    (warning,) = [each for each in diagnostics if "as they stand" in each.message]
    assert warning.message.startswith("3 angles have the first digits of multiples of Pi/12")
    assert "alpha of frame 2, alpha of frame 3" in warning.message
    assert not any("as it stands" in each.message for each in diagnostics if not each.note)


def test_short_lengths_are_zero_only_on_request() -> None:
    text = ARM.replace('xyz="0.4 0 0" rpy="0 0 0.3"', 'xyz="0.4 0 1e-7" rpy="0 0 0.3"')
    assert Comparison(text, read(text), floats=False).pose_error() < 1e-13
    snapped = read(text, tolerance=1e-6)
    assert any("m was read as 0" in note for note in snapped.notes)


@pytest.mark.parametrize("tilt", ["1e-3", "1e-6", "1e-9", "2e-11"])
def test_axes_that_are_nearly_parallel_keep_lengths_short(tilt: str) -> None:
    rpy = f'xyz="0.4 0.1 0.2" rpy="{tilt} 0 0.3"'
    text = ARM.replace('xyz="0.4 0 0" rpy="0 0 0.3"', rpy).replace('"0 1 0"', '"0 0 1"')
    robot = read(text)
    lengths = [getattr(frame, name) for frame in robot.frames for name in ("b", "d", "r")]
    assert max(abs(float(e.number or 0)) for e in lengths) < 10
    assert Comparison(text, robot, floats=True).pose_error() < 1e-12
    assert Comparison(text, robot, floats=True).torque_error() < 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_arbitrary_trees_are_pinocchios_robot(seed: int) -> None:
    """Axes in any direction, at right angles, parallel, coincident, reversed; all kinds."""
    rng = np.random.default_rng(seed)
    parts = [link("l0")]
    for k in range(1, 12):
        kind = rng.choice(["revolute", "continuous", "prismatic", "fixed"])
        axis = rng.choice(["0 0 1", "0 0 -1", "1 0 0", "0 -1 0", "0.6 0 0.8", "1 2 -3"])
        xyz = " ".join(map(str, rng.choice([0, 0.3, -0.7], 3)))
        rpy = " ".join(map(str, rng.choice([0, 1.5707963267948966, -0.4, 3.141592653589793], 3)))
        origin = f'xyz="{xyz}" rpy="{rpy}"'
        parts += [link(f"l{k}"), joint(f"j{k}", f"l{rng.integers(k)}", f"l{k}", kind, origin, axis)]
    text = urdf(*parts)
    for floats in (False, True):
        compared = Comparison(text, read(text), floats=floats)
        assert compared.pose_error() < 1e-12
        assert compared.inertia_error() < 1e-12
        assert compared.torque_error() < 1e-12


# Symbols with values


def test_a_parametric_robot_has_the_guides_names_and_its_numbers() -> None:
    robot = read(ARM)
    general = parametric(robot)
    assert general.frame(2).alpha == symbol("AL2")
    assert symbol("XX1") == general.link(1).XX
    assert str(general.base.G[2]) == "G3"
    assert {v.name for v in general.values} == {"nominal"}
    assert general.variables[2].name == "t2"
    back = general.substitute("nominal")
    assert (back.frames, back.links, back.base.G) == (robot.frames, robot.links, robot.base.G)


def test_a_second_value_set_of_one_name_is_refused() -> None:
    with pytest.raises(UsageError, match="has a value set nominal already"):
        parametric(parametric(read(ARM)))


# What is doubtful


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<mass value="2"/>', '<mass value="-2"/>', "link base_link: its mass -2 is negative"),
        ('ixx="0.03"', 'ixx="3"', "break the triangle inequality"),
        ('<axis xyz="0 1 0"', '<axis xyz="0 3 0"', "the axis 0 3 0 has length 3"),
        ('lower="-1" upper="2"', 'lower="1" upper="1"', "its limits are both 1: it cannot move"),
        ('rpy="0 0 0.3"', 'rpy="0 0 30"', "rpy: 30 is more than a turn; angles of URDF are in rad"),
        ('effort="3"', 'effort="-3"', "its limit of effort, -3, is negative"),
    ],
)
def test_what_is_physically_wrong_is_told_with_its_line(old: str, new: str, message: str) -> None:
    diagnostics: list[Diagnostic] = []
    text = ARM.replace(old, new, 1)
    read(text, "arm.urdf", diagnostics)
    (line,) = {each.line or 0 for each in diagnostics if message in each.message and not each.note}
    assert new.split()[0].strip("<") in "\n".join(text.splitlines()[line - 1 : line + 3])


def test_a_mimic_of_nothing_is_taken_as_independent_and_told() -> None:
    mimic = '<mimic joint="sholder"/>'
    text = ARM.replace('<origin xyz="0.4 0 0"', f'{mimic}<origin xyz="0.4 0 0"')
    diagnostics: list[Diagnostic] = []
    assert read(text, None, diagnostics).coupling is None
    assert any("did you mean shoulder?" in each.message for each in diagnostics)


# What is refused

BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2
"&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]><robot name="&lol2;"/>"""
EXTERNAL = """<?xml version="1.0"?><!DOCTYPE r SYSTEM "file:///etc/passwd"><robot name="a"/>"""


POINT = BODY.replace("0.03", "1e-20").replace("0.04", "0").replace("0.05", "0")
POINT = POINT.replace("0.001", "0").replace("-0.002", "0").replace("0.003", "0")


@pytest.mark.parametrize(("bodies", "points"), [((BODY, BODY), ""), ((POINT, POINT), "a, b")])
def test_links_like_points_are_noted_and_no_mistakes(bodies: Sequence[str], points: str) -> None:
    diagnostics: list[Diagnostic] = []
    text = urdf(*map(link, "ab", bodies), joint("j", "a", "b"))
    read(text, diagnostics=diagnostics)
    assert not [each for each in diagnostics if not each.note]
    told = [each.message for each in diagnostics if "like a point" in each.message]
    assert told == ([f"mass without inertia, like a point: {points}"] if points else [])


def test_warnings_of_a_file_are_those_of_its_models() -> None:
    text = urdf(link("a"), link("b"), joint("j", "a", "b", axis="0 0 2"))
    robot = read(text)
    with pytest.warns(RobotWarning, match="axis 0 0 2 has length 2"):
        model = symoro.transform(robot, verify=False)
    assert any("has length 2" in each for each in model.warnings)
    with pytest.raises(RobotError, match="1 warning; strict=True refuses it: joint j: the axis"):
        symoro.transform(read(text), strict=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not XML"),
        ("<robot name='a'><link></robot>", "not XML"),
        (BOMB, "document type declaration"),
        (EXTERNAL, "document type declaration"),
        ("<mujoco/>", "not a URDF file"),
        (urdf(), "no <link>"),
        (urdf(link("a")), "one rigid body"),
        (urdf(link("a"), link("a")), "the name a is that of line 3 already"),
        (urdf(link("a"), link("b")), "several roots: a, b"),
        (urdf(link("a"), link("b"), joint("j", "a", "bb")), "no link bb; did you mean b"),
        (urdf(link("a"), link("b"), joint("j", "a", "b", "ball")), "type 'ball' is not one of"),
        (
            urdf(link("a"), link("b"), joint("j", "a", "b"), joint("k", "a", "b")),
            "link b is the child of joint j already",
        ),
        (urdf(link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")), "no root"),
        (
            urdf(link("o"), link("a"), link("b"), joint("j", "a", "b"), joint("k", "b", "a")),
            "joints form a cycle: a, b",
        ),
        (urdf(link("a"), link("b"), joint("j", "a", "b", axis="0 0 0")), "has no direction"),
        (urdf(link("a"), link("b"), joint("j", "a", "b", axis="0 nan 1")), "found 'nan'"),
        (urdf(link("a"), link("b"), joint("j", "a", "b", axis="0,0,1")), "separated by spaces"),
        (ARM.replace('<mass value="2"/>', '<mass value="1e999"/>', 1), "1e999 is too large"),
        (ARM.replace('rpy="0.5 0 0"', 'rpy="1e-400 0 0"'), "1e-400 is too near to 0; write 0"),
        (ARM.replace('xyz="0.4 0 0"', 'xyz="4e101 0 0"'), "4e101 is too large"),
        (ARM.replace('ixx="0.03"', 'ixx="inf"'), "expected a number, found 'inf'"),
        (ARM.replace('lower="-1"', 'lower="3"', 1), "the lower limit is above the upper one"),
        (ARM.replace("<inertial>", "<inertial><mass value='1'/>", 1), "a second one"),
        (urdf('<xacro:macro name="m"/>'), "xacro"),
        (ARM.replace('name="camera"', 'name="${name}"', 1), "xacro"),
        (ARM.replace('type="revolute"', 'type="floating"', 1), "a floating joint holds the base"),
        (ARM.replace('<parent link="upper"/>', "", 1), "<parent> is missing"),
    ],
)
def test_a_bad_file_is_refused_at_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=r"^arm\.urdf:[0-9]+:[0-9]+: error: ") as caught:
        read(text, "arm.urdf")
    assert message in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "<robot name='a'>" + "<a>" * 1_600_000,
        "<robot name='a'>" + "<a/>" * 1_200_000,
        "<robot name='" + "a" * 10_000_000 + "'/>",
        "<robot>" + "<link name='a'><inertial><mass value='" + "1" * 4_000_000 + "'/>",
    ],
    ids=["deep", "wide", "long", "number"],
)
def test_huge_files_are_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ParseError):
        read(text)
    assert time.process_time() - start < 10  # a second, and room for a busy machine


# Xacro

XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="length" value="${2 * 0.2}"/>
<link name="a"/><link name="b"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="${length} 0 0"/>
<axis xyz="0 0 1"/></joint></robot>"""


def test_a_xacro_file_is_read_as_the_urdf_that_it_writes(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(XACRO)
    assert str(symoro.load(file).frame(1).d) == "0.4"


def test_what_xacro_refuses_is_told(tmp_path: Path) -> None:
    file = tmp_path / "arm.xacro"
    file.write_text(XACRO.replace("length}", "lenth}"))
    with pytest.raises(ParseError, match="lenth"):
        symoro.load(file)


def test_without_xacrodoc_the_remedy_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "arm.xacro"
    file.write_text(XACRO)
    monkeypatch.setitem(sys.modules, "xacrodoc", None)
    with pytest.raises(UsageError, match=r"need xacrodoc, which is not installed.*\[xacro\]"):
        symoro.load(file)
