"""Robots from joints and the bodies that they connect: trees, loops, cuts, bodies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import symoro
from screws import Array, screw_motion, table_poses
from symoro.errors import RobotError
from symoro.expressions import ZERO
from symoro.robot import Link, Robot
from symoro.robot.joint_axis import JointAxis

Z = (0, 0, 1)
KINDS = "RPF"


def rebuilt(robot: Robot, q: Mapping[int, float], **options: Any) -> Robot:
    """A closed robot from the axes that its frames have in one posture."""
    values = robot.values[0].numbers
    poses = table_poses(robot, q, values)
    body = ["base", *(f"link{j}" for j in range(1, robot.n_links + 1))]
    fixed_side = dict(robot.loops())
    joints = []
    for j, frame in robot:
        if j in fixed_side.values():
            continue
        child = robot.antecedent(fixed_side[j]) if j in fixed_side else j
        joints.append(
            JointAxis(
                f"j{j}",
                KINDS[frame.sigma],
                body[frame.antecedent],
                body[child],
                poses[j][:3, 3],
                poses[j][:3, 2],
                actuated=frame.mu,
                position=q[j],
            )
        )
    return Robot.from_joints(joints, name=robot.name, **options)


def positions(robot: Robot, at: Mapping[str, float], row: int = 0) -> dict[int, float]:
    """The positions of all joints of a library robot in one mode."""
    modes = symoro.loop_solutions(robot, dict(at), values=robot.values[0].name)
    return dict(zip(robot.moving_joints, map(float, modes.q[row]), strict=True))


def open_by(robot: Robot, q: Mapping[int, float]) -> float:
    """The largest difference of two frames that should coincide."""
    poses = table_poses(robot, q)
    return max(float(np.abs(poses[k] - poses[side]).max()) for k, side in robot.loops())


LINKAGES: dict[str, tuple[dict[str, float], dict[str, float], set[str]]] = {
    "fourbar": ({"t1": 0.7}, {"t1": 2.0}, {"j4"}),
    "fivebar": ({"t1": 2.0, "t3": 0.8}, {"t1": 1.7, "t3": 1.0}, {"j5"}),
    "slidercrank": ({"t1": 0.6}, {"t1": -2.0}, {"j4"}),
    "spherical4r": ({"t1": 0.6}, {"t1": -1.0}, {"j4"}),
    "sr400": (
        {"t1": 0.2, "t2": -1.3, "t4": 0.3, "t5": -0.4, "t6": 0.5, "t7": -2.4},
        {"t1": 0.1, "t2": -1.1, "t4": 0.1, "t5": 0.2, "t6": 0.3, "t7": -2.2},
        {"j9"},
    ),
    "akr3000": (
        {"t1": 0.2, "r5": 1.07, "r6": 0.78, "t8": 0.3, "t9": -0.4, "t10": 0.5},
        {"t1": 0.4, "r5": 1.05, "r6": 0.8, "t8": 0.1, "t9": 0.4, "t10": 0.5},
        {"j11", "j12"},
    ),
}


def renamed(robot: Robot, new: Robot, q: Mapping[int, float]) -> dict[int, float]:
    """Positions of a robot's joints by the frames of the one made of its axes."""
    return {k: q[int(new.frame(k).name[1:])] for k in new.moving_joints}


@pytest.mark.parametrize("name", LINKAGES)
def test_a_library_linkage_comes_back_from_its_axes(name: str) -> None:
    """With the cuts of its author, closed in all the same postures, for the same operations."""
    robot = symoro.load(name)
    at, other, cuts = LINKAGES[name]
    q = positions(robot, at)
    new = rebuilt(robot, q)
    assert {new.frame(k).name for k, _ in new.loops()} == cuts
    # The posture closes within 1e-12, and lengths have 12 digits.
    assert open_by(new, renamed(robot, new, q)) < 1e-11
    for k, side in new.loops():
        assert new.frame(side).theta == new.frame(side).r == ZERO
        assert new.frame(k).theta == new.variables[k]  # a half turn is in gamma of the other side
    for row in range(2):
        there = positions(robot, other, row)
        assert open_by(new, renamed(robot, new, there)) < 1e-10
    if name != "akr3000":  # 20 s
        numbers = robot.substitute(robot.values[0].name)
        by_hand, ours = (symoro.loop_geometry(each).model.operations for each in (numbers, new))
        assert ours.add + ours.mul <= by_hand.add + by_hand.mul


def test_the_modes_of_a_rebuilt_linkage_are_those_of_its_tables() -> None:
    robot = symoro.load("fivebar")
    at, other, _ = LINKAGES["fivebar"]
    new = rebuilt(robot, positions(robot, at))
    names = [new.variables[int(j)].name for j in new.moving_joints]
    order = [int(new.frame(j).name[1:]) for j in new.moving_joints]
    active = {names[order.index(1)]: other["t1"], names[order.index(3)]: other["t3"]}
    rows = symoro.loop_solutions(new, active).q
    expected = [renamed(robot, new, positions(robot, other, row)) for row in (0, 1)]
    for row in expected:
        gap = np.abs(np.sin((rows - list(row.values())) / 2)).max(axis=1)
        assert gap.min() < 1e-9  # a root of a quadratic equation whose entries have 13 digits
    assert len(rows) == 2


@pytest.mark.parametrize("name", ["rssr", "rsur"])
def test_a_spatial_loop_is_cut_in_the_middle(name: str) -> None:
    robot = symoro.load(name)
    q = positions(robot, {"t1": -0.5})
    new = rebuilt(robot, q)
    assert open_by(new, renamed(robot, new, q)) < 1e-11
    ((k, side),) = new.loops()
    links = [len(new.ancestors(new.antecedent(j))) - 1 for j in (k, side)]
    assert abs(links[0] - links[1]) <= 1


def four_bar(turn: Array, shift: Array, **options: Any) -> Robot:
    """A four-bar linkage somewhere in space; the points of its axes are at different heights."""

    def place(*point: float) -> list[float]:
        return list(turn @ np.array(point) + shift)

    z = turn[:, 2]
    joints = [
        JointAxis("motor", "R", "base", "crank", place(0, 0, 0), z, actuated=True),
        JointAxis("pin", "R", "crank", "coupler", place(0.1, 0.1, 0.2), z),
        JointAxis("knuckle", "R", "coupler", "rocker", place(0.6, 0.4, 0), z),
        JointAxis("pivot", "R", "base", "rocker", place(0.5, 0, 0.5), z),
    ]
    return Robot.from_joints(joints, name="fourbar", **options)


ANY_TURN = screw_motion(np.array([1, 2, 2]) / 3, np.zeros(3), 0, 1.0)[:3, :3]
SHIFT = np.array([0.3, 0.2, 0.1])


@pytest.mark.parametrize("angle", [0.0, math.pi / 2, 0.3])
def test_a_planar_loop_has_a_closed_form_wherever_it_stands(angle: float) -> None:
    turn = screw_motion(np.array([1.0, 0, 0]), np.zeros(3), 0, angle)[:3, :3]
    for place in (turn, turn @ ANY_TURN):
        robot = four_bar(place, SHIFT)
        assert open_by(robot, dict.fromkeys(robot.moving_joints, 0.0)) < 1e-12
        assert symoro.loop_geometry(robot).model.operations.mul <= 42


def test_a_spherical_loop_has_a_closed_form_wherever_its_centre_is() -> None:
    center = np.array([0.3, -0.2, 0.5])
    axes = [(0.1, 0.2, 1), (1, 0.3, 0.2), (0.4, 1, 0.3), (-0.5, 0.4, 1)]
    bodies = ["base", "crank", "coupler", "rocker", "base"]
    joints = [
        JointAxis(
            f"j{k}",
            "R",
            bodies[k],
            bodies[k + 1],
            center + 0.2 * k * np.array(axis),
            axis,
            actuated=k == 0,
        )
        for k, axis in enumerate(axes)
    ]
    robot = Robot.from_joints(joints, base="base")
    assert open_by(robot, dict.fromkeys(robot.moving_joints, 0.0)) < 1e-12
    assert symoro.loop_geometry(robot).model.operations.mul <= 61  # as the library's, at centre 0


def test_a_joint_keeps_its_sense_whichever_way_the_tree_passes_it() -> None:
    chain = [
        JointAxis("one", "R", "base", "arm", (0, 0, 0), Z),
        JointAxis("two", "R", "hand", "arm", (0.5, 0, 0), Z),  # the arm moves relative to the hand
    ]
    robot = Robot.from_joints(chain)
    hand = table_poses(robot, {1: 0.0, 2: 0.4})[2] @ np.linalg.inv(
        table_poses(robot, {1: 0.0, 2: 0.0})[2]
    )
    np.testing.assert_allclose(
        hand, screw_motion(np.array([0.0, 0, -1]), np.array([0.5, 0, 0]), 0, 0.4), atol=1e-15
    )


def test_the_user_may_choose_the_cut() -> None:
    robot = four_bar(np.eye(3), SHIFT, cut=["pin"])
    assert robot.frame(4).name == "pin"
    assert open_by(robot, dict.fromkeys(robot.moving_joints, 0.0)) < 1e-12


def spin(name: str, parent: str, child: str, actuated: bool = False) -> JointAxis:
    """A joint of a planar linkage, anywhere."""
    place = sum(map(ord, name)) % 97 / 40, sum(k * ord(c) for k, c in enumerate(name)) % 89 / 40, 0
    return JointAxis(name, "R", parent, child, place, Z, actuated=actuated)


def test_the_joint_that_two_loops_share_is_spared() -> None:
    """Cutting it would leave one loop that goes around both."""
    four = [spin("a", "base", "1", True), spin("b", "2", "3"), spin("c", "3", "base")]
    shared = spin("s", "1", "2")
    longer = [spin("d", "2", "4"), spin("e", "4", "5", True), spin("f", "5", "1")]
    shorter = [spin("d", "2", "4", True), spin("e", "4", "1")]
    for other, cuts in ((longer, {"b", "d"}), (shorter, {"b", "e"})):
        robot = Robot.from_joints([*four, *other, shared])
        assert {robot.frame(k).name for k, _ in robot.loops()} == cuts


def test_a_joint_that_slides_is_cut_after_one_that_turns() -> None:
    """Both are in the middle; the list has the slide last."""
    joints = [
        JointAxis("motor", "R", "base", "crank", (0, 0, 0), Z, actuated=True),
        JointAxis("pin", "R", "crank", "block", (0.2, 0.1, 0), (0, 1, 0.5)),
        JointAxis("pivot", "R", "base", "arm", (0.5, 0, 0), Z),
        JointAxis("slide", "P", "block", "arm", (0, 0, 0), (0.3, -0.1, 0)),
    ]
    robot = Robot.from_joints(joints)
    assert robot.frame(4).name == "pin"


def test_an_axis_parallel_to_its_neighbour_is_cut_before_another() -> None:
    """As in a loop of two parallel axes, then two others (a linkage of Bricard's kind)."""
    axes = [(0, 0, 1), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    bodies = ["base", "1", "2", "3", "base"]
    joints = [
        JointAxis(f"j{k}", "R", bodies[k], bodies[k + 1], (k * k / 4, k / 2, 0), axis)
        for k, axis in enumerate(axes)
    ]
    robot = Robot.from_joints(joints)
    assert robot.frame(4).name == "j1"


def test_complex_joints_are_chains_with_massless_links() -> None:
    joints = [
        JointAxis("motor", "R", "base", "crank", (0, 0, 0), Z, actuated=True),
        JointAxis("ball", "S", "crank", "rod", (0.1, 0, 0)),
        JointAxis("cross", "U", "rod", "rocker", (0.5, 0.3, 0.2), (0, 1, 0), (1, 0, 0.5)),
        JointAxis("pivot", "R", "base", "rocker", (0.5, 0, 0), (0, 0.3, 1)),
    ]
    robot = Robot.from_joints(joints)
    names = {frame.name for _, frame in robot if frame.moves}
    assert names == {"motor", "ball_1", "ball_2", "ball_3", "cross_1", "cross_2", "pivot"}
    assert sum(link.M != ZERO for link in robot.links) == 3  # crank, rod and rocker
    assert symoro.freedoms(robot).mobility == 1
    sleeve = Robot.from_joints([JointAxis("sleeve", "C", "base", "bush", (1, 0, 0), (1, 0, 0))])
    assert [frame.sigma for _, frame in sleeve] == [0, 1]
    assert sleeve.frame(2).alpha == ZERO


def platform() -> list[JointAxis]:
    """A platform on six legs with universal, prismatic and spherical joints."""
    joints = []
    for k in range(6):
        low, high = (
            np.array([math.cos(a), math.sin(a), 0]) * s + [0, 0, h]
            for a, s, h in (
                (k * math.pi / 3, 1.0, 0),
                (k * math.pi / 3 + 0.3 * (-1) ** k, 0.6, 1.0),
            )
        )
        leg = high - low
        across = np.cross(leg, [0, 0, 1.0])
        joints += [
            JointAxis(f"foot{k}", "U", "base", f"lower{k}", low, across, np.cross(leg, across)),
            JointAxis(f"jack{k}", "P", f"lower{k}", f"upper{k}", low, leg, actuated=True),
            JointAxis(f"ball{k}", "S", f"upper{k}", "plate", high),
        ]
    return joints


def test_a_platform_is_cut_once_a_leg_but_for_one() -> None:
    robot = Robot.from_joints(platform())
    assert robot.n_loops == 5
    assert open_by(robot, dict.fromkeys(robot.moving_joints, 0.0)) < 1e-11
    cuts = [robot.frame(k).name for k, _ in robot.loops()]
    assert len({name[:5] for name in cuts}) == 5
    assert all(name.startswith("ball") for name in cuts)
    assert Robot.from_joints(platform()) == robot


BODY = Link.from_com("3", ("1/2", "1/4", 0), ("1/10", "1/5", "1/4"))


def in_base(robot: Robot, j: int) -> tuple[float, Array, Array]:
    """Mass, first moments and inertia of a link in frame 0, where variables are 0."""
    link, T = robot.link(j), table_poses(robot, dict.fromkeys(robot.moving_joints, 0.0))[j]
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (float(x.number) for x in link.inertial)  # type: ignore[arg-type]
    c = np.array([MX, MY, MZ]) / M
    J = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]) - M * (
        c @ c * np.eye(3) - np.outer(c, c)
    )
    at = T[:3, :3] @ c + T[:3, 3]
    return M, M * at, T[:3, :3] @ J @ T[:3, :3].T + M * (at @ at * np.eye(3) - np.outer(at, at))


def test_bodies_are_given_in_the_frame_of_the_base() -> None:
    joints = [
        JointAxis("hinge", "R", "base", "door", (0.1, 0.2, 0.3), (1, 2, 2)),
        JointAxis("weld", "F", "handle", "door"),
        JointAxis("other", "R", "base", "window", (0, 0, 0), Z),
    ]
    robot = Robot.from_joints(joints, bodies={"door": BODY, "handle": BODY})
    mass, first, inertia = in_base(robot, 1)
    assert mass == 6
    np.testing.assert_allclose(first, [3, 1.5, 0], atol=1e-12)  # lengths have 13 digits
    about = np.array([[2 * (0.1 + 3 / 16), -0.75, 0], [-0.75, 2 * (0.2 + 0.75), 0]])
    np.testing.assert_allclose(inertia[:2], about, atol=1e-12)
    assert str(robot.link(2).M) == "M2"  # the window's is not known
    assert robot.origin is not None
    assert robot.origin.named_frame("handle").frame == 1


def test_positions_in_the_posture_are_those_of_the_variables() -> None:
    bent = Robot.from_joints(
        [
            JointAxis("shoulder", "R", "base", "upper", (0, 0, 0), Z, position="Pi/6"),
            JointAxis("elbow", "R", "upper", "lower", ("sqrt(3)/2", "1/2", 0), Z, position="Pi/3"),
            JointAxis("wrist", "R", "lower", "hand", ("sqrt(3)/2", "3/2", 0), Z),
        ]
    )
    assert [f.theta - bent.variables[j] for j, f in bent] == [ZERO, ZERO, ZERO]
    assert [str(frame.d) for _, frame in bent] == ["0", "1", "1"]
    slide = JointAxis("slide", "P", "base", "cart", (0, 0, 0), (1, 0, 0), position=2)
    assert Robot.from_joints([slide]).frame(1) == Robot.from_joints(
        [JointAxis("slide", "P", "base", "cart", (0, 0, 0), (1, 0, 0))]
    ).frame(1)


def R(name: str, parent: str, child: str, **fields: Any) -> JointAxis:
    return JointAxis(name, "R", parent, child, fields.pop("point", (0, 0, 0)), Z, **fields)


@pytest.mark.parametrize(
    ("joints", "options", "message"),
    [
        ([], {}, "no joint moves"),
        ([R("a", "base", "x"), R("b", "y", "z")], {}, "no joints connect y, z to the base base"),
        ([R("a", "Base", "x")], {}, "base: no joint connects the base; did you mean Base.*Base, x"),
        ([R("a", "base", "base")], {}, "joint a connects base to itself"),
        ([R("a", "base", "x"), R("a", "x", "y")], {}, "two joints have one name.*found a"),
        ([R("a", "base", "x"), R("b", "x", "base")], {}, "joints a and b connect the same bodies"),
        (
            [R("a", "base", "x"), JointAxis("f", "F", "x", "base")],
            {},
            "connects bodies that",
        ),
        (
            [R("a", "base", "x"), JointAxis("f", "F", "x", "y"), JointAxis("g", "F", "y", "x")],
            {},
            "joint g fixes bodies to each other that others fix already",
        ),
        ([R("a", "base", "x")], {"cut": ["a"]}, "joint a closes no loop: cut there, x comes off"),
        ([R("a", "base", "x")], {"cut": ["b"]}, "cut.*found b"),
        ([R("a", "base", "x")], {"cut": "a"}, "cut: not a list"),
        (
            [R("a", "base", "x")],
            {"bodies": {"y": Link()}},
            "bodies.*are base, x.*found y",
        ),
        ([R("a", "base", "x")], {"bodies": {"x": Link(MX=1)}}, "body x: no positive mass"),  # type: ignore[arg-type]
        ([R("a", "base", "x")], {"bodies": {"x": Link(M="m")}}, "a number is needed.*m"),  # type: ignore[arg-type]
        ([R("a", "base", "x")], {"bodies": {"x": Link(FV=1)}}, "only inertial parameters"),  # type: ignore[arg-type]
        ([R("a", "base", "x")], {"tolerance": 1}, "tolerance"),
        (["a"], {}, "joints: not a joint.*JointAxis"),
        ([R("a", "base", "x", point=(0, 0, "h"))], {}, "joint a, point: a number is needed"),
        (
            [JointAxis("u", "U", "base", "x", (0, 0, 0), Z, (0, 0, -2))],
            {},
            "joint u: its two axes are parallel",
        ),
        (
            [JointAxis("u", "U", "base", "x", (0, 0, 0), Z, (1, 0, 0)), R("a", "x", "u_1")],
            {},
            "u_1 is the name of a link between the axes",
        ),
    ],
)
def test_what_is_no_linkage_is_refused(
    joints: list[Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RobotError, match=message):
        Robot.from_joints(joints, **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a", "X", "base", "x"), "joint a: no kind of joint.*R revolute"),
        (("a", "R", "base", "x"), "direction.*a revolute joint needs direction"),
        (("a", "S", "base", "x", (0, 0, 0), Z), "a spherical joint needs no direction"),
        (("a", "U", "base", "x", (0, 0, 0), Z), "second.*needs direction and second"),
        (("a", "R", "base", "", (0, 0, 0), Z), "child.*a name is needed"),
        (("a", "R", "base", "x", (0, 0), Z), "joint a, point: not a point.*2 values"),
        (
            ("a", "S", "base", "x", (0, 0, 0), None, None, False, 1),
            "joint has no position",
        ),
        (("a", "F", "base", "x", (0, 0, 0), None, None, True), "a fixed joint has no motor"),
    ],
)
def test_what_is_no_joint_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RobotError, match=message):
        JointAxis(*arguments)


def test_a_parallelogram_is_recognised() -> None:
    """Opposite sides have lengths that are equal decimals, so that angles are sums."""
    corners = [np.array(p) for p in ((0, 0, 0), (0.3, 0.4, 0), (1.1, 0.4, 0), (0.8, 0, 0))]
    bodies = ["base", "left", "top", "right", "base"]
    joints = [
        JointAxis(f"j{k}", "R", bodies[k], bodies[k + 1], corner, Z, actuated=k == 0)
        for k, corner in enumerate(corners)
    ]
    robot = Robot.from_joints(joints)
    assert symoro.loop_geometry(robot).model.operations.mul < 16  # of the second mode; else 32
