"""Every equation of the pages matters: break any one, and the reference notices.

The pages run on floats here, on one tree that has everything: branches, all joint types, all six
parameters, rotor inertia, friction, wrenches, a base that turns and accelerates. A mutant takes
milliseconds. A survivor is either a missing case in this test or an equation that does nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

import symoro.models.dynamics.newton_euler as newton_euler_page
import symoro.models.geometry.transform as transform_page
from models.mutants import Mutant, mutants
from random_robots import names
from symoro.expressions import FloatArithmetic, evaluate, symbol
from symoro.generate.draw import draw
from symoro.models.mechanism import Mechanism, mechanism
from symoro.numeric.reference.inverse_dynamics import Efforts, inverse_dynamics
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


@pytest.fixture(scope="module")
def numbers() -> tuple[Mechanism, Efforts]:
    robot = everything()
    values = draw(robot, random.Random(7))
    scalars = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
    return scalars, inverse_dynamics(robot, values, FLOATS, float)


def agrees(run: Callable[[Mechanism], object], m: Mechanism, expected: Efforts) -> bool:
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


def test_the_page_itself_agrees(numbers: tuple[Mechanism, Efforts]) -> None:
    assert agrees(newton_euler_page.newton_euler, *numbers)


def survivors(
    page: ModuleType,
    run: Callable[[ModuleType], Callable[[Mechanism], object]],
    numbers: tuple[Mechanism, Efforts],
) -> tuple[int, list[Mutant]]:
    made = list(mutants(page))
    return len(made), [mutant for mutant in made if agrees(run(mutant.module), *numbers)]


def test_every_mutant_of_the_newton_euler_page_is_caught(
    numbers: tuple[Mechanism, Efforts],
) -> None:
    made, alive = survivors(newton_euler_page, lambda page: page.newton_euler, numbers)
    assert made > 100
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []


def test_every_mutant_of_the_transform_page_is_caught(
    numbers: tuple[Mechanism, Efforts], monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_transform(page: ModuleType) -> Callable[[Mechanism], object]:
        monkeypatch.setattr(newton_euler_page, "transform", page.transform)
        return newton_euler_page.newton_euler

    made, alive = survivors(transform_page, with_transform, numbers)
    assert made > 20
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
