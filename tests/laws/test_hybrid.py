"""Hybrid dynamics: inverse dynamics at the accelerations found gives the efforts that were given.

On seeded random trees with random free joints, on fixed, moving and floating bases, by both routes;
the extremes are the direct and the inverse model; two robots have their textbooks' equations.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.energy import FLOATS
from laws.moving import afloat
from oracles.pinocchio_model import PinocchioRobot
from random_robots import names, random_tree
from symoro import Model, Robot
from symoro.errors import ModelError, UsageError
from symoro.expressions import Expression, evaluate, symbol
from symoro.ir import interpret
from symoro.models.dynamics.articulated_body import HybridDynamics, articulated_body_dynamics
from symoro.models.dynamics.hybrid import hybrid_dynamics
from symoro.models.mechanism import Mechanism, mechanism
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import BaseMotion, Link
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
SEEDS = range(700, 712)
ROUTES = {
    "recursion": lambda m, tau: articulated_body_dynamics(m, tau, tau.keys()),
    "matrices": hybrid_dynamics,
}


def tree_on(seed: int) -> Robot:
    """A random tree on a base that stands, moves or floats."""
    robot = random_tree(seed, moving_base=seed % 3 == 1, links=2 + seed % 5)
    return unknown_acceleration(afloat(robot)) if seed % 3 == 2 else robot


def numbers(robot: Robot, seed: int) -> dict[str, float]:
    rng = random.Random(seed)
    values = sample_values(robot, rng)
    if robot.base.motion is BaseMotion.FLOATING:
        turn = np.linalg.qr([[rng.uniform(-1, 1) for _ in range(3)] for _ in range(3)])[0]
        for r, c in np.ndindex(3, 3):
            values[str(robot.base.Z[r][c])] = float(turn[r, c])
    return values


def scalars(robot: Robot, values: Mapping[str, float]) -> Mechanism:
    def scalar(entry: Expression) -> float:
        return evaluate(entry, values, FLOATS)

    return mechanism(robot, scalar)


def accelerating(robot: Robot, values: Mapping[str, float], found: HybridDynamics) -> Any:
    """The robot and its values with the accelerations that were found."""
    state = dict(values) | {str(robot.frame(j).QDP): float(x) for j, x in found.qdd.items()}
    if robot.base.motion is not BaseMotion.FLOATING:
        return robot, state
    base = replace(robot.base, VP0=names("linear"), WP0=names("angular"))
    for tag, rates in (("linear", found.vd0), ("angular", found.wd0)):
        state |= {entry.name: float(x) for entry, x in zip(names(tag), rates, strict=True)}
    return replace(robot, base=base), state


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_gives_the_known_and_the_found_efforts(seed: int, route: str) -> None:
    robot = tree_on(seed)
    values = numbers(robot, seed)
    rng = random.Random(seed)
    free = [j for j in robot.moving_joints if rng.random() < 0.5] or [robot.moving_joints[-1]]
    tau = {j: rng.uniform(-2, 2) for j in free}
    found = ROUTES[route](scalars(robot, values), tau)
    assert list(found.qdd) == free
    assert [*sorted(found.tau)] == [j for j in robot.moving_joints if j not in free]
    moving, state = accelerating(robot, values, found)
    efforts = inverse_dynamics(moving, state, FLOATS, float)
    scale = max(1.0, *(abs(x) for x in efforts.tau.values()))
    for j, expected in {**tau, **found.tau}.items():
        assert efforts.tau[j] == pytest.approx(float(expected), abs=1e-9 * scale)
    if robot.base.motion is BaseMotion.FLOATING:
        assert efforts.base == pytest.approx(np.zeros(6), abs=1e-9 * scale)
    else:
        rnea = dict(zip(robot.moving_joints, PinocchioRobot(robot, state).rnea(), strict=True))
        for j, expected in {**tau, **found.tau}.items():
            assert rnea[j] == pytest.approx(float(expected), abs=1e-9 * scale)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("seed", [700, 702])
def test_with_no_free_joint_it_is_the_inverse_model(seed: int, route: str) -> None:
    robot = tree_on(seed)
    values = numbers(robot, seed)
    found = ROUTES[route](scalars(robot, values), {})
    expected = inverse_dynamics(robot, values, FLOATS, float).tau
    assert found.qdd == {}
    assert [float(found.tau[j]) for j in expected] == pytest.approx(list(expected.values()))


def run(model: Model, values: Mapping[str, float]) -> dict[str, Array]:
    return {k: np.array(v) for k, v in interpret(model.program, values, FLOATS).items()}


def test_a_robot_whose_joints_all_have_motors_is_told_so() -> None:
    robot = symoro.load("scara")
    model = symoro.hybrid(robot)
    assert any("no joint is free" in note and "--free" in note for note in model.notes)
    values = numbers(robot, 3)
    assert run(model, values)["GAMD"] == pytest.approx(run(symoro.idm(robot), values)["GAM"])


@pytest.mark.parametrize("name", ["rx90", "scara"])
@pytest.mark.parametrize("floating", [False, True])
def test_with_all_joints_free_it_is_the_direct_model(name: str, floating: bool) -> None:
    robot = symoro.load(name)
    mixed = symoro.hybrid(
        robot, free=robot.moving_joints, floating_base=floating, level="O1", verify=False
    )
    direct = symoro.ddm(robot, floating_base=floating, level="O1", verify=False)
    values = numbers(unknown_acceleration(mixed.robot), 5)
    found, expected = run(mixed, values), run(direct, values)
    assert found.keys() == {"QDPF"} | (expected.keys() - {"QDP"})
    assert found["QDPF"] == pytest.approx(expected["QDP"])
    for name in expected.keys() - {"QDP"}:
        assert found[name] == pytest.approx(expected[name])


# Which joints are free, and what drives them


def test_passive_joints_are_free_without_effort_and_elastic_ones_have_springs() -> None:
    robot = symoro.load("rrp")
    frames = list(robot.frames)
    frames[0] = replace(frames[0], mu=False)
    frames[2] = replace(frames[2], eta=True, k=symbol("K3"), rest=symbol("Q3"))
    robot = replace(robot, frames=tuple(frames))
    model = symoro.hybrid(robot)
    values = sample_values(robot, random.Random(2)) | {"K3": 40.0, "Q3": 0.2}
    assert dict(model.program.arrays) == {"q": (3,), "QP": (3,), "QDP": (3,)}
    first, third = run(model, values)["QDPF"]
    state = values | {"QDP1": first, "QDP3": third}
    tau = inverse_dynamics(robot, state, FLOATS, float).tau
    assert tau[1] == pytest.approx(0.0, abs=1e-9)
    assert tau[3] == pytest.approx(-40.0 * (values["q3"] - 0.2))
    assert run(model, values)["GAMD"] == pytest.approx([tau[2]])


def test_named_joints_are_free_instead_and_their_motors_efforts_are_read() -> None:
    model = symoro.hybrid(symoro.load("acrobot"), free=[2])
    read = {item.name for item in model.program.used_inputs}
    assert {"QDP1", "GAM2"} <= read
    assert not {"QDP2", "GAM1"} & read
    assert model.states == ("q", "QP", "QDP", "GAM")
    alone = symoro.hybrid(symoro.load("acrobot"), free=1)
    assert "GAM1" not in {item.name for item in alone.program.used_inputs}  # passive: no effort


def test_a_compiled_model_takes_the_arrays_that_are_read() -> None:
    model = symoro.hybrid(symoro.load("crane"))
    call = model.compile()
    result = call([0.0, 0.0], [0.0, 0.0], [0.6, 0.0], parameters="example")
    assert isinstance(result, dict)
    assert result["QDPF"] == pytest.approx([-0.6 / 0.5])  # the load stays behind the cart
    assert result["GAMD"] == pytest.approx([2 * 0.6])  # which feels nothing of it


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mobile3w", {"base_parameters": True}),
        ("sr400", {"equivalent_tree": True}),
        ("highspeed2axis", {}),
        ("rx90", {"free": [4], "include": ["ia", "friction", "wrench=6"]}),
        ("scara", {"floating_base": True}),
        ("rrp", {"free": [2], "floating_base": True, "base_parameters": True}),
    ],
)
def test_models_are_verified_exactly(name: str, options: dict[str, Any]) -> None:
    model = symoro.hybrid(symoro.load(name), **options)
    assert model.certificate is not None
    assert model.certificate.exact_points


def test_fewer_outputs_are_verified_too() -> None:
    certificate = symoro.hybrid(symoro.load("acrobot"), outputs="GAMD").certificate
    assert certificate is not None
    assert certificate.states


# Textbooks


def test_the_acrobot_has_spongs_equations() -> None:
    robot = symoro.load("acrobot")
    l1, lc1, lc2, m1, m2, I1, I2, g = 1.0, 0.5, 1.0, 1.0, 1.0, 0.083, 0.33, 9.8
    q1, q2, v1, v2, a2 = 0.4, -1.1, 0.9, 1.7, -0.6
    s2, c2 = np.sin(q2), np.cos(q2)
    d11 = m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2) + I1 + I2
    d12 = m2 * (lc2**2 + l1 * lc2 * c2) + I2
    d22 = m2 * lc2**2 + I2
    h1 = -m2 * l1 * lc2 * s2 * v2**2 - 2 * m2 * l1 * lc2 * s2 * v1 * v2
    h2 = m2 * l1 * lc2 * s2 * v1**2
    p2 = m2 * lc2 * g * np.cos(q1 + q2)
    p1 = (m1 * lc1 + m2 * l1) * g * np.cos(q1) + p2
    a1 = -(d12 * a2 + h1 + p1) / d11
    call = symoro.hybrid(robot).compile()
    found = call([q1, q2], [v1, v2], [0.0, a2], parameters="spong1995")
    assert isinstance(found, dict)
    assert found["QDPF"] == pytest.approx([a1])
    assert found["GAMD"] == pytest.approx([d12 * a1 + d22 * a2 + h2 + p2])


def test_the_crane_has_the_cart_poles_equations() -> None:
    """(mc + mp) x'' + mp l (a cos - v^2 sin) = f,  mp l x'' cos + mp l^2 a + mp g l sin = 0."""
    mc, mp, length, g = 2.0, 1.0, 0.5, 9.81
    theta, v, x = 0.7, 1.3, 0.45
    a = -(x * np.cos(theta) + g * np.sin(theta)) / length
    f = (mc + mp) * x + mp * length * (a * np.cos(theta) - v * v * np.sin(theta))
    call = symoro.hybrid(symoro.load("crane")).compile()
    found = call([0.2, theta], [0.8, v], [x, 0.0], parameters="example")
    assert isinstance(found, dict)
    assert found["QDPF"] == pytest.approx([a])
    assert found["GAMD"] == pytest.approx([f])


# Refusals


def massless_tip() -> Robot:
    robot = symoro.load("crane")
    return replace(robot, links=(robot.links[0], Link()))


@pytest.mark.parametrize(
    ("robot", "free", "error", "words"),
    [
        (symoro.load("fourbar"), (1, 2), ModelError, "joint 2 follows from joint 1.*mobility of 1"),
        (symoro.load("fivebar"), (6,), UsageError, "no joint 6 that moves in fivebar"),
        (symoro.load("rx90"), (7,), UsageError, "no joint 7 that moves in rx90"),
        (symoro.load("planar2r"), (3,), UsageError, "no joint 3 that moves"),
        (massless_tip(), (), ModelError, "joint 2 carries no inertia"),
    ],
)
def test_what_cannot_be_modelled_is_refused_by_name(
    robot: Robot, free: tuple[int, ...], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        symoro.hybrid(robot, free=free)
