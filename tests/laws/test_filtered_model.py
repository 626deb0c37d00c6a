"""The rate of DEP K and DLQ K are the torques, along a smooth motion.

Torques are those of the inverse dynamic model, of the regressor for closed robots and floating
bases. Rates are exact (see `laws.duals`): 1e-11 of the largest term is left for the rounding of
some thousand operations, 1e-9 for closed robots, whose postures close to 1e-12 and are conditioned
above 0.02.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import symoro
from closed_robots import cylindrical_cut, seven_revolutes, spherical_cut, two_parallelograms
from laws.closing import consistent_motion, drawn_posture, motors
from laws.moving import Array, Moving, afloat, without_wrenches
from random_robots import random_tree
from symoro import Model, Robot, library
from symoro.expressions import ZERO
from symoro.robot import JointType, Structure, general_link, joint_frame
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.variant import variant

DRIVES = ("ia", "friction")
CLOSED = ("akr3000", "fivebar", "fourbar", "rsur", "slidercrank", "spherical4r", "sr400")


def torques(model: Model, moving: Moving) -> tuple[Array, float]:
    """d/dt (DEP K) + DLQ K, and the largest term in it."""
    K = moving.parameters(model)
    parts = moving.rates(model)["DEP"] * K, moving.outputs(model)["DLQ"] * K
    found: Array = (parts[0] + parts[1]).sum(axis=1)
    return found, max(1.0, *(float(np.abs(part).max()) for part in parts))


def assert_torques(robot: Robot, moving: Moving) -> None:
    found, size = torques(symoro.filtered_model(robot, level="O1", verify=False), moving)
    theirs = symoro.regressor(robot, level="O1", verify=False)
    expected = moving.outputs(theirs)["DG"] @ moving.parameters(theirs)
    assert found == pytest.approx(expected, abs=1e-9 * size)


def assert_idm(robot: Robot, seed: object) -> None:
    moving = Moving.drawn(robot, seed)
    found, size = torques(symoro.filtered_model(robot, level="O1", verify=False), moving)
    expected = moving.outputs(symoro.idm(robot, level="O1", verify=False))["GAM"]
    assert found == pytest.approx(expected, abs=1e-11 * size)


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_its_torques(name: str) -> None:
    assert_idm(variant(library.robot(name), None, DRIVES, equivalent_tree=True), name)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_tree_has_its_torques(seed: int) -> None:
    assert_idm(
        without_wrenches(random_tree(seed, moving_base=seed % 2 == 1, links=2 + seed % 6)), seed
    )


def parallel_axes() -> Robot:
    """Axes in one direction and against it, with slides and fixed frames between them."""
    R, P, F = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
    rows: tuple[tuple[int, JointType, dict[str, object]], ...] = (
        (0, R, {"alpha": "a1", "d": "D1", "gamma": "g1"}),
        (1, R, {"alpha": "Pi", "d": "D2", "r": "R2"}),
        (2, P, {"alpha": 0, "d": "D3", "theta": "h3"}),
        (3, R, {"alpha": 0, "d": "D4", "gamma": "g4"}),
        (4, F, {"alpha": "-Pi", "d": "D5", "theta": "h5", "r": "R5"}),
        (5, R, {"alpha": 0, "d": "D6", "b": "B6"}),
        (6, R, {"alpha": "a7", "d": "D7"}),
        (2, R, {"alpha": "2*Pi", "d": "D8"}),
    )
    frames = []
    for j, (antecedent, kind, geometry) in enumerate(rows, start=1):
        variable = {R: {"theta": f"t{j}"}, P: {"r": f"r{j}"}, F: {}}[kind]
        frames.append(joint_frame(j, antecedent, kind, **geometry, **variable))
    links = tuple(general_link(j) for j in range(1, len(rows) + 1))
    return Robot("parallel_axes", Structure.TREE, tuple(frames), links, random_tree(1).base)


@pytest.mark.parametrize("moves", [False, True])
def test_parallel_axes_share_what_they_have_in_common(moves: bool) -> None:
    robot = replace(parallel_axes(), base=random_tree(1, moving_base=moves, links=2).base)
    assert_idm(robot, moves)


@pytest.mark.parametrize("seed", range(8))
def test_a_floating_robot_has_the_force_and_moment_of_its_base(seed: int) -> None:
    robot = afloat(without_wrenches(random_tree(seed, moving_base=False, links=2 + seed % 3)))
    assert_torques(robot, Moving.drawn(with_base_inputs(robot), seed))


# Closed robots: a motion that keeps the loops closed, to second order


def closed_motion(robot: Robot, seed: str) -> Moving:
    rng = random.Random(seed)
    values, posture = drawn_posture(robot, rng)
    rates, more = ({j: rng.uniform(-1, 1) for j in motors(robot)} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    for k, j in enumerate(robot.moving_joints):
        frame = robot.frame(j)
        values[robot.variables[j].name] = float(motion.q[k])
        values[str(frame.QP)], values[str(frame.QDP)] = float(motion.qd[k]), float(motion.qdd[k])
    return Moving(robot, values)


@pytest.mark.parametrize("name", CLOSED)
def test_the_motors_of_a_library_robot_have_their_torques(name: str) -> None:
    robot = variant(library.robot(name), None, DRIVES)
    assert_torques(robot, closed_motion(robot, name))


@pytest.mark.parametrize(
    "robot",
    [
        two_parallelograms(),
        seven_revolutes(),
        spherical_cut(1),
        spherical_cut(2),
        cylindrical_cut("R"),
        cylindrical_cut("P"),
    ],
    ids=lambda robot: str(robot.name),
)
def test_the_motors_of_a_robot_with_spatial_loops_have_their_torques(robot: Robot) -> None:
    """Cut joints of several kinds: rates of the equations in a frame before the cut."""
    assert_torques(robot, closed_motion(robot, robot.name))


@pytest.mark.parametrize("name", ["akr3000", "fivebar", "slidercrank"])
def test_base_parameters_give_the_motors_of_a_closed_robot_their_torques(name: str) -> None:
    """Groupings that hold where the loops are closed hold in both parts of the model."""
    found = symoro.base_parameters(library.robot(name))
    moving = closed_motion(found.standard, name)
    model = symoro.filtered_model(found.robot, level="O1", verify=False)
    grouped = found.values({k: v for k, v in moving.now.items() if k in found.standard.symbols})
    K = np.array([grouped[label] for label in model.columns])
    parts = moving.rates(model)["DEP"] * K, moving.outputs(model)["DLQ"] * K
    size = max(1.0, *(float(np.abs(part).max()) for part in parts))
    theirs = symoro.regressor(found.standard, level="O1", verify=False)
    expected = moving.outputs(theirs)["DG"] @ moving.parameters(theirs)
    assert (parts[0] + parts[1]).sum(axis=1) == pytest.approx(expected, abs=1e-9 * size)


def test_a_closed_robot_on_a_floating_base_has_its_torques() -> None:
    robot = afloat(library.robot("fourbar"))
    whole = with_base_inputs(robot)
    drawn = Moving.drawn(whole, "afloat").now
    closed = closed_motion(library.robot("fourbar"), "afloat").now
    assert_torques(robot, Moving(whole, drawn | {k: v for k, v in closed.items() if k != "G3"}))


def test_without_gravity_and_base_motion_the_rows_are_those_of_the_kinetic_energy() -> None:
    """D1 qd-contracted is twice the energy: qd . DEP K = 2 E, by Euler's theorem."""
    robot = library.robot("stanford")
    robot = replace(robot, base=replace(robot.base, G=(ZERO, ZERO, ZERO)))
    filtered = symoro.filtered_model(robot, level="O1", verify=False)
    energy = symoro.energy_model(robot, level="O1", verify=False)
    moving = Moving.drawn(robot, 3)
    twice = moving.speeds @ moving.outputs(filtered)["DEP"] @ moving.parameters(filtered)
    once = moving.outputs(energy)["H"] @ moving.parameters(energy)
    assert twice == pytest.approx(2 * once, rel=1e-12)
