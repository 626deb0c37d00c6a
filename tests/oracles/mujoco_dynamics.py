"""A robot read from MJCF beside MuJoCo itself: the same state, mass matrix and inverse dynamics.

MuJoCo's velocities are those of the file's joints: of a free joint the velocity of the body's
origin in the world and the angular velocity in the body, of a ball the angular velocity in the
body. Each is a matrix times the robot's, which here follows from products of rotations. What the
robot leaves out (springs, fluid, constraints) is set to zero in MuJoCo's model.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from symoro.expressions import FloatArithmetic
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.poses import poses
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot
from symoro.robot.floating_base import with_base_inputs

Array = npt.NDArray[np.float64]
_FLOATS = FloatArithmetic()
_FREE, _BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)


def plain_model(text: str, path: Path | None = None) -> Any:
    """The model of a file without springs, fluid, gravity compensation and tendons."""
    spec = mujoco.MjSpec.from_string(text) if path is None else mujoco.MjSpec.from_file(str(path))
    model = spec.compile()
    return without_extra_forces(model)


def without_extra_forces(model: Any) -> Any:
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    model.opt.density = model.opt.viscosity = 0
    for name in dir(model):
        lost = ("stiffness", "stiffnesspoly", "dampingpoly")
        if name.startswith(("jnt_", "dof_", "actuator_", "tendon_")) and name.endswith(lost):
            getattr(model, name)[:] = 0
    for name in ("tendon_damping", "tendon_armature", "body_gravcomp"):
        getattr(model, name)[:] = 0
    for joint in range(model.njnt):
        if model.jnt_type[joint] in (_FREE, _BALL):
            first = int(model.jnt_dofadr[joint])
            dofs = slice(first, first + (6 if model.jnt_type[joint] == _FREE else 3))
            for name in ("armature", "damping", "frictionloss"):
                getattr(model, f"dof_{name}")[dofs] = 0
    return model


class Comparison:
    """One state of a robot and of the model of its file."""

    def __init__(self, robot: Robot, model: Any, rng: np.random.Generator) -> None:
        self.robot, self.model, self.data = robot, model, mujoco.MjData(model)
        self.floating = robot.base.motion is BaseMotion.FLOATING
        self.moving = [j for j in robot.moving_joints if j <= robot.n_links]
        self.rows = (6 if self.floating else 0) + len(self.moving)
        self.q = {robot.frame(j).name: rng.uniform(-1, 1) for j in self.moving}
        self.qd, self.qdd = rng.uniform(-1, 1, self.rows), rng.uniform(-1, 1, self.rows)
        self.S = np.zeros((model.nv, self.rows))
        self.rate = np.zeros(model.nv)  # the acceleration that velocities give
        self.quaternion = rng.normal(size=4)
        self.quaternion /= np.linalg.norm(self.quaternion)
        self._place()

    def _row(self, name: str) -> int:
        names = [self.robot.frame(j).name for j in self.moving]
        return names.index(name) + (6 if self.floating else 0)

    def _place(self) -> None:
        """Put MuJoCo's model into the robot's state."""
        model, data = self.model, self.data
        for joint in range(model.njnt):
            q, v = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
            name, kind = model.joint(joint).name or f"joint{joint}", int(model.jnt_type[joint])
            if kind == _FREE:
                base = self.robot.origin.frames[0].name if self.robot.origin else ""
                body = int(model.jnt_bodyid[joint])
                if not self.floating or (model.body(body).name or f"body{body}") != base:
                    continue
                data.qpos[q + 3 : q + 7] = self.quaternion
                self.R0 = matrix_of(self.quaternion)
                self.S[v : v + 3, :3] = self.R0
                self.S[v + 3 : v + 6, 3:6] = np.eye(3)
            elif kind == _BALL:
                turns = [self.q[f"{name}_{end}"] for end in "xyz"]
                rows = [self._row(f"{name}_{end}") for end in "xyz"]
                R = np.eye(3)
                w = np.zeros(3)
                for axis, (turn, row) in enumerate(zip(turns, rows, strict=True)):
                    one = rotation(axis, turn)
                    self.S[v : v + 3] = one.T @ self.S[v : v + 3]
                    step = np.eye(3)[axis] * self.qd[row]
                    # w in the new frame: one^T w + step; its rate has a term from the turning frame
                    self.rate[v : v + 3] = one.T @ self.rate[v : v + 3] - np.cross(step, one.T @ w)
                    w = one.T @ w + step
                    self.S[v + axis, row] += 1
                    R = R @ one
                mujoco.mju_mat2Quat(data.qpos[q : q + 4], R.ravel())
            elif name in self.q:
                data.qpos[q] = self.q[name]
                self.S[v, self._row(name)] = 1
        data.qvel[:] = self.S @ self.qd
        data.qacc[:] = self.S @ self.qdd + self.rate

    def theirs(self) -> tuple[Array, Array]:
        """MuJoCo's mass matrix and torques, for the robot's velocities."""
        model, data = self.model, self.data
        acceleration = data.qacc.copy()
        mujoco.mj_forward(model, data)
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        data.qacc[:] = acceleration
        mujoco.mj_inverse(model, data)
        dry = model.dof_frictionloss * np.sign(data.qvel)
        return self.S.T @ M @ self.S, self.S.T @ (data.qfrc_inverse + dry)

    def values(self, robot: Robot) -> dict[str, float]:
        """A number for each symbol of the robot; the variables of cut joints are 0."""
        values: dict[str, float] = {}
        for row, j in enumerate(self.moving, start=6 if self.floating else 0):
            frame = robot.frame(j)
            values[robot.variables[j].name] = float(self.q[frame.name])
            for entry, value in ((frame.QP, self.qd[row]), (frame.QDP, self.qdd[row])):
                values[str(entry)] = float(value)
        for j in range(robot.n_links + 1, len(robot.frames) + 1):
            for entry in (robot.frame(j).position, robot.frame(j).QP, robot.frame(j).QDP):
                values |= dict.fromkeys(entry.symbols, 0.0)
        if self.floating:
            base = robot.base
            rates = np.concatenate([self.qd[:6], self.qdd[:6]])
            symbols = [*base.V0, *base.W0, *base.VP0, *base.WP0]
            values |= {str(s): float(x) for s, x in zip(symbols, rates, strict=True)}
            for r in range(3):
                values |= {str(base.Z[r][c]): float(self.R0[r, c]) for c in range(3)}
        return values

    def ours(self) -> tuple[Array, Array]:
        """The references' mass matrix and torques."""
        robot = with_base_inputs(self.robot)
        values = self.values(robot)
        A = TreeDynamics(robot, values, _FLOATS, float).inertia_matrix()
        efforts = inverse_dynamics(robot, values, _FLOATS, float)
        base_rows = [*efforts.base] if self.floating else []
        tau = np.array([*base_rows, *(efforts.tau[j] for j in self.moving)])
        return A, tau

    def positions(self, frames: list[int]) -> list[Array]:
        """The origins of some frames of the robot."""
        pose = poses(self.robot, self.values(self.robot), _FLOATS, float)
        return [pose[j][:3, 3] for j in frames]

    def errors(self) -> tuple[float, float]:
        """The largest differences, relative to the largest entries."""
        (A, tau), (M, torque) = self.ours(), self.theirs()
        return relative(A, M), relative(tau, torque)


def relative(own: Array, other: Array) -> float:
    return float(np.max(np.abs(own - other)) / max(np.max(np.abs(other)), 1e-12))


def rotation(axis: int, turn: float) -> Array:
    """The rotation about a coordinate axis."""
    c, s = np.cos(turn), np.sin(turn)
    R = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def matrix_of(quaternion: Array) -> Array:
    R = np.zeros(9)
    mujoco.mju_quat2Mat(R, quaternion)
    return R.reshape(3, 3)
