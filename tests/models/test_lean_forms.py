"""Any admissible form of the lean pages gives what the plain pages give.

Forms are drawn at random on random robots: trees, slides, fixed frames in mid-chain and as tools,
runs of parallel axes, wrenches, massless links, bases that stand, move and float. All is over
plain floats; 1e-9 of the largest element is what the project asks of every comparison.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import symoro
from dynamic_states import State, afloat, at_random, close
from models.lean_robots import (
    Admissible,
    lean_robot,
    parallel_axes,
    run_of_parallel_axes,
    state_of,
)
from random_robots import names, random_tree
from symoro.models.dynamics.ccg import CORIOLIS, GRAVITY, ccg
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.forward_dynamics import matrix_dynamics
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.floating_inverse_dynamics import lean_floating_inverse_dynamics
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.forward_dynamics import lean_forward_dynamics
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.dynamics.lean.inverse_dynamics import lean_ccg, lean_inverse_dynamics
from symoro.robot import Base, Robot

SEEDS = range(60)
FORMS = 3


@cache
def drawn(seed: int) -> State:
    return state_of(seed)


def forms(seed: int, *, merging: bool, lengths: bool) -> list[LeanForm]:
    """Random forms, and first the one that has everything left out."""
    rng = random.Random(f"forms {seed} {merging}")
    allowed = Admissible(drawn(seed).m)
    found = [allowed.form(rng, merging=merging, lengths=lengths) for _ in range(FORMS)]
    return [LeanForm(), *found]


@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_and_its_terms_by_any_form(seed: int) -> None:
    m = drawn(seed).m
    plain, H, weight = newton_euler(m), ccg(m), ccg(m, (GRAVITY, CORIOLIS))
    for form in forms(seed, merging=True, lengths=True):
        found = lean_inverse_dynamics(m, form)
        assert [*found.tau] == [*plain.tau]
        assert close([*found.tau.values()], [*plain.tau.values()], 1e-9), form
        if m.floating:
            base = (*(found.f0 or ()), *(found.n0 or ()))
            assert close(base, [*plain.f[0], *plain.n[0]], 1e-9), form
        assert close(lean_ccg(m, form), H, 1e-9), form
        assert close(lean_ccg(m, form, terms=(GRAVITY, CORIOLIS)), weight, 1e-9), form


@pytest.mark.parametrize("seed", SEEDS)
def test_the_inertia_matrix_by_any_form(seed: int) -> None:
    m = drawn(seed).m
    plain = inertia_matrix(m)
    for form in forms(seed, merging=False, lengths=True):
        found = lean_inertia(m, form)
        assert found.rows == plain.rows
        assert close(found.matrix, plain.matrix, 1e-9), form


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4])
def test_direct_dynamics_by_any_form(seed: int) -> None:
    """Of robots without massless links; 1e-9 of accelerations, A being well conditioned."""
    state = drawn(seed)
    plain = matrix_dynamics(state.m, state.tau)
    expected = [*plain.qdd.values(), *plain.vd0, *plain.wd0]
    for form in forms(seed, merging=False, lengths=True):
        found = lean_forward_dynamics(state.m, state.tau, form)
        assert [*found.qdd] == [*plain.qdd]
        assert close([*found.qdd.values(), *found.vd0, *found.wd0], expected, 1e-9), form


@pytest.mark.parametrize("seed", [s for s in SEEDS if s % 4 and drawn(s).m.floating])
def test_inverse_dynamics_of_a_floating_base_by_any_form(seed: int) -> None:
    """Of robots without massless links: torques, and the acceleration of the base."""
    m = drawn(seed).m
    plain = floating_inverse_dynamics(m)
    expected = [*plain.tau.values(), *plain.vd0, *plain.wd0]
    for form in forms(seed, merging=False, lengths=True):
        found = lean_floating_inverse_dynamics(m, form)
        assert [*found.tau] == [*plain.tau]
        assert close([*found.tau.values(), *found.vd0, *found.wd0], expected, 1e-9), form


def test_all_that_a_form_has_was_drawn() -> None:
    """The draws above use every choice, and robots of every sort."""
    states = [drawn(seed) for seed in SEEDS]
    every = [form for seed in SEEDS for form in forms(seed, merging=True, lengths=True)]
    for name in ("reframed", "merged", "balanced", "unspun", "parallel", "ahead", "lengths"):
        assert sum(len(getattr(form, name)) for form in every) > 30, name
    assert {form.grouped for form in every} == {True, False}
    bodies = [body for state in states for body in state.m.bodies]
    assert any(not body.moves and body.M for body in bodies)
    assert any(body.moves and not body.M for body in bodies)
    assert any(np.any(body.fe) for body in bodies)
    assert any(body.IA and body.FS for body in bodies)
    assert any(body.gamma and body.b for body in bodies)
    assert {state.m.floating for state in states} == {True, False}
    assert any(np.any(state.m.wd0) for state in states)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_run_of_parallel_axes_is_one_turn(n: int) -> None:
    """All joints of the run at once, on a base that stands and afloat."""
    robot = run_of_parallel_axes(n)
    form = LeanForm(parallel=frozenset(range(3, n + 3)), ahead=frozenset({2, 3}))
    for given in (robot, afloat(robot)):
        m = at_random(given, n).m
        assert close(
            [*lean_inverse_dynamics(m, form).tau.values()], [*newton_euler(m).tau.values()], 1e-9
        )


def given(seed: int) -> Robot:
    """A robot with few joints, so that verification is quick; every third floats."""
    if seed % 4 == 3:
        robot = run_of_parallel_axes(2 + seed % 3)
    else:
        robot = random_tree(1000 + seed, links=2 + seed % 4)
    return afloat(replace(robot, base=Base(G=names("G")))) if seed % 3 == 0 else robot


MODELS = (symoro.idm, symoro.inertia, symoro.ccg, symoro.ddm)


@pytest.mark.parametrize("seed", range(24))
def test_generated_models_are_verified_whatever_is_assumed(seed: int) -> None:
    """The model with the form that was chosen for it; without assumptions it divides by nothing."""
    model = MODELS[seed % 4]
    assume = "none" if seed // 4 % 2 else "nonzero"
    found = model(given(seed // 2), level="O2", assume=assume)
    assert found.certificate is not None
    assert found.certificate.max_rel_error <= 1e-9
    assert found.nonzero == () or assume == "nonzero"


@pytest.mark.parametrize("seed", range(16))
def test_models_of_parallel_axes_are_verified_and_cost_no_more_than_the_plain_page(
    seed: int,
) -> None:
    """Turning, sliding and mixed, in trees, symbols and numbers; one in four floats as well."""
    robot = parallel_axes(seed)
    for floating in (False, seed % 4 == 0):
        lean, plain = (
            symoro.idm(robot, level=level, floating_base=floating, verify=level == "O2")
            for level in ("O2", "O1")
        )
        assert lean.certificate is not None
        assert lean.certificate.max_rel_error <= 1e-9
        assert lean.operations.total <= plain.operations.total


def test_massless_links_and_tools_are_modelled() -> None:
    for seed in (4, 8):
        assert symoro.idm(lean_robot(seed), level="O2").certificate is not None
