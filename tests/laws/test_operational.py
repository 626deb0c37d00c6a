"""Dynamics and control in operational space obey the laws that define them.

Joint efforts and motions are those of the references in the world frame. Tolerance 1e-9 of the
largest term: the linear systems have conditions below 1e5, or the state is drawn again.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import symoro
from kinematic_states import placed
from laws.tasks import Array, State, passive, weightless
from random_robots import random_tree
from symoro import Model, Robot, library
from symoro.expressions import FloatArithmetic

CONDITION = 1e5

CASES: dict[str, tuple[str, dict[str, object]]] = {  # square tasks first
    "planar2r": ("planar2r", {}),
    "planar3r": ("planar3r", {}),
    "rrp in frame 2": ("rrp", {"projection": 2}),
    "scara": ("scara", {}),
    "stanford": ("stanford", {}),
    "rx90 with rotors": ("rx90", {"include": "ia"}),
    "rx90 in base parameters": ("rx90", {"base_parameters": True}),
    "moving tree in the world": ("tree3", {"projection": -1, "rows": "1-2"}),
    "panda": ("panda", {}),
    "lwr": ("lwr", {"link": 5, "projection": 3}),
    "planar3r, a point": ("planar3r", {"rows": "1,2"}),
    "rx90, wrist centre": ("rx90", {"link": 4, "rows": "1-3"}),
    "rx90, directions": ("rx90", {"rows": "4-6"}),
}
SQUARE = list(CASES)[:7]
WIDE = list(CASES)[7:]


def robot_of(name: str) -> Robot:
    made = {"tree3": (3, None), "chain": (5, 4)}
    if name in made:
        seed, links = made[name]
        return placed(random_tree(seed, moving_base=True, links=links))
    return placed(library.robot(name))


@cache
def made(case: str) -> tuple[Robot, Model]:
    """The robot as it is modelled, in standard parameters, and its model with all outputs."""
    name, options = CASES[case]
    model = symoro.operational(robot_of(name), outputs="*", verify=False, **options)  # type: ignore[arg-type]
    return (robot_of(name) if options.get("base") else model.robot), model


def state(case: str, seed: int) -> tuple[State, dict[str, Array]]:
    """A state away from singularities, with the outputs of the model there."""
    robot, model = made(case)
    grouped = symoro.base_parameters(robot) if CASES[case][1].get("base") else None
    for k in range(50):
        here = State.drawn(model, robot, f"{case}|{seed}|{k}")
        if grouped is not None:
            complete = grouped.complete(here.values, FloatArithmetic())
            named = {name: float(complete[p]) for p, name in grouped.names.items()}
            here = State(robot, here.values | named)
        found = here.outputs(model)
        if np.linalg.cond(found["LAMBDA"]) < CONDITION:
            return here, found
    raise AssertionError(f"{case}: no regular state")


def rows_of(model: Model) -> list[int]:
    """The rows of a task, from 0, as its note says."""
    note = next(text for text in model.notes if text.startswith("task: row"))
    return [int(row) - 1 for row in re.findall(r"\d+", note.partition(" of ")[0])]


def rows_and_frames(case: str) -> tuple[list[int], int, int]:
    _, model = made(case)
    options = CASES[case][1]
    rows = rows_of(model)
    link = options.get("link", model.robot.tip)
    projection = options.get("projection", 0)
    assert isinstance(link, int)
    assert isinstance(projection, int)
    return rows, link, projection


def acceleration(case: str, here: State, qdd: Array) -> Array:
    """The acceleration of the task."""
    rows, r, i = rows_and_frames(case)
    return here.task(r, i, qdd)[rows]


def close(a: Array, b: Array, scale: float = 1.0) -> bool:
    size = max(scale, float(np.abs(b).max(initial=0.0)))
    return bool(np.abs(a - b).max(initial=0.0) <= 1e-9 * size)


@pytest.mark.parametrize("case", CASES)
def test_the_task_moves_by_its_own_equation(case: str) -> None:
    """Efforts tau give qdd = A^-1 (tau - H) and xdd; then Jbar^T tau = Lambda xdd + mu + p."""
    for seed in range(2):
        here, found = state(case, seed)
        bare = replace(here, robot=passive(here.robot))
        A, H = bare.dynamics()
        rng = np.random.default_rng(seed)
        tau = rng.uniform(-20, 20, len(A))
        xdd = acceleration(case, here, np.linalg.solve(A, tau - H))
        F = found["LAMBDA"] @ xdd + found["MU"] + found["P"]
        assert close(F, found["JBAR"].T @ tau, float(np.abs(found["LAMBDA"]).max()))


@pytest.mark.parametrize("case", SQUARE)
def test_joint_efforts_are_those_of_the_task_s_force(case: str) -> None:
    """Gamma = J^T (Lambda xdd + mu + p) along any motion, where J is square."""
    here, found = state(case, 2)
    A, H = replace(here, robot=passive(here.robot)).dynamics()
    qdd = np.random.default_rng(2).uniform(-2, 2, len(A))
    F = found["LAMBDA"] @ acceleration(case, here, qdd) + found["MU"] + found["P"]
    assert close(found["JT"].T @ F, A @ qdd + H, float(np.abs(found["LAMBDA"]).max()))


@pytest.mark.parametrize("case", CASES)
def test_gravity_is_apart_from_velocities(case: str) -> None:
    here, found = state(case, 3)
    _, Hc = replace(here, robot=weightless(passive(here.robot))).dynamics()
    _, H = replace(here, robot=passive(here.robot)).dynamics()
    size = float(np.abs(found["LAMBDA"]).max())
    assert close(found["P"], found["JBAR"].T @ (H - Hc), size)
    bias = acceleration(case, here, 0 * H)
    assert close(found["JPQP"], bias)
    assert close(found["MU"], found["JBAR"].T @ Hc - found["LAMBDA"] @ bias, size)


@pytest.mark.parametrize("case", CASES)
def test_the_inverse_is_dynamically_consistent(case: str) -> None:
    """J Jbar = 1; torques N^T tau give the task no acceleration; N^T is a projector."""
    here, found = state(case, 4)
    A, _ = here.dynamics()
    J, Jbar, NT = found["JT"], found["JBAR"], found["NT"]
    assert close(J @ Jbar, np.eye(len(J)))
    assert close(J @ np.linalg.solve(A, NT), np.zeros(J.shape), 10.0)
    assert close(NT @ NT, NT)
    assert round(float(np.trace(NT))) == len(A) - len(J)
    assert np.array_equal(found["LAMBDA"], found["LAMBDA"].T)


@pytest.mark.parametrize("case", SQUARE)
def test_the_kinetic_energy_is_the_task_s(case: str) -> None:
    here, found = state(case, 5)
    A, _ = here.dynamics()
    qd = np.random.default_rng(5).uniform(-1, 1, len(A))
    xd = found["JT"] @ qd
    assert xd @ found["LAMBDA"] @ xd == pytest.approx(qd @ A @ qd, rel=1e-9)


# Control

CONTROLLED: dict[str, tuple[str, dict[str, object]]] = {
    "rx90": ("rx90", {"include": ("ia", "friction", "wrench=6")}),
    "rx90 in frame 4": ("rx90", {"projection": 4}),
    "rx90, wrist centre": ("rx90", {"link": 5, "rows": "1-3"}),
    "rrp": ("rrp", {}),
    "stanford in the world": ("stanford", {"projection": -1}),
    "panda": ("panda", {}),
    "planar3r near": ("planar3r", {"rows": "2,1", "near": True}),
    "moving tree": ("tree3", {"near": True, "projection": 2}),
    "moving chain": ("chain", {"rows": "1-3"}),
}


@pytest.mark.parametrize("case", CONTROLLED)
def test_controlled_torques_give_the_wanted_acceleration(case: str) -> None:
    name, options = CONTROLLED[case]
    model = symoro.operational_control(robot_of(name), outputs="*", verify=False, **options)  # type: ignore[arg-type]
    (shape,) = [shape for array, shape in model.program.shapes if array == "WX"]
    rows = rows_of(model)
    assert shape == (len(rows),)
    link, i = options.get("link", model.robot.tip), options.get("projection", 0)
    assert isinstance(link, int)
    assert isinstance(i, int)
    for seed in range(3):
        here = State.drawn(model, model.robot, f"{case}|{seed}")
        found = here.outputs(model)
        A, H = here.dynamics()
        qdd = np.linalg.solve(A, found["GAM"] - H)
        wanted = np.array([here.values[f"WX{k + 1}"] for k in range(len(rows))])
        got = here.task(link, i, qdd)[rows]
        size = max(1.0, float(np.abs(qdd).max()))
        assert close(got, wanted, size * np.linalg.cond(A))
        assert close(qdd, found["QDP"], size * np.linalg.cond(A))


def test_the_joint_accelerations_are_nearest_to_those_given() -> None:
    """What the task leaves free is as given: qdd - z is a sum of rows of J."""
    arm = library.robot("planar3r")
    model = symoro.operational_control(arm, rows="1,2", near=True, outputs=["QDP"], verify=False)
    dynamics = symoro.operational(arm, rows="1,2", outputs=["JT"], verify=False)
    here = State.drawn(model, arm, 1)
    J = here.outputs(dynamics)["JT"]
    z = np.array([here.values[f"WQ{k}"] for k in range(1, 4)])
    free = np.linalg.svd(J)[2][2]  # the motion that leaves the task alone
    assert free @ (here.outputs(model)["QDP"] - z) == pytest.approx(0.0, abs=1e-12)


def test_a_closed_loop_forgets_its_error_as_designed() -> None:
    """With W = -2 w e' - w^2 e an arm that starts at rest has e(t) = e0 (1 + w t) exp(-w t)."""
    arm = library.robot("planar2r")
    rng = random.Random(4)
    model = symoro.operational_control(arm, verify=False)
    numbers = State.drawn(model, arm, 4).values | {"d2": 1.0, "d3": 0.8, "G2": -9.81}
    parameters = {name: numbers[name] for name in model.program.parameters}
    torque = model.compile()
    pace, goal, q0 = 8.0, np.array([0.9, 0.9]), np.array([0.3, 0.4 + rng.random()])

    def place(q: Array) -> Array:
        total = q[0] + q[1]
        return np.array([np.cos(q[0]) + 0.8 * np.cos(total), np.sin(q[0]) + 0.8 * np.sin(total)])

    def rate(x: Array) -> Array:
        q, qd = x[:2], x[2:]
        elbow = np.array([-np.sin(q[0]), np.cos(q[0])])
        tip = 0.8 * np.array([-np.sin(q.sum()), np.cos(q.sum())])
        speed = qd[0] * elbow + qd.sum() * tip
        W = -2 * pace * speed - pace**2 * (place(q) - goal)
        tau = np.asarray(torque(q, qd, W, parameters=parameters))
        values = numbers | dict(zip(("t1", "t2", "QP1", "QP2"), map(float, x), strict=True))
        A, H = State(arm, values).dynamics()
        return np.concatenate([qd, np.linalg.solve(A, tau - H)])

    x, step = np.concatenate([q0, [0.0, 0.0]]), 0.005
    for _ in range(40):  # Runge-Kutta, whose error at this step is far below the tolerance
        k1 = rate(x)
        k2 = rate(x + step / 2 * k1)
        k3 = rate(x + step / 2 * k2)
        x = x + step / 6 * (k1 + 2 * k2 + 2 * k3 + rate(x + step * k3))
    left = (1 + pace * 0.2) * np.exp(-pace * 0.2)
    assert place(x[:2]) - goal == pytest.approx(left * (place(q0) - goal), abs=1e-6)
