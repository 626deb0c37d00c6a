"""MJCF as MuJoCo compiles it: what is read, what is left out with a warning, what is refused."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

import symoro
from mjcf_texts import ARM, FOUR_BAR, SPATIAL_LOOP, TEXTS, scene
from symoro.errors import ParseError, RobotError, RobotWarning, UsageError
from symoro.expressions import Expression, expression
from symoro.formats import load_file
from symoro.formats.mjcf import read
from symoro.robot import BaseMotion, Diagnostic, JointType, Robot, Structure

PENDULUM = '<body name="a"><joint name="j" axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body>'
WALKER = '<body><freejoint/><geom size="1"/><body><joint/><geom size="1"/></body></body>'
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def texts(*entries: Expression) -> list[str]:
    return [str(entry) for entry in entries]


def diagnosed(text: str) -> tuple[Robot, list[Diagnostic], list[Diagnostic]]:
    """The robot of a text, its warnings and its notes."""
    every: list[Diagnostic] = []
    robot = read(text, "robot.xml", every)
    return robot, [each for each in every if not each.note], [each for each in every if each.note]


def test_joints_have_the_names_limits_friction_and_rotors_of_the_file() -> None:
    robot = read(ARM)
    names = {robot.frame(j).name: j for j in robot.moving_joints}
    assert list(names) == ["j1", "j2", "s2"]
    first = names["j1"]
    limits = robot.frame(first).limits
    assert limits is not None
    assert [float(end.number or 0) for end in (limits.lower, limits.upper) if end] == (
        pytest.approx([-1.5707963267948966, 1.5707963267948966])
    )
    link = robot.link(first)
    assert texts(link.IA, link.FV, link.FS) == ["0.1", "2", "0"]
    assert texts(robot.link(names["j2"]).FS) == ["0.3"]
    assert robot.frame(names["s2"]).sigma is JointType.PRISMATIC


def test_the_variable_has_its_zero_where_the_file_has_it() -> None:
    robot = read(ARM)
    assert robot.frame(1).theta == expression("t1 - Pi/6")


def test_decimals_of_the_file_stay_as_they_are_written() -> None:
    robot = read(ARM)
    assert texts(robot.frame(2).d, robot.link(3).M) == ["0.3", "2.1"]
    assert texts(*robot.base.G) == ["0", "0", "-9.81"]


def test_the_orders_of_joints_are_those_of_mujoco() -> None:
    origin = read(ARM).origin
    assert origin is not None
    assert dict(origin.orders) == {"file": ("j1", "j2", "s2"), "mujoco": ("j1", "j2", "s2")}


def test_all_joints_of_a_body_but_the_last_carry_massless_links() -> None:
    robot = read(ARM)
    assert texts(robot.link(2).M) == ["0"]
    assert robot.origin is not None
    assert [each.name for each in robot.origin.frames] == [
        "world", "upper", "j2_link", "lower", "tool",
    ]  # fmt: skip


def test_bodies_without_joints_and_sites_are_kept_as_frames_by_name() -> None:
    assert [len(read(ARM, keep_fixed=keep).frames) for keep in (None, False, True)] == [4, 3, 4]
    both = read(ARM, keep_fixed=["tool", "tcp"])
    assert len(both.frames) == 5
    assert both.origin is not None
    assert both.origin.named_frame("tcp").frame == 5
    with pytest.raises(UsageError, match=r"keep_fixed=\.\.\.: tpc is no link on a fixed joint"):
        read(ARM, keep_fixed=["tpc"])


def test_shapes_have_sizes_as_the_tables_of_origin_say() -> None:
    origin = read(ARM).origin
    assert origin is not None
    (capsule,) = origin.named_frame("upper").shapes
    assert (capsule.kind, *map(str, capsule.sizes)) == ("capsule", "0.05", "0.3")
    assert [row[3] for row in capsule.pose[:3]] == [expression(x) for x in ("0.15", 0, 0)]
    assert origin.named_frame("world").shapes == ()


def test_a_free_joint_makes_the_base_float() -> None:
    robot, warnings, notes = diagnosed(TEXTS["a floating base"])
    assert robot.base.motion is BaseMotion.FLOATING
    assert len(robot.moving_joints) == 1
    assert texts(*robot.base.G) == ["0", "1", "-9.8"]
    assert not warnings
    assert any(
        "bodies at rest beside the floating robot are left out: rock" in each.message
        for each in notes
    )


def test_free_objects_are_left_out_with_a_warning_at_their_element() -> None:
    robot, warnings, notes = diagnosed(TEXTS["two trees, an object and a target"])
    assert robot.structure is Structure.TREE
    (warning,) = warnings
    assert (warning.line, warning.message) == (
        5, "free bodies beside the robot are left out: cube",
    )  # fmt: skip
    assert any("mocap bodies are taken as parts of the base: target" in n.message for n in notes)


def test_a_ball_is_three_turns_with_a_warning() -> None:
    robot, warnings, _ = diagnosed(TEXTS["a ball with a branch on it"])
    assert [robot.frame(j).name for j in robot.moving_joints][:3] == ["b_x", "b_y", "b_z"]
    assert warnings[0].line == 2
    assert warnings[0].message.startswith("ball joint b is read as turns b_x, b_y and b_z")


def test_a_plane_loop_is_closed_by_one_turn_and_one_in_space_by_three() -> None:
    plane, space = read(FOUR_BAR), read(SPATIAL_LOOP)
    assert (plane.n_loops, plane.n_joints) == (1, 4)
    assert [plane.frame(j).mu for j in plane.moving_joints] == [True, False, False, False]
    assert (space.n_loops, len(space.moving_joints)) == (1, 8)


def test_a_linear_equality_of_joints_is_a_coupling() -> None:
    text = scene(
        f"""{PENDULUM}
        <body name="b"><joint name="k" ref="90"/><geom size=".1" pos="1 0 0"/></body>""",
        '<equality><joint joint1="k" joint2="j" polycoef=".5 2 0 0 0"/></equality>',
    )
    robot, warnings, _ = diagnosed(text)
    assert not warnings
    assert robot.coupling is not None
    assert [texts(*row) for row in robot.coupling.K] == [["1"], ["2"]]
    assert float(robot.coupling.q0[1].number or 0) == pytest.approx(0.5 + 1.5707963267948966)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXTS["forces that are left out"], "its spring is left out"),
        (TEXTS["forces that are left out"], "forces of the fluid"),
        (TEXTS["forces that are left out"], "gravcomp of body1 is left out"),
        (
            scene(
                PENDULUM,
                '<tendon><fixed stiffness="3"><joint joint="j" coef="1"/></fixed></tendon>',
            ),
            "tendon tendon0: its stiffness is left out",
        ),
        (
            scene(
                '<body><joint type="free" armature="1"/><geom size="1"/><body><joint name="k"/>'
                '<geom size="1"/></body></body>'
            ),
            "free joint joint0: armature 1 is left out",
        ),
        (
            scene(PENDULUM, '<option><flag damper="disable"/></option>'),
            "the flag that disables damper is not obeyed",
        ),
    ],
)
def test_forces_of_the_simulation_that_models_lack_are_warned_of(text: str, message: str) -> None:
    _, warnings, _ = diagnosed(text)
    assert any(message in each.message for each in warnings), warnings


def test_springs_of_several_joints_are_one_warning() -> None:
    spring = 'stiffness="3"'
    second = f'<body pos="1 0 0"><joint name="k" {spring}/><geom size=".1"/></body></body>'
    bodies = PENDULUM.replace('name="j"', f'name="j" {spring}').replace("</body>", second)
    motors = '<actuator><motor joint="j"/><motor joint="k"/></actuator>'
    _, (warning,), _ = diagnosed(scene(bodies, motors))
    assert warning.message == "the springs of 2 joints are left out: j, k"


def test_forces_that_are_left_out_are_warned_of_with_each_model() -> None:
    robot, _, _ = diagnosed(TEXTS["forces that are left out"])
    with pytest.warns(RobotWarning) as told:
        model = symoro.idm(robot, verify=False)
    assert any("its spring is left out" in str(each.message) for each in told)
    assert any("its spring is left out" in each for each in model.warnings)
    with pytest.raises(RobotError, match="strict=True refuses it"):
        symoro.idm(robot, verify=False, strict=True)


def test_words_that_mujoco_will_forget_are_notes() -> None:
    _, warnings, notes = diagnosed(scene(PENDULUM, '<compiler settotalmass="2"/>'))
    assert not warnings
    assert any("'settotalmass' is deprecated" in each.message for each in notes)


def test_names_that_are_made_and_kinds_that_are_not_read_are_noted() -> None:
    _, _, notes = diagnosed(
        scene(
            '<light/><body name="joint0"><joint/><geom size="1" pos="1 0 0"/><site/></body>',
            "<sensor><clock/></sensor>",
        )
    )
    said = [each.message for each in notes]
    assert "joints without a name are called joint0" in said
    assert "not read: sensors (1), sites (1), lights (1)" in said


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("<mujoco>\n<body></mujoco>", 2, "mismatched tag"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', 1, "document type declaration"),
        ("<robot/>", 1, "URDF is read from files .urdf"),
        ("<mujoco/>", 1, "no robot: no body moves"),
        (scene('<body><freejoint/><geom size="1"/></body>'), 1, "has a joint but free ones"),
        (scene('<body name="a"><joint/></body>'), 2, r"mass and inertia .*\(element name 'a'\)"),
        (scene('<body nme="a"/>'), 2, "unrecognized attribute: 'nme'"),
        (scene('<body pos="nan 0 0"/>'), 2, "pos: expected numbers, found 'nan 0 0'"),
        (scene('<body pos="0 Infinity 0"/>'), 2, "pos: expected numbers"),
        (scene('<body pos="1e999 0 0"/>'), 2, "too large"),
        (scene('<replicate count="20000"><geom size="1"/></replicate>'), 2, "20000 copies"),
        (
            scene('<replicate count="200">\n<replicate count="200"/></replicate>'),
            3,
            "40000 copies; the limit is 10000",
        ),
        (scene("", '<asset><mesh file="https://a.b/c.stl"/></asset>'), 1, "only files beside"),
        (scene("", '<asset><hfield nrow="2000000000"/></asset>'), 1, "nrow is too large"),
        (scene("", '<include file="nowhere.xml"/>'), 1, "no folder to include from"),
        (
            scene(WALKER * 2),
            1,
            "several robots, of which 2 on free joints: body1, body3",
        ),
    ],
)  # fmt: skip
def test_a_wrong_text_is_refused_at_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ParseError, match=message) as error:
        read(text, "robot.xml")
    assert error.value.line == line


def test_a_missing_mesh_matters_only_where_inertia_follows_from_it() -> None:
    asset = '<asset>\n<mesh name="m" file="no.stl" scale="2 2 2"/></asset>'
    geom = '<geom type="mesh" mesh="m" pos="0 0 1"/>'
    with pytest.raises(
        ParseError, match=r"no mesh file no.stl, and the inertia of body a"
    ) as error:
        read(scene(f'<body name="a"><joint/>{geom}</body>', asset))
    assert error.value.line == 2
    inertial = '<inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>'
    robot, _, notes = diagnosed(scene(f'<body name="a"><joint/>{inertial}{geom}</body>', asset))
    assert texts(robot.link(1).M) == ["1"]
    assert any(
        "1 mesh file is missing" in each.message and "no.stl" in each.message for each in notes
    )
    assert robot.origin is not None
    (mesh,) = robot.origin.named_frame("a").shapes
    assert (mesh.kind, mesh.file, mesh.pose[2][3]) == ("mesh", "no.stl", expression(1))


def test_includes_meshes_and_textures_are_looked_for_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/t.obj").write_text(TETRAHEDRON, encoding="ascii")
    (tmp_path / "arm.xml").write_text(
        scene('<body name="a"><joint/><geom type="mesh" mesh="t" pos="0 0 1"/></body>'),
        encoding="ascii",
    )
    path = tmp_path / "scene.xml"
    path.write_text(
        '<mujoco><compiler meshdir="parts"/><asset><mesh file="t.obj"/>'
        '<texture name="p" type="2d" file="missing.png"/></asset>'
        '<include file="arm.xml"/></mujoco>',
        encoding="ascii",
    )
    robot = load_file(path)
    assert isinstance(robot, Robot)
    assert float(robot.link(1).M.number or 0) == pytest.approx(1000 / 6)
    assert robot.origin is not None
    (mesh,) = robot.origin.named_frame("a").shapes
    place = [float(row[3].number or 0) for row in mesh.pose[:3]]
    assert place == pytest.approx([0, 0, 1], abs=1e-15)  # the file's frame, not MuJoCo's


def test_a_cycle_of_includes_is_refused(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        text = f'<mujoco><include file="{other}.xml"/></mujoco>'
        (tmp_path / f"{name}.xml").write_text(text, encoding="ascii")
    with pytest.raises(ParseError, match="already included"):
        load_file(tmp_path / "a.xml")


def test_sizes_that_would_fill_the_memory_are_not_obeyed() -> None:
    sizes = '<size nkey="2000000000" njmax="2000000000" nuser_body="2000000000"/>'
    assert len(read(scene(PENDULUM, sizes)).moving_joints) == 1


def test_nothing_is_written_where_mujoco_warns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    diagnosed(TEXTS["a plane loop"])
    assert not list(tmp_path.iterdir())


def test_a_missing_mujoco_is_named_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(UsageError, match=r"MJCF needs mujoco, which is not installed.*\[mjcf\]"):
        read(ARM)


def test_a_model_is_made_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "arm.xml"
    path.write_text(ARM, encoding="ascii")
    robot = symoro.load(path)
    assert isinstance(robot, Robot)
    assert symoro.idm(robot).certificate is not None


def test_the_tolerance_makes_small_lengths_and_angles_exact() -> None:
    text = scene(
        '<body><joint axis="0 0 1"/><geom size="1"/><body pos=".3 1e-7 0" euler="1.5708 0 0">'
        '<joint axis="0 0 1"/><geom size="1"/></body></body>',
        '<compiler angle="radian"/>',
    )
    assert read(text).frame(2).alpha != expression("Pi/2")
    robot = read(text, tolerance=1e-4)
    assert robot.frame(2).alpha == expression("Pi/2")
    assert any("was read as Pi/2" in note for note in robot.notes)
    with pytest.raises(UsageError, match="tolerance is a small length or angle"):
        read(text, tolerance=3.0)


def test_two_points_of_the_same_bodies_are_an_axis() -> None:
    points = [
        f'<connect name="pin{y}" body1="coupler" body2="rocker" anchor=".3 {y} .1"/>'
        for y in (0, 1)
    ]
    text = FOUR_BAR.replace("<equality>", f"<equality>{points[0]}{points[1]}")
    robot, warnings, _ = diagnosed(text)
    assert [robot.frame(j).name for j in robot.moving_joints] == ["j1", "j2", "j3", "pin0"]
    assert ["an axis in common already" in each.message for each in warnings] == [True]


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # a massless link gets a mass
@pytest.mark.parametrize(
    "name", ["a turn, a slide, a fixed tool", "a floating base", "a plane loop"]
)
def test_what_is_written_is_read_back_with_the_same_joints(name: str) -> None:
    robot = read(TEXTS[name])
    other = read(symoro.to_mjcf(robot))
    assert [other.frame(j).name for j in other.moving_joints] == [
        robot.frame(j).name for j in robot.moving_joints
    ]
    assert (other.structure, other.base.motion) == (robot.structure, robot.base.motion)
    for j in robot.moving_joints:
        own, back = robot.frame(j), other.frame(j)
        assert (own.antecedent, own.sigma, own.mu) == (back.antecedent, back.sigma, back.mu)
        assert [str(each) for each in (own.alpha, own.d, own.theta, own.r)] == [
            str(each) for each in (back.alpha, back.d, back.theta, back.r)
        ]


def test_the_spring_of_a_joint_without_motor_is_an_elastic_joint() -> None:
    spring = 'stiffness="3" springref="30"'
    second = f'<body pos="1 0 0"><joint name="k" {spring} ref="10"/><geom size=".1"/></body></body>'
    bodies = PENDULUM.replace('name="j"', f'name="j" {spring}').replace("</body>", second)
    motor = '<actuator><motor joint="j"/></actuator>'
    robot, warnings, _ = diagnosed(scene(bodies, motor))
    (warning,) = warnings
    assert warning.message == "joint j: its spring is left out"
    first, last = robot.frames
    assert (first.eta, last.eta, last.mu) == (False, True, False)
    assert float(last.k.number or 0) == 3
    assert float(last.rest.number or 0) == pytest.approx(math.radians(30), rel=1e-15)
    bent, _, _ = diagnosed(scene(bodies.replace('stiffness="3"', 'stiffness="3 1"'), motor))
    assert not bent.frames[1].eta
