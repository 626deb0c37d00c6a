"""Inertial parameters in another frame: bodies of point masses, and pinocchio's inertias."""

from __future__ import annotations

import random

import numpy as np
import pinocchio
import pytest
from numpy.typing import NDArray

import symoro
from library.kinematics import pose
from symoro.verify.sampling import sample_values

Array = NDArray[np.float64]

CASES = [
    ("rx90", 3, None),
    ("rx90", 6, 0),
    ("stanford", 3, None),
    ("sr400", 8, 3),
    ("highspeed2axis", 13, None),
    ("scara", 0, 4),  # the base, seen from the end
]
"""A robot, the link, and the frame in which its parameters are written."""


def point_masses(points: Array, masses: Array) -> Array:
    """XX XY XZ YY YZ ZZ MX MY MZ M of some point masses, by the definition of inertia."""
    x, y, z = points.T
    second = (y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y)
    return np.array([*(masses @ each for each in second), *(masses @ points), masses.sum()])


def pinocchio_inertia(K: Array) -> pinocchio.Inertia:
    XX, XY, XZ, YY, YZ, ZZ, *MS, M = K
    return pinocchio.Inertia.FromDynamicParameters(np.array([M, *MS, XX, XY, YY, XZ, YZ, ZZ]))


@pytest.mark.parametrize(("name", "link", "frame"), CASES)
def test_parameters_of_bodies_follow_the_frame(name: str, link: int, frame: int | None) -> None:
    model = symoro.lambda_matrix(symoro.load(name), link, frame)
    robot = model.robot
    compiled = model.compile()
    places = {item.index: item.name for item in model.program.inputs if item.array == "q"}
    i = robot.frame(link).antecedent if frame is None else frame
    for seed in range(3):
        values = sample_values(robot, random.Random(f"{name}{seed}"))
        q = np.array([values[places[k]] for k in sorted(places)])
        p = {each: values[each] for each in model.program.parameters}
        LAM = compiled(q, parameters=p) if places else compiled(parameters=p)
        assert isinstance(LAM, np.ndarray)
        world = {j: pose(robot, j, values) if j else np.eye(4) for j in (i, link)}
        T = np.linalg.inv(world[i]) @ world[link]
        rng = np.random.default_rng(seed)
        points, masses = rng.uniform(-1, 1, (7, 3)), rng.uniform(0.1, 2, 7)
        K = point_masses(points, masses)
        moved = LAM @ K
        scale = np.abs(moved).max()  # a dozen terms of this size
        expected = point_masses(points @ T[:3, :3].T + T[:3, 3], masses)
        np.testing.assert_allclose(moved, expected, rtol=0, atol=1e-13 * scale)
        placement = pinocchio.SE3(T[:3, :3], T[:3, 3])
        other = placement.act(pinocchio_inertia(K)).toDynamicParameters()
        ours = pinocchio_inertia(moved).toDynamicParameters()
        np.testing.assert_allclose(ours, other, rtol=0, atol=1e-12 * scale)


def test_the_default_writes_the_tool_s_link_in_the_frame_of_its_antecedent() -> None:
    """A textbook case: a bar of mass m along x3, seen from the joint before it."""
    model = symoro.lambda_matrix(symoro.load("planar2r"))
    m, length, d3 = 2.0, 0.6, 0.4
    bar = np.array([0, 0, 0, m * length**2 / 3, 0, m * length**2 / 3, m * length / 2, 0, 0, m])
    LAM = model.compile()(parameters={"d3": d3})
    assert isinstance(LAM, np.ndarray)
    far = m * ((d3 + length) ** 3 - d3**3) / (3 * length)  # the integral of x^2 dm from d3 on
    expected = [0, 0, 0, far, 0, far, m * (d3 + length / 2), 0, 0, m]
    np.testing.assert_allclose(LAM @ bar, expected, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize(
    ("link", "frame", "message"),
    [
        (7, None, "there is no frame 7 in rx90"),
        (3, 9, "there is no frame 9 in rx90"),
        (-1, None, "frame -1 is the world, which is no link"),
    ],
)
def test_frames_that_are_not_there_are_refused(link: int, frame: int | None, message: str) -> None:
    with pytest.raises(symoro.UsageError, match=message):
        symoro.lambda_matrix(symoro.load("rx90"), link, frame)
