"""A robot as a pinocchio model, and its inverse dynamics there: another engine as the oracle."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pinocchio as pin

from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.robot import BaseMotion, JointType, Link, Robot

Array = npt.NDArray[np.float64]

_FLOATS = FloatArithmetic()


class PinocchioRobot:
    """The pinocchio model of a tree robot with numbers; a moving base is a free flyer."""

    def __init__(self, robot: Robot, values: Mapping[str, float]) -> None:
        self.robot = robot
        self.values = values
        self.model = pin.Model()
        self.model.gravity.linear = self.vector(robot.base.G)
        self.free = robot.base.motion is not BaseMotion.FIXED
        root = 0
        if self.free:
            free_flyer = pin.JointModelFreeFlyer()
            root = self.model.addJoint(0, free_flyer, pin.SE3.Identity(), "base")
        self.joint = {0: root}
        self.placement = {0: pin.SE3.Identity()}  # of each frame in its pinocchio joint
        for j in depth_first(robot):
            frame = robot.frame(j)
            self._add(j, frame.antecedent, frame.sigma)
            inertia = self.inertia(robot.link(j))
            self.model.appendBodyToJoint(self.joint[j], inertia, self.placement[j])

    def at(self, entry: Expression) -> float:
        return evaluate(entry, self.values, _FLOATS)

    def vector(self, entries: tuple[Expression, ...]) -> Array:
        return np.array([self.at(entry) for entry in entries])

    def _add(self, j: int, i: int, sigma: JointType) -> None:
        """Put the part of the transformation that does not move before the joint."""
        frame = self.robot.frame(j)
        gamma, b, alpha, d = (self.at(e) for e in (frame.gamma, frame.b, frame.alpha, frame.d))
        theta, r = self.at(frame.theta), self.at(frame.r)
        before = _about("z", gamma, b) * _about("x", alpha, d)
        if sigma is JointType.FIXED:
            self.joint[j] = self.joint[i]
            self.placement[j] = self.placement[i] * before * _about("z", theta, r)
            return
        q = self.values[self.robot.variables[j].name]
        revolute = sigma is JointType.REVOLUTE
        offset = _about("z", theta - q, r) if revolute else _about("z", theta, r - q)
        kind = pin.JointModelRZ() if revolute else pin.JointModelPZ()
        placed = self.placement[i] * before * offset
        self.joint[j] = self.model.addJoint(self.joint[i], kind, placed, f"j{j}")
        self.placement[j] = pin.SE3.Identity()

    def inertia(self, link: Link) -> pin.Inertia:
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (self.at(entry) for entry in link.inertial)
        if M == 0.0:
            assert not any((XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ)), "pinocchio needs a mass"
            return pin.Inertia.Zero()
        about_origin = np.array([M, MX, MY, MZ, XX, XY, YY, XZ, YZ, ZZ])
        return pin.Inertia.FromDynamicParameters(about_origin)  # files have bodies that cannot be

    def rnea(self) -> Array:
        """Joint efforts of the joints that move, friction and rotor inertia added by hand."""
        robot, model = self.robot, self.model
        q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        if self.free:
            w0, v0 = self.vector(robot.base.W0), self.vector(robot.base.V0)
            classical = self.vector(robot.base.VP0)
            v[:6] = np.concatenate([v0, w0])
            a[:6] = np.concatenate([classical - np.cross(w0, v0), self.vector(robot.base.WP0)])
        for j in robot.moving_joints:
            joint = model.joints[self.joint[j]]
            q[joint.idx_q] = self.values[robot.variables[j].name]
            v[joint.idx_v] = self.at(robot.frame(j).QP)
            a[joint.idx_v] = self.at(robot.frame(j).QDP)
        forces = [pin.Force.Zero() for _ in range(model.njoints)]
        for j in robot.outward():
            wrench = pin.Force(-self.vector(robot.link(j).wrench))
            forces[self.joint[j]] = forces[self.joint[j]] + self.placement[j].act(wrench)
        tau = pin.rnea(model, model.createData(), q, v, a, forces)
        rows = [(model.joints[self.joint[j]].idx_v, self._drive(j)) for j in robot.moving_joints]
        return np.array([tau[row] + drive for row, drive in rows])

    def _drive(self, j: int) -> float:
        link, frame = self.robot.link(j), self.robot.frame(j)
        qd, qdd = self.at(frame.QP), self.at(frame.QDP)
        friction = self.at(link.FS) * np.sign(qd) + self.at(link.FV) * qd
        return float(friction + self.at(link.IA) * qdd)


def depth_first(robot: Robot, j: int = 0) -> list[int]:
    """The links beyond link ``j``, each branch as a whole: pinocchio's crba relies on it."""
    return [each for k in robot.children(j) for each in (k, *depth_first(robot, k))]


def _about(axis: str, angle: float, length: float) -> pin.SE3:
    rotation = pin.utils.rotate(axis, angle)
    shift = np.array([length, 0, 0]) if axis == "x" else np.array([0, 0, length])
    return pin.SE3(rotation, shift)
