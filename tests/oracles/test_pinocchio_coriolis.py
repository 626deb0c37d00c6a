"""Coriolis matrix, momentum and Slotine and Li's regressor against pinocchio, 1e-10 relative.

A floating base is pinocchio's free flyer: velocity and angular velocity in its own frame, with the
derivatives of these components.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pinocchio as pin
import pytest

import symoro
from laws.moving import Moving, afloat, without_wrenches
from oracles.pinocchio_model import PinocchioRobot
from random_robots import random_tree
from symoro import Model, Robot, library
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.robot import BaseMotion
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.parameter import DYNAMIC, labels, nonzero_parameters

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
TOLERANCE = 1e-10


@dataclass(frozen=True)
class Peer:
    """Pinocchio's matrices for a robot; rows and columns in the order of ours."""

    A: Array
    C: Array
    Q: Array
    qd: Array


def peer(robot: Robot, values: dict[str, float]) -> Peer:
    other = PinocchioRobot(robot, values)
    model = other.model
    q, v = pin.neutral(model), np.zeros(model.nv)
    rows: list[int] = []
    if other.free:
        assert robot.base.link is not None
        inertia = other.inertia(robot.base.link)
        model.appendBodyToJoint(other.joint[0], inertia, pin.SE3.Identity())
        R = np.array([other.vector(row[:3]) for row in robot.base.Z[:3]])
        q[3:7] = pin.Quaternion(R).coeffs()
        v[:6] = np.concatenate([other.vector(robot.base.V0), other.vector(robot.base.W0)])
        rows = list(range(6))
    for j in robot.moving_joints:
        joint = model.joints[other.joint[j]]
        q[joint.idx_q] = values[robot.variables[j].name]
        v[joint.idx_v] = other.at(robot.frame(j).QP)
        rows.append(joint.idx_v)
    data = model.createData()
    C = pin.computeCoriolisMatrix(model, data, q, v).copy()
    upper = np.triu(pin.crba(model, data, q))
    A = upper + np.triu(upper, 1).T
    rotors = [0.0] * (6 if other.free else 0) + [
        other.at(robot.link(j).IA) for j in robot.moving_joints
    ]
    Q = pin.computeGeneralizedGravity(model, data, q)
    both = np.ix_(rows, rows)
    return Peer(A[both] + np.diag(rotors), C[both], Q[rows], v[rows])


def numbers(model: Model, values: dict[str, float], seed: int) -> tuple[dict[str, float], Array]:
    """Numbers for the arguments that are no symbols of the robot, in their order."""
    rng = np.random.default_rng(seed)
    fresh = [item.name for item in model.program.inputs if item.name not in values]
    drawn = rng.uniform(-1, 1, len(fresh))
    return dict(zip(fresh, map(float, drawn), strict=True)), drawn


def outputs(model: Model, values: dict[str, float]) -> dict[str, Array]:
    found = interpret(model.program, values, FLOATS)
    return {o.name: np.array(found[o.name]).reshape(o.shape) for o in model.program.outputs}


def assert_close(found: Array, expected: Array) -> None:
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) / scale < TOLERANCE


def assert_agrees(robot: Robot, seed: int) -> None:
    robot = without_wrenches(robot)
    filled = with_base_inputs(robot)
    values = Moving.drawn(filled, seed).now
    if robot.base.motion is BaseMotion.FLOATING:  # a proper rotation
        R = np.array([[values[str(e)] for e in row[:3]] for row in filled.base.Z[:3]])
        for row in filled.base.Z[:3]:
            values |= {str(e): values[str(e)] * float(np.linalg.det(R)) for e in row[:3]}
    theirs = peer(filled, values)
    model = symoro.coriolis(robot, outputs="*", level="O1", verify=False)
    more, v = numbers(model, values, seed)
    found = outputs(model, values | more)
    assert_close(found["C"], theirs.C)
    assert_close(found["CV"], theirs.C @ v)
    assert_close(found["CTQP"], theirs.C.T @ theirs.qd)
    found = outputs(symoro.momentum(robot, level="O1", verify=False, outputs="*"), values)
    assert_close(found["P"], theirs.A @ theirs.qd)
    assert_close(found["Q"], theirs.Q)
    assert_close(found["BETA"], theirs.Q - theirs.C.T @ theirs.qd)
    assert_reference(robot, filled, values, theirs, seed)


def assert_reference(
    robot: Robot, filled: Robot, values: dict[str, float], theirs: Peer, seed: int
) -> None:
    """D K = A qddr + C qdr + Q + friction."""
    model = symoro.regressor(robot, reference=True, level="O1", verify=False)
    more, _ = numbers(model, values, seed)
    arrays: dict[str, list[float]] = {}
    for item in model.program.inputs:
        if item.name in more and item.array is not None:
            arrays.setdefault(item.array, []).append(more[item.name])
    qdr = np.array([*arrays.get("V0r", []), *arrays.get("W0r", []), *arrays["QPr"]])
    qddr = np.array([*arrays.get("VP0r", []), *arrays.get("WP0r", []), *arrays["QDPr"]])
    other = PinocchioRobot(filled, values)
    named = labels(robot, nonzero_parameters(robot, DYNAMIC))
    K = {label: other.at(p.entry(robot)) for p, label in named.items()}
    found = outputs(model, values | more)["DG"] @ [K[label] for label in model.columns]
    friction = np.zeros(len(qdr))
    for k, j in enumerate(robot.moving_joints, start=len(qdr) - robot.n_dof):
        link, qd = robot.link(j), other.at(robot.frame(j).QP)
        friction[k] = other.at(link.FV) * qdr[k] + other.at(link.FS) * np.sign(qd)
    assert_close(found, theirs.A @ qddr + theirs.C @ qdr + theirs.Q + friction)


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_matrices_of_pinocchio(name: str) -> None:
    assert_agrees(library.robot(name).equivalent_tree(), len(name))


@pytest.mark.parametrize("seed", range(10))
def test_a_random_tree_has_the_matrices_of_pinocchio(seed: int) -> None:
    robot = random_tree(seed, moving_base=False, links=random.Random(seed).randint(2, 7))
    assert_agrees(afloat(robot) if seed % 2 else robot, seed)
