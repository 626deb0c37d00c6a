"""Every equation of the linearised model matters: break any one, and a direct solution notices.

The page runs on floats on a tree with everything, elastic and passive joints included; the other
route is one call of LAPACK.
"""

from __future__ import annotations

import ast
import random
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.linearize as page
from models.mutants import _load as load
from models.mutants import mutants
from models.test_mutants import everything
from symoro.algebra.vectors import Array
from symoro.expressions import FloatArithmetic, evaluate
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import mechanism_rows
from symoro.references.tree_dynamics import TreeDynamics
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
MOTORS = (1, 3, 6)


@dataclass(frozen=True)
class Case:
    """What the page takes, and what it must give."""

    m: Mechanism
    inertia: InertiaMatrix
    dq: Array
    dqd: Array
    k: list[float]
    expected: dict[str, Array]


@pytest.fixture(scope="module")
def case() -> Case:
    robot = everything()
    values = sample_values(robot, random.Random(5))
    m = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
    A = TreeDynamics(robot, values, FLOATS, float).inertia_matrix()
    n = len(A)
    rng = np.random.default_rng(3)
    dq, dqd = rng.normal(size=(2, n, n))
    k = [0.0, 30.0, 0.0, 50.0, 0.0, 0.0]
    S = np.eye(n)[:, [robot.moving_joints.index(j) for j in MOTORS]]
    below = np.linalg.solve(A, np.hstack([-dq - np.diag(k), -dqd]))
    one, none = np.eye(n), np.zeros((n, n))
    expected = {
        "A": np.block([[none, one], [below]]),
        "B": np.vstack([0 * S, np.linalg.solve(A, S)]),
        "C": np.hstack([one, none]),
        "D": 0 * S,
    }
    matrix = A.astype(object)
    return Case(
        m,
        InertiaMatrix(mechanism_rows(m), matrix),
        dq.astype(object),
        dqd.astype(object),
        k,
        expected,
    )


def agrees(module: ModuleType, case: Case) -> bool:
    try:
        efforts = module.LinearizedEfforts(case.dq, case.dqd, case.k)
        found: Any = module.state_space(case.m, case.inertia, efforts, MOTORS)
        return all(
            np.allclose(getattr(found, name).astype(float), wanted, rtol=1e-9, atol=1e-9)
            for name, wanted in case.expected.items()
        )
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False


def test_the_page_itself_agrees(case: Case) -> None:
    assert agrees(page, case)


def test_every_mutant_of_the_page_is_caught(case: Case) -> None:
    made = list(mutants(page))
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if agrees(m.module, case)]
    assert len(made) > 8
    assert alive == []


BROKEN = {
    "if i == c else 0": "if i != c else 0",
    "* X[a, c]": "* X[c, c]",
    "X[i, c] = X[c, i] =": "X[i, c] =",
    "list(efforts.k)": "list(reversed(efforts.k))",
    "[none, unit], [AQ, AV]": "[none, unit], [AV, AQ]",
    "[none[:, S], X[:, S]]": "[X[:, S], none[:, S]]",
    "[unit, none], axis=1": "[none, unit], axis=1",
    "joints.index(j) for j in motors": "joints.index(j) for j in reversed(motors)",
}


@pytest.mark.parametrize("equation", BROKEN)
def test_a_broken_equation_is_caught(case: Case, equation: str) -> None:
    source = Path(page.__file__).read_text(encoding="utf-8")
    assert source.count(equation) == 1
    tree = ast.parse(source.replace(equation, BROKEN[equation]))
    assert not agrees(load(tree, page.__name__, page.__file__), case)
