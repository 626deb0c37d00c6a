"""A URDF text in pinocchio and as symoro's tables, at the same states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
from scipy.spatial.transform import Rotation

from oracles.space_dynamics import Array, SpaceDynamics
from symoro.robot import Robot

STATES = 20


class Comparison:
    """Both routes at some random states of a robot, with a fixed or a floating base."""

    def __init__(self, text: str, robot: Robot, *, floats: bool, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.robot = robot
        root = (pin.JointModelFreeFlyer(),) if floats else ()
        self.model = pin.buildModelFromXML(text, *root)
        self.model.armature = np.zeros(self.model.nv)  # rotors are compared apart
        self.data = self.model.createData()
        n = robot.n_dof
        q = rng.uniform(-2, 2, (STATES, n))
        base = np.tile(np.eye(4), (STATES, 1, 1))
        if floats:
            base[:, :3, :3] = Rotation.random(STATES, rng).as_matrix()
            base[:, :3, 3] = rng.uniform(-1, 1, (STATES, 3))
        m = n + 6 * floats
        self.qd, self.qdd = rng.uniform(-2, 2, (2, STATES, m))
        self.own = SpaceDynamics(robot, q, base, floats)
        self.joints = [
            self.model.joints[self.model.getJointId(robot.frame(j).name)] for j in self.own.moving
        ]
        self.columns = [*range(6 * floats), *(joint.idx_v for joint in self.joints)]
        self.q = [self._configuration(base[k], q[k], floats) for k in range(STATES)]

    def _configuration(self, base: Array, q: Array, floats: bool) -> Any:
        full = pin.neutral(self.model)
        if floats:
            full[:7] = pin.SE3ToXYZQUAT(pin.SE3(base))
        for joint, value in zip(self.joints, q, strict=True):
            if joint.nq == 2:
                full[joint.idx_q : joint.idx_q + 2] = np.cos(value), np.sin(value)
            else:
                full[joint.idx_q] = value
        return full

    def _in_their_order(self, vector: Array) -> Array:
        full: Array = np.zeros(self.model.nv)
        full[self.columns] = vector
        return full

    def pose_error(self) -> float:
        """The largest difference of the poses of all links of the file."""
        errors = []
        for k in range(STATES):
            pin.framesForwardKinematics(self.model, self.data, self.q[k])
            for each in self.robot.origin.frames if self.robot.origin else ():
                pose = np.array([[float(e.number or 0) for e in row] for row in each.pose])
                number = self.model.getFrameId(each.name, pin.FrameType.BODY)
                theirs = self.data.oMf[number].homogeneous
                errors.append(np.abs(self.own.pose[each.frame][k] @ pose - theirs).max())
        return float(max(errors))

    def inertia_error(self) -> float:
        """The largest relative difference of the inertia matrices."""
        ours = self.own.inertia_matrix()
        errors = []
        for k in range(STATES):
            theirs = pin.crba(self.model, self.data, self.q[k], pin.Convention.WORLD)
            theirs = np.triu(theirs) + np.triu(theirs, 1).T
            part = theirs[np.ix_(self.columns, self.columns)]
            errors.append(np.abs(ours[k] - part).max() / max(1.0, np.abs(part).max()))
        return float(max(errors))

    def torque_error(self, *, moving: bool = True) -> float:
        """The largest relative difference of inverse dynamics, or of gravity's torques alone."""
        qd, qdd = (self.qd, self.qdd) if moving else (0 * self.qd, 0 * self.qdd)
        ours = self.own.torques(qd, qdd)
        errors = []
        for k in range(STATES):
            rates = (self._in_their_order(qd[k]), self._in_their_order(qdd[k]))
            theirs = pin.rnea(self.model, self.data, self.q[k], *rates)[self.columns]
            errors.append(np.abs(ours[k] - theirs).max() / max(1.0, np.abs(theirs).max()))
        return float(max(errors))

    def energy_error(self) -> float:
        """The largest relative difference of kinetic energies."""
        ours = self.own.kinetic_energy(self.qd)
        theirs = np.array(
            [
                pin.computeKineticEnergy(self.model, self.data, q, self._in_their_order(qd))
                for q, qd in zip(self.q, self.qd, strict=True)
            ]
        )
        return float((np.abs(ours - theirs) / np.maximum(1, theirs)).max())
