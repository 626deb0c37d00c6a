"""Terms of the dynamics of closed robots: differences along the loops, power, inverses.

The five-bar moves along its loop with its motors: positions of passive joints are those of the
closed form, so differences of one model by the motors' positions are derivatives along the loop.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from closed_robots import driven as with_motors
from symoro import Robot, library
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.expressions import FloatArithmetic, evaluate, symbol

Array = npt.NDArray[np.float64]
STEP = 1e-5
LENGTHS = {"L1": 0.3, "L2": 0.4, "L3": 0.3, "L4": 0.4, "L5": 0.25, "G2": -9.81}
HERE, SPEED, PUSH = np.array([1.9, 1.2]), np.array([0.7, -1.1]), np.array([0.4, 0.9])
CLOSE = 1e-7  # what differences of this step leave


def sprung(robot: Robot, *joints: int, mu: bool = False) -> Robot:
    """The robot with springs at some joints."""
    frames = (
        replace(frame, eta=True, mu=mu, k=symbol(f"k{j}"), rest=symbol(f"rest{j}"))
        if j in joints
        else frame
        for j, frame in robot
    )
    return replace(robot, frames=tuple(frames))


FIVEBAR = library.robot("fivebar")


@cache
def values_of(robot: Robot) -> dict[str, float]:
    """A number for each symbol, the same in all robots."""
    drawn = {name: random.Random(name).uniform(0.3, 1.3) for name in sorted(robot.symbols)}
    return drawn | LENGTHS


@cache
def compiled(name: str, robot: Robot, **options: Any) -> Callable[..., Any]:
    """A model in the motors' positions, with numbers; its outputs by name."""
    options = {"actuated": True, "level": "O1", "verify": False, **options}
    model = getattr(symoro, name)(robot, **options)
    numbers = {name: values_of(model.robot)[name] for name in model.program.parameters}
    run = model.compile()

    def call(*arrays: Any, **more: Any) -> dict[str, Array]:
        found = run(*arrays, **more, parameters=numbers)
        return found if isinstance(found, dict) else {model.outputs[0]: found}

    return call


def slope(function: Callable[[Array], Array], at: Array, along: Array) -> Array:
    """The derivative along a direction, by central differences."""
    ahead, behind = function(at + STEP * along), function(at - STEP * along)
    return np.asarray((ahead - behind) / (2 * STEP), dtype=float)


def columns(function: Callable[[Array], Array], at: Array) -> Array:
    """The derivatives by each element, as the last index."""
    return np.stack([slope(function, at, row) for row in np.eye(len(at))], axis=-1)


def christoffel() -> Array:
    """The elements of C by velocities, from differences of the inertia matrix."""
    A = compiled("inertia", FIVEBAR)
    d = columns(lambda q: A(q)["A"], HERE)
    symbols: Array = (d + d.transpose(0, 2, 1) - d.transpose(2, 1, 0)) / 2
    return symbols  # of row i, column j, velocity k


def test_coriolis_has_the_symbols_of_christoffel_along_the_loop() -> None:
    found = compiled("coriolis", FIVEBAR, outputs=("C", "CV", "CTQP"))(HERE, SPEED, PUSH)
    C = christoffel() @ SPEED
    assert found["C"] == pytest.approx(C, abs=CLOSE)
    assert found["CV"] == pytest.approx(C @ PUSH, abs=CLOSE)
    assert found["CTQP"] == pytest.approx(C.T @ SPEED, abs=CLOSE)
    A = compiled("inertia", FIVEBAR)
    assert found["C"] + found["C"].T == pytest.approx(
        slope(lambda q: A(q)["A"], HERE, SPEED), abs=CLOSE
    )


def test_lagrange_has_them_by_pairs_and_the_slope_of_the_potential() -> None:
    found = compiled("lagrange", FIVEBAR)(HERE)
    symbols = christoffel()
    B = [symbols[:, j, k] + symbols[:, k, j] for j, k in combinations(range(2), 2)]
    assert found["B"] == pytest.approx(np.stack(B, axis=-1), abs=CLOSE)
    assert found["C"] == pytest.approx(np.stack([symbols[:, j, j] for j in range(2)], 1), abs=CLOSE)
    U = compiled("energy", FIVEBAR, outputs=("U",))
    assert found["Q"] == pytest.approx(columns(lambda q: U(q)["U"], HERE), abs=CLOSE)
    assert found["A"] == pytest.approx(compiled("inertia", FIVEBAR)(HERE)["A"])


def test_the_rate_of_the_momentum_is_what_the_motors_give_less_beta() -> None:
    momentum = compiled("momentum", FIVEBAR)
    GAM = compiled("idm", FIVEBAR)(HERE, SPEED, PUSH)["GAM"]

    def P(time: Array) -> Array:
        (t,) = time
        found = momentum(HERE + SPEED * t + PUSH * t * t / 2, SPEED + PUSH * t)["P"]
        return np.asarray(found, dtype=float)

    rate = slope(P, np.zeros(1), np.ones(1))
    assert rate == pytest.approx(GAM - momentum(HERE, SPEED)["BETA"], abs=CLOSE)


def passive(robot: Robot, q: Array) -> dict[int, float]:
    """The variables of the passive joints in the first mode."""
    numbers = {**values_of(robot), "t1": q[0], "t3": q[1]}
    scalar = partial(evaluate, values=numbers, arithmetic=FloatArithmetic())
    positions = actuated_robot(robot, 1).motion(scalar).positions
    return {j: float(motion.position.radians) for j, motion in positions.items()}


@pytest.mark.parametrize("joints", [(2,), (4, 5)])
def test_motors_give_the_power_that_springs_of_passive_joints_store(
    joints: tuple[int, ...],
) -> None:
    robot = sprung(FIVEBAR, *joints)
    values = values_of(robot)
    energy = compiled("energy", robot)
    GAM = compiled("idm", robot)(HERE, SPEED, PUSH)["GAM"]

    def total(time: Array) -> Array:
        (t,) = time
        q = HERE + SPEED * t + PUSH * t * t / 2
        parts = energy(q, SPEED + PUSH * t)
        at = passive(robot, q)
        springs = sum(values[f"k{j}"] * (at[j] - values[f"rest{j}"]) ** 2 / 2 for j in joints)
        return np.asarray(parts["E"] + parts["U"] + springs, dtype=float)

    power = slope(total, np.zeros(1), np.ones(1))
    assert pytest.approx(float(power), abs=CLOSE) == GAM @ SPEED
    found = compiled("ddm", robot, outputs=("QDP",))(HERE, SPEED, GAM)["QDP"]
    assert found[[0, 2]] == pytest.approx(PUSH)


def with_efforts(robot: Robot) -> Robot:
    """The robot with motors at both independent joints, and no spring there."""
    frames = (replace(f, mu=j in (1, 3), eta=f.eta and j not in (1, 3)) for j, f in robot)
    return replace(robot, frames=tuple(frames))


@pytest.mark.parametrize(
    ("robot", "options"),
    [
        pytest.param(FIVEBAR, {}, id="motors"),
        pytest.param(sprung(FIVEBAR, 2, 5), {}, id="springs"),
        pytest.param(sprung(FIVEBAR, 3, mu=True), {}, id="elastic"),
        pytest.param(with_motors(FIVEBAR, 1), {"free": (3,)}, id="free"),
    ],
)
def test_linear_systems_are_differences_of_the_direct_model(
    robot: Robot, options: dict[str, Any]
) -> None:
    """About a motion that efforts cause which stay; a spring at a joint without one changes it."""
    found = compiled("linearize", robot, moving=True, include=("friction",), **options)(
        HERE, SPEED, PUSH
    )
    pushed = with_efforts(robot)
    GAM = compiled("idm", pushed, include=("friction",))(HERE, SPEED, PUSH)["GAM"]
    direct = compiled("ddm", pushed, include=("friction",), outputs=("QDP",))
    k = values_of(robot).get("k3", 0.0)

    def accelerations(state: Array) -> Array:
        spring = np.array([0.0, k * (state[1] - HERE[1])])
        found = direct(state[:2], state[2:4], state[4:] - spring)
        return np.asarray(found["QDP"][[0, 2]], dtype=float)

    at = np.concatenate([HERE, SPEED, GAM])
    assert accelerations(at) == pytest.approx(PUSH)
    d = columns(accelerations, at)
    assert found["A"][2:] == pytest.approx(d[:, :4], rel=1e-6, abs=1e-6)
    motors = found["B"].shape[1]
    assert found["B"][2:] == pytest.approx(d[:, 4 : 4 + motors], rel=1e-6, abs=1e-6)
    unit = np.eye(2, 4, k=2)
    assert np.array_equal(found["A"][:2], unit)
    assert np.array_equal(found["C"], np.eye(2, 4))


def test_at_rest_the_system_is_that_about_a_motion_of_no_velocity() -> None:
    robot = sprung(FIVEBAR, 2)
    rest = compiled("linearize", robot, outputs=("A", "B", "GAM"))(HERE)
    moving = compiled("linearize", robot, moving=True, outputs=("A", "B", "GAM"))
    none = np.zeros(2)
    for name, array in moving(HERE, none, none).items():
        assert rest[name] == pytest.approx(array), name


@pytest.mark.parametrize("free", [2, 3, 5])
@pytest.mark.parametrize("name", ["one", "two"])
def test_hybrid_and_direct_models_undo_each_other(name: str, free: int) -> None:
    """With the effort that the hybrid model finds the direct one gives its accelerations."""
    robot = with_motors(FIVEBAR, 1) if name == "one" else FIVEBAR
    at = {1: HERE[0], 3: HERE[1], **passive(FIVEBAR, HERE)}
    hybrid = compiled("hybrid", robot, free=(free,), actuated=False)
    direct = compiled("ddm", robot, free=(free,), actuated=False, outputs=("QDP",))
    q = np.array([at[j] for j in range(1, 6)])
    rates = compiled("idm", FIVEBAR, outputs=("QPp", "QPc"))(HERE, SPEED, PUSH)
    QP = np.array([SPEED[0], rates["QPp"][0], SPEED[1], rates["QPp"][1], rates["QPc"][0]])
    read = {} if name == "one" else {"GAM": hybrid_efforts(free)}
    QDP = np.array([PUSH[0], 0.0])
    found = hybrid(q, QP, QDP=QDP, **read)
    GAM = [found["GAMD"][0], *([] if name == "one" else [0.3])]
    accelerations = direct(q, QP, GAM)["QDP"]
    assert accelerations[0] == pytest.approx(PUSH[0])
    assert accelerations[free - 1] == pytest.approx(found["QDPF"][0])


def hybrid_efforts(free: int) -> Array:
    """The array GAM of a five-bar with two motors: joint 3 is given 0.3, wherever it stands."""
    joints = sorted({1, 3, free})
    return np.array([0.3 if j == 3 else 0.0 for j in joints])


@pytest.mark.parametrize("rows", ["1,2", "1"])
def test_a_task_accelerates_by_its_own_inertia(rows: str) -> None:
    """F = LAMBDA xdd + MU + P moves a square task; computed torque gives what is wanted."""
    terms = compiled(
        "operational", FIVEBAR, rows=rows, outputs=("LAMBDA", "MU", "P", "JT", "JPQP", "NT")
    )(HERE, SPEED)
    J = terms["JT"]
    GAM = compiled("idm", FIVEBAR)(HERE, SPEED, PUSH)["GAM"]
    xdd = J @ PUSH + terms["JPQP"]
    F = terms["LAMBDA"] @ xdd + terms["MU"] + terms["P"]
    left = GAM - J.T @ F
    assert (np.eye(2) - terms["NT"]) @ left == pytest.approx(np.zeros(2), abs=1e-9)
    control = compiled("operational_control", FIVEBAR, rows=rows, outputs=("GAM", "QDP"))
    found = control(HERE, SPEED, WX=xdd)
    assert J @ found["QDP"] + terms["JPQP"] == pytest.approx(xdd)
    again = compiled("idm", FIVEBAR)(HERE, SPEED, found["QDP"])["GAM"]
    assert found["GAM"] == pytest.approx(again)
    if len(xdd) == 2:
        assert found["GAM"] == pytest.approx(GAM)


def test_the_task_moves_as_its_jacobian_says() -> None:
    """The position of the tool, which is frame 6, by differences along the loop."""
    terms = compiled("operational", FIVEBAR, rows="1,2", outputs=("JT", "JPQP"))
    values = values_of(FIVEBAR)

    def tool(q: Array) -> Array:
        angle = q[0] + passive(FIVEBAR, q)[2]
        elbow = values["L1"] * np.array([np.cos(q[0]), np.sin(q[0])])
        return np.asarray(elbow + values["L2"] * np.array([np.cos(angle), np.sin(angle)]))

    found = terms(HERE, SPEED)
    assert found["JT"] == pytest.approx(columns(tool, HERE), abs=CLOSE)
    moved = slope(lambda q: np.asarray(terms(q, SPEED)["JT"] @ SPEED), HERE, SPEED)
    assert found["JPQP"] == pytest.approx(moved, abs=CLOSE)


def test_rates_of_passive_joints_are_differences_of_their_positions() -> None:
    found = compiled("idm", FIVEBAR, outputs=("QPp", "QPc", "QDPp", "QDPc"))(HERE, SPEED, PUSH)

    def positions(q: Array) -> Array:
        at = passive(FIVEBAR, q)
        return np.array([at[j] for j in (2, 4, 5)])

    speeds = np.concatenate([found["QPp"], found["QPc"]])
    assert speeds == pytest.approx(slope(positions, HERE, SPEED), abs=CLOSE)
    rates = compiled("idm", FIVEBAR, outputs=("QPp", "QPc"))

    def moving(time: Array) -> Array:
        (t,) = time
        q, qd = HERE + SPEED * t + PUSH * t * t / 2, SPEED + PUSH * t
        return np.concatenate([*rates(q, qd, PUSH).values()])

    accelerations = np.concatenate([found["QDPp"], found["QDPc"]])
    assert accelerations == pytest.approx(slope(moving, np.zeros(1), np.ones(1)), abs=CLOSE)
