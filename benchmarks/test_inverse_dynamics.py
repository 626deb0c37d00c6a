"""Times of the inverse dynamic model: to generate, to compile, to call, beside a peer.

Run with ``make bench``. Times depend on the machine; what is worth comparing is their ratio in one
run: to pinocchio's rnea on the same robot, and between chains of n joints (linear in n).
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from symoro.generate.draw import draw
from symoro.robot import Robot

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types
Array = npt.NDArray[np.float64]


def chain(n: int) -> Robot:
    """A chain of revolute joints with general twists, lengths and inertias."""
    columns = {name: [f"{name}{j}" for j in range(1, n + 1)] for name in ("alpha", "d", "r")}
    return Robot.from_mdh(
        columns["alpha"], columns["d"], [0] * n, columns["r"], [0] * n, name=f"chain{n}"
    )


def arguments(model: symoro.Model, batch: tuple[int, ...] = ()) -> tuple[list[Array], Any]:
    values = draw(model.robot, random.Random(1))
    rng = np.random.default_rng(1)
    joints = len(model.robot.moving)
    states = [rng.uniform(-1, 1, (*batch, joints)) for _ in range(3)]
    return states, {name: values[name] for name in model.program.parameters}


@pytest.mark.benchmark(group="generate")
@pytest.mark.parametrize("verify", [False, True], ids=["unverified", "verified"])
def test_generate_rx90(benchmark: Benchmark, verify: bool) -> None:
    benchmark(symoro.idm, symoro.load("rx90"), verify=verify)


@pytest.mark.benchmark(group="generate a chain of n joints")
@pytest.mark.parametrize("n", [10, 20, 50, 100])
def test_generate_chain(benchmark: Benchmark, n: int) -> None:
    benchmark(symoro.idm, chain(n), verify=False)


@pytest.mark.benchmark(group="compile")
@pytest.mark.parametrize("robot", [symoro.load("rx90"), chain(100)], ids=["rx90", "chain100"])
def test_compile(benchmark: Benchmark, robot: Robot) -> None:
    benchmark(symoro.idm(robot, verify=False).compile)


@pytest.mark.benchmark(group="one call, rx90")
def test_call_symoro(benchmark: Benchmark) -> None:
    model = symoro.idm(symoro.load("rx90"), verify=False)
    states, parameters = arguments(model)
    benchmark(model.compile(), *states, parameters=parameters)


@pytest.mark.benchmark(group="one call, rx90")
def test_call_pinocchio(benchmark: Benchmark) -> None:
    peer = six_joints()
    data = peer.createData()
    rng = np.random.default_rng(1)
    q, v, a = (rng.uniform(-1, 1, 6) for _ in range(3))
    benchmark(pinocchio.rnea, peer, data, q, v, a)


@pytest.mark.benchmark(group="1000 states, rx90")
def test_batch_symoro(benchmark: Benchmark) -> None:
    model = symoro.idm(symoro.load("rx90"), verify=False)
    states, parameters = arguments(model, (1000,))
    benchmark(model.compile(), *states, parameters=parameters)


@pytest.mark.benchmark(group="1000 states, rx90")
def test_batch_pinocchio(benchmark: Benchmark) -> None:
    peer = six_joints()
    data = peer.createData()
    rng = np.random.default_rng(1)
    states = rng.uniform(-1, 1, (1000, 3, 6))

    def every() -> None:
        for q, v, a in states:
            pinocchio.rnea(peer, data, q, v, a)

    benchmark(every)


def six_joints() -> Any:
    """A chain of six revolute joints with the RX90's right angles, general bodies."""
    peer = pinocchio.Model()
    parent = 0
    for j, alpha in enumerate((0.0, np.pi / 2, 0.0, -np.pi / 2, np.pi / 2, -np.pi / 2), start=1):
        rotation = pinocchio.utils.rotate("x", alpha)
        placement = pinocchio.SE3(rotation, np.array([0.1 * j, 0.0, 0.1]))
        parent = peer.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint{j}")
        body = pinocchio.Inertia(1.0, np.array([0.1, 0.2, 0.3]), np.eye(3))
        peer.appendBodyToJoint(parent, body, pinocchio.SE3.Identity())
    return peer
