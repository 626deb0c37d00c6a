"""Tables made of joint axes in space: the same motion, few parameters, short lengths."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import symoro
from screws import Array, screw_motion, table_poses
from symoro.errors import RobotError
from symoro.expressions import PI, ZERO, expression
from symoro.robot import JointType, Robot
from symoro.robot.assembly import Assembly, Body, Joint, robot_of_assembly
from symoro.robot.assembly.space import DIGITS, unit, vector
from symoro.robot.frame import GEOMETRY

# Angles within 1e-12 of a multiple of Pi/12 are made exact, on each of at most 15 frames (eight
# joints, seven frames between them), within the robot's size: 2; the rest is rounding.
TOLERANCE = 4e-11
KINDS = ("any", "same line", "parallel", "antiparallel", "meeting", "quarter turn")
NEARLY = ("nearly parallel", "nearly in a plane")


@st.composite
def trees(draw: st.DrawFn) -> list[tuple[int, int, Array, Array]]:
    """Parent, sigma, point and direction of each joint; many axes are in special places."""
    number = st.integers(-8, 8).map(lambda n: n / 8)
    vectors = st.tuples(number, number, number).map(np.array)
    lines: list[tuple[Array, Array]] = [(np.zeros(3), np.array([0.0, 0, 1]))]
    joints: list[tuple[int, int, Array, Array]] = []
    for j in range(1, draw(st.integers(1, 8)) + 1):
        parent = draw(st.integers(max(0, j - 3), j - 1))
        p, u = lines[parent]
        kind = draw(st.sampled_from(KINDS + NEARLY))
        point, direction = draw(vectors), draw(vectors.filter(np.any))
        direction = direction / np.linalg.norm(direction)
        if kind in ("same line", "parallel"):
            direction = u
        if kind == "antiparallel":
            direction = -u
        if kind == "quarter turn":
            direction = np.roll(u, 1)
        if kind in NEARLY:
            tilt = draw(st.sampled_from([10.0**-k for k in range(1, 12)]))
            before = lines[joints[parent - 1][0] if parent else 0][1]
            other = before if kind == "nearly in a plane" else np.zeros(3)
            direction = u + other + tilt * direction
            direction = direction / np.linalg.norm(direction)
        if kind in ("same line", "meeting"):
            point = p + draw(number) * u
        lines.append((point, direction))
        joints.append((parent, draw(st.sampled_from((0, 0, 1))), point, direction))
    return joints


def robot_of(joints: list[tuple[int, int, Array, Array]]) -> Robot:
    made = [
        Joint(f"j{j}", JointType(sigma), parent, j, vector(p.tolist()), unit(vector(u.tolist())))
        for j, (parent, sigma, p, u) in enumerate(joints, start=1)
    ]
    bodies = [Body(f"b{j}") for j in range(len(joints) + 1)]
    return robot_of_assembly(Assembly("tree", tuple(bodies), tuple(made)), "test")


def frames_by_joint(robot: Robot) -> dict[int, int]:
    return {int(frame.name[1:]): j for j, frame in robot if frame.moves}


@given(trees(), st.lists(st.floats(-3, 3), min_size=8, max_size=8))
def test_tables_move_as_the_product_of_exponentials_does(
    joints: list[tuple[int, int, Array, Array]], values: list[float]
) -> None:
    robot = robot_of(joints)
    frame_of = frames_by_joint(robot)
    rest = table_poses(robot, dict.fromkeys(robot.moving_joints, 0.0))
    poses = table_poses(robot, {k: values[j - 1] for j, k in frame_of.items()})
    motions = [np.eye(4)]
    for j, (parent, sigma, point, direction) in enumerate(joints, start=1):
        motions.append(motions[parent] @ screw_motion(direction, point, sigma, values[j - 1]))
        k = frame_of[j]
        np.testing.assert_allclose(rest[k][:3, 2], direction, atol=TOLERANCE)
        if sigma == 0:
            off = np.cross(direction, rest[k][:3, 3] - point)
            np.testing.assert_allclose(off, 0, atol=TOLERANCE)
        size = 1 + np.abs(motions[j]).max()  # slides add to what the arms reach
        np.testing.assert_allclose(
            poses[k], motions[j] @ rest[k], atol=TOLERANCE * size, err_msg=f"joint {j}"
        )


@given(trees())
def test_no_length_is_beyond_the_size_of_the_robot(
    joints: list[tuple[int, int, Array, Array]],
) -> None:
    """Frames are put between axes that are nearly parallel; their common normal is far away."""
    size = max(np.linalg.norm(point) for _, _, point, _ in joints) or 1
    assert longest(robot_of(joints)) < 25 * size  # twice ten, and the robot


def longest(robot: Robot) -> float:
    """The largest length of the tables, at the variables 0."""
    entries = [
        getattr(frame, name).substitute({robot.variables[j].name: ZERO} if frame.moves else {})
        for j, frame in robot
        for name in ("b", "d", "r")
    ]
    return max(abs(float(entry.number)) for entry in entries)


def parameters(robot: Robot) -> int:
    """The number of geometric parameters that are not zero, variables apart."""
    count = 0
    for j, frame in robot:
        own = {robot.variables[j].name: ZERO} if frame.moves else {}
        count += sum(getattr(frame, name).substitute(own) != ZERO for name in GEOMETRY)
    return count


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("acrobot", 1),
        ("crane", 3),
        ("general6r", 14),
        ("kr5", 8),
        ("lwr", 8),
        ("panda", 13),
        ("planar2r", 2),
        ("planar3r", 3),
        ("puma560", 8),
        ("rrp", 7),
        ("rx130l", 6),
        ("rx90", 6),
        ("scara", 2),
        ("stanford", 5),
        ("ur5", 8),
    ],
)
def test_a_library_arm_needs_no_more_parameters_than_by_hand(name: str, count: int) -> None:
    robot = symoro.load(name)
    free = robot.geometry_symbols - {each.name for each in robot.variables.values()}
    numbers = {symbol: 0.4 + k / 7 for k, symbol in enumerate(sorted(free))}
    values = robot.values[0].numbers if robot.values else numbers
    joints = robot.moving_joints
    poses = table_poses(robot, dict.fromkeys(joints, 0.0), values)
    end = poses[-1]
    new = Robot.from_axes(
        [poses[j][:3, 3] for j in joints],
        [poses[j][:3, 2] for j in joints],
        [robot.frame(j).sigma for j in joints],
        tool=None if robot.frames[-1].moves else end,
        name=name,
    )
    assert parameters(new) == count <= parameters(robot)
    q = [0.3 * (-1) ** j * j for j in joints]
    moved = table_poses(robot, dict(zip(joints, q, strict=True)), values)
    again = table_poses(new, dict(zip(new.moving_joints, q, strict=True)))
    motion = again[-1] @ np.linalg.inv(table_poses(new, dict.fromkeys(new.moving_joints, 0.0))[-1])
    # Lengths and angles have 13 digits.
    np.testing.assert_allclose(motion @ end, moved[-1], atol=1e-11)


Z = (0, 0, 1)


def test_a_gantry_has_three_turned_axes_and_no_length() -> None:
    gantry = Robot.from_axes([(1, 2, 3)] * 3, [(1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, 1, 1])
    assert all(getattr(f, name) == ZERO for _, f in gantry for name in ("b", "d"))
    assert [f.position for _, f in gantry] == list(gantry.variables.values())


def test_the_line_of_a_prismatic_joint_is_free() -> None:
    """Any parallel line will do, so that two of them make the same robot."""
    lines = [[(0, 0, 0), point, (0, 0, 1)] for point in ((0.3, 0.2, 0.1), (-1, 2, 5))]
    one, other = (Robot.from_axes(each, [Z, (1, 0, 0), Z], [0, 1, 0]) for each in lines)
    assert one == other
    assert parameters(one) <= 4


def test_a_slide_between_skew_axes_meets_both() -> None:
    arm = Robot.from_axes(
        [(0, 0, 0), (9, 9, 9), (0.5, 0.25, 0.125)], [Z, (1, 0, 0), (0, 1, 0)], [0, 1, 0]
    )
    assert [frame.d for _, frame in arm] == [ZERO, ZERO, ZERO]
    assert arm.frame(1).r.number == Fraction(1, 8)


@pytest.mark.parametrize("tilt", [0.1, 1e-2, 2e-3, 1e-9, -2e-3])
def test_a_slide_nearly_in_a_plane_with_its_neighbours_stays_near(tilt: float) -> None:
    """The line that meets both neighbours is far away, and the joint slides along any parallel."""
    arm = Robot.from_axes(
        [(0, 0, 0), (0.2, 0, 0.9), (0.4, 0.7, 0.5)], [Z, (1, 0, 1e-9), (1, tilt, 1)], [0, 1, 0]
    )
    assert arm.n_frames == 3
    assert longest(arm) < 12


def test_numbers_are_read_exactly() -> None:
    rows: list[list[Any]] = [
        ["cos(Pi/4)", "-sin(Pi/4)", 0, "3/4"],
        ["sqrt(2)/2", "sqrt(2)/2", 0, 0],
        [0, 0, 1, Fraction(1, 8)],
        [0, 0, 0, 1],
    ]
    arm = Robot.from_axes([(0, 0, 0), ("1/2", 0, 0)], [Z, (0, "1e-9", "-1e-9")], [0, 0], rows)
    assert arm.frame(2).alpha in (PI * Fraction(3, 4), -PI * Fraction(3, 4))
    assert arm.frame(3).name == "tool"
    expected = np.array([[math.sqrt(0.5), -math.sqrt(0.5), 0, 0.75], [math.sqrt(0.5)] * 2 + [0, 0]])
    pose = table_poses(arm, {1: 0.0, 2: 0.0})[3]
    np.testing.assert_allclose(pose[:2], expected, atol=1e-15)
    assert arm.base.G[2] == expression("G3")
    assert expression("XX2") == arm.link(2).XX
    assert arm.link(3).M == ZERO


def test_the_direction_is_the_sense_of_the_variable() -> None:
    one, other = (
        Robot.from_axes([(0, 0, 0)], [u], [0], np.diag([1, 1, 1, 1])) for u in (Z, (0, 0, -3))
    )
    for robot, sign in ((one, 1), (other, -1)):
        pose = table_poses(robot, {1: 0.5})[2]
        np.testing.assert_allclose(pose[1, 0], sign * math.sin(0.5), atol=1e-15)


def test_a_tolerance_reads_rounded_axes_as_exact() -> None:
    points, directions = [(0, 0, 0), (1, 0.00004, 0)], [Z, (0, 0.70711, 0.7071)]
    plain = Robot.from_axes(points, directions, [0, 0])
    assert plain.frame(2).alpha.number is not None
    read = Robot.from_axes(points, directions, [0, 0], tolerance=1e-4)
    assert read.frame(2).alpha in (PI / 4, -PI / 4)
    assert read.notes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([Z], [Z, Z], [0, 0]), "points.*one entry a joint.*found 1.*expected 2"),
        (([Z, Z], [Z], [0, 0]), "directions.*one entry a joint"),
        (([Z], [(0, 0, 0)], [0]), r"directions\[0\].*length 0"),
        (([Z], [(0, 0, "x")], [0]), r"directions\[0\].*a number is needed"),
        (([Z], [(0, 0, math.nan)], [0]), r"directions\[0\].*nan"),
        (([(0, 0, math.inf)], [Z], [0]), r"points\[0\].*inf"),
        (([(0, 0)], [Z], [0]), r"points\[0\].*2 values.*3: x, y, z"),
        (("abc", [Z], [0]), "points.*not a list"),
        (([Z], [Z], [2]), "joint 1 is neither revolute nor prismatic.*tool"),
        (([Z], [Z], [0], np.eye(3)), "tool.*not a 4x4 matrix"),
        (([Z], [Z], [0], np.diag([1, 1, -1, 1])), "tool.*not a rotation"),
        (([Z], [Z], [0], np.ones((4, 4))), "tool.*transformation"),
    ],
)
def test_what_is_no_chain_of_axes_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RobotError, match=message):
        Robot.from_axes(*arguments)


@example(3)
@given(st.integers(3, 11))
def test_nearly_parallel_axes_have_a_frame_between_them(digits: int) -> None:
    arm = Robot.from_axes([(0, 0, 0), (0.5, 0.1, 0)], [Z, (0, 10.0**-digits, 1)], [0, 0])
    assert arm.n_frames == 3
    assert [frame.moves for _, frame in arm] == [True, False, True]


def test_forty_digits_are_apart_from_the_settings_of_the_user() -> None:
    assert DIGITS.dps == 40
