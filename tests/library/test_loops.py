"""The library's closed robots can be closed, and have as many freedoms as motors, but for spins."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import least_squares

from library.kinematics import Matrix, central_differences, closure, joint_values, value_set
from symoro import library
from symoro.robot import Robot

CLOSED = 1e-10
STEP = 1e-6  # rad or m: the error of central differences is about STEP^2, of rounding 1e-16 / STEP
RANK = 1e-6  # between the error of the differences, 1e-9, and the smallest true value, about 1e-2

POSTURES: dict[str, tuple[dict[int, float], dict[int, float]]] = {
    # motors as wanted, passive joints as a first guess
    "sr400": (
        {1: 0.3, 2: -1.2, 4: 0.1, 5: 0.7, 6: -0.4, 7: 0.2},
        {3: math.pi / 2 + 1.5, 8: -1.5, 9: math.pi + 1.3},
    ),
    "akr3000": (
        {1: 0.3, 5: 1.3, 6: 0.5, 8: 0.2, 9: 0.5, 10: -0.3},
        {2: 1.4, 3: 0.0, 4: 0.3, 7: -1.2, 11: 0.0, 12: 0.0},
    ),
    "fourbar": ({1: 0.9}, {2: -0.6, 3: 1.4, 4: 1.1}),
    "slidercrank": ({1: 0.9}, {2: -1.2, 3: 0.3, 4: 2.0}),
    "fivebar": ({1: 2.0, 3: 1.0}, {2: -1.2, 4: 1.1, 5: -2.0}),
    "spherical4r": ({1: 0.3}, {2: 0.7, 3: 1.5, 4: 1.0}),
    "rsur": ({1: 0.3}, {2: 0.3, 3: -1.8, 4: 0.3, 5: 2.5, 6: -2.3, 7: 1.5}),
    "rssr": ({1: 0.3}, {2: 0.6, 3: 1.9, 4: 0.8, 5: 0.5, 6: 1.2, 7: -2.8, 8: -0.9}),
}

MOBILITY = {
    "sr400": 6,
    "akr3000": 6,
    "fourbar": 1,
    "slidercrank": 1,
    "fivebar": 2,
    "spherical4r": 1,
    "rsur": 1,
    "rssr": 2,
}

IDLE = {"rssr": 1}  # the coupler turns about its own axis, without a motor


def closed_posture(robot: Robot) -> dict[int, float]:
    """All joint positions: the motors' as given, the others such that the loops close."""
    motors, guess = POSTURES[robot.name]
    lengths = value_set(robot, "example")
    passive = sorted(guess)

    def gap(x: Matrix) -> Matrix:
        q = motors | dict(zip(passive, map(float, x), strict=True))
        return closure(robot, lengths | joint_values(robot, q))

    start = np.array([guess[j] for j in passive])
    solution = least_squares(gap, start, xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    return motors | dict(zip(passive, map(float, solution), strict=True))


@pytest.mark.parametrize("name", sorted(POSTURES))
def test_the_loops_close_for_motor_positions_of_choice(name: str) -> None:
    robot = library.robot(name)
    assert set(POSTURES[name][0]) == {j for j, frame in robot if frame.mu}
    values = value_set(robot, "example") | joint_values(robot, closed_posture(robot))
    assert abs(closure(robot, values)).max() < CLOSED


@pytest.mark.parametrize("name", sorted(POSTURES))
def test_the_freedoms_that_the_loops_leave_are_as_many_as_the_motors(name: str) -> None:
    robot = library.robot(name)
    lengths = value_set(robot, "example")
    posture = closed_posture(robot)
    joints = list(robot.moving_joints)

    def gap(q: Matrix) -> Matrix:
        return closure(robot, lengths | joint_values(robot, [float(x) for x in q]))

    J = central_differences(gap, np.array([posture[j] for j in joints]), STEP)
    rank = int(np.linalg.matrix_rank(J, tol=RANK))
    idle = IDLE.get(name, 0)
    assert len(joints) - rank == MOBILITY[name] == sum(frame.mu for _, frame in robot) + idle
    # the motors are a valid choice of independent joints: the passive ones follow from them
    passive = [i for i, j in enumerate(joints) if not robot.frame(j).mu]
    assert int(np.linalg.matrix_rank(J[:, passive], tol=RANK)) == len(passive) - idle


def test_the_sr400_closes_in_its_parallelogram_mode() -> None:
    robot = library.robot("sr400")
    q = closed_posture(robot)
    expected = {3: math.pi / 2 - q[2] + q[7], 8: q[2] - q[7], 9: math.pi - (q[2] - q[7])}
    for j, angle in expected.items():
        assert abs(math.remainder(q[j] - angle, 2 * math.pi)) < 1e-9


def test_the_slider_of_the_slider_crank_is_where_geometry_says() -> None:
    robot = library.robot("slidercrank")
    q = closed_posture(robot)
    L1, L2 = 0.1, 0.3
    expected = L1 * math.cos(q[1]) + math.sqrt(L2**2 - (L1 * math.sin(q[1])) ** 2)
    assert q[3] == pytest.approx(expected, abs=1e-10)
