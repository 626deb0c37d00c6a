"""Arms of textbooks by Paul's method: known joints, known counts, all types of few joints."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.references.inverse_geometry import distance
from symoro.robot import Robot

TYPED = 1e-6  # joints and poses are printed with six digits or more
CLOSE = 1e-9

RX130L_POSE = [  # [Course]: the RX130L at (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    [0.1216976814, -0.6066717260, -0.7855820079, 0.1682283272],
    [0.8183638247, 0.5091974688, -0.2664556026, 0.0168791340],
    [0.5616674503, -0.6104648676, 0.5584463454, 0.9359322015],
    [0, 0, 0, 1],
]
RX130L_JOINTS = [
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    [0.1, 0.2, 0.3, -2.741593, -0.5, -2.541593],
    [0.1, 2.584154, 2.841593, 0.193815, 1.819085, 1.003488],
    [0.1, 2.584154, 2.841593, -2.947778, -1.819085, -2.138105],
    [-3.041593, 0.557438, 0.3, -2.947778, 1.819085, 1.003488],
    [-3.041593, 0.557438, 0.3, 0.193815, -1.819085, -2.138105],
    [-3.041593, 2.941593, 2.841593, -2.741593, 0.5, 0.6],
    [-3.041593, 2.941593, 2.841593, 0.4, -0.5, -2.541593],
]


def solve(model: InverseGeometry, pose: Any, **options: Any) -> Solutions:
    solutions = model.solutions(pose, **options)
    assert isinstance(solutions, Solutions)
    return solutions


def test_the_rx130l_has_the_eight_solutions_of_the_course() -> None:
    robot = symoro.load("rx130l")
    assert isinstance(robot, Robot)
    model = symoro.igm(robot, verify=False)
    solutions = solve(model, RX130L_POSE, parameters=robot.values[0].name)
    assert len(solutions) == len(RX130L_JOINTS)
    turns = np.full(6, True)
    for row in RX130L_JOINTS:
        assert min(distance(np.array(row), each, turns, 1.0) for each in solutions.q) < 3 * TYPED


@dataclass(frozen=True)
class Arm:
    """A chain of a textbook: its columns, what is given of a pose, and how many solutions it has.

    Attributes:
        columns: alpha, d, theta_offset, r, sigma.
        types: of the equations, in the order in which they are solved.
    """

    columns: tuple[tuple[Any, ...], ...]
    elements: str
    solutions: int
    types: tuple[str, ...]
    tool: tuple[float, float] | None = None


QUARTER = math.pi / 2
ARMS = {
    "RP": Arm(((0, QUARTER), (0, 0), (0, 0), (0, 0), (0, 1)), "", 1, ("3", "1")),
    "RPP": Arm(
        ((0, 0, -QUARTER), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 1, 1)), "", 1, ("1", "3", "1")
    ),
    "RRP": Arm(
        ((0, QUARTER, QUARTER), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)), "", 1, ("3", "3", "1")
    ),
    "RRP by its point": Arm(
        ((0, QUARTER, QUARTER), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1)), "P", 4, ()
    ),
    "RRP with a shoulder": Arm(
        ((0, -QUARTER, QUARTER), (0, 0, 0), (0, 0, 0), (0, 0.15, 0), (0, 0, 1)), "P", 4, ()
    ),
    "PPP": Arm(
        ((0, -QUARTER, QUARTER), (0, 0, 0), (0, -QUARTER, 0), (0, 0, 0), (1, 1, 1)), "P", 1, ()
    ),
    "PRR": Arm(((0, 0, 0), (0, 0, 0.5), (0, 0, 0), (0, 0, 0), (1, 0, 0)), "", 1, (), (0.3, 0.0)),
    "planar 2R by its point": Arm(
        ((0, 0), (0, 1), (0, 0), (0, 0), (0, 0)), "P", 2, ("8", "3"), (1.0, 0.0)
    ),
    "planar 3R": Arm(
        ((0, 0, 0), (0, 0.5, 0.4), (0, 0, 0), (0, 0, 0), (0, 0, 0)), "", 2, ("3", "8", "3")
    ),
    "planar 3R with a tool": Arm(
        ((0, 0, 0), (0, 0.5, 0.4), (0, 0, 0), (0, 0, 0), (0, 0, 0)), "", 2, (), (0.2, 0.1)
    ),
    "planar 3R by point and axis": Arm(
        ((0, 0, 0), (0, 0.5, 0.4), (0, 0, 0), (0, 0, 0), (0, 0, 0)), "P,s", 2, (), (0.2, 0.1)
    ),
    "RRR with a tool, by its point": Arm(
        ((0, QUARTER, 0), (0, 0, 0.45), (0, 0, 0), (0, 0, 0), (0, 0, 0)), "P", 4, (), (0.3, 0.0)
    ),
    "SCARA": Arm(
        ((0, 0, 0, 0), (0, 0.3, 0.25, 0), (0,) * 4, (0,) * 4, (0, 0, 0, 1)),
        "",
        2,
        ("1", "3", "8", "3"),
    ),
    "SCARA by point and axis": Arm(
        ((0, 0, 0, 0), (0, 0.3, 0.25, 0), (0,) * 4, (0,) * 4, (0, 0, 0, 1)), "P,s", 2, ()
    ),
}


@pytest.mark.parametrize("name", ARMS)
def test_an_arm_of_few_joints_is_solved(name: str) -> None:
    arm = ARMS[name]
    tool = None if arm.tool is None else np.eye(4)
    if tool is not None and arm.tool is not None:
        tool[:2, 3] = arm.tool
    alpha, d, theta, r, sigma = arm.columns
    robot = Robot.from_mdh(alpha, d, theta, r, sigma, tool=tool)
    model = symoro.igm(robot, "paul", elements=arm.elements)
    assert model.certificate is not None
    types = tuple(step.table.removeprefix("type ") for step in model.tree.steps)
    assert not arm.types or types == arm.types
    chain, size = chain_and_size(model, {})
    rng = np.random.default_rng(3)
    for _ in range(20):
        q = rng.uniform(-1, 1, len(sigma)) * np.where(chain.turns, np.pi, size)
        pose = chain.poses(q[None])[0]
        solutions = solve(model, pose)
        assert len(solutions) == arm.solutions
        assert min(distance(q, row, chain.turns, size) for row in solutions.q) < CLOSE
        read = ["snaP".index(column) for column in model.elements]
        gaps = np.abs(chain.poses(solutions.q) - pose)[:, :3, read]
        assert gaps.max() < CLOSE
