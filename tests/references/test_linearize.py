"""The closed formulas for derivatives of efforts against dual numbers.

Inverse dynamics runs on dual numbers, of which nothing is written by hand. Tolerance 1e-11
of the largest derivative: both routes add up some thousand products.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from models.test_mutants import everything
from random_robots import random_tree
from symoro.algebra.dual import Dual, DualArithmetic
from symoro.analysis.arrays import Floats
from symoro.expressions import FloatArithmetic
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.linearize import EffortDerivatives
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()


def slopes(robot: Robot, values: dict[str, float], names: list[str]) -> Floats:
    """The derivatives of the efforts, a column for each symbol."""
    known = {
        name: Dual(x, np.array([float(name == each) for each in names]), FLOATS)
        for name, x in values.items()
    }
    tau = inverse_dynamics(robot, known, DualArithmetic(FLOATS)).tau
    return np.array([effort.derivative for effort in tau.values()])


@pytest.mark.parametrize("seed", [*range(12), None])
def test_the_formulas_give_the_slopes_of_inverse_dynamics(seed: int | None) -> None:
    robot = everything() if seed is None else random_tree(seed)
    values = sample_values(robot, random.Random(seed))
    found = EffortDerivatives(robot, values, FLOATS, float)
    positions = [robot.variables[j].name for j in robot.moving_joints]
    velocities = [str(robot.frame(j).QP) for j in robot.moving_joints]
    for ours, names in ((found.by_position(), positions), (found.by_velocity(), velocities)):
        expected = slopes(robot, values, names)
        assert np.abs(ours - expected).max() <= 1e-11 * max(1.0, np.abs(expected).max())
