"""Change of frame of points, twists and wrenches."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from symoro.analysis.orientation import (
    elementary_rotation,
    pose,
    pose_inverse,
    skew,
    twist_matrix,
    wrench_matrix,
)
from symoro.errors import UsageError

Array = NDArray[np.float64]
EXACT = 2e-15  # a few roundings of numbers of size 1


def random_poses(count: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    return pose(Rotation.random(count, rng=rng).as_matrix(), rng.uniform(-1, 1, (count, 3)))


def test_a_pose_times_its_inverse_is_the_identity() -> None:
    T = random_poses(50, 1)
    assert np.allclose(T @ pose_inverse(T), np.eye(4), atol=EXACT)


def test_the_inverse_poses_of_the_course() -> None:
    T = pose([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], [2, 5, 4])
    assert pose_inverse(T).tolist() == [[0, 0, -1, 4], [0, 1, 0, -5], [1, 0, 0, -2], [0, 0, 0, 1]]
    q, length = 0.7, 0.3  # an eccentric axis
    inverse = pose_inverse(pose(elementary_rotation("z", q), [0, length, 0]))
    assert np.allclose(inverse[:3, 3], [-length * math.sin(q), -length * math.cos(q), 0])


def test_twist_and_wrench_matrices_compose_as_the_poses_do() -> None:
    ab, bc = random_poses(30, 2), random_poses(30, 3)
    for matrix in (twist_matrix, wrench_matrix):
        assert np.allclose(matrix(ab @ bc), matrix(ab) @ matrix(bc), atol=1e-14)
        assert np.allclose(matrix(pose_inverse(ab)), np.linalg.inv(matrix(ab)), atol=1e-14)
        assert np.allclose(np.linalg.det(matrix(ab)), 1, atol=1e-13)


def test_power_is_the_same_in_every_frame() -> None:
    T = random_poses(30, 4)
    rng = np.random.default_rng(5)
    twist, wrench = rng.normal(size=(2, 30, 6, 1))
    there = np.swapaxes(twist_matrix(T) @ twist, -1, -2) @ (wrench_matrix(T) @ wrench)
    assert np.allclose(there, np.swapaxes(twist, -1, -2) @ wrench, atol=1e-13)


def test_a_twist_is_the_velocity_of_the_body_at_the_origin() -> None:
    """A body that moves with twist t in frame b: T exp(t s) T^-1 is its motion in frame a."""
    T, step = random_poses(1, 6)[0], 1e-6
    V, w = np.random.default_rng(7).normal(size=(2, 3))
    body = np.zeros((4, 4))
    body[:3, :3], body[:3, 3] = skew(w), V
    motion = (T @ (expm(step * body) - expm(-step * body)) @ pose_inverse(T)) / (2 * step)
    found = twist_matrix(T) @ np.concatenate([V, w])
    assert np.allclose(motion[:3, :3], skew(found[3:]), atol=1e-9)  # differences: 1e-16 / step
    assert np.allclose(motion[:3, 3], found[:3], atol=1e-9)


def test_a_twist_moves_from_point_to_point() -> None:
    V, w, OM = np.random.default_rng(8).normal(size=(3, 3))
    moved = twist_matrix(pose(np.eye(3), -OM)) @ np.concatenate([V, w])
    assert np.allclose(moved, np.concatenate([V + np.cross(w, OM), w]), atol=EXACT)


def test_the_wrench_of_two_arms_that_hold_an_object() -> None:
    L = 0.8
    f1, m1, f2, m2 = np.random.default_rng(9).normal(size=(4, 3))
    first = pose([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [0, -L / 2, 0])
    second = pose([[1, 0, 0], [0, 0, -1], [0, 1, 0]], [0, L / 2, 0])
    net = wrench_matrix(first) @ np.concatenate([f1, m1])
    net = net + wrench_matrix(second) @ np.concatenate([f2, m2])
    expected = [
        f1[1] + f2[0],
        f1[2] - f2[2],
        f1[0] + f2[1],
        m1[1] + m2[0] + L / 2 * (f2[1] - f1[0]),
        m1[2] - m2[2],
        m1[0] + m2[1] + L / 2 * (f1[1] - f2[0]),
    ]
    assert np.allclose(net, expected, atol=EXACT)


def test_the_weight_of_gripper_and_payload_at_a_force_sensor() -> None:
    g, mh, mo, L1, L2 = 9.81, 1.5, 2.5, 0.2, 0.3
    hand = pose(np.eye(3), [L1, 0, 0])
    load = pose([[1, 0, 0], [0, 0, -1], [0, 1, 0]], [L1 + L2, 0, 0])
    wrench = wrench_matrix(hand) @ [0, -mh * g, 0, 0, 0, 0]
    wrench = wrench + wrench_matrix(load) @ [0, 0, mo * g, 0, 0, 0]
    expected = [0, -(mo + mh) * g, 0, 0, 0, -(mo * (L1 + L2) + mh * L1) * g]
    assert np.allclose(wrench, expected, atol=1e-14)


def test_a_batch_is_its_elements() -> None:
    T = random_poses(6, 10).reshape(2, 3, 4, 4)
    for function in (pose_inverse, twist_matrix, wrench_matrix):
        assert np.array_equal(function(T)[1, 2], function(T[1, 2]))
    R = T[0, 0, :3, :3]
    assert pose(R, np.zeros((5, 3))).shape == (5, 4, 4)


def test_matrices_that_are_no_poses_are_refused() -> None:
    T = np.eye(4)
    T[3, 0] = 0.25
    with pytest.raises(UsageError, match=r"last row should be 0, 0, 0, 1 and differs .* by 0\.25"):
        pose_inverse(T)
    with pytest.raises(UsageError, match="not a rotation matrix"):
        twist_matrix(np.diag([2, 1, 1, 1]))
    with pytest.raises(UsageError, match=r"position: expected an array of shape \(\.\.\., 3\)"):
        pose(np.eye(3), [1, 2])
