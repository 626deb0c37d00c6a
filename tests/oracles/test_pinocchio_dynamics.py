"""Inertia matrix, H, direct dynamics and energies against pinocchio, on all kinds of bases.

The pages run on floats for random trees, the models are generated and compiled for the library.
Tolerance 1e-9 of the largest element: rounding is three orders below it, but accelerations of thin
tips lose digits in proportion to the condition of A in both engines.
"""

from __future__ import annotations

import numpy as np
import pytest

import symoro
from dynamic_states import Array, State, afloat, at_random, close
from oracles.pinocchio_dynamics import PinocchioDynamics
from random_robots import random_tree
from symoro import Robot, library
from symoro.models.dynamics.articulated_body import HybridDynamics
from symoro.models.dynamics.ccg import ccg
from symoro.models.dynamics.energy import energies
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.forward_dynamics import matrix_dynamics, recursive_dynamics
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.robot import BaseMotion

TOLERANCE = 1e-9
FLOATING = ("rx90", "mobile3w", "scara")
CHEAPEST = ("rrp", "rx90", "scara", "sr400", "stanford")  # at level O2, the others at O1


def joined(state: State, found: HybridDynamics) -> Array:
    """Accelerations in the order of rows."""
    base = (*found.vd0, *found.wd0) if state.floats else ()
    return np.array([*base, *found.qdd.values()], dtype=float)


def assert_pages_agree(robot: Robot, seed: object) -> None:
    state = at_random(robot, seed)
    peer = PinocchioDynamics(state.robot, state.values)
    A, H = peer.inertia_matrix(), peer.bias()
    assert close(inertia_matrix(state.m).matrix, A, TOLERANCE)
    assert close(ccg(state.m), H, TOLERANCE)
    given = np.array([*state.tau.values()])
    known = peer.free and not state.floats  # aba takes no known motion of the base
    expected = np.linalg.solve(A, given - H) if known else peer.accelerations(given)
    for route in (recursive_dynamics, matrix_dynamics):
        assert close(joined(state, route(state.m, state.tau)), expected, TOLERANCE), route
    found = energies(state.m)
    assert close((found.kinetic, found.potential), peer.energies(), TOLERANCE)
    if state.floats:
        assert_inverse_agrees(state, A, H)


def assert_inverse_agrees(state: State, A: Array, H: Array) -> None:
    """The base takes the acceleration at which it lacks nothing."""
    found = floating_inverse_dynamics(state.m)
    qdd = state.column("QDP")
    base = np.linalg.solve(A[:6, :6], -H[:6] - A[:6, 6:] @ qdd)
    assert close((*found.vd0, *found.wd0), base, TOLERANCE)
    expected = A[6:] @ np.array([*base, *qdd]) + H[6:]
    assert close([*found.tau.values()], expected, TOLERANCE)


@pytest.mark.parametrize("seed", range(90))
def test_a_random_tree_has_the_dynamics_of_pinocchio(seed: int) -> None:
    assert_pages_agree(random_tree(seed, moving_base=False), seed)


@pytest.mark.parametrize("seed", range(90, 120))
def test_a_random_tree_on_a_moving_base_has_them_too(seed: int) -> None:
    assert_pages_agree(random_tree(seed, moving_base=True), seed)


@pytest.mark.parametrize("seed", range(120, 200))
def test_a_random_tree_afloat_has_them_too(seed: int) -> None:
    assert_pages_agree(afloat(random_tree(seed, moving_base=False)), seed)


def test_the_trees_have_everything() -> None:
    """Branches at the base, fixed frames there and further out, rotors, wrenches, friction."""
    robots = [random_tree(seed) for seed in range(40)]
    assert any(len(robot.children(0)) > 1 for robot in robots)
    fixed = [robot.ancestors(j)[-2] for robot in robots for j, f in robot if not f.moves]
    assert 0 in fixed
    assert any(fixed)
    assert {field for robot in robots for link in robot.links for field, e in vars(link).items()
            if str(e) != "0"} >= {"IA", "FV", "FS", "FX", "CZ"}  # fmt: skip


def assert_models_agree(robot: Robot, *, base: bool = False) -> None:
    """Of a library robot with rotors, friction and a wrench on its last link."""
    with_ = ["ia", "friction", f"wrench={robot.n_links}"]
    level = "O2" if robot.name in CHEAPEST else "O1"
    models = [
        make(robot, include=with_, level=level, verify=False, floating_base=base)
        for make in (symoro.inertia, symoro.ccg, symoro.ddm, symoro.energy)
    ]
    state = at_random(models[0].robot, robot.name)
    found: dict[str, Array] = {}
    for model in models:
        found |= state.called(model)
    peer = PinocchioDynamics(state.robot, state.values)
    A, H = peer.inertia_matrix(), peer.bias()
    assert close(found["A"], A, TOLERANCE)
    assert close(found["H"], H, TOLERANCE)
    assert close((found["E"], found["U"]), peer.energies(), TOLERANCE)
    free = (*found["VP0"], *found["WP0"]) if base else ()
    given = np.array([*state.tau.values()])
    assert close((*free, *found["QDP"]), peer.accelerations(given), TOLERANCE)


@pytest.mark.parametrize("name", library.names())
def test_a_library_robot_has_the_dynamics_of_pinocchio(name: str) -> None:
    assert_models_agree(library.robot(name).equivalent_tree())


@pytest.mark.parametrize("name", FLOATING)
def test_a_library_robot_afloat_has_them_too(name: str) -> None:
    robot = library.robot(name).equivalent_tree()
    assert robot.base.motion is BaseMotion.FIXED
    assert_models_agree(robot, base=True)
