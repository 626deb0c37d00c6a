"""Programs in SymPy: the interpreter's values, exact numbers, the user's names."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy

import symoro
from symoro.expressions import expression
from symoro.expressions.evaluate import FloatArithmetic
from symoro.ir.graph import Graph
from symoro.ir.interpreter import interpret
from symoro.ir.program import Output, Program
from symoro.symbolic.to_sympy import (
    edges_to_sympy,
    expression_to_sympy,
    program_to_sympy,
    sympy_symbol,
)


def test_every_operation() -> None:
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    s, c = sympy_symbol("x"), sympy_symbol("y")
    value = graph.add(graph.mul(x, y), graph.number(Fraction(1, 3)))
    edges = [
        0,
        -value,
        graph.inverse(x),
        graph.power(x, 3),
        graph.call("sin", graph.add(x, graph.mul(graph.number(Fraction(1, 5)), graph.pi()))),
        graph.call("atan2", y, x),
        graph.call("sign", x),
        graph.call("abs", x),
        graph.call("sqrt", x),
        graph.let("W1", value),
    ]
    assert edges_to_sympy(graph, edges) == [
        0,
        -s * c - sympy.Rational(1, 3),
        1 / s,
        s**3,
        sympy.sin(s + sympy.pi / 5),
        sympy.atan2(c, s),
        sympy.sign(s),
        sympy.Abs(s),
        sympy.sqrt(s),
        s * c + sympy.Rational(1, 3),
    ]


def test_an_unknown_is_a_symbol_of_its_name() -> None:
    graph = Graph()
    a, b = graph.symbol("a"), graph.symbol("b")
    x1, x2 = graph.solve(["QP3", "QP4"], [a, b, b, a], [1, a])
    assert edges_to_sympy(graph, [graph.mul(x1, b), x2]) == [
        sympy_symbol("QP3") * sympy_symbol("b"),
        sympy_symbol("QP4"),
    ]


@pytest.mark.parametrize("shape", [(), (4,), (2, 2), (2, 2, 1)])
def test_outputs_keep_their_shapes(shape: tuple[int, ...]) -> None:
    graph = Graph()
    count = 4 if shape else 1
    names = [graph.symbol(f"x{k}") for k in range(count)]
    program = Program("p", graph, (), (), (), (Output("X", shape, tuple(names)),))
    found = program_to_sympy(program)["X"]
    expected = {(): (), (4,): (4, 1), (2, 2): (2, 2), (2, 2, 1): (2, 2, 1)}[shape]
    assert getattr(found, "shape", ()) == expected
    assert list(found) if shape else [found] == [sympy_symbol(f"x{k}") for k in range(count)]


@pytest.mark.parametrize("name", ["rx90", "planar2r"])
def test_inverse_dynamics_has_the_interpreters_values(name: str) -> None:
    """Doubles both times, another order of operations: 1e-9 of the largest torque."""
    program = symoro.idm(symoro.load(name), verify=False).program
    rng = random.Random(name)
    values = {item.name: rng.uniform(0.2, 1) for item in program.inputs}
    expected = interpret(program, values, FloatArithmetic())["GAM"]
    found = program_to_sympy(program)["GAM"]
    numbers = sympy.lambdify([sympy_symbol(n) for n in values], list(found), "math", cse=True)
    largest = max(map(abs, expected))
    for a, b in zip(numbers(*values.values()), expected, strict=True):
        assert abs(a - b) <= 1e-9 * largest


def test_names_are_verbatim_and_numbers_exact() -> None:
    found = expression_to_sympy(expression("lambda*E1 + 0.1*N - Pi/3 + tan(S)"))
    names = {s.name for s in found.free_symbols}
    assert names == {"lambda", "E1", "N", "S"}
    assert all(s.is_real for s in found.free_symbols)
    assert found.coeff(sympy_symbol("N")) == sympy.Rational(1, 10)
    assert found.has(sympy.pi)
