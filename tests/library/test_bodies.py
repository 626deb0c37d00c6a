"""Published masses, centres of mass and inertias, moved to the library's frames."""

from __future__ import annotations

import math

import numpy as np
import pytest

from library.kinematics import (
    Matrix,
    central_differences,
    joint_values,
    pose,
    standard_dh,
    value_set,
)
from symoro import library
from symoro.expressions import expression
from symoro.robot import Robot, check

UR5_BODIES = [  # d, a, alpha, mass, centre of mass in the maker's standard frame
    (0.089159, 0, math.pi / 2, 3.7, (0, -0.02561, 0.00193)),
    (0, -0.425, 0, 8.393, (0.2125, 0, 0.11336)),
    (0, -0.39225, 0, 2.33, (0.15, 0, 0.0265)),
    (0.10915, 0, math.pi / 2, 1.219, (0, -0.0018, 0.01634)),
    (0.09465, 0, -math.pi / 2, 1.219, (0, 0.0018, 0.01634)),
    (0.0823, 0, 0, 0.1879, (0, 0, -0.001159)),
]


def centre_of_mass(values: dict[str, float], j: int) -> Matrix:
    mass = values[f"M{j}"]
    return np.array([values[f"{axis}{j}"] / mass for axis in ("MX", "MY", "MZ")] + [1.0])


def test_the_ur5_has_its_masses_where_the_makers_table_puts_them() -> None:
    robot = library.robot("ur5")
    values = value_set(robot, "maker")
    q = [0.3, -0.8, 1.1, 0.4, -0.6, 2.0]
    standard = np.eye(4)
    for j, (angle, (d, a, alpha, mass, centre)) in enumerate(
        zip(q, UR5_BODIES, strict=True), start=1
    ):
        standard = standard @ standard_dh(angle, d, a, alpha)
        ours = pose(robot, j, values | joint_values(robot, q)) @ centre_of_mass(values, j)
        assert values[f"M{j}"] == mass
        # a dozen products of numbers of order 1
        np.testing.assert_allclose(ours, standard @ np.array([*centre, 1.0]), rtol=0, atol=1e-14)


UR5_CYLINDERS = [  # inertia across and along the axis, and that axis, as the maker's package has it
    (0.014972358333333331, 0.01040625, 2),
    (0.13388583541666665, 0.0151074, 0),
    (0.031216803515624995, 0.004095, 0),
    (0.002013889583333333, 0.0021942, 2),
    (0.0018310395833333333, 0.0021942, 2),
    (8.062475833333332e-05, 0.0001321171875, 2),
]


def test_the_ur5_has_the_inertias_of_the_makers_package_about_its_centres_of_mass() -> None:
    """Its link frames are ours, its inertial frames at the centres of mass turned to x or z."""
    values = value_set(library.robot("ur5"), "maker")
    for j, (across, along, axis) in enumerate(UR5_CYLINDERS, start=1):
        x, y, z = centre_of_mass(values, j)[:3]
        shift = values[f"M{j}"] * np.array(
            [
                [y * y + z * z, -x * y, -x * z],
                [-x * y, x * x + z * z, -y * z],
                [-x * z, -y * z, x * x + y * y],
            ]
        )
        XX, XY, XZ, YY, YZ, ZZ = (values[f"{n}{j}"] for n in ("XX", "XY", "XZ", "YY", "YZ", "ZZ"))
        about_origin = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
        expected = np.diag([along if k == axis else across for k in range(3)])
        # the set has fifteen decimals
        np.testing.assert_allclose(about_origin - shift, expected, rtol=0, atol=1e-15)


def potential_energy(robot: Robot, values: dict[str, float]) -> float:
    g = values["G3"]
    heights = [
        values[f"M{j}"] * pose(robot, j, values)[2, 3]
        + pose(robot, j, values)[2, :3] @ [values[f"{axis}{j}"] for axis in ("MX", "MY", "MZ")]
        for j in robot.outward()
    ]
    return float(-g * sum(heights))


@pytest.mark.parametrize("seed", range(4))
def test_the_puma_560_has_the_gravity_torques_that_armstrong_khatib_and_burdick_print(
    seed: int,
) -> None:
    """Their constants g1 ... g5 [N m], with theta3 = t3 + Pi; printed with three digits."""
    robot = library.robot("puma560")
    values = value_set(robot, "akb1986")
    q = np.random.default_rng(seed).uniform(-math.pi, math.pi, 6)

    def energy(x: Matrix) -> Matrix:
        state = joint_values(robot, [float(angle) for angle in x])
        return np.array([potential_energy(robot, values | state)])

    torque = central_differences(energy, q, 1e-5)[0]
    g1, g2, g3, g4, g5 = -37.2, -8.44, 1.02, 0.249, -0.0282
    t2, t23 = q[1], q[1] + q[2] + math.pi
    s23, c23 = math.sin(t23), math.cos(t23)
    wrist = g5 * (s23 * math.cos(q[4]) + c23 * math.cos(q[3]) * math.sin(q[4]))
    elbow = g2 * s23 + g4 * c23 + wrist
    shoulder = g1 * math.cos(t2) + g3 * math.sin(t2) + elbow
    # 0.05 of g1 and 0.02 of the others are lost in their printed digits
    np.testing.assert_allclose(torque[:3], (0, shoulder, elbow), rtol=0, atol=0.08)


@pytest.mark.parametrize(("name", "values"), [("ur5", "maker"), ("planar2r", "course")])
def test_numbers_of_a_complete_set_belong_to_rigid_bodies(name: str, values: str) -> None:
    robot = library.robot(name)
    (found,) = (v for v in robot.values if v.name == values)
    assert check(robot.substitute(dict(found.values))) == []


def test_the_diagnostics_of_the_puma_560s_measured_inertias_are_the_known_ones() -> None:
    """Link 1 has no measured mass; link 3's measured inertias break the triangle inequality."""
    robot = library.robot("puma560")
    (found,) = (v for v in robot.values if v.name == "akb1986")
    diagnostics = check(robot.substitute(dict(found.values)))
    assert [(f.frame, f.field) for f in diagnostics] == [(1, "M"), (3, "XX..ZZ")]


def test_the_planar_2r_of_the_course_has_its_inertias_about_the_joint_axes() -> None:
    robot = library.robot("planar2r")
    (found,) = (v for v in robot.values if v.name == "course")
    values = dict(found.values)
    about_centre, mass, distance = expression("0.87"), expression(10), expression("0.5")
    assert values["ZZ1"] == about_centre + mass * distance**2
    assert values["MX2"] == mass * distance
