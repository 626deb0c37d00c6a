"""Workspaces of robots, through their compiled models."""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from external import run
from symoro.analysis.arrays import Floats
from symoro.errors import ModelError, UsageError
from symoro.expressions import FloatArithmetic, expression
from symoro.formats.values import Values
from symoro.library import robot as library_robot
from symoro.plot import workspace
from symoro.plot.geometry_values import geometry_values
from symoro.plot.models import PointModels
from symoro.plot.point import Point
from symoro.references.poses import poses
from symoro.robot import Limits

PI = math.pi


# Boxes and sizes of known arms


@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("planar2r", [[-2, -2, 0], [2, 2, 0]]),
        ("planar3r", [[-3, -3, 0], [3, 3, 0]]),
        ("scara", [[-0.55, -0.55, 0], [0.55, 0.55, 0.3]]),
        ("rx90", [[-0.9, -0.9, -0.9], [0.9, 0.9, 0.9]]),
    ],
)
def test_the_box_of_a_known_arm_is_exact(name: str, box: list[list[float]]) -> None:
    found = workspace(library_robot(name), samples=3000)
    assert found.box == pytest.approx(np.array(box), abs=1e-6)
    assert (found.positions >= found.box[0] - 1e-6).all()
    assert (found.positions <= found.box[1] + 1e-6).all()


@pytest.mark.parametrize(
    ("name", "kind", "exact"),
    [
        ("planar2r", "area", 4 * PI),
        ("planar3r", "area", 9 * PI),
        ("scara", "volume", PI * (0.55**2 - 0.05**2) * 0.3),
        ("rx90", "volume", 4 / 3 * PI * 0.9**3),
    ],
)
def test_the_size_of_a_known_reach_is_within_the_stated_error(
    name: str, kind: str, exact: float
) -> None:
    found = workspace(library_robot(name)).measure
    assert found.kind == kind
    assert found.value is not None
    assert found.error is not None
    assert abs(found.value - exact) <= found.error < 0.1 * exact


@pytest.mark.parametrize(
    ("frame", "point", "d3"),
    [(None, (0, 0, 0), 0.4), (2, (0.4, 0, 0), 7.0), (2, ("d3", 0, 0), 0.4)],
)
def test_the_end_of_the_second_link_reaches_a_ring(
    frame: int | None, point: Point, d3: float
) -> None:
    """The end is the origin of frame 3, or a point of frame 2 that is as far from joint 2."""
    arm = library_robot("planar2r")
    l1, l2 = 1.0, 0.4
    found = workspace(arm, frame, values={"d2": l1, "d3": d3}, point=point)
    exact = PI * ((l1 + l2) ** 2 - (l1 - l2) ** 2)
    assert found.measure.value == pytest.approx(exact, abs=found.measure.error or 0.0)
    assert found.swept == pytest.approx(2 * exact, rel=1e-6)


def test_a_joint_axis_of_the_planar_arm_moves_on_a_circle() -> None:
    arm = library_robot("planar2r")
    assert workspace(arm, 2, samples=500).measure.kind == "curve"
    named = workspace(arm, 2, samples=500, point=("d2/2", 0, 0))
    assert named.point == (0.5, 0.0, 0.0)
    assert named.measure.kind == "area"


def test_limits_of_the_robot_bound_its_joints_and_its_reach() -> None:
    arm = library_robot("planar2r")
    limits = [
        Limits(expression(low), expression(high)) for low, high in (("0", "Pi/2"), ("0", "d2/2"))
    ]
    joints, end = arm.frames[:2], arm.frames[2]
    frames = tuple(replace(f, limits=each) for f, each in zip(joints, limits, strict=True))
    found = workspace(replace(arm, frames=(*frames, end)), samples=2000)
    assert [item.source for item in found.ranges] == ["limits", "limits"]
    assert found.q.min() >= 0
    assert (found.q.max(axis=0) <= [PI / 2, 0.5]).all()
    # the end is highest where the arm is stretched upwards, most to the left where it is bent
    assert found.box == pytest.approx(np.array([[-math.sin(0.5), 0, 0], [2, 2, 0]]), abs=1e-6)
    assert found.swept == pytest.approx(PI / 2 * (1 - math.cos(0.5)), rel=1e-9)
    assert found.axis is None


# Models of a point


@pytest.mark.parametrize("name", ["planar3r", "scara", "stanford", "mobile3w", "sr400", "fivebar"])
def test_the_jacobian_of_a_point_is_the_derivative_of_its_position(name: str) -> None:
    robot = library_robot(name)
    numbers = geometry_values(robot)
    models = PointModels(robot, robot.tip, numbers, np.array([0.1, -0.2, 0.3]))
    q = np.random.default_rng(5).uniform(0.2, 1.0, (4, len(models.joints)))
    J = models.jacobian(q)
    h = 1e-6
    for k in range(len(models.joints)):
        step = h * np.eye(len(models.joints))[k]
        slope = (models.position(q + step) - models.position(q - step)) / (2 * h)
        assert J[:, :, k] == pytest.approx(slope, abs=1e-8)  # rounding 1e-16 / h, and h squared


def test_positions_are_those_of_the_reference() -> None:
    robot = library_robot("stanford")
    found = workspace(robot, 5, samples=20, point=(0.1, 0.2, 0.3))
    for q, x in zip(found.q, found.positions, strict=True):
        names = (robot.variables[item.joint].name for item in found.ranges)
        values = {**found.numbers.values, **dict(zip(names, q.tolist(), strict=True))}
        T = poses(robot, values, FloatArithmetic(), float)[5]
        assert x == pytest.approx((T @ [0.1, 0.2, 0.3, 1])[:3], abs=1e-12)


def test_the_same_seed_gives_the_same_workspace() -> None:
    robot = library_robot("scara")
    one, again, other = (workspace(robot, samples=300, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.positions, again.positions)
    assert one.measure == again.measure
    assert not np.array_equal(one.positions, other.positions)


# Closed robots


def elbows(q: Floats) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Where the elbows of the five-bar linkage are, by the positions of its motors."""
    return 0.3 * np.exp(1j * q[:, 0]), 0.25 + 0.3 * np.exp(1j * q[:, 1])


@pytest.mark.parametrize("frame", [4, 5, 6])
def test_the_five_bar_linkage_is_closed_at_every_sample_that_is_kept(frame: int) -> None:
    found = workspace(library_robot("fivebar"), frame, samples=3000, seed=7)
    assert [item.joint for item in found.ranges] == [1, 3]

    left, right = elbows(found.q)
    end = found.positions[:, 0] + 1j * found.positions[:, 1]
    if frame == 4:
        assert np.abs(end - right) == pytest.approx(0, abs=1e-12)
    else:
        for elbow in (left, right):
            assert np.abs(end - elbow) == pytest.approx(0.4, abs=1e-9)
    drawn = np.random.default_rng(7).uniform(-PI, PI, (3000, 2))
    one, other = elbows(drawn)
    assert found.dropped == np.sum(np.abs(one - other) > 0.8) > 0
    assert found.notes == ("in the actuated joints 1, 3; assembly mode: loop 5 +",)


def test_notes_say_nothing_of_programs_that_the_user_does_not_see() -> None:
    assert workspace(library_robot("rx90"), values="lengths", samples=10).notes == ()


def test_assembly_modes_of_the_five_bar_linkage_are_mirror_images() -> None:
    robot = library_robot("fivebar")
    first, second = (workspace(robot, samples=4000, assembly_mode=mode) for mode in (1, 2))
    mirrored = first.box[::-1] * [1, -1, 1]
    assert second.box[:, 1] == pytest.approx(mirrored[:, 1], abs=1e-3)
    assert first.dropped == second.dropped


def test_a_parallelogram_reaches_as_far_as_its_links() -> None:
    found = workspace(library_robot("sr400"), samples=2000)
    # d2, then d3, then the hypotenuse of d4 and RL4, all in one line
    assert found.box[1, 0] == pytest.approx(0.25 + 0.8 + math.hypot(0.2, 0.9), abs=1e-6)
    assert found.frame == 6
    assert found.dropped == 0


def test_a_robot_whose_loops_have_no_closed_form_is_refused() -> None:
    with pytest.raises(ModelError, match="no closed form"):
        workspace(library_robot("rssr"))


# What is refused


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {},
            r"planar2r: no number for d2, d3; .*param={'d2': .*value sets of planar2r: course",
        ),
        ({"d2": 1.0}, r"planar2r: no number for d3; .*param={'d3': ...}"),
        ({"d2": 1.0, "d3": 1.0, "d9": 2.0}, "planar2r has no symbol d9"),
        ({"d2": math.nan, "d3": 1.0}, "d2: nan is no number"),
        ({"d2": "one", "d3": 1.0}, "d2: one is no number"),
        ("mine", "planar2r has no value set mine"),
        (3, "not int"),
    ],
)
def test_numbers_that_are_missing_or_wrong_are_named(values: Values | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        workspace(library_robot("planar2r"), values=values)


def test_of_several_value_sets_none_is_taken_and_all_are_named() -> None:
    with pytest.raises(UsageError, match=r"D3, D4, R3, R4.*lengths, akb1986"):
        workspace(library_robot("puma560"))
    assert workspace(library_robot("puma560"), values="lengths", samples=50).frame == 6


def test_the_only_value_set_is_taken_and_said() -> None:
    found = workspace(library_robot("planar2r"), samples=50)
    assert found.numbers.source == "value set course, the only one of planar2r"
    assert found.numbers.values == {"d2": 1.0, "d3": 1.0}


@pytest.mark.parametrize("frame", [-1, 0, 4])
def test_a_frame_that_does_not_move_is_refused(frame: int) -> None:
    with pytest.raises(UsageError, match="frames are 1 to 3"):
        workspace(library_robot("planar2r"), frame)


def test_points_and_modes_that_do_not_fit_are_refused() -> None:
    arm = library_robot("planar2r")
    with pytest.raises(UsageError, match="three coordinates, not 2"):
        workspace(arm, point=(1, 0))
    with pytest.raises(UsageError, match="the point uses L2"):
        workspace(arm, point=("L2", 0, 0))
    with pytest.raises(UsageError, match="has no loops"):
        workspace(arm, assembly_mode=1)


def test_workspaces_need_no_matplotlib() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from symoro import load, plot\n"
        "print(plot.workspace(load('planar2r'), samples=50).frame)"
    )
    done = run([sys.executable, "-W", "error", "-c", program])
    assert done.stdout == "3\n", done.stderr
