"""Laws of the Coriolis matrix and of the generalised momentum, along smooth motions.

Rates are exact (see `laws.duals`): 1e-10 of the largest term is left for the rounding of some
thousand operations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.duals import DualArithmetic
from laws.moving import FLOATS, Moving, Values, afloat, without_wrenches
from random_robots import random_tree
from symoro import Model, Robot
from symoro.expressions import ZERO, evaluate
from symoro.ir import interpret
from symoro.models.dynamics.ccg import CORIOLIS, FRICTION, GRAVITY, WRENCH, ccg
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.mechanism import Mechanism, mechanism
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import BaseMotion
from symoro.robot.base import NULL
from symoro.robot.floating_base import with_base_inputs

Array = npt.NDArray[np.float64]
TOLERANCE = 1e-10
SEEDS = range(700, 710)


Make = Callable[..., Model]


@cache
def made(make: Make, robot: Robot) -> Model:
    """A model with all its outputs."""
    return make(robot, outputs="*", verify=False)


@dataclass(frozen=True)
class Case:
    """A robot along a motion; one of two floats."""

    robot: Robot
    moving: Moving

    @property
    def floats(self) -> bool:
        return self.robot.base.motion is BaseMotion.FLOATING

    @property
    def mechanism(self) -> Mechanism:
        """The robot with numbers; its base does not accelerate."""
        base = replace(self.moving.robot.base, WP0=NULL, VP0=NULL)
        robot = replace(self.moving.robot, base=base)
        return mechanism(robot, lambda e: evaluate(e, self.moving.now, FLOATS))

    @property
    def velocity(self) -> Array:
        base = self.moving.robot.base
        entries = [*base.V0, *base.W0] if self.floats else []
        return np.concatenate([self.moving.vector(entries), self.moving.speeds])

    def outputs(self, make: Make, more: Values | None = None) -> dict[str, Array]:
        """All outputs of a model, with numbers for the arguments that are no symbols of a robot."""
        model = made(make, self.robot)
        found = interpret(model.program, self.moving.now | (more or {}), FLOATS)
        return {o.name: np.array(found[o.name]).reshape(o.shape) for o in model.program.outputs}


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"tree{seed}")
def case(request: pytest.FixtureRequest) -> Case:
    seed: int = request.param
    robot = random_tree(seed, moving_base=False, links=2 + seed % 6)
    robot = afloat(robot) if seed % 2 else robot
    return Case(robot, Moving.drawn(with_base_inputs(robot), seed))


def given(case: Case, seed: int = 0) -> Values:
    """Numbers for the vector v, by the names of its elements."""
    model = made(symoro.coriolis, case.robot)
    names = [item.name for item in model.program.inputs if item.array == "v"]
    numbers = np.random.default_rng(seed).uniform(-1, 1, len(names))
    return dict(zip(names, map(float, numbers), strict=True))


def assert_same(found: Array, expected: Array, size: float = 1.0) -> None:
    scale = max(size, 1.0, float(np.abs(expected).max(initial=0.0)))
    assert np.abs(found - expected).max(initial=0.0) / scale < TOLERANCE


def test_the_rate_of_the_inertia_matrix_is_the_coriolis_matrix_and_its_transpose(
    case: Case,
) -> None:
    """A' - 2C is skew-symmetric: A' = C + C^T."""
    model = made(symoro.inertia, case.robot)
    rate = case.moving.rates(model)["A"]
    C = case.outputs(symoro.coriolis, given(case))["C"]
    assert_same(C + C.T, rate)


def test_the_matrix_times_the_velocities_is_the_coriolis_part_of_h(case: Case) -> None:
    """C of a floating base goes with rates of components: it has A (w0 x v0) more than H."""
    m = case.mechanism
    expected = ccg(m, (CORIOLIS,)).astype(float)
    if case.floats:
        A = inertia_matrix(m).matrix.astype(float)
        expected = expected + A[:, :3] @ np.cross(m.w0.astype(float), m.v0.astype(float))
    C = case.outputs(symoro.coriolis, given(case))["C"]
    assert_same(C @ case.velocity, expected)


def test_products_are_those_of_the_matrix(case: Case) -> None:
    v = given(case)
    found = case.outputs(symoro.coriolis, v)
    assert_same(found["CV"], found["C"] @ np.array(list(v.values())))
    assert_same(found["CTQP"], found["C"].T @ case.velocity)


def test_the_product_is_linear_in_v_and_symmetric_in_both_velocities_of_joints(case: Case) -> None:
    """Christoffel's symbols are symmetric: C(q, qd) v = C(q, v) qd; for a base that stands."""
    v = given(case)
    found = case.outputs(symoro.coriolis, v)["CV"]
    twice = case.outputs(symoro.coriolis, {name: -2 * x for name, x in v.items()})["CV"]
    assert_same(twice, -2 * found)
    if not case.floats:
        robot = case.moving.robot
        speeds = [str(robot.frame(j).QP) for j in robot.moving_joints]
        own = dict(zip(v, (case.moving.now[name] for name in speeds), strict=True))
        swapped = Moving(robot, case.moving.now | dict(zip(speeds, v.values(), strict=True)))
        assert_same(Case(case.robot, swapped).outputs(symoro.coriolis, own)["CV"], found)


def test_momentum_is_the_inertia_matrix_times_the_velocities(case: Case) -> None:
    A = inertia_matrix(case.mechanism).matrix.astype(float)
    assert_same(case.outputs(symoro.momentum)["P"], A @ case.velocity)


def test_beta_is_gravity_less_the_transpose_times_the_velocities(case: Case) -> None:
    found = case.outputs(symoro.momentum)
    assert_same(found["Q"], ccg(case.mechanism, (GRAVITY,)).astype(float))
    assert_same(found["CTQP"], case.outputs(symoro.coriolis, given(case))["CTQP"])
    assert_same(found["BETA"], found["Q"] - found["CTQP"])


def test_the_rate_of_momentum_is_what_the_efforts_leave(case: Case) -> None:
    """dP/dt = efforts - friction - wrenches - BETA; of a base rates of components in frame 0."""
    model = made(symoro.momentum, case.robot)
    found = interpret(model.program, case.moving.flow, DualArithmetic())
    rate = np.array([x.rate for x in found["P"]])
    beta = np.array([x.x for x in found["BETA"]])
    efforts = inverse_dynamics(case.moving.robot, case.moving.now, FLOATS, float)
    total = np.array([*(efforts.base if case.floats else ()), *efforts.tau.values()])
    lost = ccg(case.mechanism, (FRICTION, WRENCH)).astype(float)
    assert_same(rate, total - lost - beta, float(np.abs(total).max()))


def test_a_rotor_adds_to_the_momentum_only() -> None:
    robot = without_wrenches(random_tree(3, moving_base=False, links=3))
    bare = replace(robot, links=tuple(replace(link, IA=ZERO) for link in robot.links))
    moving = Moving.drawn(robot, "rotor")
    with_rotors, without = (Case(r, moving).outputs(symoro.momentum) for r in (robot, bare))
    rotors = [robot.link(j).IA for j in robot.moving_joints]
    assert any(entry != ZERO for entry in rotors)
    assert_same(with_rotors["P"] - without["P"], moving.vector(rotors) * moving.speeds)
    assert_same(with_rotors["BETA"], without["BETA"])
