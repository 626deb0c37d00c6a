"""Every mutant of the pages of reactions and drives of closed robots is caught."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.catalog.dynamic.closed.ccg as ccg_plans
import symoro.catalog.dynamic.closed.forward_dynamics as ddm_plans
import symoro.catalog.dynamic.closed.inertia as inertia_plans
import symoro.catalog.dynamic.closed.inverse_dynamics as idm_plans
import symoro.catalog.dynamic.closed.momentum as momentum_plans
import symoro.catalog.dynamic.closed.reactions as reactions_plans
import symoro.models.dynamics.closed.joint_efforts as drives_page
import symoro.models.dynamics.closed.loop_reactions as reactions_page
from closed_robots import universal_cut
from models.mutants import mutants
from symoro.catalog.table import model_definition
from symoro.expressions import FloatArithmetic, evaluate, symbol
from symoro.library import robot as read
from symoro.models.let import plain
from symoro.pipeline.plan import Plan
from symoro.robot import Robot
from symoro.robot.variant import variant
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
USERS = (ccg_plans, ddm_plans, idm_plans, inertia_plans, momentum_plans, reactions_plans)
BROKEN = (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError)
OPTIONS = {"actuated": False, "mode": None, "only": (), "method": None}


@dataclass(frozen=True)
class Case:
    """A plan at a closed state, and what its reference gives there."""

    plan: Plan
    values: dict[str, float]
    expected: dict[str, np.ndarray]

    def agrees(self) -> bool:
        """Run the page as it is now."""
        found = self.plan.formulation.trace(lambda e: evaluate(e, self.values, FLOATS), plain)
        return all(
            np.allclose(np.asarray(found[name], float), each, rtol=1e-9, atol=1e-9)
            for name, each in self.expected.items()
        )


def case(robot: Robot, kind: str, *outputs: str, seed: int = 1) -> Case:
    """A model of a robot at a random closed state."""
    plan = model_definition(kind).plan(robot, OPTIONS)
    if outputs and plan.for_outputs is not None:
        plan = plan.for_outputs(frozenset(outputs))
    rng = random.Random(seed)
    check = plan.check
    assert check.close_state is not None
    assert check.reference is not None
    while True:
        values = sample_values(robot, rng)
        values |= {name: rng.uniform(-1, 1) for name in check.symbols - values.keys()}
        try:
            closed = check.close_state(values)
        except (ValueError, ZeroDivisionError):
            continue
        found = check.reference(closed, FLOATS, float)
        return Case(plan, closed, {name: np.asarray(x, float) for name, x in found.items()})


def sprung(robot: Robot, *joints: int) -> Robot:
    """The robot with springs beside some joints."""
    frames = list(robot.frames)
    for j in joints:
        k, rest = symbol(f"K{j}"), symbol(f"rest{j}")
        frames[j - 1] = replace(frames[j - 1], eta=True, k=k, rest=rest)
    return replace(robot, frames=tuple(frames))


@cache
def cases() -> tuple[Case, ...]:
    """Reactions of spatial and planar loops; drives and springs of all joints."""
    wanted = ("LAMBDA", "E", "N")
    loaded = variant(sprung(read("fourbar"), 2, 4), include=["friction=coulomb,viscous,load", "ia"])
    full = variant(sprung(read("fivebar"), 2, 5), include=["friction", "ia"])
    spatial = variant(universal_cut(), include=["friction"])
    return (
        case(spatial, "idm", *wanted),
        case(loaded, "idm", *wanted),
        *(case(loaded, "idm", seed=seed) for seed in (2, 3, 4)),
        *(case(full, kind) for kind in ("idm", "inertia", "ccg", "ddm", "momentum")),
        case(variant(read("sr400"), include=["friction"]), "idm", *wanted),
        friction_alone(full),
    )


def friction_alone(robot: Robot) -> Case:
    """One term of the bias alone."""
    options = {**OPTIONS, "only": ("friction",)}
    plan = model_definition("ccg").plan(robot, options)
    whole = case(robot, "ccg")
    assert plan.check.reference is not None
    found = plan.check.reference(whole.values, FLOATS, float)
    return Case(plan, whole.values, {name: np.asarray(x, float) for name, x in found.items()})


def test_the_pages_themselves_agree() -> None:
    assert all(each.agrees() for each in cases())


@pytest.mark.parametrize("page", [reactions_page, drives_page], ids=lambda page: page.__name__[-9:])
def test_every_mutant_of_a_page_is_caught(
    page: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive = []
    made = 0
    for mutant in mutants(page):
        made += 1
        with monkeypatch.context() as patch:
            for user in USERS:
                for name, value in list(vars(user).items()):
                    own: Callable[..., object] | None = getattr(mutant.module, name, None)
                    if own and getattr(value, "__module__", None) == page.__name__:
                        patch.setattr(user, name, own)
            try:
                if all(each.agrees() for each in cases()):
                    alive.append(mutant)
            except BROKEN:
                continue
    assert made >= 10
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
