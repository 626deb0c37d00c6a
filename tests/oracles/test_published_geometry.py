"""Geometry and kinematics against published matrices, numbers and operation counts.

Matrices and closed forms: M. Grossard, course Interactive Robotic Systems: basics of modeling and
control, direct models of the RX130L, the SCARA IRB 910SC and the planar RRR robot. Where a formula
is known it is compared exactly, modulo a prime; where a number is printed, to its last digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from clock import at_most
from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import ModularArithmetic, evaluate, parse
from symoro.ir import interpret
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options

PRINTED = 5e-11  # ten decimals
Q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]


def made(name: str, robot: str, **own: Any) -> Model:
    """A verified model of a library robot."""
    given = {key.rstrip("_"): value for key, value in own.items()}
    return generate(name, library.robot(robot), Options(own=given))


class Exact:
    """A model and formulas at one random point of sin^2 + cos^2 = 1."""

    def __init__(self, model: Model) -> None:
        self.field = ModularArithmetic(model.robot.name)
        self.values = {name: self.field.symbol(name) for name in model.robot.symbols}
        self.outputs = interpret(model.program, self.values, self.field)
        self.shapes = {output.name: output.shape for output in model.program.outputs}

    def found(self, name: str) -> Any:
        """An output, as an array of residues."""
        return np.array(self.outputs[name], dtype=object).reshape(self.shapes[name])

    def formula(self, text: str) -> Any:
        """The value of a formula."""
        return evaluate(parse(text), self.values, self.field)

    def equal(self, found: Any, expected: Sequence[Any]) -> bool:
        """Compare an array with formulas."""
        flat = [text for row in expected for text in ([row] if isinstance(row, str) else row)]
        pairs = zip(np.asarray(found).ravel(), flat, strict=True)
        return all(value == self.formula(text) for value, text in pairs)


def numbers(model: Model, name: str) -> npt.NDArray[np.float64]:
    """An output of the compiled model with the RX130L's lengths."""
    found = model.compile()(Q, parameters={"D3": 0.625, "RL4": 0.925})
    return found[name] if isinstance(found, dict) else found


def determinant(matrix: Any) -> Any:
    """Leibniz: exact over any scalars."""
    total: Any = 0
    for order in permutations(range(len(matrix))):
        swaps = sum(a > b for k, b in enumerate(order) for a in order[:k])
        total = total + (-1) ** swaps * math.prod((matrix[k, c] for k, c in enumerate(order)))
    return total


# RX130L


@pytest.mark.parametrize(
    ("start", "rows"),
    [
        (
            1,
            [
                ("cos(t2)", "-sin(t2)", "0", "0"),
                ("0", "0", "-1", "0"),
                ("sin(t2)", "cos(t2)", "0", "0"),
            ],
        ),
        (
            2,
            [
                ("cos(t3)", "-sin(t3)", "0", "D3"),
                ("sin(t3)", "cos(t3)", "0", "0"),
                ("0", "0", "1", "0"),
            ],
        ),
        (
            3,
            [
                ("cos(t4)", "-sin(t4)", "0", "0"),
                ("0", "0", "1", "RL4"),
                ("-sin(t4)", "-cos(t4)", "0", "0"),
            ],
        ),
    ],
)
@pytest.mark.parametrize("model", ["transform", "fast-transform"])
def test_elementary_matrices_of_the_rx130l(
    model: str, start: int, rows: list[tuple[str, ...]]
) -> None:
    exact = Exact(made(model, "rx130l", from_=start, to=start + 1))
    found = exact.found(f"T{start}T{start + 1}")
    assert exact.equal(found, [*rows, ("0", "0", "0", "1")])


REACH = "(D3*cos(t2) - RL4*sin(t2 + t3))"


@pytest.mark.parametrize("robot", ["rx130l", "rx90"])
def test_the_wrist_centre_in_closed_form(robot: str) -> None:
    exact = Exact(made("fast-transform", robot))
    height = "D3*sin(t2) + RL4*cos(t2 + t3)"
    expected = [f"cos(t1)*{REACH}", f"sin(t1)*{REACH}", height]
    assert exact.equal(exact.found("T0T6")[:3, 3], expected)


def test_the_hand_of_the_rx130l_in_numbers() -> None:
    model = made("fast-transform", "rx130l")
    found = numbers(model, "T0T6")
    rows = [
        [0.1216976814, -0.6066717260, -0.7855820079, 0.1682283272],
        [0.8183638247, 0.5091974688, -0.2664556026, 0.0168791340],
        [0.5616674503, -0.6104648676, 0.5584463454, 0.9359322015],
        [0.0, 0.0, 0.0, 1.0],
    ]
    np.testing.assert_allclose(found, rows, rtol=0, atol=PRINTED)


@pytest.mark.parametrize(("projection", "intermediate"), [(0, 6), (3, 4), (6, 6), (-1, 0)])
def test_the_determinant_of_the_rx130ls_jacobian(projection: int, intermediate: int) -> None:
    """It depends neither on the frame of projection nor on the intermediate frame."""
    model = made("jacobian", "rx130l", projection=projection, intermediate=intermediate)
    exact = Exact(model)
    formula = f"D3*RL4*cos(t3)*sin(t5)*{REACH}"
    assert determinant(exact.found("J")) == exact.formula(formula)
    assert abs(np.linalg.det(numbers(model, "J")) - 0.0447685995) < PRINTED


def test_the_arms_own_determinant() -> None:
    exact = Exact(made("jacobian", "rx130l", projection=0, intermediate=6))
    found = determinant(exact.found("J")[:3, :3])
    assert found == exact.formula(f"-D3*RL4*cos(t3)*{REACH}")


# SCARA


def test_the_hand_and_the_determinant_of_the_scara() -> None:
    exact = Exact(made("transform", "scara"))
    c, s = "cos(t1 + t2 + t3)", "sin(t1 + t2 + t3)"
    x = "D2*cos(t1) + D3*cos(t1 + t2)"
    y = "D2*sin(t1) + D3*sin(t1 + t2)"
    rows = [(c, f"-{s}", "0", x), (s, c, "0", y), ("0", "0", "1", "r4"), ("0", "0", "0", "1")]
    assert exact.equal(exact.found("T0T4"), rows)
    exact = Exact(made("jacobian", "scara", projection=0, intermediate=4))
    J = exact.found("J")
    assert determinant(J[[0, 1, 5, 2]]) == exact.formula("D2*D3*sin(t2)")
    assert exact.equal(J[[3, 4]], [["0"] * 4] * 2)


# Planar RRR; the course's l1, l2, l3 are d2, d3, d4


def test_the_planar_arm() -> None:
    exact = Exact(made("transform", "planar3r", from_=(0, 1, 2), to=(4, 4, 4)))
    T0, T1, T2 = (exact.found(f"T{k}T4")[:3, 3] for k in range(3))
    x3, y3 = "d4*cos(t1 + t2 + t3)", "d4*sin(t1 + t2 + t3)"
    x2, y2 = f"d3*cos(t1 + t2) + {x3}", f"d3*sin(t1 + t2) + {y3}"
    x1, y1 = f"d2*cos(t1) + {x2}", f"d2*sin(t1) + {y2}"
    assert exact.equal(T0, [x1, y1, "0"])
    tip = ("d4*cos(t2 + t3)", "d4*sin(t2 + t3)")
    assert exact.equal(T1, [f"d2 + d3*cos(t2) + {tip[0]}", f"d3*sin(t2) + {tip[1]}", "0"])
    assert exact.equal(T2, ["d3 + d4*cos(t3)", "d4*sin(t3)", "0"])
    exact = Exact(made("jacobian", "planar3r", link=4, projection=0, intermediate=4))
    J = exact.found("J")
    rows = [[f"-({y})" for y in (y1, y2, y3)], [x1, x2, x3], *[["0"] * 3] * 3, ["1"] * 3]
    assert exact.equal(J, rows)
    assert determinant(J[[0, 1, 5]]) == exact.formula("d2*d3*sin(t2)")


# Operation counts

OPERATIONS = {  # additions, multiplications, sines and cosines at level O1
    ("fast-transform", "rx90"): (17, 36, 12),
    ("fast-transform", "puma560"): (21, 40, 12),
    ("fast-transform", "general6r"): (63, 116, 22),
    ("transform", "rx90"): (30, 79, 12),
    ("transform", "puma560"): (35, 84, 12),
    ("transform", "general6r"): (972, 2183, 22),
    ("velocities", "rx90"): (20, 36, 10),
    ("velocities", "puma560"): (25, 42, 10),
    ("velocities", "general6r"): (71, 127, 20),
    ("accelerations", "rx90"): (50, 76, 10),
    ("accelerations", "puma560"): (62, 86, 10),
    ("accelerations", "general6r"): (154, 209, 20),
    ("jdot-qdot", "rx90"): (40, 72, 10),
    ("jdot-qdot", "puma560"): (51, 82, 10),
    ("jdot-qdot", "general6r"): (140, 201, 20),
    ("jacobian", "rx90"): (4, 6, 8),
    ("jacobian", "puma560"): (5, 8, 8),
    ("jacobian", "general6r"): (50, 98, 18),
}


@pytest.mark.parametrize(("model", "robot"), list(OPERATIONS))
def test_operations(model: str, robot: str) -> None:
    found = generate(model, library.robot(robot), Options(verify=False)).operations
    assert (found.add, found.mul, found.trig) == OPERATIONS[model, robot]
    assert found.functions == {}
    assert found.solve == ()


@pytest.mark.parametrize(
    ("robot", "add", "mul"), [("rx90", 25, 56), ("puma560", 30, 61), ("general6r", 116, 254)]
)
def test_the_hands_matrix_costs_less_than_symoro_plus(robot: str, add: int, mul: int) -> None:
    """Its fast geometric model 0T6 of these robots."""
    found = generate("fast-transform", library.robot(robot), Options(verify=False)).operations
    assert found.add < add
    assert found.mul < mul


def test_a_verified_jacobian_of_a_general_robot_takes_well_under_a_second() -> None:
    robot = library.robot("general6r")
    with at_most(0.5):
        assert generate("jacobian", robot).certificate is not None
