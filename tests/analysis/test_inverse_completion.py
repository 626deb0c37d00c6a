"""Solutions at poses where an equation of the tree vanishes, or nearly does."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.expressions import expression
from symoro.references.inverse_geometry import distance, search, wrap
from symoro.robot import Robot
from symoro.robot.frame import Limits


def solve(model: InverseGeometry, q: Any, values: Any = None, **options: Any) -> Solutions:
    """The solutions of the pose that some joints give."""
    numbers = model.robot.parameter_values(values) if values else {}
    names = dict(zip(model.joints, q, strict=True))
    fixed = {name: names[name] for name in options.pop("fixed", ())}
    chain, _ = chain_and_size(model, {**numbers, **fixed})
    free = [names[str(model.robot.variables[j])] for j in chain.joints]
    pose = chain.poses(np.array([free]))[0]
    solutions = model.solutions(pose, parameters=values, fixed=fixed, **options)
    assert isinstance(solutions, Solutions)
    assert np.all(solutions.residuals < 1e-12)
    return solutions


def gap(a: Any, b: Any) -> float:
    return distance(np.array(a), np.array(b), np.full(len(a), True), 1.0)


@pytest.mark.parametrize("elbow", [0.02, 1e-3, 1e-5, 0.0])
def test_a_family_of_a_narrow_range_is_found(elbow: float) -> None:
    """UR5, last axis parallel, arm nearly stretched: only few angles of its circle are in reach."""
    model = symoro.igm(symoro.load("ur5"), verify=False)
    q = [0.3, -0.5, elbow, -1.5, 0, -0.6]
    solutions = solve(model, q, "maker")
    ends = [family(-0.6) for family in solutions.families]
    assert min(gap(row, q) for row in ends if row is not None) < 1e-6
    reached = [
        family(x) is not None for family in solutions.families for x in np.arange(-3, 3, 0.5)
    ]
    assert not all(reached)


def four_joints() -> Robot:
    return Robot.from_mdh(
        [0, 0, "Pi/4", "-Pi/4"],
        [-0.274, 0.149, 0, 0.487],
        [0, "Pi", "Pi", "Pi/4"],
        [0] * 4,
        [0] * 4,
    )


def test_isolated_solutions_behind_an_equation_that_vanishes_are_found() -> None:
    """All three axes are parallel there, and the pose still tells every angle."""
    model = symoro.igm(four_joints(), verify=False)
    q = np.array([-math.pi / 2, math.pi / 2, math.pi, 0])
    solutions = solve(model, q)
    chain, size = chain_and_size(model, {})
    others = search(chain, chain.poses(q[None])[0], "snaP", size, 100, np.random.default_rng(1))
    assert len(others) == 2
    assert not solutions.families
    assert len(solutions) == 2
    for row in others:
        assert min(gap(row, each) for each in solutions.q) < 1e-6


def test_a_stand_in_for_a_lost_root_that_meets_the_pose_is_kept() -> None:
    """Sine and cosine of joint 4 have four digits there, and a little too much length."""
    model = symoro.igm(four_joints(), verify=False)
    q = [-2.876859170479018, 1.1069607298742498e-12, 3.141592653588686, 1.5707963267937897]
    solutions = solve(model, q)
    assert len(solutions) == 1
    assert gap(solutions.q[0], q) < 1e-6


@pytest.mark.parametrize("angle", [0.0, 1e-13, 1e-11, 1e-9, 1e-6])
def test_a_length_whose_factor_vanishes_is_found(angle: float) -> None:
    """The slide of joint 4 comes from an element that has the sine of joint 2 as its factor."""
    robot = Robot.from_mdh(
        [0, "Pi/4", -0.6, "Pi"], [0, 0.5, 0, 0], [0] * 4, [0, -0.3, 0.12, 0], [1, 0, 0, 1]
    )
    model = symoro.igm(robot, verify=False)
    q = [0.2, angle, 0.7, 0.3]
    solutions = solve(model, q)
    assert min(gap(q, row) for row in solutions.q) < 1e-8


def test_a_family_has_columns_of_fixed_joints() -> None:
    model = symoro.igm(symoro.load("rx90"), fix="t1", elements="a,P", verify=False)
    q = [0.3, -0.5, 0.8, 0.4, 0.9, -0.6]
    solutions = solve(model, q, {"D3": 0.45, "RL4": 0.45}, fixed=("t1",))
    assert solutions.families
    for family in solutions.families:
        row = family(1.1)
        assert row is not None
        assert len(row) == len(model.joints)
        assert row[0] == 0.3
        assert row[5] == pytest.approx(1.1)


def test_a_family_of_which_a_part_is_within_limits_stays() -> None:
    robot = symoro.load("rx90")
    assert isinstance(robot, Robot)
    frames = list(robot.frames)
    frames[3] = replace(frames[3], limits=Limits(expression("0.5"), expression("2")))
    model = symoro.igm(replace(robot, frames=tuple(frames)), verify=False)
    q = [0.3, -0.5, 0.8, 1.0, 0, -0.6]
    solutions = solve(model, q, {"D3": 0.45, "RL4": 0.45}, limits=True)
    rows = [solutions.q[family.row] for family in solutions.families]
    assert len(rows) == 2
    assert all(0.5 <= row[3] <= 2 for row in rows)
    assert np.all(solutions.q[:, 3] >= 0.5)
    assert {joint for _, joint in solutions.removed} <= {"t4"}


def test_a_wrist_without_lengths_meets_a_pose_whose_point_is_rounded() -> None:
    model = symoro.igm(symoro.load("rx90"), from_=4, to=6, verify=False)
    chain, _ = chain_and_size(model, {"D3": 0.45, "RL4": 0.45})
    pose = chain.poses(np.array([[0.4, -0.6]]))[0]
    pose[:3, 3] = (1e-17, -2e-17, 0)
    solutions = model.solutions(pose, parameters={"D3": 0.45, "RL4": 0.45})
    assert isinstance(solutions, Solutions)
    assert len(solutions) == 1
    batch = model.solutions(np.array([pose] * 1000), parameters={"D3": 0.45, "RL4": 0.45})
    assert isinstance(batch, list)
    assert len(batch[0]) == 1
    assert len(model.compile().prepare({})(pose)) == 1


def test_an_angle_just_above_half_a_turn_is_half_a_turn() -> None:
    angles = np.array([[math.pi], [-math.pi], [np.nextafter(math.pi, 4)], [3.141592653589794]])
    wrapped = wrap(angles, np.array([True]))
    assert np.all(wrapped > -math.pi)
    assert np.all(wrapped <= math.pi)


def test_a_search_goes_on_where_a_joint_moves_nothing() -> None:
    arm = Robot.from_mdh([0, 0], [0, 0], [0, 0], [0, 0.3], [0, 0])
    chain, _ = chain_and_size(symoro.igm(arm, fix="t2", verify=False), {"t2": 0.0})
    pose = chain.poses(np.array([[0.4]]))[0]
    assert len(search(chain, pose, "P", 0.3, 20, np.random.default_rng(1))) > 0
