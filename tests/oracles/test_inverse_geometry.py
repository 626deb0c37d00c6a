"""All solutions of 97 poses, computed elsewhere in two independent ways.

The numbers are recomputed ones: an elimination in sixty digits and a search from 30,000 random
starts agree on each (spherical wrists, three prismatic joints), or have been published with their
robots (RX90, Puma, UR5, KR5, Stanford, Tsai and Morgan's first arm). Robots that neither Paul's
method nor Pieper's solves are not among them.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from symoro.analysis.inverse_geometry import Solutions
from symoro.catalog.geometric.inverse_solutions import InverseGeometry
from symoro.expressions import expression
from symoro.robot import Robot

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_suffix("").with_name("inverse_geometry.json").read_text(encoding="utf-8")
)
BY_PAUL = 60  # of them Paul's method solves that many
TOLERANCE = {"set": 1e-8, "family": 1e-8, "double": 1e-5}
"""Of joints: poses are rounded to doubles, which moves a double root by their square root."""


def robot_of(case: dict[str, Any]) -> Robot:
    tool = np.array(case["E"]) if "E" in case else None
    table = {name: case[name] for name in ("alpha", "d", "r", "sigma")}
    robot = Robot.from_mdh(**table, theta_offset=case["theta0"], tool=tool)
    if "Z" not in case:
        return robot
    rows: Any = tuple(tuple(map(expression, row)) for row in case["Z"])
    return replace(robot, base=replace(robot.base, Z=rows))


def pose_of(case: dict[str, Any]) -> npt.NDArray[np.float64]:
    return np.array([*case["T"], [0, 0, 0, 1]], dtype=float)


def gap(robot: Robot, a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> float:
    """The largest difference of two postures, angles modulo a turn."""
    turns = np.array([robot.frame(j).sigma.name == "REVOLUTE" for j in robot.moving_joints])
    wrapped = np.mod(a - b + math.pi, 2 * math.pi) - math.pi
    return float(np.abs(np.where(turns, wrapped, a - b)).max())


def solve(model: InverseGeometry, case: dict[str, Any]) -> Solutions:
    solutions = model.solutions(pose_of(case))
    assert isinstance(solutions, Solutions)
    return solutions


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["robot"])
def test_all_solutions_are_given_and_no_others(case: dict[str, Any]) -> None:
    robot = robot_of(case)
    elements = case.get("options", {}).get("elements", ())
    model = symoro.igm(robot, elements=elements, verify=False)
    solutions = solve(model, case)
    expect = case.get("expect", {})
    wanted = [np.array(row) for row in case["solutions"] or expect.get("isolated", [])]
    isolated = solutions.q[: len(solutions.q) - len(solutions.families)]
    assert len(isolated) == len(wanted)
    bound = TOLERANCE.get(case["kind"], 0.0)
    for row in wanted:
        assert min(gap(robot, row, each) for each in isolated) < bound
    assert np.all(solutions.residuals < 1e-12)
    assert np.all(solutions.q > -math.pi - 1e-15) or any(robot.frame(j).sigma for j in (1, 2, 3))
    assert list(solutions.multiplicity[: len(wanted)]) == expect.get(
        "multiplicity", [1] * len(wanted)
    )
    assert len(solutions.families) == len(expect.get("families", []))


def test_pauls_method_solves_most_of_them() -> None:
    solved = 0
    for case in CASES:
        try:
            symoro.igm(
                robot_of(case),
                "paul",
                elements=case.get("options", {}).get("elements", ()),
                verify=False,
            )
        except symoro.ModelError:
            continue
        solved += 1
    assert solved == BY_PAUL


def named(name: str) -> dict[str, Any]:
    return next(case for case in CASES if case["robot"] == name)


def test_a_singular_wrist_is_a_family_whose_angles_have_a_constant_sum() -> None:
    case = named("wrist singular RX90")
    robot = robot_of(case)
    solutions = solve(symoro.igm(robot, verify=False), case)
    for family in solutions.families:
        assert (family.dimension, family.free) == (1, ("t4", "t6"))
        start = solutions.q[family.row]
        (wanted,) = (
            each for each in case["expect"]["families"] if abs(each["fixed"]["1"] - start[0]) < 1e-8
        )
        for x in (-2.0, 0.7, 3.0):
            row = family(x)
            assert row is not None
            total = np.dot(wanted["relation"]["coefficients"], row) - wanted["relation"]["value"]
            assert abs(math.remainder(total, 2 * math.pi)) < 1e-9
            assert row[3] == pytest.approx(x, abs=1e-12)


def test_a_pose_out_of_reach_says_how_far_it_is() -> None:
    case = named("unreachable RX90")
    solutions = solve(symoro.igm(robot_of(case), verify=False), case)
    assert solutions.unreachable is not None
    assert solutions.unreachable.unit == "m"
    assert solutions.unreachable.distance == pytest.approx(case["expect"]["distance"], abs=1e-9)
