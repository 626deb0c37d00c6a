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
from benchmarks.robots import chain, six_joints
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types
Array = npt.NDArray[np.float64]


def arguments(model: symoro.Model, batch: tuple[int, ...] = ()) -> tuple[list[Array], Any]:
    values = sample_values(model.robot, random.Random(1))
    rng = np.random.default_rng(1)
    joints = model.robot.n_dof
    states = [rng.uniform(-1, 1, (*batch, joints)) for _ in range(3)]
    return states, {name: values[name] for name in model.program.parameters}


@pytest.mark.benchmark(group="generate")
@pytest.mark.parametrize("verify", [False, True], ids=["unverified", "verified"])
def test_generate_rx90(benchmark: Benchmark, verify: bool) -> None:
    benchmark(symoro.idm, symoro.load("rx90"), verify=verify)


@pytest.mark.benchmark(group="generate a chain of n joints")
@pytest.mark.parametrize("n", [10, 20])
def test_generate_chain(benchmark: Benchmark, n: int) -> None:
    benchmark(symoro.idm, chain(n), verify=False)


@pytest.mark.benchmark(group="compile and call once")
@pytest.mark.parametrize("robot", [symoro.load("rx90"), chain(20)], ids=["rx90", "chain20"])
def test_compile(benchmark: Benchmark, robot: Robot) -> None:
    model = symoro.idm(robot, verify=False)
    states, parameters = arguments(model)
    benchmark(lambda: model.compile()(*states, parameters=parameters))


@pytest.mark.benchmark(group="one call, rx90")
def test_call_symoro(benchmark: Benchmark) -> None:
    model = symoro.idm(symoro.load("rx90"), verify=False)
    states, parameters = arguments(model)
    benchmark(model.compile(), *states, parameters=parameters)


@pytest.mark.benchmark(group="one call, rx90")
@pytest.mark.parametrize("into", [False, True], ids=["new", "out"])
def test_call_prepared(benchmark: Benchmark, into: bool) -> None:
    model = symoro.idm(symoro.load("rx90"), verify=False)
    states, parameters = arguments(model)
    f = model.compile().prepare(parameters)
    f(*states)
    if into:
        benchmark(f, *states, out=np.empty(model.robot.n_dof))
    else:
        benchmark(f, *states)


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
