"""Times of a closed robot's torques beside pinocchio's on its tree, then projected.

Run with ``make bench``. A thousand states of the SR400 at once from the motion of its motors, and a
loop over pinocchio's rnea of the spanning tree called from Python, followed by one product with the
constant matrix G of the parallelogram. Both give the same torques.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from oracles.pinocchio_model import PinocchioRobot
from symoro.verify.sampling import sample_values

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types
Array = npt.NDArray[np.float64]

G = np.array(
    [
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, -1, 0, 0, 0, 1],  # t3 = Pi/2 - t2 + t7
        [0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, -1],  # t8 = t2 - t7
    ]
)
"""The velocities of joints 1 to 8 in those of motors 1, 2, 4, 5, 6 and 7."""


def states() -> tuple[list[Array], Array]:
    """Positions, velocities and accelerations of the motors; and of the tree's joints, by state."""
    motors = [*np.random.default_rng(1).uniform(-1, 1, (3, 1000, 6))]
    tree = np.stack([each @ G.T for each in motors], axis=1)
    tree[:, 0, 2] += np.pi / 2
    return motors, tree


def values() -> dict[str, float]:
    return dict(sample_values(symoro.load("sr400"), random.Random(1)))


def ours() -> Any:
    model = symoro.idm(symoro.load("sr400"), actuated=True, verify=False)
    known = values()
    return model.compile().prepare({name: known[name] for name in model.program.parameters})


def torques_of_pinocchio(tree: Array, peer: Any, data: Any) -> Array:
    torques = np.array([pinocchio.rnea(peer, data, *state) for state in tree])
    projected: Array = torques @ G
    return projected


@pytest.mark.benchmark(group="1000 states, torques of sr400's motors")
def test_symoro(benchmark: Benchmark) -> None:
    motors, _ = states()
    benchmark(ours(), *motors)


@pytest.mark.benchmark(group="1000 states, torques of sr400's motors")
def test_pinocchio(benchmark: Benchmark) -> None:
    tree = symoro.load("sr400").equivalent_tree()
    at_zero = dict.fromkeys((v.name for v in tree.variables.values()), 0.0)
    peer = PinocchioRobot(tree, values() | at_zero).model
    motors, motion = states()
    found = benchmark(torques_of_pinocchio, motion, peer, peer.createData())
    assert found == pytest.approx(ours()(*motors), abs=1e-9 * np.abs(found).max())
