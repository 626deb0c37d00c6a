"""Every equation of the pages of velocity products matters: break any one, and a matrix notices.

The pages run on floats on trees that have everything, one on a base that stands and one on a
floating base; the expected arrays are those of the reference. A mutant that only spoils what is
shared or spared changes no number but costs operations, so these are counted, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro.models.dynamics.coriolis as coriolis_page
import symoro.models.dynamics.coriolis_product as product_page
import symoro.models.dynamics.momentum as momentum_page
import symoro.models.dynamics.velocity_state as start_page
import symoro.models.dynamics.weight as weight_page
from models.mutants import mutants
from models.test_kinematics_mutants import BROKEN
from models.test_mutants import everything
from random_robots import names
from symoro.catalog.dynamic.reference_rates import along, velocity_argument
from symoro.expressions import ZERO, FloatArithmetic, evaluate
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism, mechanism
from symoro.passes import count
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.pipeline.tracing import trace
from symoro.references.tree_dynamics import TreeDynamics
from symoro.references.weight import weight_efforts
from symoro.robot import Base, BaseMotion, Robot, general_link
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.check import Check
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
PLANE = (1, 3, 5, 6)
"""Frames whose gamma is zero: revolute and prismatic ones, on both branches."""

Run = Callable[[Mechanism, Mechanism, LetFunction], dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """A robot with numbers: what the pages must give, and the operations that they may take."""

    robot: Robot
    v: Argument
    m: Mechanism
    r: Mechanism
    expected: dict[str, Array]


def robots() -> list[Robot]:
    robot = everything()
    frames = [replace(f, gamma=ZERO) if j in PLANE else f for j, f in robot]
    free = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    fixed = replace(robot, frames=tuple(frames), base=Base(G=names("G")))
    return [fixed, unknown_acceleration(replace(fixed, base=free))]


def case(robot: Robot) -> Case:
    v = velocity_argument(robot, "v")
    rng = random.Random(7)
    given = {each.name: rng.uniform(-1, 1) for each in v.symbols}
    values = sample_values(robot, rng) | given
    other = along(robot, v)
    m, r = (mechanism(one, lambda e: evaluate(e, values, FLOATS)) for one in (robot, other))
    tree = TreeDynamics(robot, values, FLOATS, float)
    C, qd = tree.coriolis_matrix(), tree.velocity()
    Q = weight_efforts(robot, values, FLOATS, float)
    expected = {"C": C, "CV": C @ list(given.values()), "CTQP": C.T @ qd, "Q": Q}
    return Case(robot, v, m, r, expected | {"P": tree.inertia_matrix() @ qd, "BETA": Q - C.T @ qd})


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case(robot) for robot in robots()]


def operations(each: Case, run: Run) -> tuple[int, int]:
    """Additions and multiplications of a page, nothing removed."""
    other = along(each.robot, each.v)
    named = list(run(each.m, each.r, plain))

    def traced(scalar: Any, let: LetFunction) -> dict[str, Any]:
        return run(mechanism(each.robot, scalar), mechanism(other, scalar), let)

    kinds = tuple(OutputKind(name, "") for name in named)
    own = [joint_array(each.robot, name, each.robot.moving_joints) for name in ("q", "QP")]
    found = Plan(
        each.robot,
        Formulation(trace=traced),
        Check(each.robot),
        Interface(states=(), outputs=kinds, arguments=(*own, each.v)),
    )
    counted = count(trace(found, "counted", named))
    return counted.add, counted.mul


def agrees(run: Run, each: Case, allowed: tuple[int, int]) -> bool:
    try:
        for name, found in run(each.m, each.r, plain).items():
            values = np.asarray(found, dtype=float)
            if not np.allclose(values, each.expected[name], rtol=1e-9, atol=1e-9):
                return False
        return operations(each, run) == allowed
    except BROKEN:
        return False


def matrix(page: ModuleType) -> Run:
    return lambda m, r, let: {"C": page.coriolis_matrix(m, let, plane=PLANE)}


def product(page: ModuleType) -> Run:
    return lambda m, r, let: {"CV": page.coriolis_product(m, r, let)}


def momentum(page: ModuleType) -> Run:
    return lambda m, r, let: dict(vars(page.momentum(m, let)))


def weight(page: ModuleType) -> Run:
    return lambda m, r, let: {"Q": [*page.weight_efforts(m, link_transforms(m, let), let).values()]}


def start(page: ModuleType) -> Run:
    """What all pages share: the matrix sees posture and S, the momentum sees velocities."""

    def run(m: Mechanism, r: Mechanism, let: LetFunction) -> dict[str, Any]:
        at = page.velocity_state(m, let)
        P, CTQP = momentum_page.momenta(m, let, at)
        found = {"C": coriolis_page.coriolis_matrix(m, let, at, PLANE)}
        return found | {"P": list(P.values()), "CTQP": list(CTQP.values())}

    return run


@pytest.mark.parametrize(
    ("page", "route", "least"),
    [
        (coriolis_page, matrix, 120),
        (product_page, product, 50),
        (momentum_page, momentum, 40),
        (start_page, start, 8),
        (weight_page, weight, 10),
    ],
    ids=["matrix", "product", "momentum", "start", "weight"],
)
def test_every_mutant_of_a_page_is_caught(
    cases: list[Case], page: ModuleType, route: Callable[[ModuleType], Run], least: int
) -> None:
    own = route(page)
    allowed = [operations(each, own) for each in cases]
    pairs = list(zip(cases, allowed, strict=True))
    assert all(agrees(own, each, few) for each, few in pairs)
    made = list(mutants(page))
    alive = [m for m in made if all(agrees(route(m.module), each, few) for each, few in pairs)]
    assert len(made) > least
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
