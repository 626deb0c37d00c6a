"""Times of the direct models beside pinocchio: inertia matrix, H, accelerations.

Run with ``make bench``. What is worth comparing is the ratio in one run: a thousand states of the
RX90 at once, and a loop over pinocchio called from Python; and generation between chains of n.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import symoro
from benchmarks.robots import chain, six_joints
from symoro.verify.sampling import sample_values

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types

PEERS = {"inertia": "crba", "ccg": "nonLinearEffects", "ddm": "aba"}


@pytest.mark.benchmark(group="1000 states, direct models of rx90")
@pytest.mark.parametrize("name", PEERS)
def test_symoro(benchmark: Benchmark, name: str) -> None:
    model = getattr(symoro, name)(symoro.load("rx90"), verify=False)
    values = sample_values(model.robot, random.Random(1))
    rng = np.random.default_rng(1)
    states = [rng.uniform(-1, 1, (1000, 6)) for _ in model.states]
    parameters = {each: values[each] for each in model.program.parameters}
    benchmark(model.compile(), *states, parameters=parameters)


@pytest.mark.benchmark(group="1000 states, direct models of rx90")
@pytest.mark.parametrize("name", PEERS)
def test_pinocchio(benchmark: Benchmark, name: str) -> None:
    peer = six_joints()
    data = peer.createData()
    call = getattr(pinocchio, PEERS[name])
    states = np.random.default_rng(1).uniform(-1, 1, (1000, 3, 6))
    taken = {"inertia": 1, "ccg": 2, "ddm": 3}[name]

    def every() -> None:
        for state in states:
            call(peer, data, *state[:taken])

    benchmark(every)


@pytest.mark.benchmark(group="generate the direct model of a chain of n joints, by recursion")
@pytest.mark.parametrize("n", [10, 20])
def test_generate_chain(benchmark: Benchmark, n: int) -> None:
    options = {"method": "recursive", "verify": False}
    benchmark.pedantic(symoro.ddm, (chain(n),), options, rounds=3)
