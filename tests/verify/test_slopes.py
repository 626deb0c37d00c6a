"""Numbers with one slope against numbers with many, and modulo a prime against the sphere's laws.

Both carry slopes by hand-written rules of their own; they differ by rounding only (1e-12).
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symoro.algebra.linear import solve
from symoro.expressions import FloatArithmetic, ModularArithmetic, evaluate, parse
from symoro.grouping.numeric.dual import Dual, DualArithmetic
from symoro.verify.precise import PreciseArithmetic, precise
from symoro.verify.slopes import SlopeArithmetic, Sloped

FLOATS = FloatArithmetic()
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


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("seed", range(3))
def test_a_slope_is_that_of_numbers_with_many(text: str, seed: int) -> None:
    rng = random.Random(f"{text}{seed}")
    x, y = rng.uniform(0.2, 1.4), rng.uniform(-1.4, -0.2)
    v = rng.uniform(-1, 1), rng.uniform(-1, 1)
    many = {
        name: Dual(np.array([value]), np.eye(2)[None, k])
        for k, (name, value) in enumerate({"x": x, "y": y}.items())
    }
    expected = evaluate(parse(text), many, DualArithmetic())
    one = {"x": Sloped(x, v[0], FLOATS), "y": Sloped(y, v[1], FLOATS)}
    found = evaluate(parse(text), one, SlopeArithmetic(FLOATS))
    assert found.x == pytest.approx(expected.value[0], rel=1e-12)
    assert found.slope == pytest.approx(float(expected.slope[0] @ v), rel=1e-12)


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
def test_what_is_constant_has_no_slope_modulo_a_prime(text: str) -> None:
    field = ModularArithmetic("slopes", loose=True)
    known = {name: Sloped(field.symbol(name), field.symbol(f"v{name}"), field) for name in "xy"}
    if "sqrt" in text:  # a square, so that it has a root
        known["y"] = known["y"] * known["y"] - known["x"] * known["x"]
    assert evaluate(parse(text), known, SlopeArithmetic(field)).slope == 0


@pytest.mark.parametrize("x", [0.7, -1.1])
def test_absolute_value_and_sign(x: float) -> None:
    """Away from zero one is x or -x, the other is constant."""
    one = SlopeArithmetic(FLOATS)
    number = Sloped(x, 0.3, FLOATS)
    assert one.call("abs", number).slope == (0.3 if x > 0 else -0.3)
    assert (one.call("sign", number).x, one.call("sign", number).slope) == (x / abs(x), 0)
    assert one.call("abs", x).slope == 0


def systems(arithmetic: Any, numbers: list[Any], slopes: list[Any]) -> Any:
    """Two unknowns; the first pivot is zero, its slope is not."""
    zero = arithmetic.number(Fraction(0))
    A = np.empty((2, 2), dtype=object)
    A[0, 0] = Sloped(zero, slopes[0], arithmetic)
    A[0, 1], A[1, 0] = (Sloped(numbers[k], slopes[k], arithmetic) for k in (1, 2))
    A[1, 1] = SlopeArithmetic(arithmetic).number(Fraction(3, 2))
    b = np.array([Sloped(numbers[k], slopes[k], arithmetic) for k in (3, 4)], dtype=object)
    return A, b, solve(A, b)


def test_linear_systems_carry_slopes() -> None:
    """A X' = B' - A' X, in eighty digits and modulo a prime; pivots are chosen by the numbers."""
    rng = random.Random(2)
    drawn = [precise(rng.uniform(0.5, 1.5)) for _ in range(10)]
    field = ModularArithmetic("systems")
    residues = [field.symbol(f"s{k}") for k in range(10)]
    for arithmetic, scalars in ((PreciseArithmetic(), drawn), (field, residues)):
        A, b, X = systems(arithmetic, scalars[:5], scalars[5:])
        for i in range(2):
            left = sum((A[i, c].x * X[c].slope + A[i, c].slope * X[c].x for c in range(2)), 0)
            difference = left - b[i].slope
            assert difference == 0 if arithmetic is field else abs(difference) < 1e-45


def test_numbers_compare_by_their_value() -> None:
    x = Sloped(2.0, 1.0, FLOATS)
    assert x == 2
    assert x != Sloped(3.0, 1.0, FLOATS)
    assert abs(-x) == 2
    twice: Any = x * np.array([1.0, 2.0])
    assert twice[1].slope == 2
