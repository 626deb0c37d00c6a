"""Poses, gaps and their derivatives for many postures at once; random closed postures."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from library.kinematics import central_differences, joint_values
from library.kinematics import closure as open_gaps
from symoro import library
from symoro.analysis.loops import CannotClose, Closure, closed_postures
from symoro.analysis.loops.solve import close, null_space
from symoro.errors import ModelError, UsageError
from symoro.expressions import FloatArithmetic, parse
from symoro.references.poses import poses
from symoro.robot import Robot

CLOSED = [name for name in library.names() if library.robot(name).n_loops]
STEP = 1e-5  # central differences: an error of STEP^2, and rounding of 1e-16 / STEP
Array = npt.NDArray[np.float64]


def closure_of(name: str) -> Closure:
    robot = library.robot(name)
    return Closure(robot, robot.parameter_values("example"))


def drawn(closure: Closure, count: int) -> Array:
    return np.random.default_rng(4).uniform(-2.5, 2.5, (count, len(closure.tables.joints)))


@pytest.mark.parametrize("name", CLOSED)
def test_poses_are_those_of_the_six_elementary_transformations(name: str) -> None:
    closure = closure_of(name)
    robot, size = closure.robot, closure.tables.size
    x = drawn(closure, 3)
    found = closure.poses(x)
    assert found.shape == (robot.n_frames + 1, 3, 4, 4)
    found[:, :, :3, 3] *= size
    for row in range(3):
        values = robot.parameter_values("example") | joint_values(robot, closure.posture(x[row]))
        for j, pose in poses(robot, values, FloatArithmetic(), float).items():
            assert np.abs(found[j, row] - pose).max() < 1e-14


@pytest.mark.parametrize("name", CLOSED)
def test_gaps_vanish_where_the_frames_of_cut_joints_coincide(name: str) -> None:
    robot = library.robot(name)
    v = robot.parameter_values("example")
    closure = Closure(robot, v)
    for row in closed_postures(robot, v, 3, random.Random(name)):
        q = dict(zip(robot.moving_joints, row.tolist(), strict=True))
        assert np.abs(open_gaps(robot, v | joint_values(robot, q))).max() < 5e-12
        assert np.abs(closure.gaps(closure.scaled_row(q)[None])[0]).max() < 5e-12


def test_a_gap_is_a_way_by_the_size_and_a_rotation_vector() -> None:
    closure = closure_of("fourbar")  # its size is 0.5, frame 5 is that of the rocker's end
    gap, _ = closure.gaps(np.array([[0.0, 0.0, 0.0, 0.7], [0.0, 0.0, np.pi / 2, 0.0]]))
    assert gap[0] == pytest.approx([(0.7 - 0.9) / 0.5, 0, 0, 0, 0, 0.7])
    assert gap[1] == pytest.approx([(0.7 - 0.5) / 0.5, -0.4 / 0.5, 0, 0, 0, -np.pi / 2])


def test_a_half_turn_is_not_closed() -> None:
    closure = closure_of("fourbar")
    gap, _ = closure.gaps(np.array([[0.0, 0.0, 0.0, np.pi]]))
    assert np.linalg.norm(gap[0, 3:]) == pytest.approx(np.pi)


@pytest.mark.parametrize("name", CLOSED)
def test_derivatives_of_closed_loops_are_those_of_central_differences(name: str) -> None:
    robot = library.robot(name)
    closure = Closure(robot, robot.parameter_values("example"))
    for row in closed_postures(robot, robot.parameter_values("example"), 2, random.Random(name)):
        x = row / closure.tables.unit
        expected = central_differences(lambda y: closure.gaps(y[None])[0][0], x, STEP)
        assert np.abs(closure.gaps(x[None])[1][0] - expected).max() < 1e-8


@pytest.mark.parametrize("name", CLOSED)
def test_the_gradient_of_the_sum_of_squares_is_exact_where_loops_are_open(name: str) -> None:
    closure = closure_of(name)

    def cost(y: Array) -> Array:
        gap = closure.gaps(y[None])[0]
        return np.array([np.sum(gap * gap)])

    for x in drawn(closure, 3):
        gap, slope = closure.gaps(x[None])
        gradient = 2 * slope[0].T @ gap[0]
        assert np.abs(central_differences(cost, x, STEP)[0] - gradient).max() < 1e-6


@pytest.mark.parametrize("name", CLOSED)
def test_twists_of_links_are_the_derivatives_of_their_poses(name: str) -> None:
    closure = closure_of(name)
    x = drawn(closure, 1)[0]
    k = closure.robot.n_links
    found = closure.twists(x[None], k)[0]

    def position(y: Array) -> Array:
        return closure.poses(y[None])[k, 0, :3, 3]

    def axes(y: Array) -> Array:
        return closure.poses(y[None])[k, 0, :3, :3].ravel()

    assert np.abs(found[:3] - central_differences(position, x, STEP)).max() < 1e-8
    A, slopes = closure.poses(x[None])[k, 0, :3, :3], central_differences(axes, x, STEP)
    for column, slope in enumerate(slopes.T):
        spin = slope.reshape(3, 3) @ A.T
        assert found[3:, column] == pytest.approx([spin[2, 1], spin[0, 2], spin[1, 0]], abs=1e-8)


@pytest.mark.parametrize("name", CLOSED)
def test_a_thousand_closed_postures_are_all_closed_and_all_different(name: str) -> None:
    robot = library.robot(name)
    v = robot.parameter_values("example")
    found = closed_postures(robot, v, 1000, random.Random(0))
    assert found.shape == (1000, len(robot.moving_joints))
    closure = Closure(robot, v)
    assert np.abs(closure.gaps(found / closure.tables.unit)[0]).max() < 2e-12
    assert len(np.unique(found.round(6), axis=0)) == 1000
    assert np.array_equal(found[:5], closed_postures(robot, v, 1000, random.Random(0))[:5])


def test_postures_that_cannot_be_are_refused() -> None:
    robot = library.robot("fourbar")
    with pytest.raises(
        CannotClose, match=r"the loops of fourbar do not close: .* miss by 7\.\d+ m"
    ):
        closed_postures(robot, robot.parameter_values("example") | {"L4": 9.0}, 3, random.Random(0))
    with pytest.raises(UsageError, match="at least 1, not 0"):
        closed_postures(robot, robot.parameter_values("example"), 0, random.Random(0))


def test_only_free_columns_move() -> None:
    closure = closure_of("akr3000")
    starts = drawn(closure, 20)
    free = np.array([1, 3, 11])  # of the second loop alone
    solved = close(closure, starts, free)
    moved = np.any(solved.x != starts, axis=0)
    assert np.flatnonzero(moved).tolist() == free.tolist()


# Robots whose joints share variables


def with_theta(robot: Robot, **theta: str) -> Robot:
    """A robot with other expressions for some thetas: t3="t3 + t1"."""
    frames = list(robot.frames)
    for name, text in theta.items():
        j = int(name[1:])
        frames[j - 1] = replace(frames[j - 1], theta=parse(text))
    return replace(robot, frames=tuple(frames))


def test_positions_may_follow_the_variables_of_other_joints() -> None:
    robot = with_theta(library.robot("fivebar"), t3="t3 - 2*t1 + Pi/2", t4="t4 + k*t3")
    v = robot.parameter_values("example") | {"k": 0.5}
    closure = Closure(robot, v)
    x = drawn(closure, 1)[0]
    expected = central_differences(lambda y: closure.poses(y[None])[4, 0, :3, 3], x, STEP)
    assert np.abs(closure.twists(x[None], 4)[0, :3] - expected).max() < 1e-8
    assert closure.tables.periodic.tolist() == [True, True, False, True, True]
    values = v | joint_values(robot, closure.posture(x))
    pose = poses(robot, values, FloatArithmetic(), float)[5]
    assert closure.poses(x[None])[5, 0, :3, :3] == pytest.approx(pose[:3, :3], abs=1e-14)


def test_joints_with_one_variable_are_one_column() -> None:
    robot = with_theta(library.robot("fivebar"), t3="t1 + Pi/3")
    closure = Closure(robot, robot.parameter_values("example"))
    assert closure.tables.joints == (1, 2, 4, 5)
    assert closure.posture(np.array([0.1, 0.2, 0.3, 0.4])) == {
        1: 0.1,
        2: 0.2,
        3: 0.1,
        4: 0.3,
        5: 0.4,
    }


def test_tables_that_move_otherwise_are_refused() -> None:
    robot = library.robot("fivebar")
    bent = with_theta(robot, t4="t4 + sin(t1)")
    with pytest.raises(ModelError, match=r"frame 4: .* is not linear in the joint variables"):
        Closure(bent, robot.parameter_values("example"))
    frames = (*robot.frames[:3], replace(robot.frames[3], d=parse("L3 + t1")), *robot.frames[4:])
    with pytest.raises(ModelError, match="frame 4, d: depends on the joint variable t1"):
        Closure(replace(robot, frames=frames), robot.parameter_values("example"))
    with pytest.raises(ModelError, match="beyond the range of double precision"):
        Closure(robot, robot.parameter_values("example") | {"L1": 1e308, "L2": 1e308})


@pytest.mark.parametrize("name", CLOSED)
def test_postures_do_not_depend_on_the_last_digits_of_a_processor(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Noise in every gap and derivative, as large as rounding, must not grow on the way."""
    robot = library.robot(name)
    values = robot.parameter_values("example")
    usual = closed_postures(robot, values, 30, random.Random(1))
    noise = np.random.default_rng(2)
    exact = Closure.gaps

    def rounded(self: Closure, x: Array) -> tuple[Array, Array]:
        gap, slope = exact(self, x)
        noisy = [part * (1 + noise.uniform(-2e-16, 2e-16, part.shape)) for part in (gap, slope)]
        return noisy[0] + noise.uniform(-1e-16, 1e-16, gap.shape), noisy[1]

    monkeypatch.setattr(Closure, "gaps", rounded)
    found = closed_postures(robot, values, 30, random.Random(1))
    # loops are closed to 1e-12, divided by what the worst conditioned of these has
    assert np.abs(found - usual).max() < 1e-10


def test_the_basis_of_free_motions_is_one() -> None:
    """Whatever basis the decomposition of a matrix and of the same rows, turned, gives."""
    rng = np.random.default_rng(5)
    slope = rng.normal(size=(20, 4, 7))
    turn = np.linalg.qr(rng.normal(size=(20, 4, 4)))[0]
    basis, other = null_space(slope, 3), null_space(turn @ slope, 3)
    assert np.abs(basis - other).max() < 1e-12
    assert np.abs(slope @ basis).max() < 1e-12
    assert np.abs(basis.transpose(0, 2, 1) @ basis - np.eye(3)).max() < 1e-12
    assert null_space(slope, 0).shape == (20, 7, 0)
