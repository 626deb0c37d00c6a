"""Ellipsoids, manipulability and subspaces of Jacobian matrices."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.jacobians import jacobian, random_matrix
from symoro.analysis.manipulability import (
    condition_number,
    force_ellipsoid,
    manipulability,
    singular_values,
    static_torques,
    subspaces,
    velocity_ellipsoid,
)
from symoro.errors import UsageError

PI = math.pi
ARM = (1.0, 1.0)
SHAPES = [(2, 2), (2, 3), (3, 7), (6, 6), (6, 4), (1, 5)]


def test_the_elbow_at_a_right_angle_gives_the_golden_ratio() -> None:
    J = jacobian((0, PI / 2), ARM)
    golden = (1 + math.sqrt(5)) / 2
    assert np.allclose(singular_values(J), [golden, golden - 1])
    assert manipulability(J) == pytest.approx(1)
    assert condition_number(J) == pytest.approx(golden**2)


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_manipulability_is_the_root_of_the_determinant(rows: int, columns: int) -> None:
    J = random_matrix(rows, columns, 1)
    determinant = np.linalg.det(J @ J.T) if rows <= columns else 0.0
    assert manipulability(J) == pytest.approx(math.sqrt(determinant), rel=1e-12)


def test_the_area_that_a_planar_arm_sweeps_is_the_integral_of_its_manipulability() -> None:
    nodes, weights = np.polynomial.legendre.leggauss(20)
    areas = []
    for start in np.arange(6) * PI / 6:
        q2 = start + PI / 12 * (nodes + 1)
        W = manipulability([jacobian((0.4, elbow), ARM) for elbow in q2])
        areas.append(PI / 2 * PI / 12 * weights @ W)  # the first joint moves by Pi/2
    half = [0.210446, 0.574951, 0.785398]
    assert np.allclose(areas, half + half[::-1], atol=5e-7)
    assert sum(areas) == pytest.approx(PI, abs=1e-12)


def test_links_of_equal_length_are_best() -> None:
    def area(ratio: float) -> float:
        lengths = (2 * ratio / (1 + ratio), 2 / (1 + ratio))  # together 2
        return float(manipulability(jacobian((0, PI / 2), lengths)))

    assert area(1.0) == pytest.approx(1)
    for ratio in (0.5, 0.9, 0.99, 1.01, 1.1, 2.0):
        assert area(ratio) == pytest.approx(4 * ratio / (1 + ratio) ** 2)
        assert area(ratio) < area(1.0)


def test_the_manipulability_of_three_links_does_not_depend_on_the_first_joint() -> None:
    l1, l2, l3 = lengths = (0.7, 0.5, 0.3)
    rng = np.random.default_rng(2)
    for q in rng.uniform(-PI, PI, (20, 3)):
        S2, S3, S23 = math.sin(q[1]), math.sin(q[2]), math.sin(q[1] + q[2])
        first, second = l1 * l2 * S2 + l1 * l3 * S23, l1 * l3 * S23 + l2 * l3 * S3
        squares = first**2 + second**2 + (l2 * l3 * S3) ** 2
        assert manipulability(jacobian(q, lengths)) == pytest.approx(math.sqrt(squares))
    assert manipulability(jacobian((PI / 3, 2 * PI / 3, PI / 3), (1, 1, 1))) == pytest.approx(1.5)
    for q2 in (-PI, 0, PI):
        for q3 in (-PI, 0, PI):
            assert manipulability(jacobian((0.3, q2, q3), lengths)) < 1e-15


# Ellipsoids


@pytest.mark.parametrize(("rows", "columns"), [s for s in SHAPES if s[0] <= s[1]])
def test_unit_joint_velocities_end_in_the_velocity_ellipsoid(rows: int, columns: int) -> None:
    J = random_matrix(rows, columns, 3)
    ellipsoid = velocity_ellipsoid(J)
    qd = np.random.default_rng(4).normal(size=(columns, 200))
    X = ellipsoid.axes.T @ J @ (qd / np.linalg.norm(qd, axis=0))
    assert ((X / ellipsoid.half_lengths[:, None]) ** 2).sum(axis=0).max() <= 1 + 1e-12
    tips = ellipsoid.axes * ellipsoid.half_lengths
    form = tips.T @ np.linalg.inv(J @ J.T) @ tips  # X' (J J')^-1 X at the ends of the axes
    assert np.allclose(form, np.eye(rows), atol=1e-12)
    assert (np.diff(ellipsoid.half_lengths) <= 0).all()


@pytest.mark.parametrize(("rows", "columns"), [s for s in SHAPES if s[0] <= s[1]])
def test_wrenches_at_the_force_ellipsoid_take_unit_torques(rows: int, columns: int) -> None:
    J = random_matrix(rows, columns, 5)
    ellipsoid = force_ellipsoid(J)
    tips = ellipsoid.axes * ellipsoid.half_lengths
    assert np.allclose([np.linalg.norm(static_torques(J, F)) for F in tips.T], 1)
    assert np.allclose(ellipsoid.half_lengths * velocity_ellipsoid(J).half_lengths, 1)
    assert np.array_equal(ellipsoid.axes, velocity_ellipsoid(J).axes)


def test_a_stretched_arm_cannot_move_along_itself_but_bears_any_force_there() -> None:
    J = jacobian((0, 0), ARM)
    velocity, force = velocity_ellipsoid(J), force_ellipsoid(J)
    assert np.allclose(np.abs(velocity.axes), [[0, 1], [1, 0]])
    assert np.allclose(velocity.half_lengths, [math.sqrt(5), 0])
    assert force.half_lengths[0] == pytest.approx(1 / math.sqrt(5))
    assert force.half_lengths[1] == np.inf
    assert condition_number(J) == condition_number(0 * J) == np.inf


def test_more_equations_than_joints_leave_directions_without_velocity() -> None:
    J = random_matrix(6, 4, 6)
    assert velocity_ellipsoid(J).half_lengths[4:].tolist() == [0, 0]
    assert force_ellipsoid(J).half_lengths[4:].tolist() == [np.inf, np.inf]
    assert condition_number(J) == pytest.approx(np.linalg.cond(J))


# Subspaces


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 5), (6, 4)])
def test_the_subspaces_are_those_of_a_matrix_of_known_rank(
    rows: int, columns: int, rank: int
) -> None:
    J = random_matrix(rows, columns, 7, rank)
    found = subspaces(J)
    assert found.rank == rank
    assert found.null.shape == (columns, columns - rank)
    assert np.allclose(J @ found.null, 0, atol=1e-13)
    assert np.allclose(J.T @ found.unreachable, 0, atol=1e-13)
    assert np.allclose(found.reachable @ found.reachable.T @ J, J, atol=1e-13)
    assert np.allclose(J @ found.effective @ found.effective.T, J, atol=1e-13)
    for complete in ((found.reachable, found.unreachable), (found.effective, found.null)):
        basis = np.hstack(complete)
        assert np.allclose(basis.T @ basis, np.eye(len(basis)), atol=1e-14)


def test_the_tolerance_of_the_rank_is_relative() -> None:
    J = 1e6 * np.diag([1.0, 1e-6, 1e-13])
    assert subspaces(J).rank == 2
    assert subspaces(J, tolerance=1e-14).rank == 3
    assert subspaces(J, tolerance=1e-5).rank == 1
    assert np.isinf(force_ellipsoid(J, tolerance=1e-5).half_lengths).sum() == 2


def test_three_sliders_in_a_plane_are_redundant_once() -> None:
    found = subspaces([[1, 0, 1], [0, 1, 0]])
    assert found.rank == 2
    assert np.allclose(np.abs(found.null[:, 0]), [math.sqrt(0.5), 0, math.sqrt(0.5)])
    assert found.null[0, 0] == pytest.approx(-found.null[2, 0])


@pytest.mark.parametrize("q2", [-PI, 0, PI])
def test_an_arm_of_two_links_is_singular_where_they_are_parallel(q2: float) -> None:
    assert subspaces(jacobian((0.4, q2), ARM)).rank == 1
    assert subspaces(jacobian((0.4, q2 + 0.01), ARM)).rank == 2


# Statics


def test_torques_do_the_work_of_the_wrench() -> None:
    rng = np.random.default_rng(8)
    J, F, qd = rng.normal(size=(6, 7)), rng.normal(size=6), rng.normal(size=7)
    assert static_torques(J, F) @ qd == pytest.approx(F @ J @ qd)


def test_a_stiffness_at_the_end_is_a_stiffness_of_the_joints() -> None:
    kx, ky = 3.0, 5.0
    J = jacobian((0, PI / 2), ARM)
    columns = [static_torques(J, np.diag([kx, ky]) @ J[:, j]) for j in range(2)]
    assert np.allclose(columns, [[kx + ky, kx], [kx, kx]])


def test_a_batch_is_its_elements() -> None:
    J = np.random.default_rng(9).normal(size=(2, 3, 2, 4))
    F = np.random.default_rng(10).normal(size=(2, 3, 2))
    for measure in (manipulability, condition_number, singular_values):
        assert np.allclose(measure(J)[1, 2], measure(J[1, 2]))
    for ellipsoid in (velocity_ellipsoid, force_ellipsoid):
        assert np.allclose(ellipsoid(J).half_lengths[1, 2], ellipsoid(J[1, 2]).half_lengths)
        assert ellipsoid(J).axes.shape == (2, 3, 2, 2)
    assert manipulability(np.swapaxes(J, -1, -2)).tolist() == np.zeros((2, 3)).tolist()
    assert np.allclose(static_torques(J, F)[1, 2], static_torques(J[1, 2], F[1, 2]))


def test_what_is_not_a_matrix_is_refused() -> None:
    with pytest.raises(UsageError, match=r"Jacobian matrix: expected an array of shape .*n, n\)"):
        manipulability([1, 2, 3])
    with pytest.raises(UsageError, match=r"found \(0, 3\)"):
        condition_number(np.zeros((0, 3)))
    with pytest.raises(UsageError, match=r"expected one matrix, found shape \(2, 2, 2\)"):
        subspaces(np.zeros((2, 2, 2)))
    with pytest.raises(UsageError, match=r"wrench: expected an array of shape \(\.\.\., 2\)"):
        static_torques(np.eye(2), [1, 2, 3])
