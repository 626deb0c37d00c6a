"""Derivatives of inverse and direct dynamics against pinocchio's analytical ones.

Both engines differentiate by formulas; 1e-8 of the largest derivative is far above rounding, also
where the inertia matrix of a wrist costs four digits.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from oracles.pinocchio_model import Array, PinocchioRobot
from random_robots import random_tree
from symoro import ddm, idm, library, linearize
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
TOLERANCE = 1e-8


class State:
    """A robot in pinocchio, at a state."""

    def __init__(self, robot: Robot, values: dict[str, float]) -> None:
        peer = PinocchioRobot(robot, values)
        self.model, self.data = peer.model, peer.model.createData()
        self.q, self.v = pin.neutral(self.model), np.zeros(self.model.nv)
        self.a = np.zeros(self.model.nv)
        if peer.free:
            w0, v0 = peer.vector(robot.base.W0), peer.vector(robot.base.V0)
            self.v[:6] = np.concatenate([v0, w0])
            moved = peer.vector(robot.base.VP0) - np.cross(w0, v0)
            self.a[:6] = np.concatenate([moved, peer.vector(robot.base.WP0)])
        joints = [self.model.joints[peer.joint[j]] for j in robot.moving_joints]
        self.rows = [joint.idx_v for joint in joints]
        for j, joint in zip(robot.moving_joints, joints, strict=True):
            self.q[joint.idx_q] = values[robot.variables[j].name]
            self.v[joint.idx_v] = peer.at(robot.frame(j).QP)
            self.a[joint.idx_v] = peer.at(robot.frame(j).QDP)
        self.forces = [pin.Force.Zero() for _ in range(self.model.njoints)]
        for j in robot.outward():
            wrench = pin.Force(-peer.vector(robot.link(j).wrench))
            joint = peer.joint[j]
            self.forces[joint] = self.forces[joint] + peer.placement[j].act(wrench)

    def inverse(self) -> tuple[Array, ...]:
        """The derivatives of efforts by positions, velocities and accelerations."""
        found = pin.computeRNEADerivatives(
            self.model, self.data, self.q, self.v, self.a, self.forces
        )
        return tuple(self._joints(matrix) for matrix in found)

    def direct(self) -> tuple[Array, ...]:
        """The derivatives of accelerations by positions, velocities and efforts."""
        tau = pin.rnea(self.model, self.data, self.q, self.v, self.a, self.forces)
        found = pin.computeABADerivatives(self.model, self.data, self.q, self.v, tau, self.forces)
        return tuple(self._joints(matrix) for matrix in found)

    def _joints(self, matrix: Array) -> Array:
        """The rows and columns of the joints; only half of a symmetric matrix is there."""
        if np.allclose(np.tril(matrix, -1), 0):
            matrix = np.triu(matrix) + np.triu(matrix, 1).T
        return np.asarray(matrix[np.ix_(self.rows, self.rows)])


def close(found: Array, expected: Array) -> bool:
    scale = max(1.0, float(np.abs(expected).max()))
    return float(np.abs(found - expected).max()) <= TOLERANCE * scale


ROBOTS = ["planar2r", "rrp", "scara", "stanford", "rx90", "puma560", "panda", "mobile3w"]


def trees() -> list[Robot]:
    """Trees without friction and rotors, which are no part of pinocchio's derivatives."""
    bare = {"IA": 0, "FV": 0, "FS": 0}
    found = []
    for seed in range(6):
        robot = random_tree(seed, links=3 + seed)
        links = tuple(replace(link, **bare) for link in robot.links)  # type: ignore[arg-type]
        found.append(replace(robot, links=links))
    return found


@pytest.mark.parametrize(
    "robot", [*map(library.robot, ROBOTS), *trees()], ids=lambda robot: str(robot.name)
)
@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_the_differentiated_model_of_inverse_dynamics_is_that_of_pinocchio(
    robot: Robot, mode: str
) -> None:
    model = idm(robot, verify=False).derivative("q", "QP", "QDP", mode=mode)
    values = sample_values(robot, random.Random(robot.name))
    found = interpret(model.program, values, FLOATS)
    n = robot.n_dof
    for name, expected in zip(("q", "QP", "QDP"), State(robot, values).inverse(), strict=True):
        assert close(np.array(found[f"dGAM_d{name}"]).reshape(n, n), expected), name


@pytest.mark.parametrize("name", ["planar2r", "rrp", "stanford", "puma560"])
def test_the_differentiated_model_of_direct_dynamics_is_that_of_pinocchio(name: str) -> None:
    """At the efforts that pinocchio needs for its accelerations, by the compiled function."""
    robot = library.robot(name)
    values = sample_values(robot, random.Random(name))
    state = State(robot, values)
    tau = pin.rnea(state.model, state.data, state.q, state.v, state.a, state.forces)
    f = ddm(robot, verify=False).derivative("q", "QP", "GAM").compile()
    q, qp = (
        np.array([values[name] for name in names])
        for names in (
            [robot.variables[j].name for j in robot.moving_joints],
            [str(robot.frame(j).QP) for j in robot.moving_joints],
        )
    )
    parameters = {name: values[name] for name in f.program.parameters}
    found = f(q, qp, tau[state.rows], parameters=parameters)
    assert isinstance(found, dict)
    for name, expected in zip(("q", "QP", "GAM"), state.direct(), strict=True):
        assert close(found[f"dQDP_d{name}"], expected), name


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("name", ["planar2r", "rrp", "rx90", "puma560", "panda"])
def test_the_linearised_model_is_that_of_pinocchio(name: str, moving: bool) -> None:
    robot = library.robot(name)
    model = linearize(robot, moving=moving, verify=False)
    values = sample_values(robot, random.Random(name))
    if not moving:
        values |= {str(e): 0.0 for _, f in robot for e in (f.QP, f.QDP) if f.moves}
    found = interpret(model.program, values, FLOATS)
    n = robot.n_dof
    below = np.array(found["A"]).reshape(2 * n, 2 * n)[n:]
    by_position, by_velocity, by_effort = State(robot, values).direct()
    assert close(below[:, :n], by_position)
    assert close(below[:, n:], by_velocity)
    assert close(np.array(found["B"]).reshape(2 * n, n)[n:], by_effort)
