"""Laws of base parameters on random robots: as many as the rank, and the same torques.

Both sides come from routes of their own, in floats: the rank from the singular values of the
regressor, the torques from the reference of inverse dynamics with either set of parameters.
"""

from __future__ import annotations

import numpy as np
import pytest

from grouping.random_robots import small_loops, small_tree
from grouping.torques import FLOATS, Values, rank, states, torques
from symoro.expressions import evaluate
from symoro.grouping.result import BaseParameters
from symoro.grouping.symbolic import symbolic_base_parameters
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import BaseMotion, Robot
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.parameter import nonzero_parameters

SPARE = 10
"""More rows than base parameters: a rank that is too high shows."""

SAME = 1e-10
"""Relative to the largest torque: a few hundred products of numbers of size 1 to 10."""

CLEAR = 1e3
"""Ratio of the singular values on both sides of the rank."""


@pytest.mark.parametrize("chunk", range(23))
def test_trees(chunk: int) -> None:
    for seed in range(10 * chunk, 10 * chunk + 10):
        assert_law(small_tree(seed))


@pytest.mark.parametrize("chunk", range(6))
def test_closed_robots(chunk: int) -> None:
    for seed in range(5 * chunk, 5 * chunk + 5):
        assert_law(small_loops(seed))


def assert_law(robot: Robot) -> None:
    """The number of base parameters is the rank, and they give the torques."""
    found = symbolic_base_parameters(robot)
    count = len(found.inertial)
    free = sum(frame.mu for _, frame in robot) if robot.n_loops else len(robot.moving_joints)
    drawn = states(robot, -(-(count + SPARE) // max(1, free)), seed=1)
    assert found.proof.rank == count
    own = nonzero_parameters(robot)
    if own:
        matrix = np.concatenate([torques(robot, own, state) for state in drawn])
        independent, gap = rank(matrix)
        assert (robot.name, independent) == (robot.name, count)
        assert gap > CLEAR
    for state in drawn[:2]:
        if robot.base.motion is BaseMotion.FLOATING or robot.n_loops:
            assert_same_combinations(robot, found, state)
        else:
            assert_same_efforts(robot, found, state)


def assert_same_efforts(robot: Robot, found: BaseParameters, state: Values) -> None:
    """The robot in base parameters, with their numbers, has the same inverse dynamics."""
    numbers = found.values({name: state[name] for name in found.required_symbols})
    grouped = {name: numbers[name] for name in found.names.values()}
    tau = inverse_dynamics(robot, state, FLOATS, float).tau
    same = inverse_dynamics(found.robot, state | grouped, FLOATS, float).tau
    scale = max(1.0, *map(abs, tau.values()))
    assert max(abs(tau[j] - same[j]) for j in tau) < SAME * scale, robot.name


def assert_same_combinations(robot: Robot, found: BaseParameters, state: Values) -> None:
    """The same, by columns: the force on a floating base counts, loops are closed."""
    moved = with_base_inputs(robot)
    own, base = nonzero_parameters(robot), found.inertial
    every = sorted({*own, *base})
    if not every:
        return
    values = found.complete(state, FLOATS)
    standard = [evaluate(p.entry(moved), state, FLOATS) if p in own else 0.0 for p in every]
    grouped = [values[p] if p in base else 0.0 for p in every]
    columns = torques(robot, every, state)
    total = columns @ np.array(standard)
    scale = max(1.0, float(np.abs(total).max()))
    assert np.abs(total - columns @ np.array(grouped)).max() < SAME * scale, robot.name
