"""The regressor against pinocchio's: fixed, moving and floating bases.

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
from oracles.pinocchio_model import PinocchioRobot
from random_robots import names, random_tree
from symoro import library
from symoro.algebra.lambda_matrix import lambda_matrix
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.robot import INERTIAL, Base, BaseMotion, Robot, general_link
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.parameter import nonzero_parameters
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]

FLOATS = FloatArithmetic()
TOLERANCE = 1e-10
ORDER = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
PLACES = [ORDER.index(name) for name in INERTIAL]


def columns(robot: Robot, values: dict[str, float], rotation: Array) -> dict[str, Array]:
    """Pinocchio's column of each inertial parameter of the robot, by its place."""
    peer = PinocchioRobot(robot, values)
    model = peer.model
    q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    rows = []
    if peer.free:
        q[3:7] = pin.Quaternion(rotation).coeffs()
        w0, v0, vd0 = (peer.vector(getattr(robot.base, name)) for name in ("W0", "V0", "VP0"))
        v[:6] = np.concatenate([v0, w0])
        a[:6] = np.concatenate([vd0 - np.cross(w0, v0), peer.vector(robot.base.WP0)])
        rows = list(range(6)) if robot.base.motion is BaseMotion.FLOATING else []
    for j in robot.moving_joints:
        joint = model.joints[peer.joint[j]]
        q[joint.idx_q] = values[robot.variables[j].name]
        v[joint.idx_v] = peer.at(robot.frame(j).QP)
        a[joint.idx_v] = peer.at(robot.frame(j).QDP)
        rows.append(joint.idx_v)
    whole = pin.computeJointTorqueRegressor(model, model.createData(), q, v, a)[rows]
    found = {}
    for p in nonzero_parameters(robot, INERTIAL):
        body, placement = peer.joint[p.link], peer.placement[p.link]
        if not body:  # fixed to a base that stands
            found[str(p)] = np.zeros(len(rows))
            continue
        block = whole[:, 10 * (body - 1) : 10 * body][:, PLACES]
        turned = lambda_matrix(placement.rotation, placement.translation).astype(float)
        found[str(p)] = (block @ turned)[:, INERTIAL.index(p.name)]
    return found


def assert_agrees(robot: Robot, seed: int) -> None:
    """Compare all columns of inertial parameters; those that we leave out are zero there too."""
    rng = random.Random(seed)
    values = sample_values(robot, rng)
    filled = with_base_inputs(robot)
    values |= {name: rng.uniform(-1, 1) for name in sorted(filled.symbols - robot.symbols)}
    rotation = np.eye(3)  # gravity is in frame 0, but for a floating base
    if robot.base.motion is BaseMotion.FLOATING:
        rotation = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
        rotation *= np.linalg.det(rotation)
        for entries, row in zip(filled.base.Z, rotation, strict=False):
            values |= {str(e): float(x) for e, x in zip(entries, row, strict=False)}
    model = symoro.regressor(robot, level="O1", verify=False)
    flat = interpret(model.program, values, FLOATS)["DG"]
    D = np.array(flat).reshape(model.program.outputs[0].shape)
    theirs = columns(filled, values, rotation)
    scale = max(1.0, max(float(np.abs(column).max(initial=0.0)) for column in theirs.values()))
    ours = dict(zip(model.columns, D.T, strict=True))
    assert ours.keys() & theirs.keys()
    for label, column in theirs.items():
        found = ours.get(label, np.zeros(len(D)))
        assert np.abs(found - column).max(initial=0.0) / scale < TOLERANCE, label


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_columns_of_pinocchio(name: str) -> None:
    assert_agrees(library.robot(name).equivalent_tree(), seed=len(name))


@pytest.mark.parametrize("seed", range(30))
def test_a_random_tree_has_the_columns_of_pinocchio(seed: int) -> None:
    assert_agrees(random_tree(seed, moving_base=seed % 2 == 1), seed)


@pytest.mark.parametrize("seed", range(12))
def test_a_robot_on_a_floating_base_has_the_columns_of_pinocchio(seed: int) -> None:
    """Six rows of the base first: force and moment on a free flyer, in its own frame."""
    robot = random_tree(seed, moving_base=False)
    base = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    assert_agrees(replace(robot, base=base), seed)
