"""Secondary terms: gradients, joint limits, repulsion, steps along the gradient of the error."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.jacobians import end, jacobian
from symoro.analysis.manipulability import manipulability
from symoro.analysis.redundancy import joint_velocities, task_priority
from symoro.analysis.secondary_terms import (
    gradient,
    gradient_step,
    joint_limit_cost,
    joint_limit_term,
    manipulability_term,
    repulsion,
)
from symoro.errors import UsageError

Array = NDArray[np.float64]
PI = math.pi
THREE = (1.0, 1.0, 1.0)
DIFFERENCES = 1e-9  # of central differences: eps^(2/3) is 4e-11, times third derivatives


def three_links(q: Array) -> Array:
    return jacobian(q, THREE)


def test_the_gradient_is_that_of_a_known_function() -> None:
    q = np.array([0.3, -2.0, 50.0])
    found = gradient(lambda x: math.sin(x[0]) * x[1] + x[2] ** 2, q)
    assert np.allclose(found, [-2 * math.cos(0.3), math.sin(0.3), 100], rtol=DIFFERENCES)
    with pytest.raises(UsageError, match=r"expected one posture, found shape \(2, 3\)"):
        gradient(lambda x: float(x[0]), np.zeros((2, 3)))


def test_the_manipulability_term_is_the_gradient_of_the_closed_form() -> None:
    q = np.array([0.4, 0.9, -0.7])
    S2, S3, S23 = math.sin(q[1]), math.sin(q[2]), math.sin(q[1] + q[2])
    C2, C3, C23 = math.cos(q[1]), math.cos(q[2]), math.cos(q[1] + q[2])
    first, second = S2 + S23, S23 + S3
    W = math.sqrt(first**2 + second**2 + S3**2)
    expected = [
        0,
        (first * (C2 + C23) + second * C23) / W,
        (first * C23 + second * (C23 + C3) + S3 * C3) / W,
    ]
    assert np.allclose(manipulability_term(three_links, q), expected, atol=DIFFERENCES)
    assert np.allclose(manipulability_term(three_links, q, gain=2.0) / 2, expected, atol=1e-9)


def test_the_terms_improve_what_they_are_for_without_moving_the_end() -> None:
    q, step = np.array([0.4, 0.9, -0.7]), 1e-3
    J = three_links(q)
    lower, upper = np.array([-1.0, -2, -1]), np.array([2.0, 1, 3])
    better = joint_velocities(J, (0, 0), secondary=manipulability_term(three_links, q))
    assert manipulability(three_links(q + step * better)) > manipulability(J)
    inner = joint_velocities(J, (0, 0), secondary=joint_limit_term(q, lower, upper))
    assert joint_limit_cost(q + step * inner, lower, upper) < joint_limit_cost(q, lower, upper)
    for qd in (better, inner):
        assert np.linalg.norm(qd) > 1e-3
        assert np.allclose(J @ qd, 0, atol=1e-14)


def test_the_joint_limit_cost_is_0_in_the_middle_and_a_quarter_at_a_limit() -> None:
    lower, upper = np.array([-1.0, 0.5]), np.array([2.0, 1.5])
    assert joint_limit_cost((0.5, 1.0), lower, upper) == 0
    assert joint_limit_cost((2.0, 1.0), lower, upper) == pytest.approx(0.25)
    assert joint_limit_cost((-1.0, 1.5), lower, upper) == pytest.approx(0.5)
    q = np.array([1.3, 0.6])
    slope = gradient(lambda x: joint_limit_cost(x, lower, upper), q)
    assert np.allclose(joint_limit_term(q, lower, upper, gain=3.0), -3 * slope, atol=DIFFERENCES)
    assert np.allclose(joint_limit_term(q, lower, upper), -slope, atol=DIFFERENCES)
    several = joint_limit_cost([q, lower], lower, upper)
    assert several.shape == (2,)


def test_limits_that_leave_no_room_are_refused() -> None:
    with pytest.raises(UsageError, match="lower limit of joint 2 is not below the upper one"):
        joint_limit_term((0, 0), (-1, 1), (1, 1))
    with pytest.raises(UsageError, match="gain: expected a positive number, found -1"):
        joint_limit_term((0, 0), (-1, -1), (1, 1), gain=-1)


# Obstacles


def test_the_repulsion_points_away_and_ends_at_its_radius() -> None:
    obstacle = np.array([0.2, 0.1])
    direction = np.array([0.6, -0.8])
    for distance, strength in ((0.1, 24.0), (0.25, 3.0), (0.5, 0.0), (0.7, 0.0)):
        velocity = repulsion(obstacle + distance * direction, obstacle, radius=0.5, speed=2.0)
        assert np.allclose(velocity, strength * 2.0 * direction, atol=1e-12)


def test_a_repelled_elbow_leaves_the_end_to_its_task() -> None:
    q = np.array([0.4, 0.9, -0.7])
    elbow = end(q[:2], THREE[:2])
    away = repulsion(elbow, elbow - [0.1, 0.05], radius=0.5, speed=1.0)
    J, J2 = three_links(q), jacobian(q, THREE, point=2)
    qd = task_priority([(J, (0, 0)), (J2, away)])
    assert np.allclose(J @ qd, 0, atol=1e-14)
    assert away @ J2 @ qd > 0


def test_a_point_on_the_obstacle_is_refused() -> None:
    with pytest.raises(UsageError, match="it is on the obstacle"):
        repulsion([(1, 2), (3, 4)], (3, 4), 0.1, 1.0)
    with pytest.raises(UsageError, match="radius: expected a positive number, found 0"):
        repulsion((1, 2), (3, 4), 0, 1.0)
    with pytest.raises(UsageError, match="speed: expected a positive number"):
        repulsion((1, 2), (3, 4), 0.1, -1.0)


# Steps along the gradient


def test_the_gradient_method_reaches_the_goal() -> None:
    q, goal, arm = np.array([0.3, 1.0]), np.array([1.0, 1.0]), (1.0, 1.0)
    best = q
    for _ in range(200):
        q = q + gradient_step(jacobian(q, arm), goal - end(q, arm), gain=0.3)
        best = best + gradient_step(jacobian(best, arm), goal - end(best, arm))
    assert np.allclose(q, (0, PI / 2), atol=1e-6)  # a linear rate
    assert np.allclose(best, (0, PI / 2), atol=1e-12)


def test_the_best_gain_is_best_for_a_linear_error() -> None:
    rng = np.random.default_rng(1)
    J, e = rng.normal(size=(3, 4)), rng.normal(size=3)
    step = gradient_step(J, e)
    left = np.linalg.norm(e - J @ step)
    for factor in (0.99, 1.01):
        assert np.linalg.norm(e - factor * J @ step) > left
    assert np.allclose(step / np.linalg.norm(step), J.T @ e / np.linalg.norm(J.T @ e))


def test_the_gradient_stalls_where_no_joint_can_decrease_the_error() -> None:
    arm, q = (1.0, 1.0), (PI / 4, 0)
    J, e = jacobian(q, arm), np.array([1.0, 1.0]) - end(q, arm)
    root = math.sqrt(2)
    assert np.allclose(J.T, [[-root, root], [-root / 2, root / 2]])
    assert np.allclose(e, (1 - root) * np.ones(2))
    assert np.allclose(gradient_step(J, e, gain=1.0), 0, atol=1e-15)
    assert gradient_step(np.diag([1, 0]), (0, 1)).tolist() == [0, 0]
