"""SymPy expressions back over any scalars: floats, residues, a program."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import Abs, Expr, Rational, atan2, cos, pi, sign, sin, sqrt, tan

from symoro.errors import InternalError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.ir import Graph, GraphArithmetic, Input, Output, Program, Role, interpret
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.to_sympy import edges_to_sympy, sympy_symbol

x, y, z = (sympy_symbol(name) for name in "xyz")
VALUES = {"x": 0.7, "y": -1.3, "z": 2.1}
FLOATS = FloatArithmetic()

EXPRESSIONS: list[Expr] = [
    sympy.Integer(0),
    Rational(-3, 7),
    pi,
    x,
    -x,
    x + y - z + Rational(1, 2),
    -3 * x * y * z,
    x / y,
    -x / (y * z**2),
    (x + y) / (x - z),
    1 / x,
    Rational(2, 3) / x**3,
    x**2 - y**5 + z**-4,
    sqrt(z),
    1 / sqrt(z),
    z ** Rational(3, 2),
    z ** Rational(-5, 2),
    sqrt(2) * x / sqrt(z),
    sin(x + y) * cos(x - pi / 3),
    tan(y) / cos(z) ** 2,
    tan(x + pi / 2),
    atan2(x, y) + sign(y) * Abs(x * y),
    sin(atan2(y, x)),
    atan2(x, 2) * atan2(3, 4),
    sin(x + atan2(3, 4)),
    tan(pi / 2 - x) ** 2,
    (sin(x) / cos(y) + 1) ** 2 / (x + y / z),
    -(x + y),
    -(x + y) / z,
    cos(pi / 12) + sin(pi / 5),
    sin(-x) * cos(2 * y),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_values_are_those_of_sympy(expression: Expr) -> None:
    expected = float(expression.subs({sympy_symbol(n): v for n, v in VALUES.items()}).evalf(30))
    assert from_sympy(expression, VALUES, FLOATS) == pytest.approx(expected, rel=1e-14)


RATIONAL = [e for e in EXPRESSIONS if not e.has(atan2, sign, Abs, tan, sympy.atan, pi)]


def program(expression: Expr) -> Program:
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    values = {name: arithmetic.symbol(name) for name in VALUES}
    scalar = from_sympy(expression, values, arithmetic)
    return Program(
        name="written",
        graph=graph,
        inputs=tuple(Input(name, Role.PARAMETER) for name in VALUES),
        shapes=(),
        statements=(),
        outputs=(Output("Y", (1,), (scalar.edge,)),),
    )


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_a_program_has_the_same_value_and_comes_back(expression: Expr) -> None:
    made = program(expression)
    (found,) = interpret(made, VALUES, FLOATS)["Y"]
    assert found == pytest.approx(from_sympy(expression, VALUES, FLOATS), rel=1e-14)
    (back,) = edges_to_sympy(made.graph, made.outputs[0].elements)
    numbers = {sympy_symbol(n): v for n, v in VALUES.items()}
    assert float(back.subs(numbers)) == pytest.approx(found, rel=1e-13)


@pytest.mark.parametrize("expression", RATIONAL, ids=str)
def test_residues_follow_the_same_rules(expression: Expr) -> None:
    """A program and a direct evaluation agree modulo a prime; roots that do not exist are drawn."""
    field = ModularArithmetic("from sympy", loose=True)
    values: dict[str, Any] = {name: field.symbol(name) for name in VALUES}
    (found,) = interpret(program(expression), values, field)["Y"]
    assert found == from_sympy(expression, values, field)


def test_identities_hold_modulo_a_prime() -> None:
    field = ModularArithmetic("identities")
    values = {name: field.symbol(name) for name in VALUES}
    assert from_sympy(sin(x) ** 2 + cos(x) ** 2 - 1, values, field) == 0
    assert from_sympy(sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y), values, field) == 0
    assert from_sympy(sin(x + pi / 2) - cos(x), values, field) == 0
    assert from_sympy(sin(x), values, field) != from_sympy(cos(x), values, field)


def test_a_quotient_is_one_division_and_a_shared_part_is_made_once() -> None:
    graph = program((x + y) / (z * (x - y))).graph
    inverses = [node for node in graph.nodes if node.op.name == "INVERSE"]
    assert len(inverses) == 1
    shared = sin(x * y)
    nodes = program(shared**2 + shared * z + 1 / shared).graph.nodes
    assert sum(node.op.name == "FUNCTION" for node in nodes) == 1


def test_numbers_stay_exact() -> None:
    class Exact:
        def number(self, value: Fraction) -> Fraction:
            return value

        def pi(self) -> Fraction:
            raise AssertionError

        def call(self, function: str, *arguments: Fraction) -> Fraction:
            raise AssertionError(function, arguments)

    values = {"x": Fraction(1, 3), "y": Fraction(-2), "z": Fraction(5)}
    expression = (x + Rational(1, 7)) ** 2 / (y * z) - x / 3
    expected = (Fraction(1, 3) + Fraction(1, 7)) ** 2 / -10 - Fraction(1, 9)
    assert from_sympy(expression, values, Exact()) == expected


@pytest.mark.parametrize("seed", range(15))
def test_random_expressions_keep_their_value(seed: int) -> None:
    rng = random.Random(seed)

    def grown(depth: int) -> Expr:
        if not depth:
            return rng.choice([x, y, z, Rational(rng.randint(-5, 5), rng.randint(1, 4))])
        kind = rng.randrange(6)
        a, b = grown(depth - 1), grown(depth - 1)
        if kind == 0:
            return a + b
        if kind == 1:
            return a * b
        if kind == 2:
            return sin(a) + cos(b)
        if kind == 3:
            return a / (b**2 + 1)
        if kind == 4:
            return (a - b) ** rng.randint(1, 3)
        return -sqrt(a**2 + 1) * b

    expression = grown(5)
    numbers = {sympy_symbol(n): v for n, v in VALUES.items()}
    expected = float(expression.subs(numbers).evalf(30))
    found = from_sympy(expression, VALUES, FLOATS)
    assert found == pytest.approx(expected, rel=1e-10, abs=1e-10)
    assert math.isfinite(found)


@pytest.mark.parametrize(
    "expression", [sympy.log(x), x ** Rational(1, 3), x ** sympy.Abs(y), sympy.E * x], ids=str
)
def test_logarithms_and_powers_of_any_exponent_have_a_form(expression: Expr) -> None:
    numbers = {sympy_symbol(n): abs(v) for n, v in VALUES.items()}
    positive = {n: abs(v) for n, v in VALUES.items()}
    expected = float(expression.subs(numbers).evalf(30))
    assert from_sympy(expression, positive, FLOATS) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("expression", [sympy.gamma(x), sympy.floor(x), sympy.I * x], ids=str)
def test_what_has_no_form_in_a_program_is_an_internal_error(expression: Expr) -> None:
    with pytest.raises(InternalError, match="has no form in a program"):
        from_sympy(expression, VALUES, FLOATS)
