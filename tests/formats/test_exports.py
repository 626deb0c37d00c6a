"""Robots as URDF and MJCF: a file's names, frames, shapes and drives come back; losses are told."""

from __future__ import annotations

import math
import re
import sys
import warnings
from collections.abc import Callable, Container
from dataclasses import replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import symoro
from cli.commands import Command, run
from symoro import Robot
from symoro.expressions import ZERO, expression, parse
from symoro.formats.precise_poses import number_text
from symoro.formats.registry import URDF
from symoro.formats.urdf.writer import roll_pitch_yaw as read_angles
from symoro.robot import BaseMotion, Coupling, Limits, ValueSet
from symoro.robot.assembly.space import DIGITS, Pose, roll_pitch_yaw
from symoro.robot.base import Matrix4

ARM = """<robot name="arm &amp; hand">
  <link name="world"/>
  <link name="foot">
    <inertial><origin xyz="0 0 0.1" rpy="0 0 0.3"/><mass value="4"/>
      <inertia ixx="0.4" ixy="0.01" ixz="0" iyy="0.5" iyz="0" izz="0.3"/></inertial>
    <collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision>
  </link>
  <link name="upper">
    <inertial><origin xyz="0.2 0 0.05" rpy="0.4 0 0"/><mass value="3"/>
      <inertia ixx="0.1" ixy="0" ixz="0.02" iyy="0.2" iyz="0" izz="0.25"/></inertial>
    <visual><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/>
      <geometry><mesh filename="upper.stl" scale="0.001 0.001 0.001"/></geometry></visual>
    <visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>
  </link>
  <link name="fore&lt;arm">
    <inertial><mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.15"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <link name="finger">
    <inertial><origin xyz="0 0.02 0"/><mass value="0.1"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.0015"/></inertial>
  </link>
  <link name="camera"/>
  <joint name="mount" type="fixed">
    <parent link="world"/><child link="foot"/><origin xyz="0 0 0.5" rpy="0.2 0.1 0"/></joint>
  <joint name="pan" type="continuous">
    <parent link="foot"/><child link="upper"/><origin xyz="0.1 0.2 0.3" rpy="0.3 -0.4 0.5"/>
    <axis xyz="0 0.6 0.8"/><dynamics damping="0.5" friction="0.25"/></joint>
  <joint name="reach" type="prismatic">
    <parent link="upper"/><child link="fore&lt;arm"/>
    <origin xyz="0.3 0 0" rpy="0 0 1.5707963267948966"/>
    <axis xyz="1 0 0"/><limit lower="-0.1" upper="0.2" effort="50" velocity="2"/></joint>
  <joint name="grip" type="revolute">
    <parent link="fore&lt;arm"/><child link="finger"/><origin xyz="0 0.1 0" rpy="-0.3 0 0"/>
    <axis xyz="0 0 -1"/><limit lower="-1" upper="1" effort="5" velocity="3"/>
    <mimic joint="reach" multiplier="-2" offset="0.1"/></joint>
  <joint name="look" type="fixed">
    <parent link="upper"/><child link="camera"/><origin xyz="0 0.1 0.1" rpy="0 0.7 0"/></joint>
  <transmission name="t"><type>transmission_interface/SimpleTransmission</type>
    <joint name="pan"/><actuator name="m"><mechanicalReduction>10</mechanicalReduction>
    <rotorInertia>0.0002</rotorInertia></actuator></transmission>
</robot>
"""


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: run(monkeypatch, capsys, *arguments)


@pytest.fixture
def arm() -> Robot:
    robot = URDF.read(ARM)
    assert isinstance(robot, Robot)
    return robot


def assert_same_motion(one: Any, other: Any, apart: Container[str] = ()) -> None:
    """Links are in the same poses, and the same efforts move them; joints go by their names."""
    rng = np.random.default_rng(5)
    frames: list[dict[str, Any]] = []
    efforts: list[dict[str, float]] = []
    motion = {name: rng.uniform(-1, 1, 3) for name in sorted(one.names)}
    for model in (one, other):
        q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        for name, joint in zip(model.names, model.joints, strict=True):
            if joint.nv:
                at, v[joint.idx_v], a[joint.idx_v] = motion[name]
                place = slice(joint.idx_q, joint.idx_q + joint.nq)
                q[place] = at if joint.nq == 1 else (np.cos(at), np.sin(at))
        data = model.createData()
        pin.framesForwardKinematics(model, data, q)
        bodies = [k for k, each in enumerate(model.frames) if each.type == pin.FrameType.BODY]
        frames.append({model.frames[k].name: data.oMf[k].homogeneous for k in bodies})
        tau = pin.rnea(model, data, q, v, a) - model.armature * a
        rows = {name: j.idx_v for name, j in zip(model.names, model.joints, strict=True) if j.nv}
        efforts.append({name: tau[row] for name, row in rows.items()})
    assert frames[0].keys() == frames[1].keys()
    for name, pose in frames[0].items():
        if name in apart:
            continue
        assert np.allclose(pose, frames[1][name], rtol=0, atol=1e-12), name
    assert efforts[0] == pytest.approx(efforts[1], abs=1e-11)


def test_a_urdf_file_comes_back_with_its_links_and_joints(arm: Robot) -> None:
    there = pin.buildModelFromXML(ARM)
    assert_same_motion(there, pin.buildModelFromXML(symoro.to_urdf(arm)))
    assert_same_motion(there, symoro.to_pinocchio(arm))


def test_drives_limits_and_followers_come_back(arm: Robot) -> None:
    again = URDF.read(symoro.to_urdf(arm))
    assert isinstance(again, Robot)
    assert again.name == "arm & hand"
    assert [f.name for f in again.frames] == ["pan", "reach", "grip"]
    assert [f.limits for f in again.frames] == [f.limits for f in arm.frames]
    assert [f.mu for f in again.frames] == [f.mu for f in arm.frames] == [True, True, False]
    assert again.coupling == arm.coupling is not None
    for link, other in zip(again.links, arm.links, strict=True):
        assert (link.IA, link.FV, link.FS) == (other.IA, other.FV, other.FS)
    assert str(again.links[0].IA) == "0.02"


def test_shapes_come_back_where_they_were(arm: Robot) -> None:
    again = URDF.read(symoro.to_urdf(arm))
    assert isinstance(again, Robot)
    for robot in (arm, again):
        assert robot.origin is not None
    there, here = (
        {each.name: each.shapes for each in robot.origin.frames}  # type: ignore[union-attr]
        for robot in (arm, again)
    )
    assert {name: len(shapes) for name, shapes in here.items() if shapes} == {
        "foot": 1,
        "upper": 2,
        "fore<arm": 1,
    }
    for name, shapes in there.items():
        for shape, other in zip(shapes, here[name], strict=True):
            assert replace(shape, pose=other.pose) == other
            assert np.allclose(numbers(shape.pose), numbers(other.pose), rtol=0, atol=1e-15)


def numbers(pose: Matrix4) -> np.ndarray[Any, Any]:
    return np.array([[float(entry.number or 0) for entry in row] for row in pose])


def tetrahedron() -> bytes:
    """A binary STL file."""
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype="<f4")
    faces = [corners[list(face)].tobytes() for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))]
    return bytes(80) + bytes([4, 0, 0, 0]) + b"".join(bytes(12) + f + bytes(2) for f in faces)


def test_mujoco_has_the_links_shapes_and_followers_of_a_file(arm: Robot) -> None:
    with pytest.warns(symoro.RobotWarning, match="no velocity limits") as warned:
        text = symoro.to_mjcf(arm)
    assert len(warned) == 1
    model = mujoco.MjModel.from_xml_string(text, {"upper.stl": tetrahedron()})
    data = mujoco.MjData(model)
    kinds = [mujoco.mjtGeom(kind).name for kind in model.geom_type]
    assert kinds == ["mjGEOM_CYLINDER", "mjGEOM_MESH", "mjGEOM_BOX", "mjGEOM_SPHERE"]
    assert model.geom_contype.tolist() == [1, 0, 0, 1]
    assert model.geom_size[[0, 2, 3]].tolist() == [[0.1, 0.1, 0], [0.05, 0.1, 0.15], [0.05, 0, 0]]
    there = pin.buildModelFromXML(ARM)
    q = np.array([np.cos(0.7), np.sin(0.7), 0.15, 0.1 - 2 * 0.15])
    assert list(there.names)[1:] == ["pan", "reach", "grip"]
    state = there.createData()
    pin.framesForwardKinematics(there, state, q)
    for name, at in (("pan", 0.7), ("reach", 0.15), ("grip", q[-1])):
        data.qpos[model.joint(name).qposadr[0]] = at
    mujoco.mj_forward(model, data)
    for k, frame in enumerate(there.frames):
        if frame.type == pin.FrameType.BODY:
            pose = state.oMf[k].homogeneous
            assert np.allclose(data.body(frame.name).xpos, pose[:3, 3], rtol=0, atol=1e-9)
            assert np.allclose(data.body(frame.name).xmat, pose[:3, :3].ravel(), rtol=0, atol=1e-9)
    assert abs(data.efc_pos[:1]) < 1e-15
    data.qpos[model.joint("grip").qposadr[0]] += 0.2
    mujoco.mj_forward(model, data)
    assert data.efc_pos[0] == pytest.approx(0.2)


def test_a_link_frame_beside_its_axis_moves_onto_it_in_urdf_alone(arm: Robot) -> None:
    """MuJoCo's joints have anchors; in both the shapes and the child links stay where they are."""
    assert arm.origin is not None
    beside = np.array(numbers(arm.origin.named_frame("upper").pose))
    beside[:3, 3] += (0.3, -0.2, 0.1)
    pose: Any = tuple(tuple(expression(x) for x in row) for row in beside)
    frames = [replace(f, pose=pose) if f.name == "upper" else f for f in arm.origin.frames]
    other = replace(arm, origin=replace(arm.origin, frames=tuple(frames)))
    with pytest.warns(symoro.RobotWarning, match=r"moved onto the axes of joints \(upper\)"):
        model = pin.buildModelFromXML(symoro.to_urdf(other))
    assert_same_motion(pin.buildModelFromXML(ARM), model, apart=("upper",))
    with pytest.warns(symoro.RobotWarning, match="no velocity limits"):
        text = symoro.to_mjcf(other)
    poses = []
    for each in (text, quiet_mjcf(arm)):
        mujoco_model = mujoco.MjModel.from_xml_string(each, {"upper.stl": tetrahedron()})
        data = mujoco.MjData(mujoco_model)
        data.qpos[:] = (0.7, 0.15, -0.2)
        mujoco.mj_forward(mujoco_model, data)
        names = ("fore<arm", "finger", "camera")
        poses.append([[*data.body(n).xpos, *data.body(n).xmat] for n in names])
    assert np.allclose(poses[0], poses[1], rtol=0, atol=1e-9)
    assert ' pos="' in re.search('<joint name="pan"[^>]*>', text)[0]  # type: ignore[index]


def quiet_mjcf(robot: Robot) -> str:
    with pytest.warns(symoro.RobotWarning, match="no velocity limits"):
        return symoro.to_mjcf(robot)


# Losses


Change = Callable[[Robot], Robot]


def with_link(**fields: object) -> Change:
    texts = {name: expression(value) for name, value in fields.items()}  # type: ignore[arg-type]
    return lambda robot: replace(robot, links=(replace(robot.links[0], **texts), *robot.links[1:]))


def with_frame(**fields: Any) -> Change:
    return lambda robot: replace(
        robot, frames=(replace(robot.frames[0], **fields), *robot.frames[1:])
    )


LOSSES: dict[str, tuple[Change, str, str]] = {
    "friction": (
        with_link(FB="0.1", VST="0.2"),
        "friction other than FV and FS (FB of link 1)",
        "both",
    ),
    "smooth": (with_link(VW="0.1"), "no friction other than FV and FS (VW of link 1)", "both"),
    "wrench": (with_link(FX="F"), "no wrenches on the environment (of link 1)", "both"),
    "spring": (with_frame(eta=True, k=expression("3")), "no springs (of joint1)", "urdf"),
    "gravity": (
        lambda robot: replace(robot, base=replace(robot.base, G=(ZERO, ZERO, expression("-1.62")))),
        "no gravity, which is (0, 0, -1.62) in the world",
        "urdf",
    ),
    "base": (
        lambda robot: replace(robot, base=replace(robot.base, motion=BaseMotion.MOVING)),
        "a base that stands still",
        "both",
    ),
    "speed": (
        with_frame(limits=Limits(velocity=expression("3"))),
        "no velocity limits",
        "mjcf",
    ),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_a_file_lacks_is_told(loss: str) -> None:
    change, message, where = LOSSES[loss]
    robot = change(symoro.load("ur5").substitute("maker"))
    frames = tuple(replace(f, limits=None) if loss != "speed" else f for f in robot.frames)
    robot = replace(robot, frames=(*robot.frames[:1], *frames[1:]))
    if loss != "speed":
        robot = replace(robot, frames=frames)
    for word, write in (("urdf", symoro.to_urdf), ("mjcf", symoro.to_mjcf)):
        with warnings.catch_warnings(record=True) as records:
            warnings.simplefilter("always")
            write(robot)
        texts = [str(each.message) for each in records]
        assert any(message in text for text in texts) == (where in (word, "both")), texts


def test_a_closed_robot_is_an_open_tree_in_urdf() -> None:
    robot = symoro.load("fourbar").substitute("example")
    bodies = {f"M{j}": "1" for j in (1, 2, 3)}
    rest = {name: "0" for link in robot.links for entry in link.inertial for name in entry.symbols}
    rest = {"G2": "0", **rest}
    with pytest.warns(symoro.RobotWarning, match=r"no loops \(open at joint4\)"):
        text = symoro.to_urdf(
            robot, values={**rest, **{n: x for n, x in bodies.items() if n in rest}}
        )
    assert pin.buildModelFromXML(text).njoints == 4


def test_motors_that_move_several_joints_are_told_of() -> None:
    robot = symoro.load("ur5").substitute("maker")
    K = [["1" if i == k else "0" for k in range(6)] for i in range(6)]
    K[5][4] = "-1"
    zeros = ("0",) * 6
    coupled = replace(robot, coupling=Coupling(K, zeros, ("0.1", *zeros[1:]), zeros, zeros))  # type: ignore[arg-type]
    with pytest.warns(symoro.RobotWarning, match=r"several joints \(joint 6 move freely\)") as all_:
        symoro.to_urdf(coupled)
    assert "no rotor inertia and friction on the motors' side" in str(all_[0].message)


def test_a_joint_of_the_same_motor_follows_the_first() -> None:
    """q1 = 2 m + 1/2 and q2 = 3 m + 1/4, so q2 = 3/2 q1 - 1/2."""
    robot = symoro.load("ur5").substitute("maker")
    K = [["2", *"0000"], ["3", *"0000"], *([*"0" * k, "1", *"0" * (4 - k)] for k in range(1, 5))]
    zeros = tuple("00000")
    coupling = Coupling(K, ("1/2", "1/4", *"0000"), zeros, zeros, zeros)  # type: ignore[arg-type]
    coupled = replace(robot, coupling=coupling)
    words = '<mimic joint="joint1" multiplier="1.5" offset="-0.5" />'
    assert symoro.to_urdf(coupled).count("mimic") == symoro.to_urdf(coupled).count(words) == 1
    assert 'joint1="joint2" joint2="joint1" polycoef="-0.5 1.5 0 0 0"' in quiet_mjcf(coupled)


def test_an_elastic_joint_has_its_spring_in_mujoco() -> None:
    robot = with_frame(eta=True, k=expression("3"), rest=expression("1/4"), limits=None)(
        symoro.load("planar2r").substitute("course")
    )
    with pytest.warns(symoro.RobotWarning, match="boundmass"):
        model = mujoco.MjModel.from_xml_string(symoro.to_mjcf(robot))
    assert (model.jnt_stiffness[0], model.qpos_spring[0]) == (3.0, 0.25)


# Refusals


def _without(robot: Robot, name: str) -> ValueSet:
    own = robot.value_set("maker")
    return replace(own, values=tuple(pair for pair in own.values if pair[0] != name))


def test_symbols_without_a_number_are_refused_with_the_value_sets(command: Command) -> None:
    ur5 = symoro.load("ur5")
    for write in (symoro.to_urdf, symoro.to_mjcf, symoro.to_pinocchio):
        with pytest.raises(symoro.UsageError, match=r"no number for D3, .*lengths, maker"):
            write(ur5)
    with pytest.raises(symoro.UsageError, match=r"no number for G3; maker has only"):
        symoro.to_urdf(replace(ur5, values=(_without(ur5, "G3"),)), values="maker")
    refused = command("convert", "ur5", "-o", "ur5.urdf")
    assert (refused.status, "no number for D3, " in refused.err) == (2, True)


def test_a_value_set_of_lengths_gives_a_urdf_file_of_the_geometry(tmp_path: Path) -> None:
    rx90 = symoro.load("rx90")
    with pytest.warns(
        symoro.RobotWarning, match="no inertia, drives and gravity, which have no numbers"
    ):
        text = symoro.to_urdf(rx90, values="lengths")
    assert "inertial" not in text
    path = tmp_path / "rx90.urdf"
    path.write_text(text, encoding="utf-8")
    q = np.linspace(-1, 1, 6)
    own, back = (
        np.asarray(symoro.transform(each, verify=False).compile()(q))
        for each in (rx90.substitute("lengths"), symoro.load(path))
    )
    assert np.allclose(own, back, atol=1e-14)  # some products of sines
    for write in (symoro.to_urdf, symoro.to_mjcf):
        with pytest.raises(symoro.UsageError, match="no number for G3, M2"):
            write(rx90, values="lengths", param={"M1": 1})


def test_a_value_set_of_lengths_gives_an_mjcf_file_to_look_at() -> None:
    rx90 = symoro.load("rx90")
    with pytest.warns(
        symoro.RobotWarning, match="no inertia, drives and gravity, .* put in 1e-12$"
    ):
        text = symoro.to_mjcf(rx90, values="lengths")
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:] = q = np.linspace(-1, 1, 6)
    mujoco.mj_kinematics(model, data)
    own = np.asarray(symoro.transform(rx90.substitute("lengths"), verify=False).compile()(q))
    assert np.allclose(own[:3, 3], data.body("link6").xpos, atol=1e-14)
    assert np.allclose(own[:3, :3].ravel(), data.body("link6").xmat, atol=1e-14)
    assert not model.opt.gravity.any()


def test_only_one_value_set_is_taken_by_itself() -> None:
    with pytest.warns(symoro.RobotWarning, match="no gravity"):
        assert symoro.to_urdf(symoro.load("acrobot")) == symoro.to_urdf(
            symoro.load("acrobot"), values="spong1995"
        )


def test_a_joint_that_turns_with_another_one_is_refused() -> None:
    robot = symoro.load("planar2r").substitute("course")
    turned = (robot.frames[0], replace(robot.frames[1], theta=parse("t2 - t1")), robot.frames[2])
    with pytest.raises(symoro.RobotError, match="frame 2, theta: moves with another joint"):
        symoro.to_urdf(replace(robot, frames=turned))


def test_first_moments_without_a_mass_are_refused() -> None:
    robot = with_link(M="0")(symoro.load("planar2r").substitute("course"))
    with pytest.raises(symoro.RobotError, match="frame 1, M: first moments without a mass"):
        symoro.to_urdf(robot)


def test_pinocchio_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    with pytest.raises(symoro.ModelError, match=r"pin, which is not installed; .*\[pinocchio\]"):
        symoro.to_pinocchio(symoro.load("ur5"), values="maker")


# Texts


def test_numbers_are_the_shortest_decimals_that_read_back() -> None:
    for text in map(symoro.to_urdf, [symoro.load("ur5").substitute("maker")]):
        found = re.findall(r'"([-\d. e+]+)"', text.partition("?>")[2])
        for entry in " ".join(found).split():
            assert repr(float(entry)).removesuffix(".0") == entry != "-0"
    assert number_text(DIGITS.mpf(1) / 10 + DIGITS.mpf(1) / 5) == "0.3"
    assert number_text(-(DIGITS.mpf(10) ** -35)) == "0"


QUARTER = math.pi / 2


@pytest.mark.parametrize("angles", [(0.3, QUARTER, 0), (0, -QUARTER, 0), (1, 1.5, -3), (3, 1, 2)])
def test_angles_of_urdf_give_the_rotation_back(angles: tuple[float, float, float]) -> None:
    """At a pitch of a quarter turn roll and yaw turn about one axis."""
    R = roll_pitch_yaw(*map(DIGITS.mpf, angles))
    again = roll_pitch_yaw(*read_angles(Pose(R)))
    assert abs(np.array(R) - np.array(again)).max() < 1e-30


def test_rounded_matrices_give_the_rotation_back_at_a_pitch_of_a_quarter_turn() -> None:
    """Poses of links are kept in 17 digits: what is left of cos(pitch) is noise."""
    for pitch in (QUARTER, -QUARTER, QUARTER - 1e-12):
        R = np.array(roll_pitch_yaw(*map(DIGITS.mpf, (-1.2, pitch, 0.4))), dtype=float)
        R[0, 0], R[1, 0], R[2, 1] = R[0, 0] + 1.1e-16, R[1, 0] - 1.7e-16, R[2, 1] + 2.3e-16
        rounded = tuple(tuple(map(DIGITS.mpf, row)) for row in R.tolist())
        again = roll_pitch_yaw(*read_angles(Pose(rounded)))  # type: ignore[arg-type]
        assert abs(R - np.array(again, dtype=float)).max() < 1e-15


def test_a_yaw_of_digits_that_rounding_leaves_belongs_to_its_roll() -> None:
    rows = ((-9e-31, 0.6, 0.8), (-8e-31, 0.8, -0.6), (-1, 0, 0))
    R = tuple(tuple(map(DIGITS.mpf, row)) for row in rows)
    again = roll_pitch_yaw(*read_angles(Pose(R)))  # type: ignore[arg-type]
    assert abs(np.array(R) - np.array(again)).max() < 1e-15


def test_a_name_that_no_xml_has_is_refused() -> None:
    robot = replace(symoro.load("ur5").substitute("maker"), name="a\x01b")
    with pytest.raises(symoro.UsageError, match=r"XML has no character '\\x01'"):
        symoro.to_urdf(robot)


def test_a_file_is_ascii_and_says_its_numbers(tmp_path: Path, command: Command) -> None:
    command("convert", "ur5", "--values", "maker", "-o", str(tmp_path / "ur5.urdf"))
    text = (tmp_path / "ur5.urdf").read_text("ascii")
    assert text.splitlines()[1] == "<!-- ur5, written by symoro, values maker -->"
    again = symoro.load(tmp_path / "ur5.urdf")
    assert [link.M for link in again.links] == [
        link.M for link in symoro.load("ur5").substitute("maker").links
    ]
    named = replace(symoro.load("ur5").substitute("maker"), name="Bras é--")
    assert "<!-- Bras &#233;- -, " in symoro.to_urdf(named)
