"""Linear systems by hand: a pendulum, the planar arm of the course, a motor with a flexible joint.

Equations: M. Grossard, course Interactive Robotic Systems: basics of modeling and control. Numbers
are compared to 1e-12: a handful of operations in double precision.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import symoro
from robot.example_robots import R
from symoro import library
from symoro.analysis.arrays import Floats
from symoro.analysis.linear_system import LinearSystem
from symoro.expressions import ZERO, symbol
from symoro.robot import Base, Link, Robot, Structure, joint_frame


def pendulum() -> Robot:
    """One axis, with the rotor of its motor and friction; it hangs down at 0."""
    link = Link(ZZ=symbol("I"), MX=symbol("MD"), IA=symbol("IA1"), FV=symbol("F1"))
    base = Base(G=(symbol("g"), ZERO, ZERO))
    frame = joint_frame(1, 0, R, theta=symbol("t1"))
    return Robot("pendulum", Structure.SIMPLE, (frame,), (link,), base)


PENDULUM = {"I": 0.4, "MD": 1.5, "IA1": 0.2, "F1": 0.3, "g": 9.81}


@pytest.mark.parametrize("q0", [0.0, 0.6, 2.5, math.pi])
def test_a_pendulum_has_the_roots_of_its_characteristic_equation(q0: float) -> None:
    """I s^2 + f s + m g d cos q0 = 0, and 1 / (I s^2 + f s + m g d cos q0) is the response."""
    system = symoro.linear_system(pendulum(), [q0], values=PENDULUM)
    inertia, f = PENDULUM["I"] + PENDULUM["IA1"], PENDULUM["F1"]
    stiffness = PENDULUM["MD"] * PENDULUM["g"] * math.cos(q0)
    roots = np.roots([inertia, f, stiffness]).astype(complex)
    assert np.allclose(np.sort_complex(system.poles), np.sort_complex(roots), rtol=1e-12)
    if stiffness > 0:
        natural = math.sqrt(stiffness / inertia)
        assert np.allclose(system.natural_frequencies, natural, rtol=1e-12)
        assert np.allclose(system.damping, f / (2 * inertia * natural), rtol=1e-12)
    s = 1j * np.array([0.0, 0.5, 7.0])
    expected = 1 / (inertia * s**2 + f * s + stiffness)
    assert np.allclose(system.frequency_response(s.imag)[:, 0, 0], expected, rtol=1e-12)


def planar(q: Floats, v: dict[str, float]) -> tuple[Floats, Floats]:
    """The inertia matrix and the derivatives of the gravity torques, as the course has them."""
    m2l1lc2 = v["MX2"] * v["d2"]
    a22 = v["ZZ2"]
    a12 = a22 + m2l1lc2 * math.cos(q[1])
    a11 = v["ZZ1"] + v["M2"] * v["d2"] ** 2 + a22 + 2 * m2l1lc2 * math.cos(q[1])
    g = -v["G2"]
    far = -v["MX2"] * g * math.sin(q[0] + q[1])
    near = -(v["MX1"] + v["M2"] * v["d2"]) * g * math.sin(q[0])
    return np.array([[a11, a12], [a12, a22]]), np.array([[near + far, far], [far, far]])


@pytest.mark.parametrize("q", [(0.3, -0.5), (-math.pi / 2, 0.0), (2.0, 1.0)])
def test_the_planar_arm_at_a_posture_is_that_of_the_course(q: tuple[float, float]) -> None:
    arm = library.robot("planar2r")
    system = symoro.linear_system(arm, q, values="course")
    A, dG = planar(np.array(q), arm.parameter_values("course"))
    below = np.hstack([-np.linalg.solve(A, dG), np.zeros((2, 2))])
    above = np.hstack([np.zeros((2, 2)), np.eye(2)])
    assert np.allclose(system.A, np.vstack([above, below]), rtol=1e-12, atol=1e-12)
    assert np.allclose(system.B, np.vstack([np.zeros((2, 2)), np.linalg.inv(A)]), rtol=1e-12)
    assert np.array_equal(system.C, np.eye(2, 4))
    assert np.array_equal(system.D, np.zeros((2, 2)))
    assert system.states == ("t1", "t2", "QP1", "QP2")
    assert system.inputs == ("GAM1", "GAM2")
    assert system.outputs == ("t1", "t2")


def flexible() -> Robot:
    """A motor of inertia J that turns a load of inertia A through a spring, without gravity."""
    frames = (
        joint_frame(1, 0, R, theta=symbol("t1")),
        joint_frame(2, 1, R, theta=symbol("t2"), mu=False, eta=True, k=symbol("k")),
    )
    links = (Link(ZZ=symbol("J")), Link(ZZ=symbol("A")))
    return Robot("flexible", Structure.SIMPLE, frames, links, Base(G=(ZERO, ZERO, ZERO)))


J, LOAD, K = 0.02, 0.5, 80.0


@pytest.fixture(scope="module")
def two_masses() -> LinearSystem:
    return symoro.linear_system(flexible(), [0, 0], values={"J": J, "A": LOAD, "k": K})


def test_a_flexible_joint_has_its_transfer_function(two_masses: LinearSystem) -> None:
    """theta / tau = (A s^2 + k) / (s^2 (A J s^2 + (A + J) k)); the spring has no input."""
    assert two_masses.inputs == ("GAM1",)
    omegas = np.array([0.1, 3.0, 12.0, 50.0, 400.0])
    s = 1j * omegas
    expected = (LOAD * s**2 + K) / (s**2 * (LOAD * J * s**2 + (LOAD + J) * K))
    found = two_masses.frequency_response(omegas)
    assert found.shape == (5, 2, 1)
    assert np.allclose(found[:, 0, 0], expected, rtol=1e-10)


def test_a_flexible_joint_resonates_and_stands_still_where_it_must(
    two_masses: LinearSystem,
) -> None:
    resonance = math.sqrt(K * (LOAD + J) / (LOAD * J))
    antiresonance = math.sqrt(K / LOAD)
    assert np.allclose(two_masses.poles, [0, 0, -1j * resonance, 1j * resonance], atol=1e-10)
    still, near, far = two_masses.frequency_response(
        [antiresonance, 1.01 * antiresonance, resonance * (1 + 1e-9)]
    )[:, 0, 0]
    assert abs(still) < 1e-12 * abs(near)
    assert abs(far) > 1e6 * abs(near)


def test_the_spring_of_a_flexible_joint_balances_its_load() -> None:
    """With gravity the joint is in balance where the spring holds the load, and only there."""
    robot = Robot(
        "held",
        Structure.SIMPLE,
        flexible().frames,
        (Link(ZZ=symbol("J")), Link(ZZ=symbol("A"), MX=symbol("MD"))),
        Base(G=(symbol("g"), ZERO, ZERO)),
    )
    numbers = {"J": J, "A": LOAD, "k": K, "MD": 1.5, "g": 9.81}
    q2 = -1.5 * 9.81 / K  # m g d sin(t1 + t2) = -k t2 where the load is horizontal
    balanced = symoro.linear_system(robot, [math.pi / 2 - q2, q2], values=numbers)
    assert balanced.lacking == {}
    other = symoro.linear_system(robot, [math.pi / 2, 0], values=numbers)
    assert other.lacking == {"GAM2": pytest.approx(1.5 * 9.81, rel=1e-12)}
