"""Derivatives of programs: dual numbers are the other route.

Random trees are built once in a graph, whose program is differentiated, and once over dual
numbers. Both add up the same products in another order; 1e-11 of the largest intermediate value,
which enters a derivative up to the third power (a quotient), is far above their rounding.
Linear systems are compared with complex steps of 1e-30: there is no difference to lose digits in.
"""

from __future__ import annotations

import ast
import cmath
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import symoro.ir.forward_derivatives as page
from ir.systems import VALUES, chained
from ir.test_random_programs import NAMES, Builder, GraphBuilder, Tree, floating_trees, unit
from models.mutants import _load as load
from models.mutants import mutants
from symoro import idm
from symoro.algebra.dual import Dual, DualArithmetic
from symoro.compile.compiler import compile_program
from symoro.errors import InternalError, UsageError
from symoro.expressions import FloatArithmetic
from symoro.ir import Graph, Input, Let, Names, Output, Program, Role, interpret
from symoro.ir.forward_derivatives import ForwardMode, forward_derivatives
from symoro.ir.reverse_derivatives import reverse_derivatives
from symoro.library import robot
from symoro.passes import DeadCode, count

FLOATS = FloatArithmetic()
Mode = Callable[[Program, Sequence[str]], Program]
STEP = 1e-30


def slopes(tree: Tree, numbers: Mapping[str, float]) -> tuple[np.ndarray[Any, Any], float]:
    """The derivatives of a tree by its symbols, and the largest value on the way."""
    known = {name: Dual(x, np.eye(3)[row], FLOATS) for row, (name, x) in enumerate(numbers.items())}
    values = Builder(numbers, FLOATS)
    values.value(tree)
    result = Builder(known, DualArithmetic(FLOATS)).value(tree)
    return np.zeros(3) + result.derivative, values.largest


@given(floating_trees, st.tuples(unit, unit, unit))
def test_a_tree_with_every_function_has_the_slopes_of_its_numbers(
    tree: Tree, numbers: tuple[float, float, float]
) -> None:
    known = dict(zip(NAMES, numbers, strict=True))
    assume(smooth(tree, known))
    expected, largest = slopes(tree, known)
    assume(np.isfinite(expected).all())
    program = forward_derivatives(GraphBuilder().program(tree), NAMES)
    found = interpret(program, known, FLOATS)
    size = max(largest, float(np.abs(expected).max()))
    for name, slope in zip(NAMES, expected, strict=True):
        assert abs(found[f"dresult_d{name}"][0] - slope) <= 1e-11 * size**3


def smooth(tree: Any, known: Mapping[str, float]) -> bool:
    """Away from corners, steps and the ends of arcs, where there is no derivative."""
    if not isinstance(tree, tuple) or not tree:
        return True
    if tree[0] in ("abs", "sign", "atan2"):
        inner = [Builder(known, FLOATS).value(a) for a in tree[1:]]
        if math.hypot(*inner) < 1e-2 or max(map(abs, inner)) > 1e4:
            return False
    if tree[0] in ("asin", "acos") and abs(Builder(known, FLOATS).value(tree[1])) > 0.99:
        return False
    return all(smooth(part, known) for part in tree)


class ComplexArithmetic:
    """Complex numbers: a step along i leaves the derivative in the imaginary part."""

    def number(self, value: Fraction) -> complex:
        return complex(value)

    def pi(self) -> complex:
        return complex(math.pi)

    def call(self, function: str, *arguments: complex) -> complex:
        return {"sin": cmath.sin, "cos": cmath.cos, "sqrt": cmath.sqrt}[function](*arguments)


def complex_steps(program: Program, symbol: str) -> dict[str, list[float]]:
    values = {name: complex(x, STEP * (name == symbol)) for name, x in VALUES.items()}
    found = interpret(program, values, ComplexArithmetic())
    return {name: [x.imag / STEP for x in elements] for name, elements in found.items()}


def agrees(derivatives: ModuleType) -> bool:
    """Chained linear systems, by every input."""
    program = chained()
    found = interpret(
        derivatives.forward_derivatives(program, ["q", "a", "b", "c"]), VALUES, FLOATS
    )
    good = True
    for name in VALUES:
        expected = complex_steps(program, name)
        for output in program.outputs:
            if name.startswith("q"):
                elements = found[f"d{output.name}_dq"][int(name[1]) - 1 :: 2]
            else:
                elements = found[f"d{output.name}_d{name}"]
            good &= np.allclose(elements, expected[output.name], rtol=1e-11, atol=1e-11)
    return good


def test_linear_systems_are_differentiated_by_the_implicit_rule() -> None:
    assert agrees(page)


def functions() -> Program:
    """Every operation that has a rule of its own, some used by name and some not."""
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    root = graph.call("sqrt", graph.add(graph.power(x, 2), graph.number(2)))
    angle = graph.mul(graph.number(Fraction(1, 3)), graph.mul(x, y))
    values = [
        graph.call("sin", graph.add(x, graph.mul(graph.number(2), y))),
        graph.call("cos", graph.mul(x, y)),
        graph.call("atan2", graph.mul(x, y), graph.add(x, -y)),
        graph.call("abs", graph.add(x, graph.power(y, 3))),
        graph.call("sign", x),
        graph.mul(root, graph.inverse(graph.add(graph.power(y, 2), 1))),
        graph.power(graph.add(x, y), -3),
        graph.mul(graph.pi(), graph.power(x, 5)),
        graph.call("exp", graph.mul(x, y)),
        graph.call("log", graph.power(y, 2)),
        graph.call("tanh", graph.mul(x, y)),
        graph.call("asin", angle),
        graph.call("acos", angle),
    ]
    names = [f"V{k}" for k in range(len(values))]
    nodes = [graph.let(name, value) for name, value in zip(names, values, strict=True)]
    lets = tuple(map(Let, names, nodes, values))
    inputs = (Input("x", Role.PARAMETER), Input("y", Role.PARAMETER))
    output = Output("V", (len(values),), tuple(nodes))
    return Program("functions", graph, inputs, (), lets, (output,)).verify()


def rules_hold(derivatives: ModuleType) -> bool:
    at = {"x": 0.7, "y": -1.3}
    both = {n: Dual(v, np.array([n == "x", n == "y"], float), FLOATS) for n, v in at.items()}
    expected = interpret(functions(), both, DualArithmetic(FLOATS))["V"]
    program = derivatives.forward_derivatives(functions(), ["x", "y"])
    found = interpret(program, at, FLOATS)
    wanted = np.array([dual.derivative for dual in expected])
    ours = np.array([found["dV_dx"], found["dV_dy"]]).T
    return np.allclose(ours, wanted, rtol=1e-12, atol=1e-12)


def test_every_rule_holds() -> None:
    assert rules_hold(page)


def refuses(derivatives: ModuleType) -> bool:
    """An input that is not there is an error."""
    try:
        derivatives.forward_derivatives(chained(), ["t9"])
    except UsageError:
        return True
    return False


def caught(derivatives: ModuleType) -> bool:
    try:
        return not (rules_hold(derivatives) and agrees(derivatives) and refuses(derivatives))
    except (ArithmeticError, LookupError, TypeError, ValueError, InternalError, UsageError):
        return True


def test_every_mutant_of_the_rules_is_caught() -> None:
    made = list(mutants(page))
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if not caught(m.module)]
    assert len(made) > 20
    assert alive == []


BROKEN = {
    "return (a, 1), (b, 1)": "return (a, 1), (b, -1)",
    "return (a, b), (b, a)": "return (a, b), (b, b)",
    "-graph.power(alias(index), 2)": "-graph.power(alias(index), 3)",
    "graph.power(a, n - 1))),)": "graph.power(a, n))),)",
    "graph.mul(graph.number(n), graph": "graph.mul(graph.number(1), graph",
    'alias(graph.call("cos", a))': 'alias(graph.call("sin", a))',
    '-alias(graph.call("sin", a))': 'alias(graph.call("sin", a))',
    "graph.number(Fraction(1, 2))": "graph.number(Fraction(2))",
    "graph.inverse(alias(index))": "alias(index)",
    "over = graph.inverse(": "over = abs(",
    "return ((a, alias(index)),)": "return ((a, 1),)",
    "return ((a, graph.inverse(a)),)": "return ((a, graph.inverse(alias(index))),)",
    "square = graph.power(alias(index), 2)": "square = alias(index)",
    "graph.add(1, -square)": "graph.add(1, square)",
    "slope = graph.inverse(alias(root))": "slope = alias(root)",
    'slope if function == "asin" else -slope': "slope",
    "graph.mul(b, over)": "graph.mul(a, over)",
    '((a, graph.call("sign", a)),)': "((a, 1),)",
    "total = derivative(statement.right[i * m + column])": "total = 0",
    "statement.matrix[i * n + c]": "statement.matrix[c * n + i]",
    "statement.nodes[c * m + column]": "statement.nodes[c * m]",
}


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_caught(rule: str) -> None:
    source = Path(page.__file__).read_text(encoding="utf-8")
    assert source.count(rule) == 1
    tree = ast.parse(source.replace(rule, BROKEN[rule]))
    assert caught(load(tree, page.__name__, page.__file__))


# Size and names


def test_the_derivative_is_linear_in_the_length_of_the_program() -> None:
    """A chain of products: a derivative has three operations where the program has one."""
    graph = Graph()
    x, value = graph.symbol("x"), graph.symbol("y")
    lets: list[Let] = []
    for k in range(200):
        product = graph.mul(value, graph.add(x, graph.number(k + 1)))
        value = graph.let(f"T{k}", product)
        lets.append(Let(f"T{k}", value, product))
    inputs = (Input("x", Role.PARAMETER), Input("y", Role.PARAMETER))
    output = Output("T", (1,), (value,))
    program = Program("chain", graph, inputs, (), tuple(lets), (output,)).verify()
    found = count(DeadCode()(forward_derivatives(program, ["x"])))
    assert found.total <= 3 * count(program).total


def test_names_say_what_is_differentiated_by_what() -> None:
    program = DeadCode()(
        forward_derivatives(idm(robot("planar2r"), level="O1", verify=False).program, ["q"])
    )
    assert "N31Dt1" in program.assigned_names
    assert [output.name for output in program.outputs] == ["dGAM_dq"]
    assert [output.shape for output in program.outputs] == [(2, 2)]
    assert not any(name.startswith(("C1D", "S1D")) for name in program.assigned_names)
    assert count(program).trig == 4


def test_what_does_not_depend_on_an_input_has_no_statement() -> None:
    program = idm(robot("rrp"), verify=False).program
    done = forward_derivatives(program, ["M1", "q"])
    first = next(output for output in done.outputs if output.name == "dGAM_dM1")
    assert first.shape == (3,)
    assert set(first.elements) == {0}
    assert not any(name.endswith("DM1") for name in done.assigned_names)


@pytest.mark.parametrize("mode", [forward_derivatives, reverse_derivatives])
def test_an_element_is_assigned_under_its_own_name(mode: Mode) -> None:
    """Derivatives that cost nothing too, but not those that are zero; minus stays with outputs."""
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    value = graph.mul(x, y)
    node = graph.let("V", value)
    inputs = (Input("x", Role.PARAMETER), Input("y", Role.PARAMETER), Input("z", Role.PARAMETER))
    output = Output("V", (2,), (node, -node))
    program = Program("own", graph, inputs, (), (Let("V", node, value),), (output,)).verify()
    found = mode(program, ["x", "y", "z"])
    assert found.assigned_names == ("V", "VDx", "VDy")
    assert interpret(found, {"x": 2.0, "y": 3.0}, FLOATS) == {
        "dV_dx": [3, -3],
        "dV_dy": [2, -2],
        "dV_dz": [0, 0],
    }


def test_a_name_of_the_user_is_never_taken() -> None:
    graph = Graph()
    x = graph.symbol("x")
    value = graph.power(graph.call("sin", x), 2)
    node = graph.let("y", value)
    inputs = (Input("x", Role.PARAMETER), Input("yDx", Role.PARAMETER))
    output = Output("y", (1,), (node,))
    program = Program("taken", graph, inputs, (), (Let("y", node, value),), (output,)).verify()
    assert forward_derivatives(program, ["x"]).assigned_names == ("y", "yDx_")


def test_the_compiled_derivative_is_that_of_the_interpreter() -> None:
    program = DeadCode()(forward_derivatives(chained(), ["q"], ["Z", "Y"]))
    run = compile_program(program, ("q",))
    found = run([VALUES["q1"], VALUES["q2"]], parameters={n: VALUES[n] for n in "abc"})
    expected = interpret(program, VALUES, FLOATS)
    assert isinstance(found, dict)
    assert found["dY_dq"].shape == (2, 2, 2)
    for name, elements in expected.items():
        assert np.allclose(found[name].ravel(), elements, rtol=1e-13)


def test_what_is_not_there_is_named() -> None:
    program = idm(robot("planar2r"), verify=False).program
    with pytest.raises(UsageError, match="has no input t9; it has q, QP, QDP"):
        forward_derivatives(program, ["t9"])
    with pytest.raises(UsageError, match="has no output H; its outputs are GAM"):
        forward_derivatives(program, ["q"], ["H"])


def test_a_name_without_its_statement_is_a_defect() -> None:
    graph = Graph()
    node = graph.let("y", graph.power(graph.symbol("x"), 2))
    with pytest.raises(InternalError, match="before the statement that assigns it"):
        ForwardMode(graph, Names((), 0), ["x"]).derivative(node, "x")
