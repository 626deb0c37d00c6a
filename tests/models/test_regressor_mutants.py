"""Every equation of the regressor's page matters: break any one, and the reference notices.

The page runs on floats on three trees: one that has everything, one with parallel and antiparallel
axes, one on a floating base. A mutant that only spoils what is shared changes no number but costs
operations, so these are counted, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

import symoro.models.identification.regressor as page
from models.mutants import mutants
from models.test_mutants import everything
from random_robots import names
from symoro.algebra.vectors import Array
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.generate.draw import draw
from symoro.generate.floating import with_base_inputs
from symoro.generate.model import trace
from symoro.generate.registry import OutputKind, Plan
from symoro.models.mechanism import Mechanism, mechanism
from symoro.numeric.reference.regressor import torque_columns
from symoro.passes import count
from symoro.robot import Base, BaseMotion, Robot, general_link
from symoro.robot.parameter import DYNAMIC, Parameter, labels, present

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


def parallel() -> Robot:
    """Axes parallel to earlier ones, in their sense or against it, with others between them."""
    robot = everything()
    frames = [replace(f, alpha=parse(ALPHAS[j])) if j in ALPHAS else f for j, f in robot]
    return replace(robot, name="parallel", frames=tuple(frames))


def floating() -> Robot:
    """A parallel robot whose base floats and has inertia."""
    base = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    return with_base_inputs(replace(parallel(), name="floating", base=base))


def case(robot: Robot) -> Case:
    values = draw(robot, random.Random(7))
    columns = labels(robot, present(robot, DYNAMIC))
    m = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
    found = torque_columns(robot, list(columns), values, FLOATS, float)
    expected = np.array(list(found.values())).T
    return Case(robot, m, columns, expected, operations(robot, columns, page.regressor))


def operations(robot: Robot, columns: dict[Parameter, str], regressor: Page) -> tuple[int, int]:
    """Additions and multiplications of the page on a robot, nothing removed."""
    outputs = (OutputKind("DG", ""),)

    def run(scalar: object, let: object) -> dict[str, Array]:
        return {"DG": regressor(robot, mechanism(robot, scalar), columns, let)}  # type: ignore[arg-type]

    found = count(trace(Plan(robot, (), outputs, run, None, ""), "counted", ["DG"]))
    return found.add, found.mul


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case(robot) for robot in (everything(), parallel(), floating())]


def agrees(regressor: Page, each: Case) -> bool:
    try:
        D = regressor(each.robot, each.m, each.columns)
        if not np.allclose(D.astype(float), each.expected, rtol=1e-9, atol=1e-9):
            return False
        return operations(each.robot, each.columns, regressor) == each.operations
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


def test_the_page_itself_agrees(cases: list[Case]) -> None:
    assert all(agrees(page.regressor, each) for each in cases)


def test_every_mutant_of_the_page_is_caught(cases: list[Case]) -> None:
    made = list(mutants(page))
    alive = [m for m in made if all(agrees(m.module.regressor, each) for each in cases)]
    assert len(made) > 70
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
