"""Every equation of the Lagrange page matters: break any one, and the reference notices."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.lagrange as page
from models.mutants import mutants
from models.test_mutants import everything
from random_robots import names
from symoro.catalog.dynamic.lagrange import plan
from symoro.expressions import FloatArithmetic, evaluate
from symoro.models.mechanism import Mechanism, mechanism
from symoro.robot import Base
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
Case = tuple[Mechanism, Mapping[str, Any]]


@pytest.fixture(scope="module")
def case() -> Case:
    """Branches, both joint types, a fixed frame on the way, rotors; what the reference gives."""
    robot = replace(everything(), base=Base(G=names("G")))
    values = sample_values(robot, random.Random(5))
    reference = plan(robot, {}).check.reference
    assert reference is not None
    scalars = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
    return scalars, reference(values, FLOATS, float)


def agrees(module: ModuleType, case: Case) -> bool:
    m, expected = case
    try:
        found = vars(module.lagrange(m))
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    return all(
        found[name].shape == wanted.shape
        and np.allclose(np.asarray(found[name], float), wanted, rtol=1e-9, atol=1e-9)
        for name, wanted in expected.items()
    )


def test_the_page_itself_agrees(case: Case) -> None:
    assert agrees(page, case)


def test_every_mutant_of_the_page_is_caught(case: Case) -> None:
    made = list(mutants(page))
    alive = [mutant for mutant in made if agrees(mutant.module, case)]
    assert len(made) > 70
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
