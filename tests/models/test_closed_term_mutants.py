"""Every equation of the pages of closed robots matters: break any one, and an output notices.

The pages run on floats at closed states of a five-bar that has everything, on a base that stands,
and on a floating one; the expected arrays are those of the reference.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.dynamics.closed.coriolis as coriolis_page
import symoro.models.dynamics.closed.hybrid as hybrid_page
import symoro.models.dynamics.closed.lagrange as lagrange_page
import symoro.models.dynamics.closed.linearize as linearize_page
import symoro.models.dynamics.closed.momentum as momentum_page
import symoro.models.dynamics.closed.operational as operational_page
from models.mutants import mutants
from models.test_kinematics_mutants import BROKEN
from random_robots import names
from symoro import Robot, library
from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.closed.drive import drive, pushes
from symoro.catalog.dynamic.reference_rates import along
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.catalog.table import model_definition
from symoro.expressions import FloatArithmetic, evaluate, symbol
from symoro.models.dynamics.closed.joint_efforts import (
    cut_momenta,
    joint_efforts,
    with_cut_rows,
)
from symoro.models.dynamics.coriolis import coriolis_matrix
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lagrange import lagrange
from symoro.models.dynamics.momentum import momentum
from symoro.models.dynamics.task import Task
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Plan
from symoro.robot import Base, BaseMotion, Link, general_link
from symoro.robot.efforts import given_effort
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
OPTIONS: dict[str, Any] = {"actuated": False, "mode": None}
TASK: dict[str, Any] = {"link": None, "projection": None, "near": False}
Arrays = dict[str, Any]


def robots() -> list[Robot]:
    """A five-bar with general links, a spring beside a passive joint, rotors and friction of all.

    The cut joint has them, too.
    """
    fivebar = library.robot("fivebar")
    links = tuple(replace(general_link(j), IA=symbol(f"IA{j}")) for j in range(1, 5))
    frames = tuple(
        replace(frame, eta=True, k=symbol("k4"), rest=symbol("rest4")) if j == 4 else frame
        for j, frame in fivebar
    )
    cut = (Link(IA=symbol("IA5"), FV=symbol("FV5")),)
    fixed = replace(fivebar, links=links, cut_drives=cut, frames=frames, base=Base(G=names("G")))
    free = Base(motion=BaseMotion.FLOATING, G=names("G"), link=general_link(0))
    return [fixed, unknown_acceleration(replace(fixed, base=free))]


@dataclass(frozen=True)
class Case:
    """A robot at a closed state, and what its models must give there."""

    robot: Robot
    plan: Plan
    values: dict[str, float]
    loops: LoopMotion
    expected: Arrays

    @property
    def active(self) -> tuple[int, ...]:
        return self.loops.driven.active

    def scalar(self, entry: Any) -> Any:
        return evaluate(entry, self.values, FLOATS)

    def mechanism(self, dependent: dict[int, Motion], robot: Robot | None = None) -> Any:
        return mechanism(robot or self.robot, self.scalar, dependent)

    def argument(self, name: str) -> Any:
        arrays = {array.name: array for array in self.plan.check.arrays}
        return arrays[name]


def case(name: str, robot: Robot, **options: Any) -> Case:
    options = {**OPTIONS, **options}
    plan = model_definition(name).plan(robot, options)
    driven = drive(plan.robot, options)
    rng = random.Random(5)
    given = {s.name: rng.uniform(-1, 1) for array in plan.check.arrays for s in array.symbols}
    values = given | driven.settle(given | sample_values(plan.robot, rng))
    assert plan.check.reference is not None
    expected = plan.check.reference(values, FLOATS, float)
    scalar = partial(evaluate, values=values, arithmetic=FLOATS)
    return Case(plan.robot, plan, values, driven.motion(scalar, plain), expected)


Run = Callable[[ModuleType, Case], Arrays]


def whole_inertia(m: Mechanism) -> InertiaMatrix:
    """The inertia matrix of the tree, with rotors of cut joints."""
    return with_cut_rows(inertia_matrix(m), m)


def run_momentum(page: ModuleType, at: Case) -> Arrays:
    loops = at.loops
    m = at.mechanism(loops.velocities)
    G, Gd, rotors = loops.slopes, loops.slope_rates, cut_momenta(m)
    found = page.motor_momentum(momentum(m), rows(at.robot), G, Gd, at.active, plain, rotors)
    return dict(vars(found))


def run_coriolis(page: ModuleType, at: Case) -> Arrays:
    loops, v = at.loops, at.argument("v")
    G, Gd = loops.slopes, loops.slope_rates
    m = at.mechanism(loops.velocities)
    r = at.mechanism({}, along(at.robot, v, at.active))
    rates = [at.scalar(e) for e in v.elements.values()][-len(at.active) :]
    C = page.motor_coriolis(coriolis_matrix(m), whole_inertia(m), G, Gd, at.active)
    r = page.moved_at(r, vector(rates), G, Gd)
    return {"C": C, "CV": page.motor_product(m, r, G, at.active)}


def run_lagrange(page: ModuleType, at: Case) -> Arrays:
    loops, joints = at.loops, tuple(j for j in at.robot.outward() if at.robot.frame(j).moves)
    D = {}
    for column, a in enumerate(at.active):
        moving = {
            j: Motion(at.scalar(f.position), loops.slopes[j][column], 0)
            for j, f in at.robot
            if f.moves
        }
        D[a] = loops.slope_rates_along(moving, plain)
    m = at.mechanism({})
    return dict(vars(page.motor_lagrange(m, lagrange(m), joints, loops.slopes, D, at.active)))


def run_hybrid(page: ModuleType, at: Case) -> Arrays:
    loops, robot = at.loops, at.robot
    first, last = at.active
    wanted = [at.scalar(robot.frame(first).QDP), 0]
    m = at.mechanism(loops.motions_at(wanted))
    held = replace(m, g=0 * m.g, vd0=0 * m.vd0, wd0=0 * m.wd0) if m.floating else m
    still = newton_euler(held)
    pushed = pushes(loops.driven, loops, at.scalar)
    tau = joint_efforts(m, still.tau, pushed, at.active)
    known = {last: at.scalar(given_effort(robot, last))}
    wrench = page.base_wrench(m, still.f, still.n)
    found = page.motor_hybrid(m, whole_inertia(m), tau, wrench, loops.slopes, at.active, known)
    arrays = {"QDPF": [found.qdd[last]], "GAMD": [found.tau[first]]}
    if not m.floating:
        at.expected.update({"VP0": m.vd0, "WP0": m.wd0})
    return arrays | {"VP0": found.vd0, "WP0": found.wd0}


def run_operational(page: ModuleType, at: Case) -> Arrays:
    loops, outputs = at.loops, at.expected
    task = Task(6, 0, (1, 2)[: len(outputs["MU"])])
    no_load = dict.fromkeys(("FV", "FS", "FX", "FY", "FZ", "CX", "CY", "CZ"), symbol("zero"))
    links = tuple(replace(link, **no_load) for link in at.robot.links)
    drives = tuple(replace(drive, FV=symbol("zero")) for drive in at.robot.cut_drives)
    robot = replace(at.robot, links=links, cut_drives=drives)
    at.values["zero"] = 0.0
    m = at.mechanism(loops.biases, robot)
    found = page.motor_task_dynamics(robot, m, task, loops.slopes, at.active)
    arrays = {"LAMBDA": found.Lambda, "MU": found.mu, "P": found.p, "JT": found.J}
    return arrays | {"JPQP": found.bias, "JBAR": found.Jbar, "NT": found.NT}


def run_control(page: ModuleType, at: Case) -> Arrays:
    loops, W = at.loops, at.argument("WX")
    wanted = vector(at.scalar(e) for e in W.elements.values())
    z = vector([0.0] * len(at.active))
    task = Task(6, 0, (1, 2)[: len(wanted)])
    pushed = pushes(loops.driven, loops, at.scalar)
    m = at.mechanism(loops.biases)
    found = page.motor_control(at.robot, m, task, wanted, z, loops.slopes, at.active, pushed)
    return {"GAM": list(found.tau.values()), "QDP": list(found.qdd.values())}


def run_slopes(page: ModuleType, at: Case) -> Arrays:
    """Of efforts that are known functions of positions and velocities, not of the robot."""
    loops, rng = at.loops, np.random.default_rng(4)
    joints = at.robot.moving_joints
    by_position, by_velocity = rng.uniform(-1, 1, (2, 2, len(joints)))
    G, Gd = loops.slopes, loops.slope_rates
    dq, dqd = page.slopes_along(by_position, by_velocity, joints, G, Gd)
    still, none = page.slopes_along(by_position, None, joints, G, {})
    assert none is None
    friction = {1: 0.3, 2: 0.7, 4: 1.1}
    damping = page.damping_at_rest(friction, G, len(at.active))
    return {"dq": dq, "dqd": dqd, "still": still, "damping": damping}


def slopes_case(robot: Robot) -> Case:
    """Rates of G with the motors, one after the other: differences of rows along the loop."""
    at = case("momentum", robot)
    rng, joints = np.random.default_rng(4), robot.moving_joints
    by_position, by_velocity = rng.uniform(-1, 1, (2, 2, len(joints)))
    dynamics = at.loops.driven.reference_dynamics(at.values)
    G, Gd = dynamics.slopes(joints), dynamics.slope_rates(joints)
    rows = {j: G[joints.index(j)] for j in joints}
    damping = sum(s * np.outer(rows[j], rows[j]) for j, s in {1: 0.3, 2: 0.7, 4: 1.1}.items())
    expected = {
        "dq": np.einsum("ij,ja->ia", by_position, G) + np.einsum("ij,ja->ia", by_velocity, Gd),
        "dqd": np.einsum("ij,ja->ia", by_velocity, G),
        "still": np.einsum("ij,ja->ia", by_position, G),
        "damping": damping,
    }
    return replace(at, expected=expected)


def agrees(run: Run, page: ModuleType, at: Case) -> bool:
    try:
        return all(
            np.allclose(np.asarray(x, float), np.asarray(at.expected[name], float), rtol=1e-9)
            for name, x in run(page, at).items()
        )
    except BROKEN:
        return False


def cases_of(name: str) -> list[Case]:
    fixed, free = robots()
    match name:
        case "slopes":
            return [slopes_case(fixed)]
        case "lagrange":
            return [case(name, fixed)]
        case "hybrid":
            return [case(name, robot, free=(3,)) for robot in (fixed, free)]
        case "operational" | "operational-control":
            return [case(name, fixed, **TASK, rows=rows) for rows in ((1, 2), (1,))]
    return [case(name, robot) for robot in (fixed, free)]


@pytest.mark.parametrize(
    ("page", "runs", "least"),
    [
        (momentum_page, {"momentum": run_momentum}, 7),
        (coriolis_page, {"coriolis": run_coriolis}, 12),
        (lagrange_page, {"lagrange": run_lagrange}, 12),
        (hybrid_page, {"hybrid": run_hybrid}, 12),
        (linearize_page, {"slopes": run_slopes}, 6),
        (
            operational_page,
            {"operational": run_operational, "operational-control": run_control},
            10,
        ),
    ],
    ids=["momentum", "coriolis", "lagrange", "hybrid", "linearize", "operational"],
)
def test_every_mutant_of_a_page_is_caught(
    page: ModuleType, runs: dict[str, Run], least: int
) -> None:
    pairs = [(run, at) for name, run in runs.items() for at in cases_of(name)]
    assert all(agrees(run, page, at) for run, at in pairs)
    made = list(mutants(page))
    alive = [m for m in made if all(agrees(run, m.module, at) for run, at in pairs)]
    assert len(made) > least
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
