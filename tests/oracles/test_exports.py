"""URDF, MJCF and models of pinocchio have the kinematics and dynamics of the robots.

Pinocchio and MuJoCo compute what symoro's references compute. Pinocchio agrees to 1e-10 of the
largest element: doubles are rounded once in the text and in angles of a few radians. MuJoCo agrees
to 1e-9: it diagonalises inertia matrices and turns axes into quaternions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import symoro
from dynamic_states import Array, close
from kinematic_states import FLOATS
from oracles.exported_robots import Exported, exported, random_export
from symoro import Robot
from symoro.analysis.loops.postures import closed_postures
from symoro.errors import RobotError
from symoro.library import names
from symoro.references.poses import poses as frame_poses
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot.variables import state_names

pytestmark = pytest.mark.filterwarnings("ignore::symoro.RobotWarning")
SEEDS = range(20)


def _with_numbers() -> dict[str, str]:
    """The trees of the library with a number for each symbol, each with such a value set."""
    sets = {}
    for name in names():
        robot = symoro.load(name)
        for own in () if robot.n_loops else robot.values:
            if robot.symbols <= {*dict(own.values), *state_names(robot)}:
                sets[name] = own.name
    return sets


WITH_NUMBERS = _with_numbers()
NO_BODIES = ("puma560",)
"""Its published moments of inertia are those of no rigid bodies."""


def library_robot(name: str) -> Exported:
    return exported(symoro.load(name).substitute(WITH_NUMBERS[name]), name)


# Pinocchio


def from_urdf(sample: Exported) -> Any:
    """The model that pinocchio reads; it knows neither gravity nor rotors from the file."""
    text = symoro.to_urdf(sample.robot)
    root = (pin.JointModelFreeFlyer(),) if sample.floats else ()
    model = pin.buildModelFromXML(text, *root)
    g = sample.state.vector(sample.robot.base.G)
    model.gravity.linear = g if sample.floats else sample.Z[:3, :3] @ g
    for each in ElementTree.fromstring(text).iter("transmission"):
        joint, inertia = each.find("joint"), each.find("actuator/rotorInertia")
        assert joint is not None
        assert inertia is not None
        row = model.joints[model.getJointId(joint.get("name"))].idx_v
        model.armature[row] = float(inertia.text or "")
    return model


def direct(sample: Exported) -> Any:
    return symoro.to_pinocchio(sample.robot)


MAKERS = pytest.mark.parametrize("make", [from_urdf, direct])


def assert_pinocchio_agrees(model: Any, sample: Exported) -> None:
    q, v, a = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    rows = list(range(6)) if sample.floats else []
    if sample.floats:
        V0, W0, VP0, WP0 = sample.base_rates
        q[:3], q[3:7] = sample.Z[:3, 3], pin.Quaternion(sample.Z[:3, :3]).coeffs()
        v[:6], a[:6] = [*V0, *W0], [*(VP0 - np.cross(W0, V0)), *WP0]
    qp, qdp = sample.state.column("QP"), sample.state.column("QDP")
    for name, at, rate, change in zip(sample.joints, sample.q, qp, qdp, strict=True):
        joint = model.joints[model.getJointId(name)]
        q[joint.idx_q : joint.idx_q + joint.nq] = at if joint.nq == 1 else (np.cos(at), np.sin(at))
        v[joint.idx_v], a[joint.idx_v] = rate, change
        rows.append(joint.idx_v)
    data = model.createData()
    pin.framesForwardKinematics(model, data, q)
    for j, pose in sample.poses.items():
        name = f"link{j}" if j else "base_link"
        assert close(data.oMf[model.getFrameId(name)].homogeneous, pose, 1e-10), name
    A = pin.crba(model, data, q)
    A = np.triu(A) + np.triu(A, 1).T
    assert close(A[np.ix_(rows, rows)], sample.dynamics.inertia_matrix(), 1e-10)
    friction = model.damping * v + model.upperDryFrictionLimit * np.sign(v)
    assert close((pin.rnea(model, data, q, v, a) + friction)[rows], sample.efforts, 1e-10)
    still = pin.rnea(model, data, q, 0 * v, 0 * a)
    assert close(still[rows], sample.at_rest().efforts, 1e-10)
    rotors = v @ (model.armature * v) / 2
    model = model.copy()
    model.armature[:] = 0.0  # some versions count rotors, some do not
    kinetic = pin.computeKineticEnergy(model, model.createData(), q, v) + rotors
    assert close(kinetic, sample.dynamics.kinetic_energy(), 1e-10)


@MAKERS
@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio_has_the_model_of_a_random_tree(
    seed: int, make: Callable[[Exported], Any]
) -> None:
    sample = random_export(seed)
    assert_pinocchio_agrees(make(sample), sample)


@MAKERS
@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio_has_the_model_of_a_tree_afloat(
    seed: int, make: Callable[[Exported], Any]
) -> None:
    sample = random_export(seed, floating=True)
    assert_pinocchio_agrees(make(sample), sample)


@MAKERS
@pytest.mark.parametrize("name", WITH_NUMBERS)
def test_pinocchio_has_the_model_of_a_library_robot(
    name: str, make: Callable[[Exported], Any]
) -> None:
    sample = library_robot(name)
    assert_pinocchio_agrees(make(sample), sample)


# MuJoCo


def assert_mujoco_agrees(sample: Exported) -> None:
    model = mujoco.MjModel.from_xml_string(symoro.to_mjcf(sample.robot))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    rows = list(range(6)) if sample.floats else []
    R = sample.Z[:3, :3]
    if sample.floats:
        V0, W0, VP0, WP0 = sample.base_rates
        assert close(data.qpos[:3], sample.Z[:3, 3], 1e-12)
        data.qvel[:6], data.qacc[:6] = [*(R @ V0), *W0], [*(R @ VP0), *WP0]
    qp, qdp = sample.state.column("QP"), sample.state.column("QDP")
    for name, at, rate, change in zip(sample.joints, sample.q, qp, qdp, strict=True):
        joint = model.joint(name)
        data.qpos[joint.qposadr[0]] = at
        data.qvel[joint.dofadr[0]], data.qacc[joint.dofadr[0]] = rate, change
        rows.append(joint.dofadr[0])
    mujoco.mj_inverse(model, data)
    for j, pose in sample.poses.items():
        body = data.body(f"link{j}" if j else "base_link")
        assert close(body.xpos, pose[:3, 3], 1e-9)
        assert close(body.xmat.reshape(3, 3), pose[:3, :3], 1e-9)
    turned = np.eye(len(rows))
    if sample.floats:
        turned[:3, :3] = R
    A = turned.T @ full_inertia(model, data)[np.ix_(rows, rows)] @ turned
    assert close(A, sample.dynamics.inertia_matrix(), 1e-9)
    efforts = data.qfrc_inverse + model.dof_frictionloss * np.sign(data.qvel)
    assert close(turned.T @ efforts[rows], sample.efforts, 1e-9)


def full_inertia(model: Any, data: Any) -> Array:
    A: Array = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, A)
    return A


@pytest.mark.parametrize("seed", SEEDS)
def test_mujoco_has_the_model_of_a_random_tree(seed: int) -> None:
    assert_mujoco_agrees(random_export(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_mujoco_has_the_model_of_a_tree_afloat(seed: int) -> None:
    assert_mujoco_agrees(random_export(seed, floating=True))


@pytest.mark.parametrize("name", WITH_NUMBERS)
def test_mujoco_has_the_model_of_a_library_robot(name: str) -> None:
    if name in NO_BODIES:
        with pytest.raises(RobotError, match="no rigid body has these numbers"):
            symoro.to_mjcf(library_robot(name).robot)
    else:
        assert_mujoco_agrees(library_robot(name))


# Loops


@pytest.mark.parametrize("name", ["fourbar", "fivebar", "sr400", "rssr", "rsur", "spherical4r"])
def test_mujoco_closes_the_loops_where_they_close(name: str) -> None:
    """Postures close to 1e-12 of the size; the sites' doubles add as much."""
    robot = with_bodies(name)
    model = mujoco.MjModel.from_xml_string(symoro.to_mjcf(robot))
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    data = mujoco.MjData(model)
    mobility = symoro.freedoms(robot).mobility
    joints = robot.moving_joints
    for posture in closed_postures(robot, {}, 5, random.Random(name)):
        for j, at in zip(joints, posture, strict=True):
            if j <= robot.n_links:
                data.qpos[model.joint(f"joint{j}").qposadr[0]] = at
        mujoco.mj_forward(model, data)
        assert abs(data.efc_pos).max() < 1e-10
        J = data.efc_J[: data.nefc * model.nv].reshape(data.nefc, model.nv)
        assert model.nv - np.linalg.matrix_rank(J, tol=1e-6) == mobility
    data.qpos[:] += np.arange(model.nv)
    mujoco.mj_forward(model, data)
    assert abs(data.efc_pos).max() > 1e-3


TURNS = ("motor", "pin", "bush")
"""The turns of the loop below: parallel, so that their sum does not change."""


def sliding(cut: str, passive: str) -> Robot:
    """A crank that turns a rod, on which a sleeve of an arm slides; the tip of the rod is free."""
    axis, along = (0, 0.6, 0.8), (0.8, -0.48, 0.36)  # at a right angle

    def turn(name: str, parent: str, child: str, *place: float) -> symoro.JointAxis:
        return symoro.JointAxis(name, "R", parent, child, place, axis, actuated=name != passive)

    joints = [
        turn("motor", "base", "crank", 0, 0, 0),
        turn("pin", "crank", "rod", 0.2, 0, 0),
        symoro.JointAxis("slide", "P", "rod", "sleeve", (0.2, 0, 0), along),
        turn("bush", "sleeve", "arm", 0.3, -0.1, 0.1),
        symoro.JointAxis("tip", "R", "rod", "hand", (0.6, 0, 0), (1, 0, 0)),
        symoro.JointAxis("rail", "P", "base", "arm", (0.5, 0, 0), (0.8, 0.48, -0.36)),
    ]
    robot = Robot.from_joints(joints, cut=[cut])
    tree = exported(replace(robot.equivalent_tree(), origin=None), cut).robot
    return replace(robot, links=tree.links, base=tree.base)


@pytest.mark.parametrize("passive", TURNS)
@pytest.mark.parametrize("cut", ["slide", "rail"])
def test_a_loop_may_be_cut_at_a_prismatic_joint(cut: str, passive: str) -> None:
    """MuJoCo's loop is cut at a turn: bodies and the energy of allowed motions are the same."""
    robot = sliding(cut, passive)
    assert robot.frame(robot.loops()[0][0]).name == cut
    model = mujoco.MjModel.from_xml_string(symoro.to_mjcf(robot))
    in_mujoco = [model.joint(k).name for k in range(model.njnt)]
    assert sorted([*in_mujoco, passive]) == sorted([*TURNS, "slide", "rail", "tip"])
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data = mujoco.MjData(model)
    joints = list(robot.moving_joints)
    called = [robot.frame(j).name for j in robot.moving_joints]
    for posture in closed_postures(robot, {}, 5, random.Random(cut)):
        for name, at in zip(called, posture, strict=True):
            if name in in_mujoco:
                data.qpos[model.joint(name).qposadr[0]] = at
        mujoco.mj_forward(model, data)
        assert abs(data.efc_pos).max() < 1e-10
        values = {robot.variables[j].name: float(x) for j, x in zip(joints, posture, strict=True)}
        rates_of = (symbol for _, frame in robot for symbol in (frame.QP, frame.QDP))
        values |= {str(symbol): 0.0 for symbol in rates_of if symbol.symbols}
        places = frame_poses(robot, values, FLOATS, float)
        assert robot.origin is not None
        for link in robot.origin.frames:
            own = places[link.frame] @ [[float(x.number or 0) for x in row] for row in link.pose]
            body = data.body(link.name) if link.name != "base" else data.body("world")
            np.testing.assert_allclose(body.xpos, own[:3, 3], atol=1e-10)
            np.testing.assert_allclose(body.xmat, own[:3, :3].ravel(), atol=1e-10)
        J = data.efc_J[: data.nefc * model.nv].reshape(data.nefc, model.nv)
        _, sizes, rows = np.linalg.svd(J)
        ways = rows[(sizes > 1e-7).sum() :].T
        assert ways.shape[1] == symoro.freedoms(robot).mobility == 3
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        energy = ways.T @ M @ ways
        rates = {name: ways[model.joint(name).dofadr[0]] for name in in_mujoco}
        (lost,) = {*called} - {*in_mujoco}
        rates[lost] = -sum(rates[name] for name in TURNS if name != lost)
        tree = [robot.frame(j).name for j in joints if j <= robot.n_links]
        S = np.array([rates[name] for name in tree])
        A = TreeDynamics(robot, values, FLOATS, float).inertia_matrix()
        np.testing.assert_allclose(S.T @ A @ S, energy, atol=1e-9 * np.abs(energy).max())
    data.qpos[:] += 0.3 * np.arange(1, model.nv + 1)
    mujoco.mj_forward(model, data)
    assert abs(data.efc_pos).max() > 1e-3


def test_a_loop_of_slides_and_motors_is_refused() -> None:
    robot = sliding("slide", "pin")
    frames = [replace(frame, mu=True) for frame in robot.frames[:-1]]
    with pytest.raises(symoro.UsageError, match=r"cut at the prismatic joint slide.*no revolute"):
        symoro.to_mjcf(replace(robot, frames=(*frames, robot.frames[-1])))


def with_bodies(name: str) -> Robot:
    """A closed robot with the lengths of its value set, and bodies at random."""
    robot = symoro.load(name)
    lengths = robot.substitute(robot.values[0].name)
    tree = exported(lengths.equivalent_tree(), name).robot
    return replace(lengths, links=tree.links, base=tree.base)
