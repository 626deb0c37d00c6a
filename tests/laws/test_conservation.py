"""Energy and momentum over ten seconds of free motion, by the compiled direct dynamic model.

DOP853 with a relative tolerance of 1e-12 a step makes errors of about 1e-10 over some thousand
steps; a law that is broken shows at once as an error of the order of the quantity itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.integrate import solve_ivp

import symoro
from dynamic_states import at_random
from grouping.small_robots import arm
from symoro import Model, Robot
from symoro.expressions import symbol
from symoro.robot import BaseMotion

Array = npt.NDArray[np.float64]
SECONDS = 10.0
DRIFT = 1e-8  # of the scale of what is conserved


def sprung(robot: Robot, *joints: int) -> Robot:
    """The robot with springs, which rest where the joint variable is zero."""
    frames = (
        replace(frame, eta=True, k=symbol(f"k{j}")) if j in joints else frame for j, frame in robot
    )
    return replace(robot, frames=tuple(frames))


def swinging() -> Robot:
    """Pendulums on pendulums and on sliders, two branches at the base and one further out."""
    return sprung(
        arm(
            "R alpha=Pi/2",
            "P alpha=Pi/2 d=D2 theta=Pi/3",
            "R alpha=u3 d=D3",
            "P gamma=Pi/2 alpha=Pi/2 b=B4 a=0",
            "R alpha=Pi/3 d=D5",
            "R gamma=g6 alpha=u6 d=D6 a=1",
            g="0 0 G3",
            rotors=(1, 5),
            name="swinging",
        ),
        2,
        4,
    )


def drifting() -> Robot:
    """A satellite with an arm of two joints and a sprung slider."""
    joints = ("R alpha=u1 d=D1 b=B1", "R alpha=u2 d=D2", "P gamma=g3 alpha=u3 d=D3 a=0")
    return sprung(arm(*joints, g="G1 0 G3", rotors=(1,), name="drifting"), 3)


@dataclass(frozen=True)
class Flight:
    """A motion without torques: states at some times."""

    ddm: Model
    numbers: dict[str, float]
    times: Array
    states: Array

    @property
    def n(self) -> int:
        return len(self.ddm.joints)

    @property
    def floats(self) -> bool:
        return self.ddm.robot.base.motion is BaseMotion.FLOATING

    @cached_property
    def arrays(self) -> dict[str, Array]:
        return unpacked(self.states, self.n, self.floats)

    def outputs(self, model: Model) -> dict[str, Array]:
        """The outputs of a model along the motion."""
        wanted = dict(model.program.arrays)
        given = {name: each for name, each in self.arrays.items() if name in wanted}
        known = {name: self.numbers[name] for name in model.program.parameters}
        found: Any = model.compile()(**given, parameters=known)
        return found if len(model.outputs) > 1 else {model.outputs[0]: found}

    def energy(self) -> tuple[Array, Array]:
        """Kinetic energy; potential energy of gravity and springs."""
        robot = self.ddm.robot
        found = self.outputs(symoro.energy(robot, verify=False))
        elastic = [(j, robot.frame(j).eta) for j in robot.moving_joints]
        springs = [self.numbers[f"k{j}"] if eta else 0.0 for j, eta in elastic]
        return found["E"], found["U"] + self.arrays["q"] ** 2 @ springs / 2


def unpacked(states: Array, n: int, floats: bool) -> dict[str, Array]:
    """States as the arrays of a model: q, QP; V0, W0, position and rotation of the base."""
    found = {"q": states[..., :n], "QP": states[..., n : 2 * n]}
    if floats:
        base = states[..., 2 * n :]
        found |= {"V0": base[..., :3], "W0": base[..., 3:6], "P0": base[..., 6:9]}
        found["R0"] = base[..., 9:].reshape(*states.shape[:-1], 3, 3)
    return found


def fly(robot: Robot, start: Array, **changed: float) -> Flight:
    """Integrate the direct dynamic model."""
    ddm = symoro.ddm(robot, verify=False)
    drawn = at_random(robot, "conservation").values
    stiff = {name: 40.0 for name in drawn if name.startswith("k")}
    numbers = {**drawn, **stiff, **changed}
    parameters = {name: numbers[name] for name in ddm.program.parameters}
    n, floats = len(ddm.joints), robot.base.motion is BaseMotion.FLOATING
    f = ddm.compile()
    wanted = {name for name, _ in ddm.program.arrays}

    def rate(_: float, x: Array) -> Array:
        at = unpacked(x, n, floats)
        given = {name: each for name, each in at.items() if name in wanted}
        found: Any = f(**given, GAM=np.zeros(n), parameters=parameters)
        if not floats:
            return np.concatenate([at["QP"], found])
        R, v, w = at["R0"], at["V0"], at["W0"]
        turn = np.cross(R, w)  # R hat(w)
        turn -= R @ (R.T @ R - np.eye(3))  # stays a rotation: zero on rotations, no error made
        parts = (at["QP"], found["QDP"], found["VP0"] - np.cross(w, v), found["WP0"], R @ v)
        return np.concatenate([*parts, turn.ravel()])

    times = np.linspace(0.0, SECONDS, 41)
    done = solve_ivp(rate, (0.0, SECONDS), start, "DOP853", t_eval=times, rtol=1e-12, atol=1e-13)
    assert done.success
    return Flight(ddm, numbers, times, done.y.T)


def drift(values: Array, scale: float) -> float:
    """The largest departure from the start."""
    return float(np.abs(values - values[0]).max() / scale)


def afloat(robot: Robot) -> Robot:
    return symoro.ddm(robot, floating_base=True, verify=False).robot


def base_start(n: int) -> Array:
    """Joints bent and moving, the base turned, shifted and tumbling."""
    rng = np.random.default_rng(3)
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return np.concatenate([rng.uniform(-0.5, 0.5, 2 * n + 9), (R * np.linalg.det(R)).ravel()])


def test_a_tree_on_a_fixed_base_keeps_its_energy() -> None:
    robot = swinging()
    start = np.array([0.9, 0.02, -1.1, 0.0, 0.7, 1.0, 0.3, 0.1, -0.6, 0.2, 0.8, -0.4])
    flight = fly(robot, start, G3=-9.81)
    kinetic, potential = flight.energy()
    assert drift(kinetic + potential, kinetic.max()) < DRIFT
    assert np.ptp(kinetic) > 0.5 * kinetic.max()
    assert np.ptp(flight.arrays["q"], axis=0).min() > 0.01  # every joint takes part


def momenta(flight: Flight) -> tuple[Array, Array, Array]:
    """Mass; linear and angular momentum in the world, about its origin."""
    A = flight.outputs(symoro.inertia(flight.ddm.robot, verify=False))["A"]
    at = flight.arrays
    nu = np.concatenate([at["V0"], at["W0"], at["QP"]], axis=1)
    momentum = np.einsum("tij,tj->ti", A[:, :6], nu)
    linear = np.einsum("tij,tj->ti", at["R0"], momentum[:, :3])
    angular = np.einsum("tij,tj->ti", at["R0"], momentum[:, 3:]) + np.cross(at["P0"], linear)
    return A[0, 0, 0], linear, angular


def test_a_floating_robot_without_gravity_keeps_energy_and_momentum() -> None:
    robot = afloat(drifting())
    flight = fly(robot, base_start(3), G1=0.0, G3=0.0)
    kinetic, potential = flight.energy()
    assert drift(kinetic + potential, kinetic.max()) < DRIFT
    _, linear, angular = momenta(flight)
    scale = float(max(np.linalg.norm(linear[0]), np.linalg.norm(angular[0])))
    assert drift(linear, scale) < DRIFT
    assert drift(angular, scale) < DRIFT
    R = flight.arrays["R0"]
    assert np.abs(np.swapaxes(R, 1, 2) @ R - np.eye(3)).max() < DRIFT
    assert np.ptp(flight.arrays["q"], axis=0).min() > 0.1  # the joints move the base
    assert np.ptp(flight.arrays["W0"], axis=0).min() > 0.01


def test_a_floating_robot_that_falls_keeps_its_energy() -> None:
    robot = afloat(drifting())
    flight = fly(robot, base_start(3), G1=0.4, G3=-9.81)
    kinetic, potential = flight.energy()
    assert drift(kinetic + potential, kinetic.max()) < DRIFT
    mass, linear, _ = momenta(flight)
    weight = mass * np.array([0.4, 0.0, -9.81])
    assert linear == pytest.approx(linear[0] + np.outer(flight.times, weight), rel=DRIFT, abs=1e-6)
