"""Times of geometry, kinematics and loops: to generate, and to call beside a peer.

Run with ``make bench``. What is worth comparing is the ratio in one run: to pinocchio's forward
kinematics and frame Jacobian on a chain of as many joints, and between models.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symoro

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types

LENGTHS = {"D3": 0.45, "RL4": 0.45}
BATCH = 10_000


@pytest.mark.benchmark(group="generate, general 6R, verified")
@pytest.mark.parametrize("model", ["fast_transform", "jacobian", "velocities", "accelerations"])
def test_generate_general6r(benchmark: Benchmark, model: str) -> None:
    benchmark(getattr(symoro, model), symoro.load("general6r"))


@pytest.mark.benchmark(group="generate, closed robots")
@pytest.mark.parametrize("robot", ["fourbar", "sr400", "akr3000"])
def test_generate_loop_geometry(benchmark: Benchmark, robot: str) -> None:
    loaded = symoro.load(robot)
    benchmark(lambda: symoro.loop_geometry(loaded, verify=False).model)


@pytest.mark.benchmark(group="symbolic")
@pytest.mark.parametrize("model", ["jacobian_det", "jacobian_inverse"])
def test_symbolic_rx90(benchmark: Benchmark, model: str) -> None:
    benchmark(getattr(symoro, model), symoro.load("rx90"), verify=False)


@pytest.mark.benchmark(group=f"transform and Jacobian of the hand, {BATCH} states")
def test_batch_symoro(benchmark: Benchmark) -> None:
    rx90 = symoro.load("rx90")
    pose = symoro.fast_transform(rx90, verify=False).compile()
    jacobian = symoro.jacobian(rx90, projection=0, intermediate=6, verify=False).compile()
    q = np.random.default_rng(1).uniform(-1, 1, (BATCH, 6))
    benchmark(lambda: (pose(q, parameters=LENGTHS), jacobian(q, parameters=LENGTHS)))


@pytest.mark.benchmark(group=f"transform and Jacobian of the hand, {BATCH} states")
def test_batch_pinocchio(benchmark: Benchmark) -> None:
    model = pinocchio.Model()
    for j in range(6):
        placement = pinocchio.SE3.Random()
        model.addJoint(j, pinocchio.JointModelRZ(), placement, f"joint{j}")
    data = model.createData()
    states = np.random.default_rng(1).uniform(-1, 1, (BATCH, 6))

    def run() -> None:
        for q in states:
            pinocchio.computeJointJacobians(model, data, q)
            pinocchio.getJointJacobian(model, data, 6, pinocchio.LOCAL_WORLD_ALIGNED)

    benchmark(run)
