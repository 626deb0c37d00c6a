"""The Lagrange model against SymPy's own Lagrange equations, exactly.

The energy is written from pose matrices, products of elementary rotations and translations as SymPy
has them, and differentiated by SymPy. Both sides are polynomials in sines, cosines, lengths and
inertial parameters; equality is tested in their normal form.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
import sympy
from sympy import Matrix, Symbol, cos, diff, eye, sin, zeros
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

import symoro
from symoro import Robot
from symoro.expressions import ZERO, symbol
from symoro.robot import Base, JointType, Structure, general_link, joint_frame
from symoro.symbolic.to_sympy import expression_to_sympy, program_to_sympy
from symoro.symbolic.trig import canonical_form, is_zero

R, P, F = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
PI = symoro.expression("Pi")

Kinds = dict[int, tuple[int, JointType, dict[str, Any]]]

ROBOTS: dict[str, Kinds] = {
    "RR, twisted": {1: (0, R, {}), 2: (1, R, {"alpha": PI / 2, "d": "d2", "r": "c2"})},
    "RP": {1: (0, R, {}), 2: (1, P, {"alpha": -PI / 2, "theta": "th2"})},
    "PR": {1: (0, P, {"alpha": PI / 2}), 2: (1, R, {"alpha": PI / 2, "d": "d2"})},
    "RRR": {1: (0, R, {}), 2: (1, R, {"alpha": PI / 2, "d": "d2"}), 3: (2, R, {"d": "d3"})},
    "RPR": {1: (0, R, {}), 2: (1, P, {"alpha": PI / 2}), 3: (2, R, {"alpha": PI / 2})},
    "PRP": {1: (0, P, {}), 2: (1, R, {"alpha": PI / 2}), 3: (2, P, {"alpha": PI / 2, "d": "d3"})},
    "branches": {1: (0, R, {}), 2: (0, R, {"d": "d2"}), 3: (1, R, {"alpha": PI / 2, "b": "b3"})},
    "fork": {1: (0, R, {}), 2: (1, P, {"alpha": PI / 2}), 3: (1, R, {"gamma": "g3", "d": "d3"})},
    "fixed": {
        1: (0, R, {}),
        2: (1, F, {"alpha": PI / 2, "d": "d2"}),
        3: (2, R, {"d": "d3"}),
    },
}


def made(kinds: Kinds) -> Robot:
    """A robot of general links with rotors."""
    frames, links = [], []
    for j, (antecedent, kind, given) in kinds.items():
        entries = {name: symoro.expression(value) for name, value in given.items()}
        variable = {R: {"theta": symbol(f"t{j}")}, P: {"r": symbol(f"r{j}")}, F: {}}[kind]
        frames.append(joint_frame(j, antecedent, kind, **{**entries, **variable}))
        links.append(general_link(j, IA=ZERO if kind is F else symbol(f"IA{j}")))
    base = Base(G=(symbol("GX"), symbol("GY"), symbol("GZ")))
    return Robot("small", Structure.TREE, tuple(frames), tuple(links), base)


def turn(axis: int, angle: Any) -> Matrix:
    a, b = [k for k in range(3) if k != axis]
    T = eye(4)
    T[a, a], T[a, b], T[b, a], T[b, b] = cos(angle), -sin(angle), sin(angle), cos(angle)
    return T


def shift(axis: int, length: Any) -> Matrix:
    T = eye(4)
    T[axis, 3] = length
    return T


def poses(robot: Robot) -> dict[int, Matrix]:
    found = {0: eye(4)}
    for j, frame in robot:
        names = ("gamma", "b", "alpha", "d", "theta", "r")
        gamma, b, alpha, d, theta, r = (expression_to_sympy(getattr(frame, n)) for n in names)
        first, second = turn(2, gamma) * shift(2, b), turn(0, alpha) * shift(0, d)
        found[j] = found[frame.antecedent] * first * second * turn(2, theta) * shift(2, r)
    return found


def energies(robot: Robot, q: list[Symbol], qd: list[Symbol]) -> tuple[Any, Any]:
    """Kinetic and potential energy, from the second moments of each link's mass.

    Points of link j are T x; its kinetic energy is half the trace of T' S T'^T with S the integral
    of x x^T, which are the second moments, the first moments and the mass.
    """
    kinetic, potential = sympy.Integer(0), sympy.Integer(0)
    g = Matrix([expression_to_sympy(e) for e in robot.base.G])
    for j, T in poses(robot).items():
        if not j:
            continue
        link = robot.link(j)
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = map(expression_to_sympy, link.inertial)
        half = sympy.Rational(1, 2)
        S = Matrix(
            [
                [half * (YY + ZZ - XX), -XY, -XZ, MX],
                [-XY, half * (XX + ZZ - YY), -YZ, MY],
                [-XZ, -YZ, half * (XX + YY - ZZ), MZ],
                [MX, MY, MZ, M],
            ]
        )
        rate = zeros(4, 4)
        for position, velocity in zip(q, qd, strict=True):
            rate += T.diff(position) * velocity
        kinetic += half * (rate * S * rate.T).trace()
        potential -= (g.T * (T * S)[:3, 3])[0, 0]
        if robot.frame(j).moves:
            own = qd[robot.moving_joints.index(j)]
            kinetic += half * expression_to_sympy(link.IA) * own**2
    return kinetic, potential


def reals(names: list[str]) -> list[Symbol]:
    return [Symbol(name, real=True) for name in names]


@pytest.mark.parametrize("name", ROBOTS)
def test_the_coefficients_are_those_of_the_energy(name: str) -> None:
    """Derivatives of kinetic and potential energy, as Lagrange's equation has them."""
    robot = made(ROBOTS[name])
    found = program_to_sympy(symoro.lagrange(robot, level="O1", verify=False).program)
    q = reals([robot.variables[j].name for j in robot.moving_joints])
    qd, qdd = (reals([f"{tag}{j}" for j in robot.moving_joints]) for tag in ("QP", "QDP"))
    kinetic, potential = energies(robot, q, qd)
    n = range(len(q))
    for i in n:
        momentum = diff(kinetic, qd[i])
        tau = sum(diff(momentum, qd[k]) * qdd[k] + diff(momentum, q[k]) * qd[k] for k in n)
        tau += diff(potential - kinetic, q[i])
        ours = sum(found["A"][i, k] * qdd[k] + found["C"][i, k] * qd[k] ** 2 for k in n)
        pairs = enumerate(combinations(n, 2))
        ours += sum(found["B"][i, c] * qd[j] * qd[k] for c, (j, k) in pairs) + found["Q"][i]
        assert is_zero(ours - tau), f"row {i + 1} differs"


@pytest.mark.parametrize("name", ["RR, twisted", "RP", "PR"])
def test_sympy_mechanics_has_the_same_equations(name: str) -> None:
    """The mass matrix and the forcing vector of `LagrangesMethod`."""
    robot = made(ROBOTS[name])
    found = program_to_sympy(symoro.lagrange(robot, level="O1", verify=False).program)
    q = reals([robot.variables[j].name for j in robot.moving_joints])
    qd = reals([f"QP{j}" for j in robot.moving_joints])
    kinetic, potential = energies(robot, q, qd)
    moving = dynamicsymbols(" ".join(f"x{j}" for j in robot.moving_joints))
    rates = [x.diff() for x in moving]
    there = dict(zip([*q, *qd], [*moving, *rates], strict=True))
    method = LagrangesMethod(canonical_form(kinetic - potential).subs(there), moving)
    method.form_lagranges_equations()
    back = dict(zip([*rates, *moving], [*qd, *q], strict=True))
    A = method.mass_matrix.subs(back)
    forcing = method.forcing.subs(back)
    assert all(is_zero(entry) for entry in A - found["A"])
    squares = Matrix([x**2 for x in qd])
    ours = found["B"] * Matrix([qd[0] * qd[1]]) + found["C"] * squares + found["Q"]
    assert all(is_zero(entry) for entry in forcing + ours)
