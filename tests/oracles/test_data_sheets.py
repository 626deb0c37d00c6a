"""Data sheets by `Robot.from_dh` and by pinocchio, which shares none of symoro's tables."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pinocchio as pin
import pytest

import symoro
from oracles.pinocchio_sheet import SheetModel, about, along
from sheets import PANDA, PANDA_CLASSIC, SHEETS, UR10E, Sheet
from symoro.expressions import PI, FloatArithmetic, expression, symbol
from symoro.references.poses import poses, world_frame
from symoro.robot import Link, Robot

Array = npt.NDArray[np.float64]
ROUNDING = 1e-13  # of some twenty products of sines and lengths of about a metre


def in_radians(sheet: Sheet) -> list[tuple[float, float, float, float]]:
    return [(a, np.radians(alpha), d, np.radians(theta)) for a, alpha, d, theta in sheet.rows]


def from_sheet(sheet: Sheet, **more: Any) -> Robot:
    return Robot.from_dh(**sheet.columns, convention=sheet.convention, **more)


def end_pose(robot: Robot, q: Array, numbers: dict[str, float] | None = None) -> Array:
    """The last frame in the world, by the elementary transformations of symoro's own table."""
    names = [variable.name for variable in robot.variables.values()]
    values = dict(zip(names, map(float, q), strict=True)) | (numbers or {})
    world: Array = world_frame(robot, values, FloatArithmetic(), float)
    return world @ poses(robot, values, FloatArithmetic(), float)[robot.n_frames]


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_pinocchios_poses(name: str) -> None:
    sheet = SHEETS[name]
    robot = from_sheet(sheet)
    model = SheetModel(in_radians(sheet), sheet.convention, sheet.joints)
    for q in np.random.default_rng(1).uniform(-2, 2, (20, robot.n_dof)):
        np.testing.assert_allclose(end_pose(robot, q), model.end(q), rtol=0, atol=ROUNDING)


def test_the_generated_forward_kinematics_of_a_sheet_is_pinocchios() -> None:
    robot = from_sheet(UR10E, name="ur10e")
    compiled = symoro.transform(robot, to=robot.n_frames, from_=0).compile()
    model = SheetModel(in_radians(UR10E), "classic")
    q = np.array([0.3, -1.1, 0.8, 0.2, 1.4, -0.6])
    pose = np.asarray(compiled(q)).reshape(-1, 4)
    np.testing.assert_allclose(pose[:3], model.end(q)[:3], rtol=0, atol=ROUNDING)


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("ur10e", (-1.18425, -0.2907, 0.06085)),  # a2 + a3, -(d4 + d6), d1 - d5
        ("puma560", (0.4521, -0.15005, 0.4318)),
        ("panda", (0.088, 0, 0.926)),
        ("iiwa14", (0, 0, 1.306)),
    ],
)
def test_the_arm_stands_as_the_drawing_shows(name: str, point: tuple[float, ...]) -> None:
    """Positions at q = 0 by adding lengths along the drawing: no table is in this reference."""
    robot = from_sheet(SHEETS[name])
    position = end_pose(robot, np.zeros(robot.n_dof))[:3, 3]
    np.testing.assert_allclose(position, point, rtol=0, atol=1e-12)


def test_the_two_tables_of_the_panda_are_one_arm() -> None:
    q = np.array([0.1, -0.4, 0.8, -2.0, 0.3, 1.7, 0.5])
    one, other = (end_pose(from_sheet(sheet), q) for sheet in (PANDA, PANDA_CLASSIC))
    np.testing.assert_allclose(one, other, rtol=0, atol=ROUNDING)


# Random tables


def random_matrix(rng: random.Random) -> Array:
    """A rotation about x and z, and a shift; sometimes of exact angles."""
    angle = rng.choice((0.0, np.pi / 2, rng.uniform(-3, 3)))
    motion = about("z", rng.uniform(-3, 3)) * along("x", rng.uniform(-1, 1)) * about("x", angle)
    return np.asarray((motion * along("z", rng.uniform(-1, 1))).homogeneous)


@pytest.mark.parametrize("convention", ["classic", "modified"])
@pytest.mark.parametrize("seed", range(20))
def test_a_random_table_has_pinocchios_poses(seed: int, convention: str) -> None:
    """Numbers, exact angles and symbols; prismatic, fixed and reversed joints; base and tool."""
    rng = random.Random(f"{seed} {convention}")
    n = rng.randint(1, 7)
    joints = "".join(rng.choice("RRRPF") for _ in range(n - 1)) + rng.choice("RP")
    moving = [j for j, kind in enumerate(joints, start=1) if kind != "F"]
    reversed_joints = [j for j in moving if rng.random() < 0.3]
    numbers = {"L": rng.uniform(-1, 1), "A": rng.uniform(-2, 2)}
    degrees = rng.random() < 0.5

    def angle() -> tuple[object, float]:
        steps = rng.randint(-12, 12)
        number = round(rng.uniform(-1, 1), 4)
        if degrees:
            choices = [(15 * steps, steps * np.pi / 12), (90 * number, np.radians(90 * number))]
            return rng.choice([*choices, (symbol("A"), np.radians(numbers["A"]))])
        exact = [(steps * np.pi / 12, steps * np.pi / 12), (PI * steps / 12, steps * np.pi / 12)]
        return rng.choice([*exact, (number, number), (symbol("A"), numbers["A"])])

    def length() -> tuple[object, float]:
        number = round(rng.uniform(-1, 1), 3)
        return rng.choice([(0, 0.0), (number, number), (symbol("L"), numbers["L"])])

    rows = [(length(), angle(), length(), angle()) for _ in range(n)]
    base = random_matrix(rng) if rng.random() < 0.5 else None
    tool = random_matrix(rng) if rng.random() < 0.5 else None
    names = ("a", "alpha", "d", "theta")
    columns: dict[str, Any] = {x: [row[k][0] for row in rows] for k, x in enumerate(names)}
    robot = Robot.from_dh(
        **columns,
        convention="classic" if convention == "classic" else "modified",
        degrees=degrees,
        joints=joints,
        reversed_joints=reversed_joints,
        base=base,
        tool=tool,
    )
    values = [tuple(float(entry[1]) for entry in row) for row in rows]
    model = SheetModel(values, convention, joints, reversed_joints, (), base, tool)  # type: ignore[arg-type]
    for _ in range(3):
        q = np.array([rng.uniform(-2, 2) for _ in moving])
        # lengths of a tool are rounded to 1e-12
        np.testing.assert_allclose(end_pose(robot, q, numbers), model.end(q), rtol=0, atol=2e-11)


# Dynamics

MASSES = (7.369, 13.051, 3.989, 2.1, 1.98, 0.615)
CENTERS = (
    (0.021, 0, 0.027),
    (0.38, 0, 0.158),
    (0.24, 0, 0.068),
    (0, 0.007, 0.018),
    (0, 0.007, 0.018),
    (0, 0, -0.026),
)
"""Masses and centres of mass of the UR10e in the frames of its classic table, as published."""


@pytest.mark.parametrize("convention", ["classic", "modified"])
@pytest.mark.parametrize("turned", [(), (2, 6)])
def test_bodies_in_the_frames_of_a_sheet_have_pinocchios_torques(
    convention: str, turned: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(3)
    moments = rng.uniform(0.6, 1, (6, 3)) * np.array(MASSES)[:, None] * 0.02
    turns = [
        pin.utils.rotate("x", a) @ pin.utils.rotate("z", b) for a, b in rng.normal(size=(6, 2))
    ]
    links = [
        Link.from_com(m, c, J, R)
        for m, c, J, R in zip(MASSES, CENTERS, moments, turns, strict=True)
    ]
    bodies = [
        pin.Inertia(m, np.array(c), R @ np.diag(J) @ R.T)
        for m, c, J, R in zip(MASSES, CENTERS, moments, turns, strict=True)
    ]
    base = np.asarray((about("x", 0.5) * along("z", 0.4)).homogeneous)
    rows = [(r[0] + 0.01, *r[1:]) for r in in_radians(UR10E)]  # no zeros that would hide a mistake
    columns = dict(zip(("a", "alpha", "d", "theta"), zip(*rows, strict=True), strict=True))
    robot = Robot.from_dh(
        **columns,  # type: ignore[arg-type]
        convention=convention,
        degrees=False,
        base=base,
        links=links,
        reversed_joints=turned,
    )
    model = SheetModel(rows, convention, "", turned, bodies, base)
    q, qd, qdd = rng.normal(size=(3, 6))
    torques = symoro.idm(robot, verify=False).compile()(q, qd, qdd, parameters={"G3": -9.81})
    expected = model.torques(q, qd, qdd, np.array([0, 0, -9.81]))
    # 15 digits of the inertias, and the sums of six links
    np.testing.assert_allclose(np.asarray(torques), expected, rtol=1e-11, atol=1e-11)


def test_gravity_is_along_the_world_of_the_base() -> None:
    """An arm that hangs from the ceiling: its first frame is turned, gravity is not."""
    ceiling = np.diag([1.0, -1.0, -1.0, 1.0])
    robot = from_sheet(UR10E, base=ceiling)
    assert (expression(0), expression(0), -symbol("G3")) == robot.base.G
    assert from_sheet(UR10E).base.G[2] == symbol("G3")
