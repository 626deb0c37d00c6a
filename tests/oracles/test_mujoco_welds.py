"""Loops that welds close: in postures in which MuJoCo's constraint holds, both are one robot.

The robot's tree is another one than MuJoCo's, since a joint of the loop is cut. Where the loop is
closed the bodies of both branches have the same places, and the velocities that it allows the
same energy.
"""

from __future__ import annotations

from typing import Any

import mujoco
import numpy as np
import pytest

from mjcf_texts import WELDS, scene
from oracles.mujoco_dynamics import Array, relative
from symoro.expressions import FloatArithmetic, evaluate
from symoro.formats.mjcf import read, write
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.poses import poses
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot
from symoro.robot.floating_base import with_base_inputs

_FLOATS = FloatArithmetic()
STATES = 4
ALIKE = 2e-9
"""Postures close the loops to 1e-12; the least singular value of the constraints is above 5e-4."""


class ClosedState:
    """A posture in which MuJoCo's constraints hold, and the velocities that they allow."""

    def __init__(self, text: str, rng: np.random.Generator) -> None:
        spec = mujoco.MjSpec.from_string(text)
        self.model = spec.compile()
        bits = mujoco.mjtDisableBit
        self.model.opt.disableflags |= int(bits.mjDSBL_CONTACT) | int(bits.mjDSBL_LIMIT)
        self.model.opt.disableflags |= int(bits.mjDSBL_FRICTIONLOSS)
        self.model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
        self.data = mujoco.MjData(self.model)
        _, J = self._residual()
        ways = _null_space(J)
        size = ways.shape[1]
        self._step(ways @ (rng.choice((-1.0, 1.0), size) * rng.uniform(0.2, 0.6, size)))
        for _ in range(60):
            residual, J = self._residual()
            self._step(-np.linalg.pinv(J, rcond=1e-8) @ residual)
        residual, J = self._residual()
        assert np.abs(residual).max() < 1e-12
        self.allowed = _null_space(J)

    def _residual(self) -> tuple[Array, Array]:
        model, data = self.model, self.data
        mujoco.mj_forward(model, data)
        J = data.efc_J[: data.nefc * model.nv].reshape(data.nefc, model.nv)
        return data.efc_pos.copy(), J.copy()

    def _step(self, velocity: Array) -> None:
        mujoco.mj_integratePos(self.model, self.data.qpos, velocity, 1.0)

    def position(self, name: str) -> float:
        return float(self.data.qpos[self.model.joint(name).qposadr[0]])

    def row(self, name: str) -> int:
        return int(self.model.joint(name).dofadr[0])

    def pose(self, name: str) -> Array:
        place: Array = np.eye(4)
        body = self.model.body(name).id
        place[:3, :3], place[:3, 3] = self.data.xmat[body].reshape(3, 3), self.data.xpos[body]
        return place

    def mass_matrix(self) -> Array:
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        reduced: Array = self.allowed.T @ M @ self.allowed
        return reduced

    def weight(self) -> Array:
        return np.asarray(self.allowed.T @ self.data.qfrc_bias)


def _null_space(J: Array) -> Array:
    _, sizes, rows = np.linalg.svd(J)
    rank = int((sizes > 1e-8 * sizes[0]).sum())
    assert sizes[rank - 1] > 5e-4
    return np.asarray(rows[rank:].T)


def values_at(robot: Robot, state: ClosedState, world: Array) -> dict[str, float]:
    values: dict[str, float] = {}
    for _, frame in robot:
        for entry in (frame.position, frame.QP, frame.QDP):
            values |= dict.fromkeys(entry.symbols, 0.0)
    for j in robot.moving_joints:
        values[robot.variables[j].name] = state.position(robot.frame(j).name)
    if robot.base.motion is BaseMotion.FLOATING:
        base = robot.base
        for entry in (*base.V0, *base.W0, *base.VP0, *base.WP0):
            values[str(entry)] = 0.0
        for r in range(3):
            values |= {str(base.Z[r][c]): float(world[r, c]) for c in range(3)}
    return values


def tree_velocities(robot: Robot, state: ClosedState, world: Array) -> Array:
    """The velocities of the robot's tree that MuJoCo's are: a matrix."""
    joints = [robot.frame(j).name for j in robot.moving_joints if j <= robot.n_links]
    rows = [np.eye(state.model.nv)[state.row(name)] for name in joints]
    if robot.base.motion is BaseMotion.FLOATING:
        base = np.eye(state.model.nv)[:6]
        base[:3] = world[:3, :3].T @ base[:3]  # of the origin, in the world there
        rows = [*base, *rows]
    return np.array(rows)


def branch(rng: np.random.Generator, name: str, joints: int) -> str:
    """A chain of bodies anywhere, on hinges and slides, some with a body at rest on them."""
    text = ""
    for k in range(joints):
        place, turns, axis = (
            " ".join(f"{x:.3f}" for x in rng.uniform(-size, size, 3)) for size in (0.3, 40.0, 1.0)
        )
        kind = "slide" if rng.random() < 0.2 else "hinge"
        text += (
            f'<body name="{name}{k}" pos="{place}" euler="{turns}">'
            f'<joint name="j{name}{k}" type="{kind}" axis="{axis}" pos=".02 .01 0"/>'
            '<geom type="box" size=".05 .03 .02" pos=".05 0 0"/>'
        )
        if rng.random() < 0.3:
            text += f'<body name="{name}{k}plate" pos="0 .1 0"><geom size=".02"/></body>'
    return text + "</body>" * joints


def random_arms(seed: int) -> str:
    """Three arms on a trunk, which floats if the seed is odd; two welds tie them together.

    The arms differ in length, so that joints are passed from the other side.
    """
    rng = np.random.default_rng(seed)
    arms = "".join(branch(rng, name, n) for name, n in zip("abc", (8, 2, 5), strict=True))
    free = "<freejoint/>" if seed % 2 else ""
    welds = '<weld body1="a7" body2="b0"/><weld body1="c4" body2="b1"/>'
    return scene(
        f'<body name="trunk" pos="0 0 1">{free}<geom size=".2"/>{arms}</body>',
        f"<equality>{welds}</equality>",
    )


RANDOM = {f"arms {seed}": random_arms(seed) for seed in range(6)}


@pytest.mark.parametrize("name", [*WELDS, *RANDOM])
def test_a_weld_makes_one_robot_of_two_branches(name: str) -> None:
    text = {**WELDS, **RANDOM}[name]
    robot = read(text)
    assert robot.n_loops == text.count("<weld")
    assert robot.origin is not None
    rng = np.random.default_rng(1)
    for _ in range(STATES):
        state = ClosedState(text, rng)
        moved = max(abs(state.position(robot.frame(j).name)) for j in robot.moving_joints)
        assert moved > 0.1
        world = state.pose(robot.origin.frames[0].name)
        whole: Any = with_base_inputs(robot)
        values = values_at(whole, state, world)
        place = poses(robot, values, _FLOATS, float)
        for cut, other in robot.loops():
            np.testing.assert_allclose(place[cut], place[other], atol=ALIKE)
        for link in robot.origin.frames:
            own = np.array([[evaluate(e, values, _FLOATS) for e in row] for row in link.pose])
            in_world = world @ place[link.frame] @ own.astype(float)
            if not link.name.endswith("_link"):  # between the joints of one body
                np.testing.assert_allclose(in_world, state.pose(link.name), atol=ALIKE)
        S = tree_velocities(robot, state, world) @ state.allowed
        A = TreeDynamics(whole, values, _FLOATS, float).inertia_matrix()
        assert relative(S.T @ A @ S, state.mass_matrix()) < ALIKE
        efforts = inverse_dynamics(whole, values, _FLOATS, float)
        base = [*efforts.base] if robot.base.motion is BaseMotion.FLOATING else []
        joints = [j for j in robot.moving_joints if j <= robot.n_links]
        tau = np.array([*base, *(efforts.tau[j] for j in joints)])
        np.testing.assert_allclose(S.T @ tau, state.weight(), atol=1e-9)


REWRITTEN = scene(
    """<body name="a" pos=".1 0 0" euler="0 10 0"><joint name="turn" axis="0 1 0" pos=".03 0 .02"/>
      <geom size=".05"/>
      <body name="b" pos=".3 .1 0" euler="0 30 0"><joint name="elbow" axis="0 1 0" pos="0 0 .05"/>
        <geom type="box" size=".1 .02 .03" pos=".1 0 0"/>
        <body name="c" pos=".2 0 .1" euler="0 20 0"><joint name="slip" type="slide" axis="1 0 .3"/>
          <geom type="box" size=".05 .02 .03"/></body></body></body>
    <body name="d" pos=".6 0 -.2"><joint name="pivot" axis="0 1 0" pos=".02 0 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .2"/></body>""",
    """<equality><weld body1="c" body2="d"/></equality>
    <actuator><motor joint="elbow"/><motor joint="pivot"/></actuator>""",
)


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")
def test_what_is_written_of_a_loop_cut_at_a_slide_closes_where_the_file_does() -> None:
    """The joint turn is cut there, and body a hangs on b, whose axis is beside its origin."""
    robot = read(REWRITTEN)
    assert robot.frame(robot.loops()[0][0]).name == "slip"
    model = mujoco.MjModel.from_xml_string(write(robot))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(model)
    names = [model.joint(k).name for k in range(model.njnt)]
    assert sorted(names) == ["elbow", "pivot", "slip"]
    rng = np.random.default_rng(3)
    for _ in range(STATES):
        state = ClosedState(REWRITTEN, rng)
        for name in names:
            data.qpos[model.joint(name).qposadr[0]] = state.position(name)
        mujoco.mj_forward(model, data)
        assert np.abs(data.efc_pos).max() < ALIKE
        for name in "abcd":
            place = state.pose(name)
            np.testing.assert_allclose(data.body(name).xpos, place[:3, 3], atol=ALIKE)
            np.testing.assert_allclose(data.body(name).xmat, place[:3, :3].ravel(), atol=ALIKE)
