"""Every equation and every decision of the pages in operational space matters.

The pages run on floats: on a tree that has everything, with a task of fewer rows than joints, and
on a chain with a square one; on an RX90, whose wrist has one origin. A mutant is caught if a value
differs from the reference in the world frame, or if a program has other names or other costs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.operational as operational_page
import symoro.models.dynamics.operational_control as control_page
import symoro.models.dynamics.task as task_page
from kinematic_states import placed
from models.decision_mutants import page_mutants
from models.kinematics_pages import tree
from models.mutants import Checks
from models.test_kinematics_mutants import BROKEN
from models.test_mutants import everything
from symoro import library
from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.operational import _reference
from symoro.catalog.dynamic.task import reference_task, still_robot
from symoro.catalog.dynamic.trees import bare_robot
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.ir.program import Solve
from symoro.models.dynamics.operational_control import Route
from symoro.models.dynamics.task import Task
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.passes import count
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.pipeline.tracing import trace
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import JointType, Robot
from symoro.verify.check import Arrays, Check
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
P, F = JointType.PRISMATIC, JointType.FIXED
PAGES = (operational_page, control_page, task_page)

Program = tuple[list[str], int, int, int, int]


@dataclass(frozen=True)
class Case:
    """A task of a robot at a state, and what the pages must give."""

    robot: Robot
    task: Task
    routes: tuple[Route, ...]
    m: Mechanism
    bare: Mechanism
    W: Any
    z: Any
    dynamics: Arrays
    tau: Any
    qdd: Any


def case(robot: Robot, task: Task, *routes: Route) -> Case:
    values = sample_values(robot, random.Random(3))
    rng = np.random.default_rng(3)
    still = still_robot(robot)
    rows, n = len(task.rows), robot.n_dof
    W, z = rng.uniform(-1, 1, rows), rng.uniform(-1, 1, n) if rows < n else np.zeros(n)
    J, bias = reference_task(robot, task, values, FLOATS, float)
    qdd = z + np.linalg.pinv(J) @ (W - bias - J @ z)
    tree_dynamics = TreeDynamics(still, values, FLOATS, float)

    def scalars(each: Robot) -> Mechanism:
        return mechanism(each, lambda entry: evaluate(entry, values, FLOATS))

    return Case(
        robot=still,
        task=task,
        routes=routes,
        m=scalars(still),
        bare=scalars(bare_robot(still)),
        W=vector(map(float, W)),
        z=vector(map(float, z)),
        dynamics=_reference(bare_robot(still), task, values, FLOATS, float),
        tau=tree_dynamics.inertia_matrix() @ qdd + tree_dynamics.bias(),
        qdd=qdd,
    )


def chain() -> Robot:
    """A general chain of three joints that moves with its base; the hand is a fixed frame."""
    general = {"alpha": "a", "d": "D", "gamma": "g", "b": "B"}
    rows = [{name: f"{value}{j}" for name, value in general.items()} for j in (1, 2, 3, 4)]
    robot = tree(
        {**rows[0], "r": "R1"},
        {**rows[1], "sigma": P, "theta": "h2"},
        {**rows[2], "r": "R3"},
        {**rows[3], "sigma": F, "theta": "h4", "r": "R4"},
    )
    return placed(replace(robot, base=everything().base))


def aligned() -> Robot:
    """Two joints; the angle gamma of the first is added to its theta, as their axes are one."""
    return tree({"gamma": "g1"}, {"d": "D2"}, {"sigma": F, "d": "D3"})


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    moving, arm, rx90 = placed(everything()), chain(), library.robot("rx90")
    return [
        case(arm, Task(4, 0, (1, 2, 3)), Route(0), Route(2, summed=True), Route(-1)),
        case(arm, Task(4, -1, (1, 2, 3)), Route(-1, summed=True), Route(4)),
        case(moving, Task(7, 3, (5, 1, 2)), Route(3), Route(3, summed=True)),
        case(rx90, Task(6, 0, (1, 2, 3, 4, 5, 6)), Route(3), Route(6, summed=True)),
        case(rx90, Task(6, 1, (4, 5, 6)), Route(2)),
        case(aligned(), Task(3, 0, (1, 2)), Route(0)),
        case(tree({"alpha": "a"}, {"sigma": F, "d": "D"}), Task(2, 0, (1,)), Route(0)),
    ]


class Pages:
    """The pages with one of them exchanged, and everything that they import from it."""

    def __init__(self, page: ModuleType, module: ModuleType, patch: pytest.MonkeyPatch) -> None:
        for user in PAGES:
            for name, value in list(vars(user).items()):
                if getattr(value, "__module__", None) == page.__name__ and name in vars(module):
                    patch.setattr(user, name, getattr(module, name))
        self.operational: Any = operational_page.task_dynamics
        self.control: Any = control_page.operational_control

    def right(self, each: Case) -> bool:
        """Compare numbers with the reference."""
        found = self.operational(each.robot, each.bare, each.task)
        pairs = [(getattr(found, field), each.dynamics[name]) for name, field in FIELDS.items()]
        for route in each.routes:
            driven = self.control(each.robot, each.m, each.task, each.W, each.z, route)
            pairs += [
                (list(driven.tau.values()), each.tau),
                (list(driven.qdd.values()), each.qdd),
            ]
        return all(
            np.allclose(np.asarray(a, dtype=float), np.asarray(b, dtype=float), atol=1e-8)
            for a, b in pairs
        )

    def programs(self, each: Case) -> Iterator[Program]:
        """Names and costs of what the pages record."""

        def dynamics(scalar: Callable[[Expression], Any], let: LetFunction) -> Arrays:
            found = self.operational(each.robot, mechanism(each.robot, scalar), each.task, let)
            return {name: getattr(found, field) for name, field in FIELDS.items()}

        yield _program(each.robot, tuple(FIELDS), dynamics)
        for route in each.routes:

            def driven(
                scalar: Callable[[Expression], Any], let: LetFunction, route: Route = route
            ) -> Arrays:
                W, z = (vector(map(_exact, part)) for part in (each.W, each.z))
                m = mechanism(each.robot, scalar)
                found = self.control(each.robot, m, each.task, W, z, route, let)
                return {"GAM": vector(found.tau.values())}

            yield _program(each.robot, ("GAM",), driven)


FIELDS = {
    "LAMBDA": "Lambda",
    "MU": "mu",
    "P": "p",
    "JT": "J",
    "JPQP": "bias",
    "JBAR": "Jbar",
    "NT": "NT",
}


def _exact(number: float) -> int:
    """A stand-in that can be traced: no entry is 0, 1 or -1 unless all are zero."""
    return round(1000 * number)


def _program(robot: Robot, outputs: tuple[str, ...], run: Any) -> Program:
    kinds = tuple(OutputKind(name, "") for name in outputs)
    program = trace(
        Plan(
            robot,
            Formulation(trace=run),
            Check(robot),
            Interface(states=("q",), outputs=kinds),
        ),
        "program",
        list(outputs),
    )
    found = count(program)
    names = [name for each in program.statements for name in each.names]
    systems = sum(isinstance(each, Solve) for each in program.statements)
    return names, found.add, found.mul, found.trig, systems


@pytest.fixture(scope="module")
def originals(cases: list[Case]) -> list[list[Program]]:
    with pytest.MonkeyPatch.context() as patch:
        pages = Pages(task_page, task_page, patch)
        return [list(pages.programs(each)) for each in cases]


def checks(cases: list[Case], originals: list[list[Program]]) -> Checks[Pages]:
    """What the pages must pass: numbers, names and costs."""

    def same(pages: Pages, each: Case, wanted: list[Program]) -> bool:
        return all(a == b for a, b in zip(pages.programs(each), wanted, strict=True))

    pairs = zip(cases, originals, strict=True)
    programs = (partial(same, each=each, wanted=wanted) for each, wanted in pairs)
    return Checks([*(partial(Pages.right, each=each) for each in cases), *programs], BROKEN)


def agrees(page: ModuleType, module: ModuleType, all_checks: Checks[Pages]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        pages = Pages(page, module, patch)
        if page is operational_page:
            pages.operational = module.task_dynamics
        if page is control_page:
            pages.control = module.operational_control
        return all_checks.hold(pages)


@pytest.mark.parametrize(
    ("page", "least"),
    [(operational_page, 60), (control_page, 40), (task_page, 25)],
    ids=lambda item: getattr(item, "__name__", "").rpartition(".")[2],
)
def test_every_mutant_is_caught(
    page: ModuleType, least: int, cases: list[Case], originals: list[list[Program]]
) -> None:
    all_checks = checks(cases, originals)
    unchanged, *made = page_mutants(page)
    assert agrees(page, unchanged.module, all_checks)
    alive = [each for each in made if agrees(page, each.module, all_checks)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
    assert len(made) >= least
