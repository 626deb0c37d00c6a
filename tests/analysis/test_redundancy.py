"""Inverses of a Jacobian matrix, secondary terms and priorities: by what they claim to solve."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.jacobians import end, jacobian, random_matrix
from symoro.analysis.redundancy import (
    damped_inverse,
    damping_near_singularity,
    joint_velocities,
    left_inverse,
    null_space_projector,
    projected_priority,
    pseudo_inverse,
    task_priority,
    weighted_inverse,
)
from symoro.errors import ModelError, UsageError

Array = NDArray[np.float64]
PI, ROOT3 = math.pi, math.sqrt(3)
ARM = (1.0, 1.0)
THREE = (1.0, 1.0, 1.0)
POSTURE = (PI / 3, 2 * PI / 3, PI / 3)  # of the course's example
CLOSE = 1e-12  # rounding, times the condition of random matrices and of products of them


def weight(size: int, seed: int) -> Array:
    A = np.random.default_rng(seed).normal(size=(size, size))
    return np.asarray(A @ A.T + np.eye(size))


# Inverses


@pytest.mark.parametrize("rank", [0, 1, 2, 3])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 6), (6, 3)])
def test_the_pseudo_inverse_has_its_four_properties(rows: int, columns: int, rank: int) -> None:
    J = random_matrix(rows, columns, 1, rank)
    inverse = pseudo_inverse(J)
    assert np.allclose(J @ inverse @ J, J, atol=CLOSE)
    assert np.allclose(inverse @ J @ inverse, inverse, atol=CLOSE)
    assert np.allclose(J @ inverse, (J @ inverse).T, atol=CLOSE)
    assert np.allclose(inverse @ J, (inverse @ J).T, atol=CLOSE)


def test_the_left_inverse_solves_least_squares() -> None:
    J = random_matrix(6, 4, 2)
    X = np.random.default_rng(3).normal(size=6)
    assert np.allclose(left_inverse(J), np.linalg.inv(J.T @ J) @ J.T, atol=CLOSE)
    assert np.allclose(left_inverse(J) @ J, np.eye(4), atol=CLOSE)
    assert np.allclose(left_inverse(J) @ X, np.linalg.lstsq(J, X)[0], atol=CLOSE)


@pytest.mark.parametrize(("rows", "columns", "rank"), [(2, 3, 2), (6, 4, 3)])
def test_a_left_inverse_that_does_not_exist_is_refused(rows: int, columns: int, rank: int) -> None:
    with pytest.raises(ModelError, match=rf"rank {rank}, less than its {columns} columns"):
        left_inverse(random_matrix(rows, columns, 4, rank))


def test_the_weighted_inverse_gives_the_shortest_in_its_norm() -> None:
    J, W = random_matrix(3, 6, 5), weight(6, 6)
    inverse = weighted_inverse(J, W)
    W_ = np.linalg.inv(W)
    assert np.allclose(inverse, W_ @ J.T @ np.linalg.inv(J @ W_ @ J.T), atol=CLOSE)
    assert np.allclose(weighted_inverse(J, 4 * np.eye(6)), pseudo_inverse(J), atol=CLOSE)
    qd = inverse @ np.random.default_rng(7).normal(size=3)
    for direction in null_space_projector(J):  # the length grows along every internal motion
        assert qd @ W @ direction == pytest.approx(0, abs=CLOSE)


def test_the_weighted_inverse_of_a_singular_matrix_gives_what_can_be_reached() -> None:
    J, W = random_matrix(3, 6, 8, rank=2), weight(6, 9)
    X = J @ np.random.default_rng(10).normal(size=6)
    assert np.allclose(J @ weighted_inverse(J, W) @ X, X, atol=CLOSE)


def test_a_weight_that_is_no_norm_is_refused() -> None:
    J = random_matrix(2, 3, 11)
    with pytest.raises(UsageError, match="weight: expected a symmetric matrix"):
        weighted_inverse(J, np.eye(3) + np.diag([1e-6, 0], k=1))
    almost = 1e6 * np.eye(3)
    almost[0, 1] = 1e-6  # a rounding of numbers of this size
    assert np.allclose(weighted_inverse(J, almost), pseudo_inverse(J), atol=CLOSE)
    with pytest.raises(UsageError, match="weight: expected a positive definite matrix"):
        weighted_inverse(J, np.diag([1, -1, 1]))
    with pytest.raises(UsageError, match="weight: expected a positive definite matrix"):
        weighted_inverse(J, np.zeros((3, 3)))
    with pytest.raises(UsageError, match=r"weight: .*\(\.\.\., 3, 3\), found \(2, 2\)"):
        weighted_inverse(J, np.eye(2))


@pytest.mark.parametrize(("rows", "columns", "rank"), [(3, 3, 3), (3, 6, 2), (6, 3, 3)])
def test_the_damped_inverse_in_its_three_forms(rows: int, columns: int, rank: int) -> None:
    J, damping = random_matrix(rows, columns, 12, rank), 0.3
    inverse = damped_inverse(J, damping)
    inner = np.linalg.inv(J @ J.T + damping**2 * np.eye(rows))
    outer = np.linalg.inv(J.T @ J + damping**2 * np.eye(columns))
    assert np.allclose(inverse, J.T @ inner, atol=CLOSE)
    assert np.allclose(inverse, outer @ J.T, atol=CLOSE)
    assert np.allclose(np.eye(rows) - J @ inverse, damping**2 * inner, atol=CLOSE)  # the error
    assert np.linalg.norm(inverse, 2) <= 1 / (2 * damping) + CLOSE


def test_without_damping_the_damped_inverse_is_the_pseudo_inverse() -> None:
    J = random_matrix(3, 4, 13, rank=2)
    assert np.allclose(damped_inverse(J, 0), pseudo_inverse(J), atol=CLOSE)
    several = damped_inverse(J, [0.0, 0.1])
    assert np.allclose(several, [pseudo_inverse(J), damped_inverse(J, 0.1)], atol=CLOSE)
    with pytest.raises(UsageError, match=r"damping: expected 0 or more, found -0\.1"):
        damped_inverse(J, [0.2, -0.1])


def test_damping_acts_near_singular_postures_only() -> None:
    def damping(q2: float) -> float:
        return float(damping_near_singularity(jacobian((0.1, q2), ARM), 0.2, 0.05))

    assert damping(PI / 2) == 0
    assert damping(0) == pytest.approx(0.05)
    smallest = float(np.linalg.norm(jacobian((0.1, 0.2), ARM), -2))
    assert damping(0.2) == pytest.approx(0.05 * math.sqrt(1 - (smallest / 0.2) ** 2))
    with pytest.raises(UsageError, match="expected positive numbers, found 0 and 1"):
        damping_near_singularity(np.eye(2), 0, 1)


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_inverses_do_not_depend_on_the_unit_of_length(unit: float) -> None:
    singular, tall = random_matrix(4, 5, 51, rank=3), random_matrix(5, 3, 52)
    for inverse in (pseudo_inverse, lambda J: damped_inverse(J, 0)):
        assert np.allclose(unit * inverse(unit * singular), inverse(singular), atol=CLOSE)
    assert np.allclose(unit * left_inverse(unit * tall), left_inverse(tall), atol=CLOSE)


# Near and at singular postures


def test_joint_velocities_grow_near_a_singular_posture() -> None:
    q2 = math.radians(0.55)
    qd = joint_velocities(jacobian((0, q2), ARM), (-1, -1))
    assert np.allclose(qd, [-105.17094, 209.34669], rtol=1e-7)
    cot = 1 / math.tan(q2)
    assert np.allclose(qd, [-(cot + 1), (1 + math.cos(q2)) / math.sin(q2) + 1])


def test_a_stretched_arm_keeps_what_it_can_do() -> None:
    J = jacobian((0, 0), ARM)
    assert np.allclose(J, [[0, 0], [2, 1]])
    assert np.allclose(joint_velocities(J, (0, 1)), [2 / 5, 1 / 5])
    assert np.allclose(joint_velocities(J, (1, 0)), 0)
    assert np.allclose(damped_inverse(J, 0.5) @ [0, 1], np.array([2, 1]) / 5.25)


def test_a_velocity_out_of_reach_is_replaced_by_the_nearest() -> None:
    J = random_matrix(4, 6, 14, rank=2)
    X = np.random.default_rng(15).normal(size=4)
    qd = joint_velocities(J, X)
    assert np.allclose(J.T @ (X - J @ qd), 0, atol=CLOSE)
    assert np.allclose(null_space_projector(J) @ qd, 0, atol=CLOSE)  # the shortest of them
    bent = jacobian((0.3, PI), ARM)  # the sine of Pi is 1e-16: rounding, not a way to move
    assert np.abs(pseudo_inverse(bent)).max() < 10


def test_newton_converges_to_the_posture_of_the_course() -> None:
    q = np.array([0.3, 1.0])
    goal, steps = np.array([1.0, 1.0]), []
    for _ in range(5):
        q = q + joint_velocities(jacobian(q, ARM), goal - end(q, ARM))
        steps.append(q)
    published = [
        (-0.0675055913, 1.7114813377),
        (-0.0024318240, 1.5752147772),
        (-0.0000019627, 1.5708012390),
    ]
    assert np.allclose(steps[:3], published, atol=6e-11)
    assert np.allclose(steps[-1], (0, PI / 2), atol=1e-15)


# Null space and secondary term


def test_the_projector_leaves_internal_motions_only() -> None:
    J = random_matrix(3, 7, 16)
    N = null_space_projector(J)
    assert np.allclose(J @ N, 0, atol=CLOSE)
    assert np.allclose(N, N.T, atol=CLOSE)
    assert np.allclose(N @ N, N, atol=CLOSE)
    assert np.allclose(pseudo_inverse(N), N, atol=CLOSE)
    assert np.trace(N) == pytest.approx(4)


def test_joint_velocities_are_the_nearest_to_the_secondary_ones() -> None:
    J, W = random_matrix(2, 5, 17), weight(5, 18)
    X, qd0 = np.random.default_rng(19).normal(size=2), np.random.default_rng(20).normal(size=5)
    N = null_space_projector(J)
    plain = joint_velocities(J, X, secondary=qd0)
    assert np.allclose(plain, pseudo_inverse(J) @ X + N @ qd0, atol=CLOSE)
    assert np.allclose(joint_velocities(J, X, weight=W), weighted_inverse(J, W) @ X, atol=CLOSE)
    weighted = joint_velocities(J, X, secondary=qd0, weight=W)
    for qd, norm in ((plain, np.eye(5)), (weighted, W)):
        assert np.allclose(J @ qd, X, atol=CLOSE)
        assert np.allclose(N @ norm @ (qd - qd0), 0, atol=CLOSE)  # stationary among the solutions


def test_three_sliders_share_the_motion() -> None:
    assert np.allclose(
        pseudo_inverse([[1, 0, 1], [0, 1, 0]]), np.array([[1, 0], [0, 2], [1, 0]]) / 2
    )


# Priorities


def example() -> tuple[Array, Array]:
    return jacobian(POSTURE, THREE), np.array([[1.0, 0, 0], [0, 1, 0]])


def test_the_example_of_the_course_with_one_task() -> None:
    J, _ = example()
    assert np.allclose(J, np.array([[0, ROOT3, ROOT3], [-2, -3, -1]]) / 2)
    inverse = [[-4 * ROOT3 / 3, -2], [ROOT3 / 3, -1], [5 * ROOT3 / 3, 1]]
    assert np.allclose(pseudo_inverse(J), np.array(inverse) / 3)
    qd = joint_velocities(J, (1, 1))
    assert np.allclose(qd, (-1.4364670, -0.1408832, 1.2955838), atol=6e-8)
    N = np.array([[1, -1, 1], [-1, 1, -1], [1, -1, 1]]) / 3
    assert np.allclose(null_space_projector(J), N)


def test_the_example_of_the_course_with_a_second_task() -> None:
    J1, J2 = example()
    tasks = [(J1, (1, 1)), (J2, (0, 0))]
    qd = task_priority(tasks)
    expected = np.array([-ROOT3 / 3 - 1, -ROOT3 / 3 - 1, 5 * ROOT3 / 3 + 1]) / 2
    assert np.allclose(qd, expected)
    assert np.allclose(J1 @ qd, 1)
    assert np.linalg.norm(J2 @ qd) == pytest.approx(1.1153551)
    assert np.linalg.norm(J2 @ task_priority(tasks[:1])) == pytest.approx(1.4433591)
    assert np.allclose(projected_priority(tasks), joint_velocities(J1, (1, 1)))


def three_tasks() -> list[tuple[Array, Array]]:
    """Tasks of a robot of eight joints that can be done together."""
    rng = np.random.default_rng(21)
    return [(random_matrix(rows, 8, 22 + rows), rng.normal(size=rows)) for rows in (3, 2, 1)]


def test_tasks_that_agree_are_all_done() -> None:
    qd = task_priority(three_tasks())
    for J, X in three_tasks():
        assert np.allclose(J @ qd, X, atol=CLOSE)
    together = np.vstack([J for J, _ in three_tasks()])
    X = np.concatenate([X for _, X in three_tasks()])
    assert np.allclose(qd, joint_velocities(together, X), atol=CLOSE)  # and with the least motion


@pytest.mark.parametrize("solve", [task_priority, projected_priority])
def test_no_task_disturbs_those_before_it(solve: Callable[..., Array]) -> None:
    rng = np.random.default_rng(30)
    tasks = [(random_matrix(rows, 6, 31 + rows), rng.normal(size=rows)) for rows in (3, 2, 4)]
    for count in (1, 2):
        before = solve(tasks[:count])
        for J, _ in tasks[:count]:
            assert np.allclose(J @ solve(tasks), J @ before, atol=CLOSE)


def test_later_tasks_are_done_as_well_as_the_first_allows() -> None:
    (J1, X1), _, _ = three_tasks()
    J2, X2 = random_matrix(7, 8, 40), np.random.default_rng(41).normal(size=7)
    qd = task_priority([(J1, X1), (J2, X2)])
    N = null_space_projector(J1)
    assert np.allclose(J1 @ qd, X1, atol=CLOSE)
    assert np.allclose(N @ J2.T @ (X2 - J2 @ qd), 0, atol=CLOSE)  # least squares among those


def test_the_projected_form_is_the_sum_of_projected_solutions() -> None:
    (J1, X1), (J2, X2), (J3, X3) = three_tasks()
    N1, N12 = null_space_projector(J1), null_space_projector(np.vstack([J1, J2]))
    expected = pseudo_inverse(J1) @ X1 + N1 @ pseudo_inverse(J2) @ X2
    expected = expected + N12 @ pseudo_inverse(J3) @ X3
    assert np.allclose(projected_priority(three_tasks()), expected, atol=CLOSE)


def test_a_task_that_repeats_an_earlier_one_changes_nothing() -> None:
    (J1, X1), (J2, X2), _ = three_tasks()
    once = task_priority([(J1, X1), (J2, X2)])
    again = task_priority([(J1, X1), (1e3 * J1, X1), (J2, X2)])  # 1e3 X1 would contradict: it loses
    assert np.allclose(again, once, atol=CLOSE)


def test_tasks_that_almost_contradict_are_large_in_one_form_and_bounded_in_the_other() -> None:
    J1 = np.array([[1.0, 0, 0]])
    J2 = np.array([[1.0, 1e-5, 0]])
    tasks = [(J1, (0,)), (J2, (1,))]
    assert np.allclose(task_priority(tasks), [0, 1e5, 0])
    assert np.linalg.norm(projected_priority(tasks)) < 1


def test_tasks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UsageError, match="expected one task at least, found none"):
        task_priority([])
    with pytest.raises(
        UsageError, match="task 2, Jacobian matrix: expected 3 columns as in task 1"
    ):
        projected_priority([(np.zeros((4, 1, 3)), (0,)), (np.zeros((4, 3, 2)), (0, 0, 0))])
    with pytest.raises(
        UsageError, match=r"task 1, velocity: expected an array of shape \(\.\.\., 3"
    ):
        task_priority([(np.eye(3), (0, 0))])


def test_a_batch_is_its_elements() -> None:
    rng = np.random.default_rng(50)
    J, K = rng.normal(size=(4, 2, 5)), rng.normal(size=(4, 2, 5))
    X, Y, qd0 = rng.normal(size=(4, 2)), rng.normal(size=(4, 2)), rng.normal(size=(4, 5))
    W = np.array([weight(5, seed) for seed in range(4)])
    assert np.allclose(pseudo_inverse(J)[3], pseudo_inverse(J[3]))
    assert np.allclose(damped_inverse(J, 0.1)[3], damped_inverse(J[3], 0.1))
    tall = np.swapaxes(J, 1, 2)
    assert np.allclose(left_inverse(tall)[3], left_inverse(tall[3]))
    with pytest.raises(ModelError, match="rank 2, less than its 5 columns"):
        left_inverse(J)
    three = rng.normal(size=(2, 2, 3, 4))
    smallest = np.linalg.norm(three, -2, axis=(2, 3))
    assert np.allclose(damping_near_singularity(three, 5.0, 1.0) ** 2, 1 - (smallest / 5) ** 2)
    assert np.allclose(weighted_inverse(J, W)[3], weighted_inverse(J[3], W[3]))
    assert np.allclose(null_space_projector(J)[3], null_space_projector(J[3]))
    one = joint_velocities(J[3], X[3], secondary=qd0[3], weight=W[3])
    assert np.allclose(joint_velocities(J, X, secondary=qd0, weight=W)[3], one)
    for solve in (task_priority, projected_priority):
        assert np.allclose(solve([(J, X), (K, Y)])[3], solve([(J[3], X[3]), (K[3], Y[3])]))
