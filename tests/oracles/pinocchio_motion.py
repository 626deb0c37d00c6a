"""Poses, velocities, accelerations and Jacobian matrices of a robot by pinocchio."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pinocchio as pin

from oracles.pinocchio_model import PinocchioRobot
from symoro.robot import Robot

Array = npt.NDArray[np.float64]


class PinocchioMotion(PinocchioRobot):
    """A tree robot at one state; frame 0 is where the base is now."""

    def __init__(self, robot: Robot, values: Mapping[str, float]) -> None:
        super().__init__(robot, values)
        self.data = self.model.createData()
        q, v, a = self._state()
        pin.forwardKinematics(self.model, self.data, q, v, a)
        pin.computeJointJacobians(self.model, self.data, q)

    def _state(self) -> tuple[Array, Array, Array]:
        robot, model = self.robot, self.model
        q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        if self.free:
            w0, v0 = self.vector(robot.base.W0), self.vector(robot.base.V0)
            spatial = self.vector(robot.base.VP0) - np.cross(w0, v0)
            v[:6] = np.concatenate([v0, w0])
            a[:6] = np.concatenate([spatial, self.vector(robot.base.WP0)])
        for j in robot.moving_joints:
            joint = model.joints[self.joint[j]]
            q[joint.idx_q] = self.values[robot.variables[j].name]
            v[joint.idx_v] = self.at(robot.frame(j).QP)
            a[joint.idx_v] = self.at(robot.frame(j).QDP)
        return q, v, a

    def pose(self, j: int) -> Array:
        """Frame ``j`` in frame 0, 4x4."""
        place: Array = (self.data.oMi[self.joint[j]] * self.placement[j]).homogeneous
        return place

    def velocity(self, j: int) -> tuple[Array, Array]:
        """Velocity of the origin, angular velocity, both in frame ``j``."""
        motion = self.placement[j].actInv(self.data.v[self.joint[j]])
        return motion.linear, motion.angular

    def acceleration(self, j: int) -> tuple[Array, Array]:
        """Acceleration of the origin (not spatial), angular acceleration, in frame ``j``."""
        v, w = self.velocity(j)
        spatial = self.placement[j].actInv(self.data.a[self.joint[j]])
        return spatial.linear + np.cross(w, v), spatial.angular

    def jacobian(self, r: int) -> Array:
        """6 x joints that move: the velocity of link ``r`` at the origin of frame 0, in frame 0."""
        J = pin.getJointJacobian(self.model, self.data, self.joint[r], pin.WORLD)
        columns = [self.model.joints[self.joint[k]].idx_v for k in self.robot.moving_joints]
        chosen: Array = J[:, columns]
        return chosen
