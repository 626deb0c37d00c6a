"""Every equation of the pages of closed robots' dynamics matters: break any one, and a check fails.

The pages run on floats, at consistent motions of closed robots on a fixed and on a floating base,
and are compared with all rows of all loops in the world frame.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.closed.forward_dynamics as forward_page
import symoro.models.dynamics.closed.motor_efforts as efforts_page
from dynamic_states import close
from models.mutants import Checks, mutants
from symoro import library
from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.closed.drive import drive
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.models.dynamics.ccg import TERMS, ccg
from symoro.models.dynamics.closed.joint_efforts import drive_bias, with_cut_rows
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.robot.floating_base import unknown_acceleration
from symoro.robot.variant import variant
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
PAGES = (efforts_page, forward_page)
REFUSED = (ArithmeticError, IndexError, KeyError, TypeError, ValueError)


@dataclass(frozen=True)
class Case:
    """A closed robot at a state, and what the references give."""

    driven: Actuated
    values: dict[str, float]

    def at(self, entry: Expression) -> Any:
        return evaluate(entry, self.values, FLOATS)


@cache
def cases() -> tuple[Case, ...]:
    made = []
    for name, floats in (("fivebar", True), ("fourbar", False)):
        robot = variant(library.robot(name), include=("ia",), floating_base=floats)
        driven = drive(unknown_acceleration(robot), {"mode": None, "actuated": False})
        rng = random.Random(name)
        values = driven.settle(sample_values(driven.robot, rng))
        made.append(Case(driven, dict(values)))
    return tuple(made)


class NamedRows:
    """Remembers the last value under each name."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, Any], Any] = {}

    def __call__(self, tag: str, frame: Any, value: Any) -> Any:
        self.values[tag, frame] = value
        return value

    def solve(self, tag: str, frame: Any, matrix: Any, right: Any) -> Any:
        raise AssertionError("no linear system here")


class Pages:
    """The pages, one of them exchanged."""

    def __init__(self, page: ModuleType, module: ModuleType) -> None:
        self.efforts: Any = module if page is efforts_page else efforts_page
        self.forward: Any = module if page is forward_page else forward_page


def inertia_holds(pages: Pages) -> bool:
    for case in cases():
        loops = case.driven.motion(case.at)
        m = mechanism(case.driven.robot, case.at)
        A = with_cut_rows(inertia_matrix(m), m)
        let = NamedRows()
        Ac = pages.efforts.motor_inertia(A, loops.slopes, case.driven.active, let)
        wanted = case.driven.reference_dynamics(case.values).inertia_matrix()
        if not close(Ac.matrix, wanted, 1e-9) or not close(Ac.matrix, Ac.matrix.T, 1e-12):
            return False
        first = len(Ac.rows) - len(case.driven.active)
        for c, column in enumerate(case.driven.active, start=first):
            named = [let.values[f"A{row}", column] for row in Ac.rows[: c + 1]]
            if not close(named, wanted[: c + 1, c], 1e-9):
                return False
    return True


def bias_holds(pages: Pages) -> bool:
    for case in cases():
        robot, let = case.driven.robot, NamedRows()
        loops = case.driven.motion(case.at)
        m = mechanism(robot, case.at, loops.biases)
        accelerations = {j: motion.qdd for j, motion in loops.biases.items()}
        H, active = ccg(m, accelerations=accelerations), case.driven.active
        drives = drive_bias(m, TERMS, {}, accelerations)
        Hc = pages.efforts.motor_rows(H, rows(robot), loops.slopes, active, let, drives=drives)
        wanted = case.driven.reference_dynamics(case.values).bias()
        if not close(Hc, wanted, 1e-9):
            return False
        named = [let.values["H", a] for a in active]
        if not close(named, wanted[len(wanted) - len(active) :], 1e-9):
            return False
        tau = {j: 0.3 * j + 1 for j in robot.moving_joints if j <= robot.n_links}
        plainly = pages.efforts.motor_efforts(tau, loops.slopes, active)
        G = np.array([loops.slopes[j] for j in tau], dtype=float)
        if not close(plainly, G.T @ np.array([*tau.values()]), 1e-9):
            return False
        own = {str(j): effort for j, effort in tau.items()}
        more = dict.fromkeys(tau, 0.7)  # beside those of the tree
        both = pages.efforts.motor_rows(
            vector(own.values()), [*own], loops.slopes, active, drives=more
        )
        if not close(both, G.T @ (np.array([*tau.values()]) + 0.7), 1e-9):
            return False
    return True


def accelerations_hold(pages: Pages) -> bool:
    for case in cases():
        driven, let = case.driven, NamedRows()
        loops = driven.motion(case.at)
        dynamics = driven.reference_dynamics(case.values)
        A, H = dynamics.inertia_matrix(), dynamics.bias()
        labels = tuple(f"{'FN'[k // 3]}{k % 3 + 1}" for k in range(len(H) - len(driven.active)))
        labels = (*labels, *map(str, driven.active))
        efforts = [0.3 * k - 1 for k in range(len(H))]
        x = pages.forward.motor_accelerations(InertiaMatrix(labels, A), efforts, H, let)
        if not close(A @ x.astype(float), np.array(efforts) - H, 1e-9):
            return False
        qdda = dict(zip(driven.active, x[len(H) - len(driven.active) :], strict=True))
        biases = {j: m.qdd for j, m in loops.biases.items() if j not in driven.active}
        qdd = pages.forward.joint_accelerations(qdda, loops.slopes, biases, let)
        joints = driven.robot.moving_joints
        row = np.array([*qdda.values()], dtype=float)
        wanted = dynamics.slopes(joints) @ row + dynamics.biases(joints)
        if [*qdd] != [*joints] or not close([*qdd.values()], wanted, 1e-9):
            return False
        if not close([let.values["QDP", j] for j in joints], wanted, 1e-9):
            return False
    return True


CHECKS: dict[ModuleType, Checks[Pages]] = {
    efforts_page: Checks((inertia_holds, bias_holds), REFUSED),
    forward_page: Checks((accelerations_hold,), REFUSED),
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_the_page_itself_agrees(page: ModuleType) -> None:
    assert CHECKS[page].hold(Pages(page, page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_every_mutant_of_a_page_is_caught(page: ModuleType) -> None:
    made = list(mutants(page))
    assert len(made) >= 5
    alive = [each for each in made if CHECKS[page].hold(Pages(page, each.module))]
    assert [f"{each.line}: {each.what}: {each.text}" for each in alive] == []
