"""Inertia matrix, bias, direct dynamics and energies of a robot by pinocchio."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pinocchio as pin

from oracles.pinocchio_motion import Array, PinocchioMotion
from symoro.robot import BaseMotion, Link, Robot


class PinocchioDynamics(PinocchioMotion):
    """A tree robot at one state; rows are a floating base, then the joints that move.

    Pinocchio's acceleration of a free flyer is spatial: that of O0 itself is larger by w x v.
    """

    def __init__(self, robot: Robot, values: Mapping[str, float]) -> None:
        super().__init__(robot, values)
        model = self.model
        self.floats = robot.base.motion is BaseMotion.FLOATING
        self.links = {0: robot.base.link or Link()} if self.floats else {}
        self.links |= {j: robot.link(j) for j in robot.outward()}
        if self.floats:
            model.appendBodyToJoint(self.joint[0], self.inertia(self.links[0]), pin.SE3.Identity())
        self.rows = [*range(6)] if self.floats else []
        self.rows += [model.joints[self.joint[j]].idx_v for j in robot.moving_joints]
        for j in robot.moving_joints:
            model.armature[model.joints[self.joint[j]].idx_v] = self.at(robot.link(j).IA)
        self.q, self.v, self.a = self._state()
        if self.floats:
            Z = np.array([self.vector(row) for row in robot.base.Z])
            self.q[:3], self.q[3:7] = Z[:3, 3], pin.Quaternion(Z[:3, :3]).coeffs()
        for j in robot.moving_joints:
            self.a[model.joints[self.joint[j]].idx_v] = 0.0
        self.forces = [pin.Force.Zero() for _ in range(model.njoints)]
        for j, link in self.links.items():
            wrench = self.placement[j].act(pin.Force(-self.vector(link.wrench)))
            self.forces[self.joint[j]] = self.forces[self.joint[j]] + wrench

    def inertia_matrix(self) -> Array:
        """A, rotors included."""
        whole = pin.crba(self.model, self.model.createData(), self.q)
        whole = np.triu(whole) + np.triu(whole, 1).T
        found: Array = whole[np.ix_(self.rows, self.rows)]
        return found

    def friction(self) -> Array:
        """What friction takes, by row."""
        rates = np.array([self.at(self.robot.frame(j).QP) for j in self.robot.moving_joints])
        links = [self.robot.link(j) for j in self.robot.moving_joints]
        FS, FV = (self.vector(tuple(getattr(e, n) for e in links)) for n in ("FS", "FV"))
        base = [0.0] * (6 if self.floats else 0)
        return np.array([*base, *(FS * np.sign(rates) + FV * rates)])

    def bias(self) -> Array:
        """H: no joint accelerates; the origin of a floating base does not, of another as given."""
        tau = pin.rnea(self.model, self.model.createData(), self.q, self.v, self.a, self.forces)
        found: Array = tau[self.rows] + self.friction()
        return found

    def accelerations(self, efforts: Array) -> Array:
        """By aba: of O0 itself, of the base's rotation, of the joints, from the joints' efforts."""
        assert self.floats or not self.free, "aba takes no known motion of the base"
        tau = np.zeros(self.model.nv)
        tau[self.rows[-len(efforts) :]] = efforts
        tau[self.rows] -= self.friction()
        model = self.model
        a = pin.aba(model, model.createData(), self.q, self.v, tau, self.forces)
        if self.floats:
            a[:3] += np.cross(self.v[3:6], self.v[:3])
        found: Array = a[self.rows]
        return found

    def energies(self) -> tuple[float, float]:
        """Kinetic energy, potential energy; rotors and links fixed to the world added by hand."""
        rotors = self.v @ (self.model.armature * self.v) / 2
        model = self.model.copy()
        model.armature[:] = 0.0  # some versions count rotors, some do not
        kinetic = pin.computeKineticEnergy(model, model.createData(), self.q, self.v)
        potential = pin.computePotentialEnergy(model, model.createData(), self.q)
        fixed = model.inertias[0]
        weight = fixed.mass * (model.gravity.linear @ fixed.lever) if fixed.mass else 0.0
        return float(kinetic + rotors), float(potential - weight)
