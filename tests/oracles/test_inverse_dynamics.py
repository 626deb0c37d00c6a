"""Inverse dynamics against two independent routes: our reference and pinocchio's rnea.

Tolerance 1e-10 relative to the largest effort: both routes are backward stable sums of a few
hundred products, so round-off stays three or more orders below it.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from oracles.pinocchio_model import PinocchioRobot
from random_robots import random_tree
from symoro import idm, library
from symoro.expressions import ZERO, FloatArithmetic, symbol
from symoro.ir import interpret
from symoro.pipeline.model import Model
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import Base, BaseMotion, JointType, Robot, Structure, general_link, joint_frame
from symoro.verify.sampling import resample_state, sample_values

FLOATS = FloatArithmetic()
TOLERANCE = 1e-10


def assert_agrees(model: Model, seed: int, states: int = 2) -> None:
    rng = random.Random(seed)
    robot = model.robot
    drawn = sample_values(robot, rng)
    for _ in range(states):
        values = resample_state(robot, drawn, rng)
        found = np.array(interpret(model.program, values, FLOATS)["GAM"])
        reference = inverse_dynamics(robot, values, FLOATS, float)
        expected = np.array(list(reference.tau.values()))
        peer = PinocchioRobot(robot, values).rnea()
        scale = max(1.0, float(np.abs(expected).max()))
        assert np.abs(found - expected).max() / scale < TOLERANCE
        assert np.abs(found - peer).max() / scale < TOLERANCE


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_torques_of_both_references(name: str) -> None:
    loaded = library.robot(name)
    model = idm(loaded, equivalent_tree=loaded.n_loops > 0, verify=False)
    assert_agrees(model, seed=len(name), states=4)


@pytest.mark.parametrize("seed", range(200))
def test_a_random_tree_has_the_torques_of_both_references(seed: int) -> None:
    level = "O1" if seed % 4 else "O2"
    assert_agrees(idm(random_tree(seed), level=level, verify=False), seed)


@pytest.mark.parametrize("name", ["rx90", "panda", "mobile3w"])
def test_rotor_inertia_friction_and_wrenches_can_be_asked_for(name: str) -> None:
    robot = library.robot(name)
    model = idm(robot, include=["ia", "friction", f"wrench={robot.n_links}"], verify=False)
    assert model.operations.functions["sign"] == len(robot.moving_joints)
    assert_agrees(model, seed=1)


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_reactions_equal_the_reference_on_every_link(seed: int) -> None:
    robot = random_tree(seed)
    model = idm(robot, outputs=["E", "N"], verify=False)
    values = sample_values(robot, random.Random(seed))
    found = interpret(model.program, values, FLOATS)
    reference = inverse_dynamics(robot, values, FLOATS, float)
    for name, expected in (("E", reference.f), ("N", reference.n)):
        rows = np.array([expected[j] for j in robot.outward()]).ravel()
        assert np.array(found[name]) == pytest.approx(rows, rel=TOLERANCE, abs=TOLERANCE * 100)


def test_a_base_that_turns_moves_a_joint_that_is_offset_from_it() -> None:
    """U0 is not zero: with W0 alone, a mass at rest on an offset joint is pulled outwards."""
    robot = turntable()
    model = idm(robot, verify=False)
    zeros = dict.fromkeys(robot.symbols, 0.0)
    values = zeros | {"M1": 2.0, "offset": 0.5, "WZ": 3.0}
    assert interpret(model.program, values, FLOATS)["GAM"] == [pytest.approx(-2.0 * 9.0 * 0.5)]


def turntable() -> Robot:
    """A slider along x0, at a distance from the axis about which the base turns."""
    slider = joint_frame(
        1, 0, JointType.PRISMATIC, gamma="Pi/2", alpha="Pi/2", r="r1 + offset", theta=0
    )
    base = Base(motion=BaseMotion.MOVING, W0=(ZERO, ZERO, symbol("WZ")))
    return Robot("turntable", Structure.SIMPLE, (slider,), (general_link(1),), base)
