"""Every equation of the energy and filtered pages matters: break any one, and a reference notices.

The pages run on floats, on trees that have everything and on closed robots whose loops are projected
on frames before the cut; where a condition only saves operations the count tells.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.generate.energy_model as energy_plans
import symoro.generate.filtered_model as filtered_plans
import symoro.models.identification.energy as energy_page
import symoro.models.identification.filtered as filtered_page
import symoro.models.identification.motors as motors_page
import symoro.models.identification.twists as twists_page
from closed_robots import spherical_cut, two_parallelograms, universal_cut
from models.mutants import mutants
from models.test_mutants import everything
from symoro import Robot, library
from symoro.expressions import FloatArithmetic, ModularArithmetic, evaluate, symbol
from symoro.expressions.modular import Residue
from symoro.generate.draw import draw
from symoro.generate.model import trace
from symoro.generate.registry import Plan
from symoro.models.let import plain
from symoro.passes import DeadCode, count
from symoro.robot import BaseMotion, general_link

FLOATS = FloatArithmetic()
USERS = (energy_page, filtered_page, motors_page, energy_plans, filtered_plans)
BROKEN = (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError)


def standing() -> Robot:
    robot = everything()
    moved = replace(robot.base, motion=BaseMotion.FIXED, **dict.fromkeys(MOTION, NULL))
    return replace(robot, base=moved)


MOTION = ("W0", "WP0", "V0", "VP0")
NULL = everything().base.Z[3][:3]


def floating() -> Robot:
    base = replace(everything().base, motion=BaseMotion.FLOATING, link=general_link(0))
    return replace(everything(), base=base)


def parallel() -> Robot:
    """The tree with axes that are parallel, in one sense and in the other."""
    robot = everything()
    angles = {2: 0, 3: 0, 4: "Pi", 7: "-2*Pi"}
    frames = tuple(replace(f, alpha=angles.get(j, f.alpha)) for j, f in robot)
    return replace(robot, frames=frames)


@dataclass(frozen=True)
class Case:
    """A plan at some values, with what its reference gives and what its program costs."""

    plan: Plan
    values: Mapping[str, float]
    expected: Mapping[str, Any]

    def agrees(self) -> bool:
        def scalar(entry: Any) -> float:
            return evaluate(entry, self.values, FLOATS)

        found = self.plan.trace(scalar, plain)
        return all(
            np.allclose(np.asarray(found[name], float), wanted, rtol=1e-9, atol=1e-9)
            for name, wanted in self.expected.items()
        )


def case(plan: Plan) -> Case:
    values = draw(plan.robot, random.Random(5))
    assert plan.reference is not None
    found = plan.reference(values, FLOATS, float)
    return Case(plan, values, {name: np.asarray(each, float) for name, each in found.items()})


@cache
def energies() -> tuple[Case, ...]:
    return tuple(
        case(energy_plans.plan(robot, {"power": power}))
        for robot in (floating(), standing())
        for power in (False, True)
    )


@cache
def trees() -> tuple[Case, ...]:
    robots = (everything(), parallel(), floating())
    return tuple(case(filtered_plans.plan(robot, {})) for robot in robots)


@cache
def loops() -> tuple[Case, ...]:
    robots = (universal_cut(), spherical_cut(2), two_parallelograms(), library.robot("akr3000"))
    driven = (replace(robot, links=tuple(_with_rotor(robot))) for robot in robots)
    return tuple(case(filtered_plans.plan(robot, {})) for robot in driven)


def _with_rotor(robot: Robot) -> Iterator[symoro_link]:
    raise NotImplementedError
