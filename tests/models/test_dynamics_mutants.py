"""Every equation of the pages of dynamics matters: break any one, and the reference notices.

The pages run on floats on the tree that has everything, once on a base of known motion and once
afloat, and are compared with sums over the links in the world frame. A mutant takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.articulated as articulated_page
import symoro.models.dynamics.ccg as ccg_page
import symoro.models.dynamics.composite as composite_page
import symoro.models.dynamics.direct as direct_page
import symoro.models.dynamics.energy as energy_page
import symoro.models.dynamics.factor as factor_page
import symoro.models.dynamics.floating as floating_page
import symoro.models.dynamics.inertia as inertia_page
from dynamic_states import Array, State, afloat, at_random, close
from kinematic_states import FLOATS
from models.mutants import Mutant, mutants
from models.test_mutants import everything
from random_robots import names
from symoro.expressions import ZERO, evaluate
from symoro.generate.ccg import plan as ccg_plan
from symoro.generate.probe import Probe
from symoro.models.dynamics.ccg import TERMS
from symoro.numeric.reference.dynamics import TreeDynamics
from symoro.robot import Base, Robot
from symoro.robot.base import NULL

PAGES = (
    articulated_page,
    ccg_page,
    composite_page,
    direct_page,
    energy_page,
    factor_page,
    floating_page,
    inertia_page,
)
PARTS = [part for k in range(1, len(TERMS) + 1) for part in combinations(TERMS, k)]
HALF = (2, 3, 6)
"""The joints that are free where some are driven: a chain, and a branch at the base."""


@dataclass(frozen=True)
class Expected:
    """A robot at a state, and what the references give."""

    state: State
    arrays: Mapping[str, Any]


def expected(given: Robot) -> Expected:
    state = at_random(given, 7)
    robot, values = state.robot, state.values
    tree = TreeDynamics(robot, values, FLOATS, float)
    probe = Probe(robot)
    found: dict[str, Any] = {"A": tree.inertia_matrix()}
    found["energy"] = np.array([tree.kinetic_energy(), tree.potential_energy()])
    for part in PARTS:
        reference = ccg_plan(given, {"only": part}).reference
        assert reference is not None
        found["-".join(part)] = reference(values, FLOATS, float)["H"]
    for name, free in (("direct", robot.moving), ("half", HALF), ("inverse", ())):
        if not (free or state.floats):
            continue
        tau = {j: state.tau[j] for j in robot.moving if j in free}
        known = {j: evaluate(robot.frame(j).QDP, values, FLOATS) for j in robot.moving if j not in free}  # noqa: E501
        moves = probe.accelerations(values, FLOATS, float, known, tau)
        efforts = probe.efforts(moves, values)
        base = [*moves[:6]] if state.floats else []
        rows = dict(zip(probe.joints, moves[len(base) :], strict=True))
        qdd = [rows[j] for j in tau]
        drives = [efforts.tau[j] for j in known]
        wrenches = [x for j in robot.outward() for x in (*efforts.f[j], *efforts.n[j])]
        found[name] = {"base": base, "qdd": qdd, "tau": drives, "wrenches": wrenches}
    return Expected(state, found)


@pytest.fixture(scope="module")
def cases() -> tuple[Expected, ...]:
    still = replace(everything(), base=Base(G=names("G")))
    return expected(afloat(still)), expected(everything())


Check = Callable[[Any, Expected], bool]
"""Takes the pages by name."""


def matrix(pages: Any, wanted: Expected) -> bool:
    return close(pages.inertia.inertia_matrix(wanted.state.m).matrix, wanted.arrays["A"], 1e-9)


def bias(pages: Any, wanted: Expected) -> bool:
    return all(
        close(pages.ccg.ccg(wanted.state.m, part), wanted.arrays["-".join(part)], 1e-9)
        for part in reversed(PARTS)
    )


def energy(pages: Any, wanted: Expected) -> bool:
    found = pages.energy.energies(wanted.state.m)
    return close((found.kinetic, found.potential), wanted.arrays["energy"], 1e-9)


def accelerated(found: Any, wanted: Expected, which: str) -> bool:
    """Compare accelerations, efforts, and reactions where there are some."""
    state, arrays = wanted.state, wanted.arrays[which]
    parts: dict[str, Any] = {"tau": [*found.tau.values()]}
    parts["qdd"] = [*found.qdd.values()] if which != "inverse" else []
    parts["base"] = [*found.vd0, *found.wd0] if state.floats else []
    if found.f:
        links = state.robot.outward()
        if [*found.f] != [*links] or [*found.n] != [*links]:
            return False
        parts["wrenches"] = [x for j in links for x in (*found.f[j], *found.n[j])]
    return all(close(part, arrays[name], 1e-9) for name, part in parts.items())


def recursive(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(pages.direct.recursive(m, tau), wanted, "direct")


def half(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(pages.articulated.articulated(m, tau, HALF), wanted, "half")


def by_matrices(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(pages.direct.by_matrices(m, tau), wanted, "direct")


def inverse(pages: Any, wanted: Expected) -> bool:
    if not wanted.state.floats:
        return True
    return accelerated(pages.floating.floating_inverse(wanted.state.m), wanted, "inverse")


CHECKS: dict[ModuleType, tuple[Check, ...]] = {
    composite_page: (matrix, inverse),
    inertia_page: (matrix, recursive, inverse),
    ccg_page: (bias,),
    factor_page: (by_matrices, inverse),
    floating_page: (inverse, recursive),
    articulated_page: (recursive, half),
    direct_page: (by_matrices, recursive),
    energy_page: (energy,),
}


class Pages:
    """The pages by their short names, one of them exchanged wherever it is used."""

    def __init__(self, page: ModuleType, module: ModuleType, patch: pytest.MonkeyPatch) -> None:
        for each in PAGES:
            setattr(self, each.__name__.rpartition(".")[2], module if each is page else each)
            for name, value in list(vars(each).items()):
                inside = getattr(value, "__module__", None) == page.__name__
                if inside and each is not page and name in vars(module):
                    patch.setattr(each, name, getattr(module, name))


def agrees(pages: Pages, checks: tuple[Check, ...], cases: tuple[Expected, ...]) -> bool:
    try:
        return all(check(pages, case) for check in checks for case in cases)
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_the_page_itself_agrees(page: ModuleType, cases: tuple[Expected, ...]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert agrees(Pages(page, page, patch), CHECKS[page], cases)


def survives(page: ModuleType, mutant: Mutant, cases: tuple[Expected, ...]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        return agrees(Pages(page, mutant.module, patch), CHECKS[page], cases)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_every_mutant_of_a_page_is_caught(page: ModuleType, cases: tuple[Expected, ...]) -> None:
    made = list(mutants(page))
    assert len(made) > 10
    alive = [m for m in made if survives(page, m, cases)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
