"""Dual numbers against SymPy's derivatives, and modulo a prime against the circle's laws.

SymPy differentiates formulas, dual numbers differentiate what is computed; both differ by rounding
only (1e-12).
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symoro.algebra.dual import Dual, DualArithmetic
from symoro.algebra.linear import solve
from symoro.analysis.arrays import ArrayArithmetic
from symoro.expressions import FloatArithmetic, ModularArithmetic, evaluate, parse
from symoro.expressions.precision import PreciseArithmetic, precise
from symoro.symbolic.to_sympy import expression_to_sympy, sympy_symbol

FLOATS, ARRAYS = FloatArithmetic(), ArrayArithmetic()
TEXTS = [
    "x + y - 3*x*y",
    "2 - x/y",
    "3/x + 1/(x*y)",
    "x^3 + y^-2 + x^1 + y^0",
    "sin(x + 2*y) - cos(x*y - Pi/3)",
    "tan(x)",
    "sqrt(x*x + 2)",
    "atan2(x, y) + atan2(1, x) + atan2(y, 2)",
    "-x - 1/2",
]


def by_sympy(text: str, at: dict[str, float]) -> tuple[float, list[float]]:
    """The value of a formula and its derivatives by x and y."""
    formula = expression_to_sympy(parse(text))
    here = {sympy_symbol(name): value for name, value in at.items()}
    derivatives = [float(formula.diff(sympy_symbol(name)).evalf(subs=here)) for name in at]
    return float(formula.evalf(subs=here)), derivatives


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_derivative_is_that_of_the_formula(text: str, seed: int) -> None:
    rng = random.Random(f"{text}{seed}")
    at = {"x": rng.uniform(0.2, 1.4), "y": rng.uniform(-1.4, -0.2)}
    v = {"x": rng.uniform(-1, 1), "y": rng.uniform(-1, 1)}
    duals = {name: Dual(at[name], v[name], FLOATS) for name in at}
    found = evaluate(parse(text), duals, DualArithmetic(FLOATS))
    value, derivatives = by_sympy(text, at)
    assert found.value == pytest.approx(value, rel=1e-12)
    assert found.derivative == pytest.approx(np.dot(derivatives, [v["x"], v["y"]]), rel=1e-12)


@pytest.mark.parametrize("text", [*TEXTS, "cos(0.5) + sqrt(2)*x", "sqrt(x^2 + y^2)/y"])
def test_many_points_have_derivatives_by_many_variables(text: str) -> None:
    rng = np.random.default_rng(3)
    point = {"x": rng.uniform(0.5, 1.4, 5), "y": rng.uniform(-1.4, -0.5, 5)}
    units = np.broadcast_to(np.eye(2)[:, :, None], (2, 2, 5))
    duals = {name: Dual(point[name], units[k], ARRAYS) for k, name in enumerate(point)}
    found = evaluate(parse(text), duals, DualArithmetic(ARRAYS))
    for m in range(5):
        value, derivatives = by_sympy(text, {name: float(x[m]) for name, x in point.items()})
        assert found.value[m] == pytest.approx(value, rel=1e-12)
        assert found.derivative[:, m] == pytest.approx(derivatives, rel=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "sin(x)^2 + cos(x)^2",
        "sin(2*x) - 2*sin(x)*cos(x)",
        "cos(x + Pi/2) + sin(x)",
        "tan(x) - sin(x)/cos(x)",
        "(x + y)*(x - y)/(x*x - y*y)",
        "sqrt(x*x + y) * sqrt(x*x + y) - x*x - y",
    ],
)
def test_what_is_constant_has_no_derivative_modulo_a_prime(text: str) -> None:
    field = ModularArithmetic("duals", loose=True)
    known = {name: Dual(field.symbol(name), field.symbol(f"v{name}"), field) for name in "xy"}
    if "sqrt" in text:  # a square, so that it has a root
        known["y"] = known["y"] * known["y"] - known["x"] * known["x"]
    assert evaluate(parse(text), known, DualArithmetic(field)).derivative == 0


@pytest.mark.parametrize("x", [0.7, -1.1])
def test_absolute_value_and_sign(x: float) -> None:
    """Away from zero one is x or -x, the other is constant."""
    one = DualArithmetic(FLOATS)
    number = Dual(x, 0.3, FLOATS)
    assert one.call("abs", number).derivative == (0.3 if x > 0 else -0.3)
    assert (one.call("sign", number).value, one.call("sign", number).derivative) == (x / abs(x), 0)
    assert one.call("abs", x).derivative == 0


def systems(arithmetic: Any, numbers: list[Any], derivatives: list[Any]) -> Any:
    """Two unknowns; the first pivot is zero, its derivative is not."""
    zero = arithmetic.number(Fraction(0))
    A = np.empty((2, 2), dtype=object)
    A[0, 0] = Dual(zero, derivatives[0], arithmetic)
    A[0, 1], A[1, 0] = (Dual(numbers[k], derivatives[k], arithmetic) for k in (1, 2))
    A[1, 1] = DualArithmetic(arithmetic).number(Fraction(3, 2))
    b = np.array([Dual(numbers[k], derivatives[k], arithmetic) for k in (3, 4)], dtype=object)
    return A, b, solve(A, b)


def test_linear_systems_carry_derivatives() -> None:
    """A X' = B' - A' X, in eighty digits and modulo a prime; pivots are chosen by the numbers."""
    rng = random.Random(2)
    drawn = [precise(rng.uniform(0.5, 1.5)) for _ in range(10)]
    field = ModularArithmetic("systems")
    residues = [field.symbol(f"s{k}") for k in range(10)]
    for arithmetic, scalars in ((PreciseArithmetic(), drawn), (field, residues)):
        A, b, X = systems(arithmetic, scalars[:5], scalars[5:])
        for i in range(2):
            left = sum(
                (
                    A[i, c].value * X[c].derivative + A[i, c].derivative * X[c].value
                    for c in range(2)
                ),
                0,
            )
            difference = left - b[i].derivative
            assert difference == 0 if arithmetic is field else abs(difference) < 1e-45


def test_numbers_compare_by_their_value() -> None:
    x = Dual(2.0, 1.0, FLOATS)
    assert x == 2
    assert x != Dual(3.0, 1.0, FLOATS)
    assert abs(-x) == 2
    twice: Any = x * np.array([1.0, 2.0])
    assert twice[1].derivative == 2
    assert Dual(np.ones(3), 0.0, ARRAYS) == 1
    assert Dual(np.arange(3.0), 0.0, ARRAYS) != 1
