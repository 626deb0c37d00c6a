"""A chain from modified Denavit-Hartenberg columns."""

from __future__ import annotations

import math
from functools import reduce

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from symoro.errors import RobotError
from symoro.expressions import PI, ZERO, FloatArithmetic, expression, symbol
from symoro.references.poses import poses
from symoro.robot import JointType, Link, Robot, Structure, check, general_link
from symoro.robot.mdh import clean_length, six_parameters

Matrix = NDArray[np.float64]


def rx90() -> Robot:
    half = math.pi / 2
    return Robot.from_mdh(
        alpha=[0, half, 0, -half, half, -half],
        d=[0, 0, 0.45, 0, 0, 0],
        theta_offset=[0] * 6,
        r=[0, 0, 0, 0.45, 0, 0],
        sigma=[0] * 6,
        name="rx90",
    )


def test_the_columns_become_frames_with_symoros_names() -> None:
    robot = rx90()
    assert robot.structure is Structure.SIMPLE
    assert [str(f.alpha) for f in robot.frames] == ["0", "Pi/2", "0", "-Pi/2", "Pi/2", "-Pi/2"]
    assert robot.frame(3).d == robot.frame(4).r == expression("0.45")
    assert [str(v) for v in robot.variables.values()] == [f"t{j}" for j in range(1, 7)]
    assert robot.links == tuple(general_link(j) for j in range(1, 7))
    assert (ZERO, ZERO, symbol("G3")) == robot.base.G
    assert all(frame.mu for frame in robot.frames)


def test_snapped_angles_are_noted_and_found_by_check() -> None:
    robot = rx90()
    assert len(robot.notes) == 4
    assert robot.notes[0] == "frame 2, alpha: 1.5707963267948966 was read as Pi/2"
    assert [diagnostic.message for diagnostic in check(robot)] == list(robot.notes)


@pytest.mark.parametrize("steps", [-24, -12, -7, -1, 1, 2, 5, 12, 36])
def test_an_angle_within_1e_12_of_a_multiple_of_pi_over_12_is_exact(steps: int) -> None:
    angle = steps * math.pi / 12
    exact = PI * expression(steps) / 12
    near = Robot.from_mdh([angle + 0.9e-12], [0], [0], [0], [0])
    assert near.frame(1).alpha == exact
    far = Robot.from_mdh([angle + 3e-12], [0], [0], [0], [0])
    assert far.frame(1).alpha == expression(angle + 3e-12)
    assert far.notes == ()


def test_texts_and_zero_are_not_touched_and_not_noted() -> None:
    robot = Robot.from_mdh(["a1"], ["d1"], ["-Pi/2 + g"], ["r1"], [0])
    assert robot.frame(1).theta == symbol("t1") + symbol("g") - PI / 2
    assert robot.notes == ()


def test_offsets_prismatic_and_fixed_joints_are_as_the_columns_say() -> None:
    robot = Robot.from_mdh(
        alpha=[0, 0, 0], d=[0, 1, 2], theta_offset=[0.5, 0.25, "Pi"], r=[3, "c", 4], sigma=[0, 1, 2]
    )
    assert robot.frame(1).theta == symbol("t1") + expression("0.5")
    assert robot.frame(2).r == symbol("r2") + symbol("c")
    assert robot.frame(2).theta == expression("0.25")
    assert robot.frame(3).sigma is JointType.FIXED
    assert (robot.frame(3).theta, robot.frame(3).r) == (PI, expression(4))
    assert not robot.frame(3).mu
    assert robot.moving_joints == (1, 2)


def test_names_of_ours_give_way_to_the_users() -> None:
    robot = Robot.from_mdh(
        alpha=["t1", "XX2"], d=["G3", "QP1"], theta_offset=["t2", 0], r=["t1_", 0], sigma=[0, 0]
    )
    assert robot.variables[1] == symbol("t1__")
    assert robot.variables[2] == symbol("t2_")
    assert symbol("XX2_") == robot.link(2).XX
    assert symbol("QP1_") == robot.frame(1).QP
    assert robot.base.G[2] == symbol("G3_")


def test_an_offset_that_could_be_the_joint_variable_is_refused_and_never_taken_for_it() -> None:
    with pytest.raises(RobotError, match="candidates are t1, t1_") as caught:
        Robot.from_mdh([0], [0], ["t1"], [0], [0])
    assert (caught.value.frame, caught.value.field) == (1, "theta")


COLUMNS = {"alpha": [0, 0], "d": [0, 0], "theta_offset": [0, 0], "r": [0, 0]}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_of_another_length_is_named(column: str) -> None:
    columns = COLUMNS | {column: [0, 0, 0]}
    with pytest.raises(RobotError, match="different lengths") as caught:
        Robot.from_mdh(**columns, sigma=[0, 0])  # type: ignore[arg-type]
    assert (caught.value.field, caught.value.found, caught.value.expected) == (
        column,
        "3 values",
        "2",
    )


def test_an_unknown_joint_type_is_refused_with_its_frame() -> None:
    with pytest.raises(RobotError, match="not a joint type") as caught:
        Robot.from_mdh([0, 0], [0, 0], [0, 0], [0, 0], [0, 3])
    assert (caught.value.frame, caught.value.field, caught.value.found) == (2, "sigma", 3)


# The six parameters of any transform


def rotation(axis: int, angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    i, j = [k for k in range(3) if k != axis]
    T = np.eye(4)
    sign = -1.0 if axis == 1 else 1.0
    T[i, i], T[i, j], T[j, i], T[j, j] = c, -sign * s, sign * s, c
    return T


def translation(x: float, y: float, z: float) -> Matrix:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def rebuilt(parameters: tuple[float, float, float, float, float, float]) -> Matrix:
    gamma, b, alpha, d, theta, r = parameters
    first = rotation(2, gamma) @ translation(0, 0, b)
    second = rotation(0, alpha) @ translation(d, 0, 0)
    return first @ second @ rotation(2, theta) @ translation(0, 0, r)


angles = st.floats(-math.pi, math.pi)
lengths = st.floats(-2, 2)


@given(angles, st.floats(0.01, math.pi - 0.01), angles, lengths, lengths, lengths)
def test_six_parameters_reproduce_any_transform(
    a: float, tilt: float, c: float, x: float, y: float, z: float
) -> None:
    T = translation(x, y, z) @ rotation(2, a) @ rotation(0, tilt) @ rotation(2, c)
    # r is a length over sin(tilt) >= 0.01: 1e-16 of rounding grows to at most 1e-13
    np.testing.assert_allclose(rebuilt(six_parameters(T.tolist())), T, rtol=0, atol=1e-12)


DEGENERATE = {
    "identity": np.eye(4),
    "shift along z": translation(0, 0, 0.3),
    "shift along x": translation(0.3, 0, 0),
    "shift along -x": translation(-0.3, 0, 0),
    "shift anywhere": translation(0.3, -0.2, 0.1),
    "turn about z": rotation(2, 2.0),
    "half turn about z": rotation(2, math.pi),
    "half turn about x": rotation(0, math.pi),
    "half turn about y": rotation(1, math.pi),
    "upside down anywhere": translation(0.1, 0.2, 0.3) @ rotation(2, 0.7) @ rotation(0, math.pi),
    "quarter turn about x": rotation(0, math.pi / 2),
    "quarter turn about y": translation(0.1, 0.2, 0.3) @ rotation(1, math.pi / 2),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_six_parameters_reproduce_degenerate_transforms(name: str) -> None:
    T = DEGENERATE[name]
    np.testing.assert_allclose(rebuilt(six_parameters(T.tolist())), T, rtol=0, atol=1e-12)


def test_parallel_axes_need_no_r() -> None:
    *_, r = six_parameters((translation(0.3, 0.4, 0.5) @ rotation(2, 1.0)).tolist())
    assert r == 0


def test_a_tool_is_a_massless_fixed_frame_with_exact_angles() -> None:
    T = translation(0.1, 0, 0.2) @ rotation(1, math.pi / 2)
    robot = Robot.from_mdh([0], [0], [0], [0], [0], tool=T)
    assert robot.n_frames == robot.n_links == 2
    tool = robot.frame(2)
    assert tool.sigma is JointType.FIXED
    assert robot.link(2) == Link()
    assert (tool.gamma, tool.alpha, tool.theta) == (PI / 2, PI / 2, -PI / 2)
    assert any(note.startswith("frame 2, gamma") for note in robot.notes)


BAD_TOOLS = {
    "3x3": (np.eye(3), "not a 4x4 matrix"),
    "last row": (np.eye(4) + np.eye(4)[[3, 0, 1, 2]] * 0.1, "a last row of 0, 0, 0, 1"),
    "scaled": (np.diag([2.0, 2, 2, 1]), "not a rotation"),
    "mirror": (np.diag([1.0, 1, -1, 1]), "not a rotation"),
}


@pytest.mark.parametrize("name", BAD_TOOLS)
def test_a_tool_that_is_no_transform_is_refused(name: str) -> None:
    tool, message = BAD_TOOLS[name]
    with pytest.raises(RobotError, match=message) as caught:
        Robot.from_mdh([0], [0], [0], [0], [0], tool=tool)
    assert caught.value.field == "tool"


@pytest.mark.parametrize("tilt", [2e-12, 1e-10, 5e-9, 2e-8, 1e-6])
def test_a_tool_that_is_hardly_tilted_keeps_its_place(tilt: float) -> None:
    """Nearly parallel axes have a far common normal: they are read as parallel, with a note."""
    T = np.eye(4)
    T[1:3, 1:3] = [[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]]
    T[:3, 3] = (0.1, 0.2, 0.3)
    robot = Robot.from_mdh([0], [0], [0], [0], [0], tool=T)
    known = {"t1": 0.0}
    pose = poses(robot, known, FloatArithmetic(), float)[2]
    assert pose == pytest.approx(T, abs=2e-8)
    assert (tilt <= 1e-8) == any("the axes are parallel" in note for note in robot.notes)


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e3], ids=["tenths of mm", "m", "mm"])
def test_lengths_of_a_tool_keep_their_digits(size: float) -> None:
    """Whatever the unit: a length may lose some roundings of the tool's size."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        T = np.eye(4)
        T[:3, :3] = reduce(np.matmul, (rotation(k, x)[:3, :3] for k, x in enumerate(rng.random(3))))
        T[:3, 3] = rng.normal(size=3) * size
        robot = Robot.from_mdh([0], [0], [0], [0], [0], tool=T)
        pose = poses(robot, {"t1": 0.0}, FloatArithmetic(), float)[2]
        tilt = np.hypot(T[0, 2], T[1, 2])  # the common normal is farther away by its inverse
        assert np.abs(pose - T)[:3, 3].max() < 2e-14 * size / tilt


def test_computed_lengths_of_a_tool_are_short_decimals() -> None:
    T = rotation(2, 0.3) @ translation(0.45, 0, 0.1)
    tool = Robot.from_mdh([0], [0], [0], [0], [0], tool=T).frame(2)
    assert (str(tool.b), str(tool.d), str(tool.r)) == ("0.1", "0.45", "0")
    assert clean_length(0.1 + 0.2) == expression("0.3")
    assert clean_length(1e-17, 0.5) == expression("0")
    assert clean_length(1 / 3).number == pytest.approx(1 / 3, rel=1e-15)


@pytest.mark.parametrize("alpha", [[None], [1j], [[0]], 0, "0", [True]], ids=str)
def test_a_column_of_something_else_is_refused(alpha: object) -> None:
    with pytest.raises(RobotError, match="alpha"):
        Robot.from_mdh(alpha, [0], [0], [0], [0])  # type: ignore[arg-type]
