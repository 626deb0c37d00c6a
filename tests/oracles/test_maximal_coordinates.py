"""Models of closed robots against maximal coordinates, at random motions with closed loops.

Six velocities a body, six rows a joint, Lagrange multipliers by least squares: the other route
knows neither trees nor passive joints. Postures are conditioned above 0.02: 1e-9 of the larger of 1
and the largest value is met with room.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from closed_motions import ClosedMotion, closed_motion, mode_of
from closed_robots import driven
from maximal_coordinates import MaximalCoordinates
from random_loops import (
    planar_loop,
    spatial_loop,
    spherical_loop,
    translational_loop,
    two_planar_loops,
)
from symoro import Model, Robot, library
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.errors import ModelError
from symoro.formats.par import read
from symoro.robot import Structure
from symoro.robot.variant import variant

TOLERANCE = 1e-9
KINDS = ("idm", "inertia", "ccg", "energy", "ddm")
LIBRARY = ("akr3000", "fivebar", "fourbar", "rssr", "rsur", "slidercrank", "spherical4r", "sr400")
ALL = ("ia", "friction", "wrench=all")


@cache
def _model(kind: str, robot: Robot, include: tuple[str, ...], options: tuple[Any, ...]) -> Model:
    made: Model = getattr(symoro, kind)(
        robot, include=[*include], level="O1", verify=False, **dict(options)
    )
    return made


def assert_agreement(
    robot: Robot,
    states: int = 1,
    kinds: tuple[str, ...] = KINDS,
    include: tuple[str, ...] = ALL,
    ways: int = 2,
    **options: Any,
) -> None:
    """Models agree where all positions are given and, as a second way, by motors alone.

    The mode of a model is that of the posture.
    """
    whole = variant(robot, include=include, floating_base=options.get("floating_base", False))
    held = actuated_robot(robot, None).held_joints
    for seed in range(states):
        here = closed_motion(whole, random.Random(f"{robot.name}|{seed}"), held=held)
        for own in _ways(robot, here)[:ways]:
            for kind in kinds:
                model = _model(kind, robot, include, tuple((options | own).items()))
                assert here.largest_error(model, kind) < TOLERANCE, (kind, own)


def _ways(robot: Robot, here: ClosedMotion) -> list[dict[str, Any]]:
    if (mode := mode_of(robot, here)) is None:
        return [{}]
    return [{"assembly_mode": mode}, {"assembly_mode": mode, "actuated": True}]


def test_the_route_gives_the_numbers_of_another_one() -> None:
    """Those of another program in maximal coordinates, which is not in this project."""
    cases = Path(__file__).with_name("closed_dynamics.json").read_text(encoding="utf-8")
    for case in json.loads(cases):
        robot, state = read(case["par"]), case["states"][0]
        values = dict(case["parameters"])
        for k, j in enumerate(robot.moving_joints):
            values[robot.variables[j].name] = state["q"][k]
            values |= {str(getattr(robot.frame(j), tag)): state[tag][k] for tag in ("QP", "QDP")}
        here = MaximalCoordinates(robot, values)
        for found, expected in (
            (here.gap, 0.0),
            (here.joint_rates, state["QP"]),
            (here.inertia, state["A"]),
            (here.bias, state["H"]),
            ([here.kinetic_energy, here.potential_energy], [state["E"], state["U"]]),
            (here.accelerations(np.array(state["direct"]["GAM"])), state["direct"]["QDP"]),
        ):
            size = max(1.0, float(np.abs(expected).max()))
            assert found == pytest.approx(np.array(expected), abs=1e-12 * size)


@pytest.mark.parametrize("name", LIBRARY)
def test_robots_of_the_library(name: str) -> None:
    assert_agreement(library.robot(name), ways=1)


@pytest.mark.parametrize("name", ["fourbar", "slidercrank"])
def test_motors_alone(name: str) -> None:
    assert_agreement(library.robot(name), states=3, kinds=("idm", "ddm"), ways=2)


@pytest.mark.parametrize("name", ["rssr", "slidercrank"])
def test_robots_on_a_floating_base(name: str) -> None:
    assert_agreement(library.robot(name), ways=1, floating_base=True)


@pytest.mark.parametrize("name", ["fivebar", "rsur"])
def test_robots_on_a_moving_base(name: str) -> None:
    assert_agreement(library.robot(name), kinds=("idm", "ddm"), ways=1, include=(*ALL, "base"))


@pytest.mark.parametrize(("name", "active"), [("fourbar", (4,)), ("fivebar", (1, 5))])
def test_a_motor_at_a_cut_joint(name: str, active: tuple[int, ...]) -> None:
    """Its place in the tree is empty; the passive joints bring it all of its effort."""
    assert_agreement(driven(library.robot(name), *active), kinds=("idm", "inertia", "ddm"), ways=1)


RANDOM: dict[str, tuple[Callable[[], tuple[Robot, tuple[int, ...]]], tuple[int, ...]]] = {
    "slides": (lambda: translational_loop(3), (3,)),
    "planar": (lambda: planar_loop("RRPR", 3, 13), (3,)),
    "prismatic passive": (lambda: planar_loop("PRRP", 2, 20), (4,)),
    "spherical": (lambda: spherical_loop(4, 0, 1), (2,)),
    "space": (lambda: spatial_loop("RRRRRPR", 5, 1), (2,)),
    "two loops": (lambda: two_planar_loops("RRPR", "RPRR", 1), (4, 8)),
    "two others": (lambda: two_planar_loops("RRPR", "RRRR", 8), (5, 8)),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_robots(name: str) -> None:
    make, motors = RANDOM[name]
    assert_agreement(driven(make()[0], *motors), kinds=("idm", "ddm"), ways=1)


def test_loops_that_close_with_few_lengths() -> None:
    """Lengths are drawn, and those that miss by least changed, until the loops close."""
    robot = driven(planar_loop("RRPR", 2, 25)[0], 1)
    assert symoro.idm(robot, level="O1").certificate is not None


@pytest.mark.filterwarnings("ignore::symoro.errors.RobotWarning")
def test_closed_robots_of_files(robot_file: Path) -> None:
    """All that have a model; the others say why."""
    robot = symoro.load(robot_file)
    if robot.structure is not Structure.CLOSED:
        pytest.skip(f"{robot_file.name} has no loops")
    if refusal := _refusal(robot):
        assert "mobility" in refusal
        return
    assert_agreement(robot, kinds=("idm",), include=("ia", "friction"), ways=1)


def _refusal(robot: Robot) -> str:
    """Why a robot has no models; empty if it has."""
    try:
        actuated_robot(robot, None)
    except ModelError as error:
        return str(error)
    return ""
