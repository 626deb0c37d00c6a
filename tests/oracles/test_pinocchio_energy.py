"""The energy model against pinocchio's regressors of kinetic and potential energy.

Pinocchio has ten columns for the body of each joint, ordered m, mc, then XX XY YY XZ YZ ZZ about
the joint's frame; a link that is fixed to such a body is written there by the lambda matrix.
Tolerance 1e-10 of the largest element: both routes are backward stable.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pinocchio as pin
import pytest

import symoro
from laws.moving import FLOATS, Moving, afloat, without_wrenches
from oracles.pinocchio_model import PinocchioRobot
from random_robots import random_tree
from symoro import Robot, library
from symoro.algebra.lambda_matrix import lambda_matrix
from symoro.expressions import evaluate
from symoro.robot import INERTIAL, BaseMotion
from symoro.robot.floating_base import with_base_inputs, with_position
from symoro.robot.parameter import nonzero_parameters

Array = npt.NDArray[np.float64]

TOLERANCE = 1e-10
ORDER = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
PLACES = [ORDER.index(name) for name in INERTIAL]


def energies(robot: Robot, values: dict[str, float]) -> dict[str, float]:
    """Pinocchio's energy of a unit of each inertial parameter; links fixed to the world apart."""
    peer = PinocchioRobot(robot, values)
    model, data = peer.model, peer.model.createData()
    q, v = pin.neutral(model), np.zeros(model.nv)
    if peer.free:
        Z = np.array([[evaluate(e, values, FLOATS) for e in row] for row in robot.base.Z])
        q[:3], q[3:7] = Z[:3, 3], pin.Quaternion(Z[:3, :3]).coeffs()
        v[:6] = np.concatenate([peer.vector(robot.base.V0), peer.vector(robot.base.W0)])
    for j in robot.moving_joints:
        joint = model.joints[peer.joint[j]]
        q[joint.idx_q] = values[robot.variables[j].name]
        v[joint.idx_v] = peer.at(robot.frame(j).QP)
    row: Array = pin.computeKineticEnergyRegressor(model, data, q, v).ravel()
    row = row + pin.computePotentialEnergyRegressor(model, data, q).ravel()
    found = {}
    for p in nonzero_parameters(robot, INERTIAL):
        body, placement = peer.joint[p.link], peer.placement[p.link]
        if body:
            block = row[10 * (body - 1) : 10 * body][PLACES]
            turned = lambda_matrix(placement.rotation, placement.translation).astype(float)
            found[str(p)] = float((block @ turned)[INERTIAL.index(p.name)])
    return found


def assert_agrees(robot: Robot, seed: object) -> None:
    whole = with_position(with_base_inputs(robot))
    moving = Moving.drawn(whole, seed)
    if robot.base.motion is BaseMotion.FLOATING:  # pinocchio wants a right-handed frame
        rotation = pin.exp3(np.random.default_rng(1).uniform(-2, 2, 3))
        places = [(whole.base.Z[r][c], rotation[r, c]) for r, c in np.ndindex(3, 3)]
        moving = replace(moving, now=moving.now | {str(e): float(x) for e, x in places})
    model = symoro.energy_model(robot, level="O1", verify=False)
    ours = dict(zip(model.columns, moving.outputs(model)["H"], strict=True))
    theirs = energies(whole, moving.now)
    common = ours.keys() & theirs.keys()
    assert common
    scale = max(1.0, *map(abs, theirs.values()))
    for label in common:
        assert abs(ours[label] - theirs[label]) / scale < TOLERANCE, label


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_energy_of_pinocchio(name: str) -> None:
    assert_agrees(library.robot(name).equivalent_tree(), name)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_tree_has_the_energy_of_pinocchio(seed: int) -> None:
    assert_agrees(without_wrenches(random_tree(seed, moving_base=False)), seed)


@pytest.mark.parametrize("seed", range(10))
def test_a_floating_tree_has_the_energy_of_pinocchio(seed: int) -> None:
    assert_agrees(afloat(without_wrenches(random_tree(seed, moving_base=False))), seed)


def test_a_column_that_is_left_out_is_constant_there_too() -> None:
    robot = library.robot("rx90")
    model = symoro.energy_model(robot, level="O1", verify=False)
    rng = random.Random(4)
    first = Moving.drawn(robot, 4)
    other = {str(v): rng.uniform(-1, 1) for v in robot.variables.values()}
    one, two = energies(robot, first.now), energies(robot, first.now | other)
    left_out = one.keys() - set(model.columns)
    assert left_out
    for label in left_out:
        assert one[label] == pytest.approx(two[label], abs=1e-12)
