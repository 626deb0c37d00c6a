"""The linearised model is the derivative of direct dynamics.

Direct dynamics is a solution of A qdd = efforts - H with the reference's A and H. Central
differences of step 1e-5 are wrong by about 1e-10 of the third derivatives and by 1e-11 of the
accelerations, which rounding leaves in a difference over 2e-5: 1e-6 of the largest element is
enough for both where inertia matrices cost up to four digits.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from random_robots import random_tree
from symoro import library, linearize
from symoro.analysis.arrays import Floats
from symoro.expressions import ZERO, FloatArithmetic, evaluate, symbol
from symoro.ir import interpret
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Link, Robot
from symoro.robot.efforts import effort
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
STEP = 1e-5
Values = dict[str, float]


def elastic(seed: int) -> Robot:
    """A tree with springs, passive joints and fixed frames; no Coulomb friction."""
    robot = random_tree(seed, moving_base=False, links=5)
    rng = random.Random(seed)
    frames = list(robot.frames)
    for j in robot.moving_joints:
        kind = rng.randrange(4)
        if kind == 0:
            changes = {"eta": True, "mu": False, "k": symbol(f"k{j}"), "rest": symbol(f"q{j}")}
            frames[j - 1] = replace(frames[j - 1], **changes)  # type: ignore[arg-type]
        elif kind == 1:
            frames[j - 1] = replace(frames[j - 1], mu=False)
    links: list[Link] = [replace(link, FS=ZERO) for link in robot.links]
    return replace(robot, frames=tuple(frames), links=tuple(links))


def accelerations(robot: Robot, values: Values, given: dict[int, float]) -> Floats:
    """Direct dynamics: constant efforts, springs where there are some."""
    dynamics = TreeDynamics(robot, values, FLOATS, float)
    tau = [
        given[j] + (evaluate(effort(robot, j), values, FLOATS) if robot.frame(j).eta else 0.0)
        for j in robot.moving_joints
    ]
    return np.linalg.solve(dynamics.inertia_matrix(), np.array(tau) - dynamics.bias())


def differences(robot: Robot, values: Values, given: dict[int, float]) -> tuple[Floats, Floats]:
    """The lower halves of A and of B for all joints, by central differences."""

    def column(change: Values, more: dict[int, float]) -> Floats:
        ends = []
        for sign in (1, -1):
            moved = {name: values[name] + sign * x for name, x in change.items()}
            pushed = {j: tau + sign * more.get(j, 0.0) for j, tau in given.items()}
            ends.append(accelerations(robot, values | moved, pushed))
        return np.asarray((ends[0] - ends[1]) / (2 * STEP))

    positions = [robot.variables[j].name for j in robot.moving_joints]
    velocities = [str(robot.frame(j).QP) for j in robot.moving_joints]
    A = [column({name: STEP}, {}) for name in (*positions, *velocities)]
    B = [column({}, {j: STEP}) for j in robot.moving_joints]
    return np.array(A).T, np.array(B).T


def check(robot: Robot, moving: bool) -> None:
    model = linearize(robot, moving=moving, level="O1", verify=False)
    values = sample_values(robot, random.Random(robot.name))
    motion = {str(e) for _, f in robot if f.moves for e in (f.QP, f.QDP)}
    if not moving:
        values |= dict.fromkeys(motion, 0.0)
    held = inverse_dynamics(robot, values, FLOATS, float).tau
    springs = {
        j: evaluate(effort(robot, j), values, FLOATS) if robot.frame(j).eta else 0.0 for j in held
    }
    A, B = differences(robot, values, {j: held[j] - springs[j] for j in held})
    found = interpret(model.program, values, FLOATS)
    n = robot.n_dof
    lower = np.array(found["A"]).reshape(2 * n, 2 * n)[n:]
    assert np.abs(lower - A).max() <= 1e-6 * max(1.0, np.abs(A).max())
    motors = [
        r for r, j in enumerate(robot.moving_joints) if robot.frame(j).mu and not robot.frame(j).eta
    ]
    if motors:
        inputs = np.array(found["B"]).reshape(2 * n, -1)[n:]
        assert np.abs(inputs - B[:, motors]).max() <= 1e-6 * max(1.0, np.abs(B).max())
    else:
        assert "B" not in found


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("name", ["planar2r", "rrp", "stanford", "rx90"])
def test_a_library_robot_is_the_derivative_of_its_direct_dynamics(name: str, moving: bool) -> None:
    check(library.robot(name), moving)


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_with_springs_is_the_derivative_of_its_direct_dynamics(
    seed: int, moving: bool
) -> None:
    check(elastic(seed), moving)


@pytest.mark.parametrize("seed", range(2))
def test_a_base_in_motion_is_part_of_the_motion(seed: int) -> None:
    robot = random_tree(seed, moving_base=True, links=4)
    links = tuple(replace(link, FS=ZERO) for link in robot.links)
    check(replace(robot, links=links), moving=True)


@pytest.mark.parametrize("seed", range(2))
def test_the_certificate_is_exact(seed: int) -> None:
    for moving in (False, True):
        found = linearize(elastic(seed), moving=moving).certificate
        assert found is not None
        assert found.exact_points == 2
        assert found.max_rel_error < 1e-9


def test_gravity_of_a_conservative_robot_makes_a_symmetric_stiffness() -> None:
    """A(q) times the lower left block is minus the Hessian matrix of a potential energy."""
    robot = library.robot("puma560")
    values = sample_values(robot, random.Random(2))
    values |= {str(e): 0.0 for _, f in robot for e in (f.QP, f.QDP)}
    found = interpret(linearize(robot, level="O1", verify=False).program, values, FLOATS)
    lower = np.array(found["A"]).reshape(12, 12)[6:, :6]
    hessian = TreeDynamics(robot, values, FLOATS, float).inertia_matrix() @ lower
    assert np.abs(hessian - hessian.T).max() <= 1e-10 * np.abs(hessian).max()
