"""Dynamics in operational space against pinocchio, and against a two-link arm worked out by hand.

Pinocchio gives the Jacobian matrix along the axes of the world, the inertia matrix by composite
bodies, the nonlinear effects by its own recursion and the classical acceleration of a frame. Both
routes invert matrices with conditions below 1e5: 1e-9 of the largest element is what is left.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import symoro
from laws.tasks import Array, State, passive
from oracles.pinocchio_model import PinocchioRobot
from symoro import Robot, library

CONDITION = 1e5


class Peer(PinocchioRobot):
    """A robot on a fixed base by pinocchio: J, A, nonlinear effects, gravity and Jdot qd."""

    def __init__(self, robot: Robot, values: dict[str, float], r: int) -> None:
        super().__init__(robot, values)
        frame = pin.Frame("tip", self.joint[r], 0, self.placement[r], pin.FrameType.OP_FRAME)
        tip = self.model.addFrame(frame)
        data = self.model.createData()
        q, v = pin.neutral(self.model), np.zeros(self.model.nv)
        for j in robot.moving_joints:
            joint = self.model.joints[self.joint[j]]
            q[joint.idx_q] = values[robot.variables[j].name]
            v[joint.idx_v] = self.at(robot.frame(j).QP)
        place = [self.model.joints[self.joint[j]].idx_v for j in robot.moving_joints]
        pin.computeJointJacobians(self.model, data, q)
        pin.framesForwardKinematics(self.model, data, q)
        aligned = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        self.J: Array = pin.getFrameJacobian(self.model, data, tip, aligned)[:, place]
        A = pin.crba(self.model, data, q)
        A = np.triu(A) + np.triu(A, 1).T
        rotors = np.diag([self.at(robot.link(j).IA) for j in robot.moving_joints])
        self.A: Array = A[np.ix_(place, place)] + rotors
        self.H: Array = pin.nonLinearEffects(self.model, data, q, v)[place]
        self.Q: Array = pin.computeGeneralizedGravity(self.model, data, q)[place]
        pin.forwardKinematics(self.model, data, q, v, 0 * v)
        bias = pin.getFrameClassicalAcceleration(self.model, data, tip, aligned)
        self.bias: Array = np.concatenate([bias.linear, bias.angular])


CASES: dict[str, tuple[int | None, tuple[int, ...]]] = {
    "rx90": (None, (1, 2, 3, 4, 5, 6)),
    "ur5": (5, (1, 2, 3, 4, 5)),
    "lwr": (None, (1, 2, 3, 4, 5, 6)),
    "panda": (None, (1, 2, 3, 6)),
    "scara": (None, (6, 1, 2, 3)),
    "planar3r": (None, (1, 2)),
}


@pytest.mark.parametrize("name", CASES)
def test_task_dynamics_are_pinocchio_s(name: str) -> None:
    link, task = CASES[name]
    model = symoro.operational(
        library.robot(name), link, rows=task, include="ia", outputs="*", verify=False
    )
    robot, rows = model.robot, [row - 1 for row in task]
    compared = 0
    for seed in range(20):
        here = State.drawn(model, robot, f"{name}|{seed}")
        found = here.outputs(model)
        peer = Peer(passive(robot), here.values, link or robot.tip)
        J = peer.J[rows]
        inverse = np.linalg.inv(peer.A)
        if np.linalg.cond(J @ inverse @ J.T) > CONDITION:
            continue
        compared += 1
        Lambda = np.linalg.inv(J @ inverse @ J.T)
        expected = {
            "LAMBDA": Lambda,
            "MU": Lambda @ (J @ inverse @ (peer.H - peer.Q) - peer.bias[rows]),
            "P": Lambda @ J @ inverse @ peer.Q,
            "JT": J,
            "JPQP": peer.bias[rows],
            "JBAR": inverse @ J.T @ Lambda,
            "NT": np.eye(len(inverse)) - J.T @ Lambda @ J @ inverse,
        }
        size = np.abs(Lambda).max()
        for output, value in expected.items():
            scale = max(1.0, size if output in ("MU", "P") else np.abs(value).max())
            assert np.abs(found[output] - value).max() <= 1e-9 * scale, output
    assert compared >= 5


def test_controlled_torques_are_pinocchio_s() -> None:
    model = symoro.operational_control(library.robot("rx90"), include="ia", verify=False)
    for seed in range(5):
        here = State.drawn(model, model.robot, f"control|{seed}")
        peer = Peer(model.robot, here.values, 6)
        W = np.array([here.values[f"WX{k}"] for k in range(1, 7)])
        qdd = np.linalg.solve(peer.J, W - peer.bias)
        expected = peer.A @ qdd + peer.H
        bound = 1e-12 * np.linalg.cond(peer.J) * max(1.0, np.abs(expected).max())
        assert np.abs(here.outputs(model)["GAM"] - expected).max() <= bound


def two_links() -> tuple[Robot, dict[str, float]]:
    """A vertical arm: masses 10, lengths 1, centres at 1/2, inertias 0.87 about them, g = 9.81."""
    arm = library.robot("planar2r")
    values = dict.fromkeys(arm.symbols, 0.0) | {"d2": 1.0, "d3": 1.0, "G2": -9.81}
    for j in (1, 2):
        values |= {f"M{j}": 10.0, f"MX{j}": 5.0, f"ZZ{j}": 0.87 + 10 * 0.25}
    return arm, values | {"t1": 0.0, "t2": np.pi / 2, "QP1": 1.0, "QP2": -2.0}


def test_a_two_link_arm_has_the_numbers_of_a_calculation_by_hand() -> None:
    """At q = (0, Pi/2) the tip is at (1, 1): J = [[-1, -1], [1, 0]], and all else is short."""
    arm, values = two_links()
    found = State(arm, values).outputs(symoro.operational(arm, rows="1,2", outputs="*"))
    assert found["JT"] == pytest.approx(np.array([[-1.0, -1.0], [1.0, 0.0]]), abs=1e-15)
    assert found["LAMBDA"] == pytest.approx(np.diag([3.37, 13.37]), abs=1e-12)
    assert found["MU"] == pytest.approx([-1.63, 8.37], abs=1e-12)
    assert found["P"] == pytest.approx([0.0, 147.15], abs=1e-12)


def test_that_arm_holds_its_tip_and_moves_it_as_wanted() -> None:
    """Gamma = J^T F with F = Lambda W + mu + p."""
    arm, values = two_links()
    model = symoro.operational_control(arm, rows="1,2")
    W = np.array([0.5, -2.0])
    state = State(arm, values | {"WX1": W[0], "WX2": W[1]})
    F = np.diag([3.37, 13.37]) @ W + [-1.63, 8.37 + 147.15]
    J = np.array([[-1.0, -1.0], [1.0, 0.0]])
    assert state.outputs(model)["GAM"] == pytest.approx(J.T @ F, abs=1e-11)
