"""Dynamics of one and two axes as M. Grossard's course has them, corrected where it misprints.

The planar arm moves in the vertical plane, y0 up: masses m1, m2 at distances Lc1, Lc2 on the links,
Izz1, Izz2 about the centres of mass, link 1 of length L1, rotors Ia1, Ia2 on the joint side.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import sympy
from sympy import Matrix, cos, diff, sin

import symoro
from symoro import Model, Robot
from symoro.expressions import ExpressionLike
from symoro.expressions import symbol as entry
from symoro.robot import Base, JointType, Link, Structure, joint_frame
from symoro.robot.variant import variant
from symoro.symbolic.to_sympy import program_to_sympy, sympy_symbol
from symoro.symbolic.trig import is_zero

m1, m2, L1, Lc1, Lc2, Izz1, Izz2, Ia1, Ia2, g = map(
    sympy_symbol, ("m1", "m2", "L1", "Lc1", "Lc2", "Izz1", "Izz2", "Ia1", "Ia2", "g")
)
t1, t2, QP1, QP2, QDP1, QDP2 = map(sympy_symbol, ("t1", "t2", "QP1", "QP2", "QDP1", "QDP2"))

ARM: dict[str, ExpressionLike] = {
    "d2": "L1", "MX1": "m1*Lc1", "MX2": "m2*Lc2", "MY1": "0", "MY2": "0", "M1": "m1", "M2": "m2",
    "ZZ1": "Izz1 + m1*Lc1^2", "ZZ2": "Izz2 + m2*Lc2^2", "IA1": "Ia1", "IA2": "Ia2", "G2": "-g",
}  # fmt: skip


def arm() -> Robot:
    """The planar arm in the parameters of the course."""
    return variant(symoro.load("planar2r"), {}, ("ia",)).substitute(ARM)


@cache
def made(expanded: bool) -> Model:
    return symoro.lagrange(arm(), expanded=expanded)


def coefficients(model: Model) -> dict[str, Any]:
    return program_to_sympy(model.program)


a11 = Ia1 + m1 * Lc1**2 + m2 * (L1**2 + Lc2**2 + 2 * L1 * Lc2 * cos(t2)) + Izz1 + Izz2
a12 = m2 * (Lc2**2 + L1 * Lc2 * cos(t2)) + Izz2
a22 = Ia2 + m2 * Lc2**2 + Izz2
h = -m2 * L1 * Lc2 * sin(t2)
G1 = (m1 * Lc1 + m2 * L1) * g * cos(t1) + m2 * Lc2 * g * cos(t1 + t2)
G2 = m2 * Lc2 * g * cos(t1 + t2)


def test_one_axis() -> None:
    """I qdd + f qd + m g d sin q = tau, with I = m d^2 + I_G + r^2 J_m; y down is x0."""
    link = Link(
        ZZ=symoro.expression("IG + m*d^2"),
        MX=symoro.expression("m*d"),
        M=entry("m"),
        IA=symoro.expression("r^2*Jm"),
        FV=entry("f"),
    )
    frame = joint_frame(1, 0, JointType.REVOLUTE, theta=entry("t1"))
    base = Base(G=(entry("g"), symoro.expression(0), symoro.expression(0)))
    robot = Robot("pendulum", Structure.SIMPLE, (frame,), (link,), base)
    m, d, IG, r, Jm, f = map(sympy_symbol, ("m", "d", "IG", "r", "Jm", "f"))
    found = coefficients(symoro.lagrange(robot))
    assert sympy.expand(found["A"][0] - (m * d**2 + IG + r**2 * Jm)) == 0
    assert found["C"][0] == 0
    assert sympy.expand(found["Q"][0] - m * g * d * sin(t1)) == 0
    torque = coefficients(symoro.idm(robot))["GAM"][0]
    assert sympy.expand(torque - (found["A"][0] * QDP1 + f * QP1 + found["Q"][0])) == 0


@pytest.mark.parametrize("expanded", [False, True])
def test_the_matrices_of_the_planar_arm(expanded: bool) -> None:
    found = coefficients(made(expanded))
    assert all(is_zero(e) for e in found["A"] - Matrix([[a11, a12], [a12, a22]]))
    assert all(is_zero(e) for e in found["Q"] - Matrix([G1, G2]))
    assert all(is_zero(e) for e in found["B"] - Matrix([2 * h, 0]))
    assert all(is_zero(e) for e in found["C"] - Matrix([[0, h], [-h, 0]]))


def test_the_torques_of_the_planar_arm() -> None:
    """The term of the first joint in the square of a velocity is that of the second joint."""
    tau1 = a11 * QDP1 + a12 * QDP2 + h * (2 * QP1 * QP2 + QP2**2) + G1
    tau2 = a12 * QDP1 + a22 * QDP2 - h * QP1**2 + G2
    found = coefficients(made(True))
    ours = found["A"] * Matrix([QDP1, QDP2]) + found["B"] * QP1 * QP2
    ours += found["C"] * Matrix([QP1**2, QP2**2]) + found["Q"]
    torques = coefficients(symoro.idm(arm(), verify=False))["GAM"]
    assert all(is_zero(e) for e in ours - Matrix([tau1, tau2]))
    assert all(is_zero(e) for e in torques - Matrix([tau1, tau2]))


def test_the_matrix_of_christoffel_symbols_makes_power_vanish() -> None:
    """C of the symbols b(i,j,k); A' - 2C is skew-symmetric."""
    found = coefficients(made(True))
    B, C = found["B"], found["C"]
    symbols = {(i, j, j): C[i, j] for i in (0, 1) for j in (0, 1)}
    symbols |= {(i, *pair): B[i, 0] / 2 for i in (0, 1) for pair in ((0, 1), (1, 0))}
    QP = (QP1, QP2)
    matrix = Matrix(2, 2, lambda i, j: sum(symbols[i, j, k] * QP[k] for k in (0, 1)))
    assert all(is_zero(e) for e in matrix - Matrix([[h * QP2, h * (QP1 + QP2)], [-h * QP1, 0]]))
    rate = diff(found["A"], t1) * QP1 + diff(found["A"], t2) * QP2
    difference = rate - 2 * matrix
    skew = -h * QP2 - 2 * h * QP1
    assert all(is_zero(e) for e in difference - Matrix([[0, skew], [-skew, 0]]))


def test_the_expanded_form_reads_like_the_textbook() -> None:
    """Short sums of products of C2, S2, C12; nothing is multiplied out, nothing is left to do."""
    whole = symoro.lagrange(symoro.load("planar2r"), expanded=True)
    assert "A11=ZZ1 + ZZ2 + M2*d2^2 + 2*d2*(MX2*C2 - MY2*S2);" in whole.code()
    assert "A12=ZZ2 + d2*(MX2*C2 - MY2*S2);" in whole.code()
    assert "C21=d2*(MY2*C2 + MX2*S2);" in whole.code()
    assert (whole.operations.add, whole.operations.mul) <= (16, 28)
