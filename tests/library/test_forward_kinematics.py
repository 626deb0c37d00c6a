"""Poses of library robots against numbers and tables published by others."""

from __future__ import annotations

import math

import numpy as np
import pytest

from library.kinematics import Matrix, joint_values, pose, shift, standard_dh, value_set
from symoro import library

ROUND = 1e-12  # products of at most nine matrices with entries of order 1: some 30 roundings
PRINTED = 5e-11  # the reference is printed with ten decimals


def random_angles(count: int, seed: int) -> list[float]:
    return [float(q) for q in np.random.default_rng(seed).uniform(-math.pi, math.pi, count)]


def test_the_rx130l_reaches_the_pose_of_the_course() -> None:
    robot = library.robot("rx130l")
    values = value_set(robot, "lengths") | joint_values(robot, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    expected = np.array(
        [
            [0.1216976814, -0.6066717260, -0.7855820079, 0.1682283272],
            [0.8183638247, 0.5091974688, -0.2664556026, 0.0168791340],
            [0.5616674503, -0.6104648676, 0.5584463454, 0.9359322015],
        ]
    )
    np.testing.assert_allclose(pose(robot, 6, values)[:3], expected, rtol=0, atol=PRINTED)


@pytest.mark.parametrize("name", ["rx90", "rx130l"])
@pytest.mark.parametrize("seed", range(3))
def test_the_wrist_centre_of_the_staubli_arms_has_its_closed_form(name: str, seed: int) -> None:
    robot = library.robot(name)
    lengths = value_set(robot, "lengths")
    q = random_angles(6, seed)
    q1, q2, q3 = q[:3]
    reach = lengths["D3"] * math.cos(q2) - lengths["RL4"] * math.sin(q2 + q3)
    height = lengths["D3"] * math.sin(q2) + lengths["RL4"] * math.cos(q2 + q3)
    expected = (math.cos(q1) * reach, math.sin(q1) * reach, height)
    T = pose(robot, 6, lengths | joint_values(robot, q))
    np.testing.assert_allclose(T[:3, 3], expected, rtol=0, atol=ROUND)


@pytest.mark.parametrize("seed", range(3))
def test_the_scara_turns_by_the_sum_of_its_angles_and_slides_along_z(seed: int) -> None:
    robot = library.robot("scara")
    lengths = value_set(robot, "lengths")
    q1, q2, q3, r4 = random_angles(4, seed)
    D2, D3 = lengths["D2"], lengths["D3"]
    total = q1 + q2 + q3
    expected = shift(
        D2 * math.cos(q1) + D3 * math.cos(q1 + q2), D2 * math.sin(q1) + D3 * math.sin(q1 + q2), r4
    )
    c, s = math.cos(total), math.sin(total)
    expected[:2, :2] = [[c, -s], [s, c]]
    T = pose(robot, 4, lengths | joint_values(robot, [q1, q2, q3, r4]))
    np.testing.assert_allclose(T, expected, rtol=0, atol=ROUND)


@pytest.mark.parametrize("seed", range(3))
def test_frame_4_of_the_planar_3r_is_the_point_e_of_the_course(seed: int) -> None:
    robot = library.robot("planar3r")
    l1, l2, l3 = 0.7, 0.5, 0.3
    q1, q2, q3 = random_angles(3, seed)
    values = {"d2": l1, "d3": l2, "d4": l3} | joint_values(robot, [q1, q2, q3])
    T = pose(robot, 4, values)
    x = l1 * math.cos(q1) + l2 * math.cos(q1 + q2) + l3 * math.cos(q1 + q2 + q3)
    y = l1 * math.sin(q1) + l2 * math.sin(q1 + q2) + l3 * math.sin(q1 + q2 + q3)
    np.testing.assert_allclose(T[:3, 3], (x, y, 0), rtol=0, atol=ROUND)
    turned = math.atan2(T[1, 0], T[0, 0]) - (q1 + q2 + q3)
    assert abs(math.remainder(turned, 2 * math.pi)) < ROUND


STANDARD: dict[str, list[tuple[float, float, float]]] = {
    # d, a, alpha as the makers or authors publish them
    "ur5": [
        (0.089159, 0, math.pi / 2),
        (0, -0.425, 0),
        (0, -0.39225, 0),
        (0.10915, 0, math.pi / 2),
        (0.09465, 0, -math.pi / 2),
        (0.0823, 0, 0),
    ],
    "lwr": [
        (0, 0, math.pi / 2),
        (0, 0, -math.pi / 2),
        (0.4, 0, -math.pi / 2),
        (0, 0, math.pi / 2),
        (0.39, 0, math.pi / 2),
        (0, 0, -math.pi / 2),
        (0, 0, 0),
    ],
}


@pytest.mark.parametrize("name", sorted(STANDARD))
@pytest.mark.parametrize("seed", range(5))
def test_the_pose_equals_that_of_the_published_standard_dh_table(name: str, seed: int) -> None:
    robot = library.robot(name)
    rows = STANDARD[name]
    q = random_angles(len(rows), seed)
    expected = np.eye(4)
    for angle, (d, a, alpha) in zip(q, rows, strict=True):
        expected = expected @ standard_dh(angle, d, a, alpha)
    T = pose(robot, len(rows), value_set(robot, "lengths") | joint_values(robot, q))
    np.testing.assert_allclose(T, expected, rtol=0, atol=ROUND)


PUMA_STANDARD = [  # d, a, alpha: Fu, Gonzalez and Lee, with the lengths of Armstrong et al.
    (0, 0, -math.pi / 2),
    (0.1501, 0.4318, 0),
    (0, -0.0203, math.pi / 2),
    (0.4331, 0, -math.pi / 2),
    (0, 0, math.pi / 2),
    (0, 0, 0),
]


@pytest.mark.parametrize("seed", range(5))
def test_the_puma_560_is_that_of_fu_gonzalez_and_lee_turned_by_half_a_turn(seed: int) -> None:
    """Their theta3 is t3 + Pi, and frames 3 to 6 are turned by Pi about their z axes."""
    robot = library.robot("puma560")
    q = random_angles(6, seed)
    expected = np.eye(4)
    for j, (angle, (d, a, alpha)) in enumerate(zip(q, PUMA_STANDARD, strict=True), start=1):
        expected = expected @ standard_dh(angle + (math.pi if j == 3 else 0), d, a, alpha)
    T = pose(robot, 6, value_set(robot, "lengths") | joint_values(robot, q))
    half_turn = np.diag([-1.0, -1, 1, 1])
    np.testing.assert_allclose(T @ half_turn, expected, rtol=0, atol=ROUND)


def craig(theta: float, d: float, a: float, alpha: float) -> Matrix:
    """One row of Craig's table, entry by entry."""
    ct, st, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array(
        [
            [ct, -st, 0, a],
            [st * ca, ct * ca, -sa, -sa * d],
            [st * sa, ct * sa, ca, ca * d],
            [0, 0, 0, 1],
        ]
    )


PANDA = [  # d, a, alpha: Franka Emika
    (0.333, 0, 0),
    (0, 0, -math.pi / 2),
    (0.316, 0, math.pi / 2),
    (0, 0.0825, math.pi / 2),
    (0.384, -0.0825, -math.pi / 2),
    (0, 0, math.pi / 2),
    (0, 0.088, math.pi / 2),
]


@pytest.mark.parametrize("seed", range(5))
def test_the_pandas_flange_is_where_the_makers_table_puts_it(seed: int) -> None:
    robot = library.robot("panda")
    q = random_angles(7, seed)
    expected = np.eye(4)
    for angle, (d, a, alpha) in zip(q, PANDA, strict=True):
        expected = expected @ craig(angle, d, a, alpha)
    expected = expected @ shift(0, 0, 0.107)
    T = pose(robot, 8, value_set(robot, "lengths") | joint_values(robot, q))
    np.testing.assert_allclose(T, expected, rtol=0, atol=ROUND)


def test_the_kr5_stands_as_kuka_draws_it_in_its_home_position() -> None:
    """A2 = -90, A3 = 90 degrees: upper arm vertical, forearm level and 120 mm above joint 3."""
    robot = library.robot("kr5")
    q = [0.0, -math.pi / 2, 0.0, 0.0, 0.0, 0.0]  # t3 = A3 - Pi/2
    T = pose(robot, 6, value_set(robot, "lengths") | joint_values(robot, q))
    np.testing.assert_allclose(T[:3, 3], (0.18 + 0.62, 0, 0.6 + 0.12), rtol=0, atol=ROUND)
    np.testing.assert_allclose(T[:3, 2], (1, 0, 0), rtol=0, atol=ROUND)  # z6 points forward


def test_the_mobile_robot_moves_in_the_plane_and_its_wheels_stand_beside_it() -> None:
    robot = library.robot("mobile3w")
    q = {1: 2.0, 2: 3.0, 3: 0.4, 4: 0.0, 5: 0.0, 6: 0.0, 7: 0.0}
    values = value_set(robot, "example") | joint_values(robot, q)
    body = pose(robot, 3, values)
    np.testing.assert_allclose(body[:3, 3], (3, 2, 0), rtol=0, atol=ROUND)
    np.testing.assert_allclose(body[:3, 2], (0, 0, 1), rtol=0, atol=ROUND)
    left, right = pose(robot, 5, values), pose(robot, 6, values)
    np.testing.assert_allclose(left[:3, 2], body[:3, 1], rtol=0, atol=ROUND)
    gap = left[:3, 3] - right[:3, 3]
    np.testing.assert_allclose(gap, 0.5 * body[:3, 1], rtol=0, atol=ROUND)
