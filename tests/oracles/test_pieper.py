"""Pieper's method by other routes: published cases, random robots of all structures, and Paul."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symoro
from oracles.test_inverse_geometry import CASES, TOLERANCE, gap, pose_of, robot_of
from pieper_structures import SLIDES, WRISTS, random_structure
from singular_poses import least_rates
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.compile.compiled_inverse import InverseBatch
from symoro.references.inverse_geometry import distance

BY_PIEPER = 93  # of the cases Pieper's method solves that many


def refuses(case: dict[str, Any]) -> bool:
    elements = case.get("options", {}).get("elements", ())
    try:
        symoro.igm(robot_of(case), "pieper", elements=elements, verify=False)
    except symoro.ModelError:
        return True
    return False


def solve(model: InverseGeometry, pose: Any, values: Any = None) -> Solutions:
    solutions = model.solutions(pose, parameters=values)
    assert isinstance(solutions, Solutions)
    return solutions


TAKEN = [case for case in CASES if not refuses(case)]


def test_most_cases_have_one_of_the_structures() -> None:
    assert len(TAKEN) == BY_PIEPER


@pytest.mark.parametrize("case", TAKEN, ids=lambda case: case["robot"])
def test_all_solutions_are_given_and_no_others(case: dict[str, Any]) -> None:
    robot = robot_of(case)
    solutions = solve(symoro.igm(robot, "pieper", verify=False), pose_of(case))
    expect = case.get("expect", {})
    wanted = [np.array(row) for row in case["solutions"] or expect.get("isolated", [])]
    isolated = solutions.q[: len(solutions.q) - len(solutions.families)]
    assert len(isolated) == len(wanted)
    bound = TOLERANCE.get(case["kind"], 0.0)
    for row in wanted:
        assert min(gap(robot, row, each) for each in isolated) < bound
    assert np.all(solutions.residuals < 1e-12)
    assert list(solutions.multiplicity[: len(wanted)]) == expect.get(
        "multiplicity", [1] * len(wanted)
    )
    assert len(solutions.families) == len(expect.get("families", []))


@pytest.mark.parametrize("structure", [*WRISTS, *SLIDES])
def test_random_robots_of_each_structure_are_solved(structure: str) -> None:
    """100 poses of each: the error of a pose may be 1e-9 within 1e-6 of a singularity."""
    rng = np.random.default_rng(sum(map(ord, structure)))
    robot = random_structure(structure, rng)
    model = symoro.igm(robot, "pieper", verify=False)
    slides = structure.count("P")
    wrist = "(" in structure
    assert model.most_solutions == (2 if slides == 3 else 4 if slides == 2 and wrist else 8)
    chain, size = chain_and_size(model, {})
    postures = rng.uniform(-1, 1, (100, 6)) * np.where(chain.turns, np.pi, size / 2)
    every = model.solutions(chain.poses(postures))
    assert isinstance(every, list)
    for q, solutions in zip(postures, every, strict=True):
        assert len(solutions.q) <= model.most_solutions
        assert min(distance(q, row, chain.turns, size) for row in solutions.q) < 1e-8
        worst = solutions.residuals.max()
        assert worst < 1e-12 or (
            worst < 1e-9 and least_rates(chain, solutions.q, size).min() < 1e-6
        )


@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "kr5"])
def test_paul_and_pieper_give_the_same_solutions(name: str) -> None:
    """1,000 poses of each, in native code."""
    robot = symoro.load(name)
    rng = np.random.default_rng(7)
    lengths = robot.geometry_symbols - {each.name for each in robot.variables.values()}
    values = {name: float(rng.uniform(0.2, 0.8)) for name in sorted(lengths)}
    paul, pieper = (symoro.igm(robot, method, verify=False) for method in ("paul", "pieper"))
    chain, size = chain_and_size(paul, values)
    postures = rng.uniform(-1, 1, (1000, 6)) * np.where(chain.turns, np.pi, size)
    poses = chain.poses(postures)
    one, two = (each.compile()(poses, parameters=values) for each in (paul, pieper))
    assert isinstance(one, InverseBatch)
    assert isinstance(two, InverseBatch)
    assert (one.counts == two.counts).all()
    for k in range(len(poses)):
        gaps = np.abs(one[k][:, None] - two[k])
        gaps = np.where(chain.turns, np.minimum(gaps, 2 * np.pi - gaps), gaps / size).max(axis=2)
        assert gaps.min(axis=0).max() < 1e-8
        assert gaps.min(axis=1).max() < 1e-8


def test_a_pose_out_of_reach_has_the_distance_of_the_centre() -> None:
    """Where an equation of the fourth degree fails, the distance is searched for."""
    robot = random_structure("RRR(RRR)", np.random.default_rng(4))
    model = symoro.igm(robot, "pieper", verify=False)
    chain, _ = chain_and_size(model, {})
    pose = chain.poses(np.full((1, 6), 0.4))[0]
    pose[:3, 3] = (4.0, 0.0, 0.0)
    far = solve(model, pose).unreachable
    pose[:3, 3] = (5.0, 0.0, 0.0)
    farther = solve(model, pose).unreachable
    assert far is not None
    assert farther is not None
    assert far.unit == "m"
    # the centre moves by the same step as the end, nearly along the line to the robot
    assert 0.9 < farther.distance - far.distance <= 1.0
