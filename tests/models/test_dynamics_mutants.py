"""Every equation of the pages of dynamics matters: break any one, and the reference notices.

The pages run on floats on the tree that has everything, once on a base of known motion and once
afloat, and are compared with sums over the links in the world frame. A mutant takes milliseconds.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.articulated_body as articulated_page
import symoro.models.dynamics.ccg as ccg_page
import symoro.models.dynamics.composite_links as composite_page
import symoro.models.dynamics.energy as energy_page
import symoro.models.dynamics.factor as factor_page
import symoro.models.dynamics.floating_inverse_dynamics as floating_page
import symoro.models.dynamics.forward_dynamics as forward_page
import symoro.models.dynamics.inertia as inertia_page
from dynamic_states import State, afloat, at_random, close
from kinematic_states import FLOATS
from models.mutants import Mutant, mutants
from models.test_mutants import everything, with_load_friction
from random_robots import names
from symoro.algebra.vectors import NULL, zeros
from symoro.catalog.dynamic.ccg import plan as ccg_plan
from symoro.catalog.dynamic.probe import Probe
from symoro.expressions import evaluate
from symoro.models.dynamics.ccg import TERMS
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Base, Robot

PAGES = (
    articulated_page,
    ccg_page,
    composite_page,
    forward_page,
    energy_page,
    factor_page,
    floating_page,
    inertia_page,
)
PARTS = [part for k in range(1, len(TERMS) + 1) for part in combinations(TERMS, k)]
HALF = (3, 6)
"""The joints that are free where others are driven: one of each type."""


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
        reference = ccg_plan(given, {"only": part}).check.reference
        assert reference is not None
        found["-".join(part)] = reference(values, FLOATS, float)["H"]
    for name, free in (("direct", robot.moving_joints), ("half", HALF), ("inverse", ())):
        if not (free or state.floats):
            continue
        tau = {j: state.tau[j] for j in robot.moving_joints if j in free}
        driven = [j for j in robot.moving_joints if j not in free]
        known = {j: evaluate(robot.frame(j).QDP, values, FLOATS) for j in driven}
        moves = probe.accelerations(values, FLOATS, float, known, tau)
        efforts = probe.efforts(moves, values)
        base = [*moves[:6]] if state.floats else [*state.m.vd0, *state.m.wd0]
        rows = dict(zip(probe.joints, moves[-len(probe.joints) :], strict=True))
        qdd = [rows[j] for j in tau]
        drives = [efforts.tau[j] for j in known]
        wrenches = [x for j in robot.outward() for x in (*efforts.f[j], *efforts.n[j])]
        found[name] = {"base": base, "qdd": qdd, "tau": drives, "wrenches": wrenches}
    return Expected(state, found)


@pytest.fixture(scope="module")
def cases() -> tuple[Expected, ...]:
    still = replace(everything(), base=Base(G=names("G")))
    return expected(afloat(still)), expected(everything())


REFUSED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
)

Check = Callable[[Any, Expected], bool]
"""Takes the pages by name."""


class Named:
    """Remembers the last value under each name."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, Any], Any] = {}

    def __call__(self, tag: str, frame: Any, value: Any) -> Any:
        self.values[tag, frame] = value
        return value

    def solve(self, tag: str, frame: Any, matrix: Any, right: Any) -> Any:
        raise AssertionError("no linear system here")


def matrix(pages: Any, wanted: Expected) -> bool:
    """The matrix, and each of its elements under its name; J+ of a floating robot too."""
    let, A = Named(), wanted.arrays["A"]
    found = pages.inertia.inertia_matrix(wanted.state.m, let)
    for (r, i), (c, j) in combinations_with_replacement(enumerate(found.rows), 2):
        name = (f"A{i}", int(j)) if j.isdigit() else (f"A{i}{j}", None)
        if not close(let.values.get(name, 0.0), A[r, c], 1e-9):
            return False
    pairs = combinations_with_replacement((1, 2, 3), 2) if wanted.state.floats else ()
    if not all(close(let.values[f"JP{r}{c}", 0], A[r + 2, c + 2], 1e-9) for r, c in pairs):
        return False
    return close(found.matrix, A, 1e-9)


def unit_efforts(pages: Any, wanted: Expected) -> bool:
    """A column of the inertia of the link alone."""
    m = wanted.state.m
    for j in wanted.state.robot.moving_joints:
        body = m.body(j)
        link = composite_page.CompositeLink(body.J, body.MS, body.M)
        column = pages.inertia.rigid_inertia(link)[:, 2 if body.prismatic else 5]
        if not close(np.concatenate(pages.inertia.unit_effort(body, link)), column, 1e-9):
            return False
    return True


def bias(pages: Any, wanted: Expected) -> bool:
    return all(
        close(pages.ccg.ccg(wanted.state.m, part), wanted.arrays["-".join(part)], 1e-9)
        for part in reversed(PARTS)
    )


def accelerations_of_loops(pages: Any, wanted: Expected) -> bool:
    """Joints that accelerate by velocities alone add the inertia matrix's columns."""
    m, first = wanted.state.m, wanted.state.robot.moving_joints[0]
    column = len(wanted.arrays["A"]) - len(wanted.state.robot.moving_joints)
    more = pages.ccg.ccg(m, accelerations={first: 0.7}) - pages.ccg.ccg(m)
    return close(more, 0.7 * wanted.arrays["A"][:, column], 1e-9)


def energy(pages: Any, wanted: Expected) -> bool:
    found = pages.energy.energies(wanted.state.m)
    return close((found.kinetic, found.potential), wanted.arrays["energy"], 1e-9)


def energy_of_cut_rotors(pages: Any, wanted: Expected) -> bool:
    """A rotor of a cut joint has an energy of its own, under its name."""
    IA, qd, let = 0.4, 1.5, Named()
    m = wanted.state.m
    cut = replace(m.bodies[0], i=0, M=0, MS=NULL, J=zeros(3, 3), IA=IA, qd=qd)
    more = pages.energy.energies(replace(m, bodies=(*m.bodies, cut)), let)
    before = pages.energy.energies(m)
    rotor = let.values.get(("EK", len(m.bodies) + 1), 0.0)
    own = (more.kinetic - before.kinetic, more.potential - before.potential, rotor)
    return close(own, (IA * qd * qd / 2, 0.0, IA * qd * qd), 1e-9)


def accelerated(run: Callable[[Named], Any], wanted: Expected, which: str) -> bool:
    """Compare accelerations, also by their names, efforts, and reactions where there are some."""
    state, arrays, let = wanted.state, wanted.arrays[which], Named()
    found = run(let)
    if state.floats:
        falling = np.array(arrays["base"]) - [*state.m.gravity, 0, 0, 0]
        named = [let.values[f"{tag}{k}", 0] for tag in ("VA", "WP") for k in (1, 2, 3)]
        if not close(named, falling, 1e-9):
            return False
    parts: dict[str, Any] = {"tau": [*found.tau.values()]}
    parts["qdd"] = [*found.qdd.values()] if which != "inverse" else []
    parts["base"] = [*found.vd0, *found.wd0]
    if found.f:
        links = state.robot.outward()
        if [*found.f] != [*links] or [*found.n] != [*links]:
            return False
        parts["wrenches"] = [x for j in links for x in (*found.f[j], *found.n[j])]
    return all(close(part, arrays[name], 1e-9) for name, part in parts.items())


def recursive(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(
        lambda let: pages.forward_dynamics.recursive_dynamics(m, tau, let), wanted, "direct"
    )


def half(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(
        lambda let: pages.articulated_body.articulated_body_dynamics(m, tau, HALF, let),
        wanted,
        "half",
    )


def by_matrices(pages: Any, wanted: Expected) -> bool:
    m, tau = wanted.state.m, wanted.state.tau
    return accelerated(
        lambda let: pages.forward_dynamics.matrix_dynamics(m, tau, let), wanted, "direct"
    )


def inverse(pages: Any, wanted: Expected) -> bool:
    if not wanted.state.floats:
        return True
    m = wanted.state.m
    return accelerated(
        lambda let: pages.floating_inverse_dynamics.floating_inverse_dynamics(m, let),
        wanted,
        "inverse",
    )


@cache
def loaded() -> tuple[State, list[float]]:
    """A floating robot whose friction depends on the loads of its joints, and its efforts."""
    still = replace(everything(), base=Base(G=names("G")))
    state = at_random(with_load_friction(afloat(still)), 7)
    probe = Probe(state.robot)
    qdd = {j: state.at(state.robot.frame(j).QDP) for j in probe.joints}
    moves = probe.accelerations(state.values, FLOATS, float, qdd, {})
    return state, [*probe.efforts(moves, state.values).tau.values()]


def load(pages: Any, wanted: Expected) -> bool:
    state, tau = loaded()
    found = pages.floating_inverse_dynamics.floating_inverse_dynamics(state.m)
    return close([*found.tau.values()], tau, 1e-9)


CHECKS: dict[ModuleType, tuple[Check, ...]] = {
    composite_page: (matrix, inverse),
    inertia_page: (matrix, unit_efforts, recursive, inverse),
    ccg_page: (bias, accelerations_of_loops),
    factor_page: (by_matrices, inverse),
    floating_page: (inverse, recursive, load),
    articulated_page: (recursive, half),
    forward_page: (by_matrices, recursive),
    energy_page: (energy, energy_of_cut_rotors),
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
        with limited():
            return all(check(pages, case) for check in checks for case in cases)
    except REFUSED:
        return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_the_page_itself_agrees(page: ModuleType, cases: tuple[Expected, ...]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert agrees(Pages(page, page, patch), CHECKS[page], cases)


class Endless(ArithmeticError):
    """A mutant that does not end."""


@contextmanager
def limited(seconds: float = 0.2) -> Iterator[None]:
    """Stop what takes longer, in seconds of this process: ten times what a mutant takes."""

    def stop(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def survives(page: ModuleType, mutant: Mutant, cases: tuple[Expected, ...]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        return agrees(Pages(page, mutant.module, patch), CHECKS[page], cases)


EQUIVALENT = {("transpose lost", "[coupled.T, moment")}
"""What changes nothing, with a part of its line: only the upper triangle of that block is read."""


def excused(mutant: Mutant) -> bool:
    return any(mutant.what == what and part in mutant.text for what, part in EQUIVALENT)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_every_mutant_of_a_page_is_caught(page: ModuleType, cases: tuple[Expected, ...]) -> None:
    made = list(mutants(page))
    assert len(made) >= 10
    alive = [m for m in made if survives(page, m, cases)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive if not excused(m)] == []
