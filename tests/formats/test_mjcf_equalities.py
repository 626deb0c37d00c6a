"""Equalities of MJCF: welds are loops, cut at a joint that loses least; others are named."""

from __future__ import annotations

import numpy as np
import pytest

import symoro
from mjcf_texts import FOUR_BAR, SPATIAL_LOOP, WELDED_PLANE, WELDED_SLIDES, scene
from symoro.formats.mjcf import read
from symoro.formats.model_losses import model_losses
from symoro.robot import Diagnostic, JointType, Robot, Structure

PENDULUM = '<body name="a"><joint name="j" axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body>'


def warned(text: str) -> tuple[Robot, list[Diagnostic]]:
    """A robot, and its warnings."""
    diagnostics: list[Diagnostic] = []
    robot = read(text, None, diagnostics)
    return robot, [each for each in diagnostics if not each.note]


def test_welded_bodies_are_one_and_the_loop_is_cut_at_a_joint_of_its_own() -> None:
    """The joint in the middle of the loop that is passive and free of friction; it may slide."""
    plane, _ = warned(WELDED_PLANE)
    assert [plane.frame(j).name for j in plane.moving_joints] == ["j1", "j2", "j4", "j3"]
    assert plane.n_links == 3
    assert plane.origin is not None
    frames = {each.name: each for each in plane.origin.frames}
    assert frames["end"].frame == frames["rocker"].frame == 3
    assert frames["end"].joint == "glue"
    assert dict(plane.origin.orders)["mujoco"] == ("j1", "j2", "j3", "j4")
    assert symoro.loop_geometry(plane).model.operations.mul <= 42  # a closed form
    slides, warnings = warned(WELDED_SLIDES)
    ((cut, _),) = slides.loops()
    assert (slides.frame(cut).name, slides.frame(cut).sigma) == ("slip", JointType.PRISMATIC)
    assert not warnings


def test_sites_are_welded_in_their_frames() -> None:
    sites = ('<site name="s" pos=".1 0 0" euler="0 0 90"/>', '<site name="t" pos="0 .1 0"/>')
    chain, other = (
        f"""<body name="{a}" pos="{x} 0 0"><joint axis="0 0 1"/><geom size=".1" pos="0 1 0"/>
        <body name="{a}tip" pos="0 1 0" {turn}><joint axis="0 0 1"/><geom size=".1"/>{site}</body>
        </body>"""
        for a, x, turn, site in (
            ("a", 0, "", sites[0]),
            ("b", 0.1, 'euler="0 0 90"', sites[1]),
        )
    )
    weld = '<equality><weld site1="s" site2="t"/></equality>'
    robot, warnings = warned(scene(chain + other, weld))
    (warning,) = warnings
    assert warning.message.startswith(
        "<weld> is not modelled: its bodies are 0.1 m and about 0 rad"
    )
    moved = other.replace('pos="0.1 0 0"', 'pos="0.2 0 0"')
    robot, warnings = warned(scene(chain + moved, weld))
    assert not warnings
    assert robot.n_loops == 1


def test_friction_of_the_joint_that_a_loop_is_cut_at_is_kept() -> None:
    text = WELDED_PLANE.replace("<joint name", '<joint damping="1" name').replace(
        ' damping=".2"', ""
    )
    robot, warnings = warned(text)
    assert robot.n_loops == 1
    assert not warnings
    ((cut, _),) = robot.loops()
    assert (robot.frame(cut).name, str(robot.drive(cut).FV)) == ("j3", "1")
    assert "no rotors and friction at the joints" in " ".join(model_losses(robot))


def test_joints_that_follow_others_are_not_cut() -> None:
    """A coupled joint is in the tree; a loop of coupled joints alone is refused by name."""
    text = WELDED_PLANE.replace(
        "<equality>", '<equality><joint joint1="j3" joint2="j2" polycoef="0 1 0 0 0"/>'
    )
    robot, _ = warned(text)
    ((cut, _),) = robot.loops()
    assert robot.frame(cut).name == "j4"
    assert robot.coupling is not None
    every = text.replace(
        "<equality>", '<equality><joint joint1="j4" joint2="j1" polycoef="0 1 0 0 0"/>'
    )
    robot, warnings = warned(every)
    assert robot.n_loops == 0
    assert any("its loop has no joint to cut but" in each.message for each in warnings)


def test_a_joint_follows_its_leader_whose_place_has_changed() -> None:
    """With j2 or j3 cut, j4 comes earlier."""
    text = WELDED_PLANE.replace(
        "<equality>", '<equality><joint joint1="j1" joint2="j4" polycoef="0 3 0 0 0"/>'
    )
    robot, _ = warned(text)
    assert robot.coupling is not None
    names = [robot.frame(j).name for j in robot.moving_joints if j <= robot.n_links]
    factors = dict(zip(names, ([str(x) for x in row] for row in robot.coupling.K), strict=True))
    leader = factors["j4"].index("1")
    assert factors["j1"][leader] == "3"
    assert sorted(factors["j1"]) == ["0", "3"]


@pytest.mark.parametrize(
    ("equality", "reason"),
    [
        ('<joint joint1="j" joint2="k" polycoef="0 1 2 0 0"/>', "by a straight line only"),
        ('<joint joint1="j"/>', "not between two joints of the robot"),
        ('<weld body1="a" body2="b"/>', "joints j and k alone are in its loop"),
        ('<weld body1="a"/>', "it locks joint j"),
        ('<weld body1="a" body2="target"/>', "a mocap body is moved from outside"),
        (
            '<connect body1="a" body2="target" anchor="0 0 0"/>',
            "a mocap body is moved from outside",
        ),
        ('<weld body1="a" body2="b" torquescale="0"/>', "its torquescale is 0; write <connect>"),
        ('<weld body1="a" body2="cube"/>', "not between two bodies of the robot"),
        (
            '<weld body1="a" body2="b" relpose="0 0 3 1 0 0 0"/>',
            "its bodies are 3 m and about 0 rad",
        ),
        ('<weld body1="a" body2="b" relpose="0 0 0 1 1 0 0"/>', "are 0 m and about 1.41 rad off"),
        ('<weld site1="s" site2="t"/>', "its bodies are 1 m and about 0 rad off"),
        ('<weld body1="a" body2="badge"/>', "fixed to each other without it"),
        ('<connect body1="a" body2="b" anchor="0 0 0" active="false"/>', "it is not active"),
        ('<connect body1="a" body2="cube" anchor="0 0 0"/>', "not between two bodies of the robot"),
        ('<connect site1="s" site2="t"/>', "its points are 1 m apart"),
    ],
)
def test_an_equality_that_is_not_modelled_is_named_with_the_reason(
    equality: str, reason: str
) -> None:
    text = scene(
        f"""{PENDULUM.replace("</body>", '<site name="s"/><body name="badge"/></body>')}
        <body name="b"><joint name="k"/><geom size=".1" pos="1 0 0"/><site name="t" pos="0 0 1"/>
        </body><body name="cube"><freejoint/><geom size=".1"/></body>
        <body name="target" mocap="true"/>""",
        f"<equality>{equality}</equality>",
    )
    robot, warnings = warned(text)
    tag = equality[1:].partition(" ")[0]
    assert any(
        f"<{tag}> is not modelled" in each.message and reason in each.message for each in warnings
    )
    assert robot.n_loops == 0
    assert robot.coupling is None


@pytest.mark.parametrize(
    "second",
    [
        'body1="coupler" body2="rocker" anchor=".4 .2 .1"',
        'body1="rocker" body2="coupler" anchor=".1 0 .1"',  # the other way round
    ],
)
def test_two_points_of_the_same_bodies_are_an_axis_in_either_order(second: str) -> None:
    pin = 'anchor=".3 .2 .1"/>'
    robot, _ = warned(SPATIAL_LOOP.replace(pin, f"{pin}<connect {second}/>"))
    assert robot.n_loops == 1
    assert len(robot.moving_joints) == 6  # of which one is the axis


def test_an_axis_has_no_third_point_in_either_order() -> None:
    pin = 'anchor=".3 .2 .1"/>'
    axis = f'{pin}<connect body1="coupler" body2="rocker" anchor=".4 .2 .1"/>'
    third = '<connect body1="rocker" body2="coupler" anchor=".2 0 .1"/>'
    robot, warnings = warned(SPATIAL_LOOP.replace(pin, axis + third))
    assert robot.n_loops == 1
    assert any("have an axis in common already" in each.message for each in warnings)


def test_the_equivalent_tree_has_the_orders_of_its_own_joints() -> None:
    """The joints at which loops are cut are in the orders of the closed robot alone."""
    robot = read(FOUR_BAR)
    tree = robot.equivalent_tree()
    assert robot.origin is not None
    assert tree.origin is not None
    assert dict(robot.origin.orders)["file"] == ("j1", "j2", "j3", "pin")
    assert dict(tree.origin.orders)["file"] == ("j1", "j2", "j3")
    model = symoro.idm(robot, equivalent_tree=True, order="mujoco", verify=False)
    assert model.joint_names == ("j1", "j2", "j3")


def test_a_closed_robot_with_a_coupling_is_written_and_read_again() -> None:
    """The coupling has a row for each joint of the tree, none for the joint that is cut."""
    follow = '<joint joint1="j3" joint2="j1" polycoef="0.1 2 0 0 0"/></equality>'
    robot = read(FOUR_BAR.replace("</equality>", follow))
    again = read(symoro.to_mjcf(robot))
    assert robot.coupling is not None
    assert again.coupling is not None
    assert (again.coupling.K, again.coupling.q0) == (robot.coupling.K, robot.coupling.q0)
    assert again.n_loops == robot.n_loops == 1
    with pytest.warns(symoro.RobotWarning, match="no loops"):
        text = symoro.to_urdf(robot)
    assert '<mimic joint="j1" multiplier="2" offset="0.1"' in text


@pytest.mark.filterwarnings("ignore:.* as a .xml file of MuJoCo")
@pytest.mark.parametrize("name", ["fivebar", "fourbar", "rssr", "slidercrank", "spherical4r"])
def test_a_linkage_that_was_written_comes_back_with_its_postures(name: str) -> None:
    """With all joints at zero, as the file has them, its loop is open."""
    robot = symoro.load(name).substitute("example")
    again = read(symoro.to_mjcf(robot))
    assert again.n_frames == robot.n_frames
    drives = {robot.variables[j].name: 0.3 for j, frame in robot if frame.mu}
    own, back = (symoro.loop_solutions(each, drives).q for each in (robot, again))
    np.testing.assert_allclose(back, own, atol=1e-7)  # double roots keep half of the digits


def test_loops_that_no_posture_closes_are_warned_of() -> None:
    parts = '<joint axis="0 1 0"/><geom size=".1"/><site name="{}" pos="1 0 0"/></body>'
    bodies = '<body name="a">' + parts.format("s")
    bodies += '<body name="b" pos="0 0 5">' + parts.format("t")
    loop = '<equality><connect site1="s" site2="t"/></equality>'
    tree, (warning,) = warned(scene(bodies, loop))
    assert tree.structure is Structure.TREE
    assert "its points are 5 m apart" in warning.message
    closed, warnings = warned(scene(bodies.replace("0 0 5", "1.2 0 1"), loop))
    assert closed.structure is Structure.CLOSED
    assert not warnings
    assert any("loops are open in the posture of the file" in note for note in closed.notes)
