"""Transforms, Jacobians and motion of links against the references and against pinocchio.

The pages run on floats, without names, at one random state of each robot. Tolerance 1e-12 of the
largest number compared, not below 1: all routes are sums of a few hundred products of numbers of
order 1 to 100, so round-off stays two or more orders below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from kinematic_states import (
    FLOATS,
    WORLD,
    Array,
    State,
    at_random,
    floats,
    opened,
    parallel_tree,
    placed,
    tables,
)
from oracles.pinocchio_motion import PinocchioMotion
from random_robots import random_tree
from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import ZERO
from symoro.models.geometry.transforms import Chain
from symoro.models.kinematics.jacobian import chain_jacobian, jacobian
from symoro.models.kinematics.motion import accelerations, velocities
from symoro.pipeline.options import Options
from symoro.references.motion import spatial_motion
from symoro.robot import JointType, Robot

TOLERANCE = 1e-12


def assert_close(found: object, expected: object) -> None:
    a, b = floats(found), floats(expected)
    assert a.shape == b.shape
    scale = max(1.0, float(np.abs(b).max(initial=0.0)))
    assert np.abs(a - b).max(initial=0.0) < TOLERANCE * scale


class Remembering(Chain):
    """A chain that multiplies each path once: all Jacobians of a robot share their origins."""

    def __init__(self, state: State) -> None:
        super().__init__(state.robot, state.m)
        self._known: dict[tuple[int, int], Array] = {}

    def matrix(self, i: int, j: int, suffix: str | None = None) -> Array:  # type: ignore[override]
        if (i, j) not in self._known:
            self._known[i, j] = super().matrix(i, j)  # type: ignore[assignment]
        return self._known[i, j]


def peer_poses(state: State) -> dict[int, Array]:
    """Where pinocchio puts each frame in the world."""
    peer = PinocchioMotion(opened(state.robot), state.values)
    Z = floats(state.m.Z)
    return {WORLD: np.eye(4)} | {j: Z @ peer.pose(j) for j in range(state.robot.n_frames + 1)}


# Transforms


def assert_all_transforms(state: State) -> None:
    ours, theirs = state.poses(), peer_poses(state)
    chain = Chain(state.robot, state.m)
    for i in state.frames:
        back = np.linalg.inv(ours[i])
        assert_close(ours[i], theirs[i])
        for j in state.frames:
            assert_close(chain.transform(i, j), back @ ours[j])


@pytest.mark.parametrize("name", library.names())
def test_transforms_between_all_frames_of_a_library_robot(name: str) -> None:
    """World, base, tools, cut frames; through common ancestors; the base anywhere."""
    assert_all_transforms(at_random(placed(library.robot(name)), len(name)))


@pytest.mark.parametrize("seeds", [range(k, k + 10) for k in range(0, 20, 10)])
def test_transforms_between_all_frames_of_random_trees(seeds: Sequence[int]) -> None:
    for seed in seeds:
        assert_all_transforms(at_random(placed(random_tree(seed)), seed))


@pytest.mark.parametrize("seeds", [range(k, k + 10) for k in range(0, 60, 10)])
def test_transforms_between_all_frames_of_trees_of_parallel_axes(seeds: Sequence[int]) -> None:
    for seed in seeds:
        assert_all_transforms(at_random(parallel_tree(seed), seed))


# Jacobians


def hat(p: Array) -> Array:
    """Matrices of the cross products p x, for any number of vectors."""
    zero, (x, y, z) = np.zeros(p.shape[:-1]), np.moveaxis(p, -1, 0)
    rows = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def at_points(J: Array, points: Array, turn: Array) -> Array:
    """A Jacobian at the origin, in the world, as those at other points, in other axes."""
    linear = turn @ (J[:3] - hat(points) @ J[3:])
    angular = np.broadcast_to(turn @ J[3:], linear.shape)
    return np.concatenate([linear, angular], axis=-2)


def axes_and_moments(robot: Robot, pose: dict[int, Array], r: int) -> Array:
    """The Jacobian of a link at the world's origin: its columns are Pluecker coordinates."""
    columns = []
    for k in robot.joints_to(r):
        z, p = pose[k][:3, 2], pose[k][:3, 3]
        revolute = robot.frame(k).sigma is JointType.REVOLUTE
        columns.append(np.concatenate([np.cross(p, z), z] if revolute else [z, 0 * z]))
    return np.array(columns).reshape(-1, 6).T


def world_jacobian(peer: PinocchioMotion, Z: Array, r: int) -> Array:
    """The Jacobian of a link by pinocchio, at the world's origin, in the world."""
    columns = [peer.robot.moving_joints.index(k) for k in peer.robot.joints_to(r)]
    J = peer.jacobian(r)[:, columns]
    R, p = Z[:3, :3], Z[:3, 3]
    return at_points(np.vstack([R @ J[:3], R @ J[3:]]), -p, np.eye(3))


@pytest.mark.parametrize("name", library.names())
def test_every_jacobian_of_a_library_robot(name: str) -> None:
    """Link r, frame of projection i, intermediate frame j: all of them, and L with each."""
    state = at_random(placed(library.robot(name)), len(name))
    robot, pose = state.robot, state.poses()
    peer, Z = PinocchioMotion(opened(robot), state.values), floats(state.m.Z)
    chain = Remembering(state)
    points = np.array([pose[j][:3, 3] for j in state.frames])
    for r in range(1, robot.n_frames + 1):
        whole = axes_and_moments(robot, pose, r)
        assert_close(world_jacobian(peer, Z, r), whole)
        for i in state.frames:
            turn = pose[i][:3, :3].T
            pairs = [chain_jacobian(chain, i, r, j) for j in state.frames]
            assert_close([J for J, _ in pairs], at_points(whole, points, turn))
            expected = np.tile(np.eye(6), (len(points), 1, 1))
            expected[:, :3, 3:] = -hat((pose[r][:3, 3] - points) @ turn.T)
            assert_close([L for _, L in pairs], expected)


@pytest.mark.parametrize("seed", range(30))
def test_jacobians_of_trees_of_parallel_axes(seed: int) -> None:
    """Some triples of each tree: walking along parallel axes keeps one orientation."""
    state = at_random(parallel_tree(seed), seed)
    pose, rng = state.poses(), np.random.default_rng(seed)
    for i, j in rng.integers(-1, state.robot.n_frames + 1, (12, 2)):
        r = int(rng.integers(1, state.robot.n_frames + 1))
        J, _ = jacobian(state.robot, state.m, int(i), r, int(j))
        whole = axes_and_moments(state.robot, pose, r)
        assert_close(J, at_points(whole, pose[j][:3, 3], pose[i][:3, :3].T))


# Motion


def assert_motion(state: State) -> None:
    """Velocities, accelerations and Jdot qdot of every link: page, reference and pinocchio."""
    robot = state.robot
    still = without_joint_accelerations(state)
    cases = [(state, PinocchioMotion(opened(robot), state.values))]
    cases.append((still, PinocchioMotion(opened(still.robot), state.values)))
    v = velocities(state.m)
    for case, peer in cases:
        reference = spatial_motion(case.robot, case.values, FLOATS, float)
        a = accelerations(case.m)
        for j in robot.outward():
            speed = np.concatenate([v[j].v, v[j].w])
            assert_close(speed, np.concatenate(peer.velocity(j)))
            assert_close(speed, np.concatenate(reference.velocity(j)))
            rate = np.concatenate([a[j].vd, a[j].wd])
            assert_close(rate, np.concatenate(peer.acceleration(j)))
            assert_close(rate, np.concatenate(reference.acceleration(j)))


def without_joint_accelerations(state: State) -> State:
    frames = tuple(replace(frame, QDP=ZERO) for frame in state.robot.frames)
    robot = replace(state.robot, frames=frames)
    return State(robot, state.values, tables(robot, state.values, FLOATS))


@pytest.mark.parametrize("name", library.names())
def test_the_motion_of_the_links_of_a_library_robot(name: str) -> None:
    assert_motion(at_random(library.robot(name), len(name)))


@pytest.mark.parametrize("seeds", [range(k, k + 20) for k in range(0, 200, 20)])
def test_the_motion_of_the_links_of_random_trees(seeds: Sequence[int]) -> None:
    """Half of these stand on a base that turns and accelerates."""
    for seed in seeds:
        assert_motion(at_random(random_tree(seed), seed))


# Through generate, with verification

MODELS = ("fast-transform", "transform", "jacobian", "velocities", "accelerations", "jdot-qdot")


@pytest.mark.parametrize(("place", "name"), list(enumerate(library.names())))
def test_models_of_library_robots_are_verified(place: int, name: str) -> None:
    for model in (MODELS[place % 6], MODELS[(place + 3) % 6]):
        certificate = generate(model, library.robot(name)).certificate
        assert certificate is not None
        assert certificate.states >= 20
        assert certificate.exact_points == 2, "the exact test passed as well"


@pytest.mark.parametrize("seed", range(600, 606))
@pytest.mark.parametrize("model", ["fast-transform", "jacobian", "jdot-qdot"])
def test_models_of_random_trees_are_verified(model: str, seed: int) -> None:
    robot = random_tree(seed, links=5)
    assert generate(model, robot, Options(verify=True)).certificate is not None
