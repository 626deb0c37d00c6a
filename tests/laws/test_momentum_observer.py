"""The momentum observer: a wrench that nobody told it of appears in its residual.

r = K (P - P(0) - integral of (GAM - friction - BETA + r)) obeys dr/dt = K (te - r) whatever the
motion, with te the efforts of the environment on the joints. Both sides are integrated along one
simulated motion by the classical method of Runge and Kutta: 1e-6 is left for its error.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.energy import at_state
from random_robots import random_tree
from symoro import Robot
from symoro.expressions import ZERO, FloatArithmetic, evaluate, symbol
from symoro.ir import interpret
from symoro.models.dynamics.ccg import FRICTION, WRENCH, ccg
from symoro.models.mechanism import mechanism
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import WRENCH as FIELDS
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
GAIN = 8.0
STEPS, STEP = 20, 5e-3


def pushed(robot: Robot) -> Robot:
    """The robot with viscous friction in all joints, and a wrench on its last link alone."""
    last = {name: symbol(f"{name}last") for name in FIELDS}
    bare = dict.fromkeys(FIELDS, ZERO)
    links = [replace(link, FS=ZERO, **bare) for link in robot.links]
    links[-1] = replace(links[-1], **last)
    return replace(robot, links=tuple(links))


@pytest.mark.parametrize("seed", [2, 11])
def test_the_residual_follows_the_efforts_of_an_unknown_wrench(seed: int) -> None:
    robot = pushed(random_tree(seed, moving_base=False, links=3))
    values = sample_values(robot, random.Random(seed))
    model = symoro.momentum(robot, level="O1", verify=False)
    n = robot.n_dof
    GAM = np.random.default_rng(seed).uniform(-5, 5, n)

    def terms(state: Array) -> tuple[Array, ...]:
        """The acceleration; P and BETA; friction and the efforts on the environment."""
        at = at_state(robot, values, state[:n], state[n : 2 * n], np.zeros(n))
        tree = TreeDynamics(robot, at, FLOATS, float)
        m = mechanism(robot, lambda entry: evaluate(entry, at, FLOATS))
        found = interpret(model.program, at, FLOATS)
        qdd: Array = np.linalg.solve(tree.inertia_matrix(), GAM - tree.bias()).astype(np.float64)
        friction, exerted = (ccg(m, (term,)).astype(float) for term in (FRICTION, WRENCH))
        return qdd, np.array(found["P"]), np.array(found["BETA"]), friction, exerted

    first = terms(start := np.random.default_rng(seed + 1).uniform(-1, 1, 2 * n))[1]

    def residual(P: Array, integral: Array) -> Array:
        return GAIN * (P - first - integral)

    def rate(state: Array) -> Array:
        """Of positions, velocities, the observer's integral and the filtered efforts."""
        qdd, P, beta, friction, exerted = terms(state)
        integral, filtered = state[2 * n : 3 * n], state[3 * n :]
        r = residual(P, integral)
        return np.concatenate(
            [state[n : 2 * n], qdd, GAM - friction - beta + r, GAIN * (-exerted - filtered)]
        )

    state = np.concatenate([start, np.zeros(2 * n)])
    for _ in range(STEPS):
        a = rate(state)
        b = rate(state + STEP / 2 * a)
        c = rate(state + STEP / 2 * b)
        d = rate(state + STEP * c)
        state = state + STEP / 6 * (a + 2 * b + 2 * c + d)
    r = residual(terms(state)[1], state[2 * n : 3 * n])
    filtered = state[3 * n :]
    assert np.abs(filtered).max() > 0.1
    assert r == pytest.approx(filtered, abs=1e-6 * max(1.0, float(np.abs(filtered).max())))
