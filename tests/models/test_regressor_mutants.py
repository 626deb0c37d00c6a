"""Every equation of the regressor's page matters: break any one, and the reference notices.

The page runs on floats on three trees: one that has everything, one with parallel and antiparallel
axes, one on a floating base; and at reference velocities on a base that stands and on one that
floats, where the page of these motions is broken, too. A mutant that only spoils what is shared
changes no number but costs operations, so these are counted, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import symoro.models.identification.regressor as page
import symoro.models.kinematics.reference_motion as reference_page
from models.mutants import mutants
from models.test_mutants import everything
from random_robots import names
from symoro.algebra.vectors import Array
from symoro.catalog.dynamic.reference_rates import references
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.passes import count
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.pipeline.tracing import trace
from symoro.references.reference_motion import reference_columns
from symoro.references.regressor import torque_columns
from symoro.robot import Base, BaseMotion, Robot, general_link
from symoro.robot.arguments import joint_array
from symoro.robot.floating_base import unknown_acceleration, with_base_inputs
from symoro.robot.parameter import DYNAMIC, Parameter, labels, nonzero_parameters
from symoro.verify.check import Check
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
ALPHAS = {2: "Pi", 3: "0", 5: "-Pi", 6: "3*Pi", 7: "Pi"}
"""Antecedents are 1 of 2, 2 of 3, 3 of 4, 1 of 5, 0 of 6 and 4 of 7."""

Page = Callable[..., Array]


@dataclass(frozen=True)
class Case:
    """A robot with numbers: what the page must give, and the operations that it may take."""

    robot: Robot
    m: Mechanism
    columns: dict[Parameter, str]
    expected: Array
    operations: tuple[int, int]
    along: Robot | None = None
    r: Mechanism | None = None


def parallel() -> Robot:
    """Axes parallel to earlier ones, in their sense or against it, with others between them."""
    robot = everything()
    frames = [replace(f, alpha=parse(ALPHAS[j])) if j in ALPHAS else f for j, f in robot]
    return replace(robot, name="parallel", frames=tuple(frames))


def floating() -> Robot:
    """A parallel robot whose base floats and has inertia."""
    base = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    return with_base_inputs(replace(parallel(), name="floating", base=base))


def standing() -> Robot:
    """The robot that has everything, on a base that stands."""
    return replace(everything(), name="standing", base=Base(G=names("G")))


def drifting() -> Robot:
    """A floating base whose acceleration is unknown."""
    base = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    return unknown_acceleration(replace(everything(), name="drifting", base=base))


def case(robot: Robot) -> Case:
    values = sample_values(robot, random.Random(7))
    columns = labels(robot, nonzero_parameters(robot, DYNAMIC))
    m = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
    found = torque_columns(robot, list(columns), values, FLOATS, float)
    expected = np.array(list(found.values())).T
    return Case(robot, m, columns, expected, operations(robot, columns, page.regressor))


def reference_case(robot: Robot) -> Case:
    """The robot at reference velocities; its table of inertia has everything."""
    along, arrays = references(robot)
    rng = random.Random(8)
    values = sample_values(robot, rng)
    values |= {each.name: rng.uniform(-1, 1) for array in arrays for each in array.symbols}
    columns = labels(robot, nonzero_parameters(robot, DYNAMIC))
    m, r = (mechanism(one, lambda e: evaluate(e, values, FLOATS)) for one in (robot, along))
    expected = reference_columns(robot, along, list(columns), values, FLOATS, float)
    few = operations(robot, columns, page.regressor, along)
    return Case(robot, m, columns, expected, few, along, r)


def operations(
    robot: Robot, columns: dict[Parameter, str], regressor: Page, along: Robot | None = None
) -> tuple[int, int]:
    """Additions and multiplications of the page on a robot, nothing removed."""
    outputs = (OutputKind("DG", ""),)

    def run(scalar: Any, let: LetFunction) -> dict[str, Array]:
        r = along and mechanism(along, scalar)
        return {"DG": regressor(robot, mechanism(robot, scalar), columns, let, reference=r)}

    arguments = None
    if along is not None:
        own = (joint_array(robot, name, robot.moving_joints) for name in ("q", "QP"))
        arguments = (*own, *references(robot)[1])
    plan = Plan(
        robot,
        Formulation(trace=run),
        Check(robot),
        Interface(states=(), outputs=outputs, arguments=arguments),
    )
    found = count(trace(plan, "counted", ["DG"]))
    return found.add, found.mul


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    trees = [case(robot) for robot in (everything(), parallel(), floating())]
    return [*trees, *(reference_case(robot) for robot in (standing(), drifting()))]


def agrees(regressor: Page, each: Case) -> bool:
    try:
        D = regressor(each.robot, each.m, each.columns, reference=each.r)
        if not np.allclose(D.astype(float), each.expected, rtol=1e-9, atol=1e-9):
            return False
        return operations(each.robot, each.columns, regressor, each.along) == each.operations
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


def test_the_page_itself_agrees(cases: list[Case]) -> None:
    assert all(agrees(page.regressor, each) for each in cases)


def test_every_mutant_of_the_page_is_caught(cases: list[Case]) -> None:
    made = list(mutants(page))
    alive = [m for m in made if all(agrees(m.module.regressor, each) for each in cases)]
    assert len(made) > 70
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []


def test_every_mutant_of_the_reference_motion_is_caught(
    cases: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    moving = [each for each in cases if each.r is not None]
    made, alive = 0, []
    for m in mutants(reference_page):
        made += 1
        for name in ("angular_velocities", "as_acceleration", "base_reference", "reference_motion"):
            monkeypatch.setattr(page, name, getattr(m.module, name))
        if all(agrees(page.regressor, each) for each in moving):
            alive.append(f"{m.line}: {m.what}: {m.text}")
    assert made > 50
    assert alive == []
