"""Times of base parameters and of regressors, beside a peer.

Run with ``make bench``. Times depend on the machine; what is worth comparing is their ratio in one
run: of the regressor to pinocchio's on the same robot, of base parameters between long chains.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.expressions import ZERO, symbol
from symoro.robot import Base, JointType, Robot, Structure, general_link, joint_frame
from symoro.verify.sampling import sample_values

pinocchio = pytest.importorskip("pinocchio")
Benchmark = Any  # pytest-benchmark has no types


def chain(n: int) -> Robot:
    """A chain of revolute joints with general twists, lengths and inertias."""
    columns = {name: [f"{name}{j}" for j in range(1, n + 1)] for name in ("alpha", "d", "r")}
    return Robot.from_mdh(
        columns["alpha"], columns["d"], [0] * n, columns["r"], [0] * n, name=f"chain{n}"
    )


def tree(n: int) -> Robot:
    """A tree of ``n`` revolute joints with five branches, as a humanoid has."""
    frames = []
    for j in range(1, n + 1):
        antecedent = j - 1 if j % 9 else 2
        fields = {name: symbol(f"{name}{j}") for name in ("gamma", "b", "alpha", "d", "r")}
        fields["theta"] = symbol(f"t{j}")
        frames.append(joint_frame(j, antecedent, JointType.REVOLUTE, **fields))
    links = tuple(general_link(j) for j in range(1, n + 1))
    base = Base(G=(ZERO, ZERO, symbol("G3")))
    return Robot(f"tree{n}", Structure.TREE, tuple(frames), links, base)


@pytest.mark.parametrize("n", [6, 25, 100])
def test_base_parameters_of_a_chain(benchmark: Benchmark, n: int) -> None:
    """The symbolic method, its exact completeness pass included."""
    found = benchmark.pedantic(symoro.base_parameters, (chain(n),), rounds=1)
    assert len(found.inertial) == 7 * n - 4


def test_base_parameters_of_a_tree(benchmark: Benchmark) -> None:
    """As many links as a humanoid, general in all six parameters."""
    benchmark.pedantic(symoro.base_parameters, (tree(47),), rounds=1)


@pytest.mark.parametrize("name", ["rx90", "panda"])
@pytest.mark.parametrize("engine", ["symoro", "pinocchio"])
def test_regressor(benchmark: Benchmark, name: str, engine: str) -> None:
    """A thousand rows of blocks of the regressor, standard parameters for both."""
    robot = symoro.load(name)
    rng = np.random.default_rng(1)
    q, qd, qdd = (rng.uniform(-1, 1, (1000, len(robot.moving_joints))) for _ in range(3))
    if engine == "symoro":
        model = symoro.regressor(robot)
        values = sample_values(robot, random.Random(1))
        numbers = {symbol: values[symbol] for symbol in model.program.parameters}
        call = model.compile()
        benchmark(lambda: call(q, qd, qdd, parameters=numbers))
    else:
        serial = pinocchio.Model()
        parent = 0
        for j in robot.moving_joints:
            place = pinocchio.SE3.Random()
            parent = serial.addJoint(parent, pinocchio.JointModelRZ(), place, f"joint{j}")
            serial.appendBodyToJoint(parent, pinocchio.Inertia.Random(), pinocchio.SE3.Identity())
        data = serial.createData()
        benchmark(
            lambda: [
                pinocchio.computeJointTorqueRegressor(serial, data, *state).copy()
                for state in zip(q, qd, qdd, strict=True)
            ]
        )
