"""Every equation of the energy and filtered pages matters: break any one, and a reference notices.

The pages run on floats, on trees that have everything and on closed robots with loops projected
on frames before the cut. A condition that only saves operations is caught by the count.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.catalog.identification.energy_model as energy_plans
import symoro.catalog.identification.filtered_model as filtered_plans
import symoro.models.identification.energy_model as energy_page
import symoro.models.identification.filtered_model as filtered_page
import symoro.models.kinematics.twists as twists_page
import symoro.models.loops.column_rates as motors_page
from closed_robots import parallelogram, spherical_cut, two_parallelograms, universal_cut
from models.mutants import Mutant, mutants
from models.test_mutants import everything
from symoro import Robot, library
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.expressions import FloatArithmetic, evaluate, parse, symbol
from symoro.models.let import plain
from symoro.models.loops.loop_kinematics import (
    all_columns,
    constraints,
    loop_columns,
    motor_jacobian,
)
from symoro.models.mechanism import mechanism
from symoro.passes import DeadCode, count
from symoro.pipeline.plan import Plan
from symoro.pipeline.tracing import trace
from symoro.references.column_rates import loop_column_rates
from symoro.robot import Base, BaseMotion, general_link
from symoro.robot.variant import variant
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
USERS = (energy_page, filtered_page, motors_page, energy_plans, filtered_plans)
Signature = tuple[tuple[str, ...], int, int]
BROKEN = (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError)


def standing() -> Robot:
    """The tree on a fixed base, which has a place in the world."""
    base = everything().base
    return replace(everything(), base=Base(G=base.G, Z=floating().base.Z))


def floating() -> Robot:
    """The tree on a floating base with a body."""
    base = replace(everything().base, motion=BaseMotion.FLOATING, link=general_link(0))
    rows = [[parse(f"Z{r}{c}") for c in range(4)] for r in range(3)]
    return replace(everything(), base=replace(base, Z=(*rows, base.Z[3])))  # type: ignore[arg-type]


def parallel() -> Robot:
    """The tree with axes that are parallel, in one sense and in the other."""
    angles = {2: "0", 3: "Pi", 4: "Pi", 5: "Pi", 7: "-2*Pi"}
    frames = (
        replace(frame, alpha=parse(angles[j]) if j in angles else frame.alpha)
        for j, frame in everything()
    )
    return replace(everything(), frames=tuple(frames))


@dataclass(frozen=True)
class Case:
    """A plan at some values, with what its reference gives; and its program, if that counts."""

    plan: Plan
    values: Mapping[str, float]
    expected: Mapping[str, Any]
    program: Signature | None = None

    def agrees(self) -> bool:
        """Run the pages as they are now."""
        page = self.plan.formulation.trace
        found = page(lambda entry: evaluate(entry, self.values, FLOATS), plain)
        right = all(
            np.allclose(np.asarray(found[name], float), wanted, rtol=1e-9, atol=1e-9)
            for name, wanted in self.expected.items()
        )
        return right and (self.program is None or self.program == signature(self.plan))


def signature(plan: Plan) -> Signature:
    """The names that a program gives, its additions and multiplications."""
    program = DeadCode()(trace(plan, "counted", [output.name for output in plan.interface.outputs]))
    counted = count(program)
    return tuple(program.assigned_names), counted.add, counted.mul


def case(plan: Plan, counted: bool = False) -> Case:
    """A plan at random values."""
    values = sample_values(plan.robot, random.Random(5))
    if plan.check.close_state is not None:
        values = plan.check.close_state(values)
    assert plan.check.reference is not None
    found = plan.check.reference(values, FLOATS, float)
    expected = {name: np.asarray(each, float) for name, each in found.items()}
    return Case(plan, values, expected, signature(plan) if counted else None)


@dataclass(frozen=True)
class Columns:
    """The rates of the columns of a loop, in a frame that need not be that of the cut joint."""

    robot: Robot
    i: int

    def agrees(self) -> bool:
        """Run the page as it is now."""
        robot = self.robot
        values = sample_values(robot, random.Random(6))
        m = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
        ((k, other),) = robot.loops()
        columns = loop_columns(robot, m, k, other, self.i, plain)
        found = motors_page.column_rates(robot, m, k, other, self.i, columns)
        wanted = loop_column_rates(robot, k, other, self.i, values, FLOATS, float)
        return found.keys() == wanted.keys() and all(
            np.allclose(np.asarray(found[j], float), wanted[j], atol=1e-9) for j in wanted
        )


@dataclass(frozen=True)
class CutRates:
    """The rates of the rows of cut joints in G, at a closed state."""

    driven: Actuated
    values: Mapping[str, float]
    expected: Any

    def agrees(self) -> bool:
        """Run the page as it is now."""
        robot, chosen = self.driven.robot, self.driven.chosen
        m = mechanism(robot, lambda entry: evaluate(entry, self.values, FLOATS))
        columns = all_columns(robot, m, chosen, plain)
        matrices = constraints(robot, m, chosen, plain, columns)
        G = motor_jacobian(matrices, chosen)
        parts = (robot, m, chosen, columns, matrices, G)
        passive = motors_page.slope_rates(*parts, plain)
        cut = motors_page.cut_slope_rates(*parts, passive, plain)
        found = np.array([cut[j] for j in chosen.cut], dtype=float)
        return np.allclose(found, self.expected, rtol=1e-9, atol=1e-9)


def cut_rates(robot: Robot) -> CutRates:
    """The case of a robot at a random closed state."""
    driven = actuated_robot(robot, None, consistent=True)
    values = driven.settle(sample_values(robot, random.Random(2)))
    expected = driven.reference_dynamics(values).slope_rates(driven.chosen.cut)
    return CutRates(driven, values, expected)


@cache
def energies() -> tuple[Case, ...]:
    """Energy and power."""
    return tuple(
        case(energy_plans.plan(robot, {"power": power, "mode": None}))
        for robot in (standing(), floating())
        for power in (False, True)
    )


@cache
def trees() -> tuple[Case, ...]:
    """The filtered model of trees on all kinds of bases."""
    robots = (everything(), floating(), parallel())
    found = [case(filtered_plans.plan(robot, {"mode": None})) for robot in robots]
    return (
        *found,
        case(filtered_plans.plan(library.robot("planar3r"), {"mode": None}), counted=True),
    )


def with_cut_rotors(robot: Robot) -> Robot:
    """The robot with rotors at its cut joints alone, so that links beside them stay massless."""
    rotors = (replace(drive, IA=symbol("rotor")) for drive in robot.cut_drives)
    return replace(robot, cut_drives=tuple(rotors))


@cache
def loops() -> tuple[Case | Columns | CutRates, ...]:
    """The filtered model of closed robots; friction and rotors of cut joints, too."""
    modes: list[tuple[Robot, int | None]] = [(universal_cut(), None), (spherical_cut(2), None)]
    modes += [(two_parallelograms(), 3), (two_parallelograms(), 4)]  # with sums, and without
    driven = ((with_cut_rotors(variant(robot, None, ["friction"])), mode) for robot, mode in modes)
    whole = tuple(case(filtered_plans.plan(robot, {"mode": mode})) for robot, mode in driven)
    rates = (cut_rates(library.robot("fivebar")), cut_rates(library.robot("rsur")))
    return (*whole, *rates, Columns(parallelogram("fixed frames"), 1), Columns(universal_cut(), 4))


def test_the_pages_themselves_agree() -> None:
    assert all(each.agrees() for each in (*energies(), *trees(), *loops()))


def survivors(
    page: ModuleType, cases: Sequence[Case | Columns | CutRates], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, list[Mutant]]:
    """Put each mutant in the place of the page, wherever its functions are used."""
    made, alive = 0, []
    for mutant in mutants(page):
        made += 1
        with monkeypatch.context() as patch:
            for user in USERS:
                for name, value in list(vars(user).items()):
                    own = getattr(value, "__module__", None) == page.__name__
                    if own and hasattr(mutant.module, name):
                        patch.setattr(user, name, getattr(mutant.module, name))
            try:
                if all(each.agrees() for each in cases):
                    alive.append(mutant)
            except BROKEN:
                continue
    return made, alive


@pytest.mark.parametrize(
    ("page", "least"),
    [(twists_page, 50), (energy_page, 25), (filtered_page, 45), (motors_page, 25)],
    ids=lambda value: value.__name__.rpartition(".")[2] if isinstance(value, ModuleType) else None,
)
def test_every_mutant_of_a_page_is_caught(
    page: ModuleType, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases: Sequence[Case | Columns | CutRates] = {
        twists_page: (*energies(), *trees()),
        energy_page: (*energies(), *trees()[:2]),
        filtered_page: trees(),
        motors_page: loops(),
    }[page]
    made, alive = survivors(page, cases, monkeypatch)
    assert made >= least
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
