"""Every equation of the pages matters: break any one, and the reference notices.

The pages run on floats here, on one tree that has everything: branches, all joint types, all six
parameters, rotor inertia, friction, wrenches, a base that turns and accelerates, or floats. A
mutant takes milliseconds. A survivor is either a missing case in this test or an equation that does
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

import symoro.models.dynamics.inverse_dynamics as newton_euler_page
import symoro.models.geometry.link_transforms as transform_page
from dynamic_states import afloat, at_random
from models.mutants import Mutant, mutants
from random_robots import names
from symoro.expressions import FloatArithmetic, symbol
from symoro.models.mechanism import Mechanism
from symoro.references.inverse_dynamics import Efforts, inverse_dynamics
from symoro.robot import (
    WRENCH,
    Base,
    BaseMotion,
    JointType,
    Robot,
    Structure,
    general_link,
    joint_frame,
)

FLOATS = FloatArithmetic()


def everything() -> Robot:
    """R and P joints and a fixed frame, two branches at the base and one further out."""
    R, P, F = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
    kinds = {1: (0, R), 2: (1, P), 3: (2, R), 4: (3, F), 5: (1, R), 6: (0, P), 7: (4, R)}
    frames, links = [], []
    for j, (antecedent, kind) in kinds.items():
        geometry = {name: symbol(f"{name}{j}c") for name in ("gamma", "b", "alpha", "d")}
        theta, r = symbol(f"theta{j}c"), symbol(f"r{j}c")
        if kind is R:
            geometry |= {"theta": symbol(f"t{j}"), "r": r}
        elif kind is P:
            geometry |= {"theta": theta, "r": symbol(f"r{j}")}
        else:
            geometry |= {"theta": theta, "r": r}
        frames.append(joint_frame(j, antecedent, kind, **geometry))
        drive = {n: symbol(f"{n}{j}") for n in ("IA", "FV", "FS", *WRENCH)}
        links.append(general_link(j, **drive))
    base = Base(
        motion=BaseMotion.MOVING,
        W0=names("W"),
        WP0=names("WP"),
        V0=names("V"),
        VP0=names("VP"),
        G=names("G"),
    )
    return Robot("everything", Structure.TREE, tuple(frames), tuple(links), base)


def with_load_friction(robot: Robot) -> Robot:
    """The same with friction in proportion to the load of each joint."""
    links = [replace(link, FL=symbol(f"FL{j}")) for j, link in enumerate(robot.links, start=1)]
    return replace(robot, links=tuple(links))


Case = tuple[Mechanism, Efforts]


@pytest.fixture(scope="module")
def numbers() -> tuple[Case, ...]:
    """On a base of known motion, which has no efforts of its own, and afloat."""
    still = replace(everything(), base=Base(G=names("G")))
    return _case(with_load_friction(everything()), first=1), _case(afloat(still), first=0)


def _case(robot: Robot, first: int) -> Case:
    state = at_random(robot, 7)
    found = inverse_dynamics(state.robot, state.values, FLOATS, float)
    f, n = ({j: rows[j] for j in rows if j >= first} for rows in (found.f, found.n))
    return state.m, Efforts(found.tau, f, n)


def agrees(run: Callable[[Mechanism], object], cases: tuple[Case, ...]) -> bool:
    return all(_agrees(run, *case) for case in cases)


def _agrees(run: Callable[[Mechanism], object], m: Mechanism, expected: Efforts) -> bool:
    try:
        result = run(m)
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    for found, wanted in (
        (result.tau, expected.tau),  # type: ignore[attr-defined]
        (result.f, expected.f),  # type: ignore[attr-defined]
        (result.n, expected.n),  # type: ignore[attr-defined]
    ):
        if found.keys() != wanted.keys():
            return False
        for j in wanted:
            if not np.allclose(np.asarray(found[j], float), wanted[j], rtol=1e-9, atol=1e-9):
                return False
    return True


def test_the_page_itself_agrees(numbers: tuple[Case, ...]) -> None:
    assert agrees(newton_euler_page.newton_euler, numbers)


def survivors(
    page: ModuleType,
    run: Callable[[ModuleType], Callable[[Mechanism], object]],
    numbers: tuple[Case, ...],
) -> tuple[int, list[Mutant]]:
    made = list(mutants(page))
    return len(made), [mutant for mutant in made if agrees(run(mutant.module), numbers)]


def test_every_mutant_of_the_newton_euler_page_is_caught(
    numbers: tuple[Case, ...],
) -> None:
    made, alive = survivors(newton_euler_page, lambda page: page.newton_euler, numbers)
    assert made > 100
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []


def test_every_mutant_of_the_transform_page_is_caught(
    numbers: tuple[Case, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_transform(page: ModuleType) -> Callable[[Mechanism], object]:
        monkeypatch.setattr(newton_euler_page, "link_transforms", page.link_transforms)
        return newton_euler_page.newton_euler

    made, alive = survivors(transform_page, with_transform, numbers)
    assert made > 20
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
