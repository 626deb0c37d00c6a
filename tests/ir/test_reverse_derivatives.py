"""Reverse mode: against forward mode modulo a prime, dual numbers and complex steps.

Random trees and linear systems are those of `test_forward_derivatives`, with its tolerances:
both modes add up the same products in another order. Modulo the prime they are equal exactly.
"""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import symoro.ir.reverse_derivatives as page
from compile.test_long_chains import chain
from ir.systems import VALUES, chained, system
from ir.test_forward_derivatives import complex_steps, functions, slopes, smooth
from ir.test_random_programs import NAMES, GraphBuilder, Tree, floating_trees, unit
from models.mutants import _load as load
from symoro import ddm, idm, inertia, library
from symoro.algebra.dual import Dual, DualArithmetic
from symoro.errors import InternalError, UsageError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.ir import Graph, Input, Let, Output, Program, Role, interpret
from symoro.ir.forward_derivatives import forward_derivatives
from symoro.ir.reverse_derivatives import reverse_derivatives
from symoro.passes import DeadCode, count

FLOATS = FloatArithmetic()


@given(floating_trees, st.tuples(unit, unit, unit))
def test_a_tree_with_every_function_has_the_slopes_of_its_numbers(
    tree: Tree, numbers: tuple[float, float, float]
) -> None:
    known = dict(zip(NAMES, numbers, strict=True))
    assume(smooth(tree, known))
    expected, largest = slopes(tree, known)
    assume(np.isfinite(expected).all())
    found = interpret(reverse_derivatives(GraphBuilder().program(tree), NAMES), known, FLOATS)
    size = max(largest, float(np.abs(expected).max()))
    for name, slope in zip(NAMES, expected, strict=True):
        assert abs(found[f"dresult_d{name}"][0] - slope) <= 1e-11 * size**3


def systems_agree(mode: ModuleType) -> bool:
    """Chained linear systems, by every input, and one with three right-hand sides."""
    program = chained()
    found = interpret(mode.reverse_derivatives(program, ["q", "a", "b", "c"]), VALUES, FLOATS)
    good = True
    for name in VALUES:
        expected = complex_steps(program, name)
        for output in program.outputs:
            if name.startswith("q"):
                elements = found[f"d{output.name}_dq"][int(name[1]) - 1 :: 2]
            else:
                elements = found[f"d{output.name}_d{name}"]
            good &= np.allclose(elements, expected[output.name], rtol=1e-11, atol=1e-11)
    return good and equal(mode, system(3, 3), ["q"])


def rules_hold(mode: ModuleType) -> bool:
    at = {"x": 0.7, "y": -1.3}
    both = {n: Dual(v, np.array([n == "x", n == "y"], float), FLOATS) for n, v in at.items()}
    expected = interpret(functions(), both, DualArithmetic(FLOATS))["V"]
    found = interpret(mode.reverse_derivatives(functions(), ["x", "y"]), at, FLOATS)
    wanted = np.array([dual.derivative for dual in expected])
    ours = np.array([found["dV_dx"], found["dV_dy"]]).T
    return np.allclose(ours, wanted, rtol=1e-12, atol=1e-12)


def equal(mode: ModuleType, program: Program, wrt: list[str]) -> bool:
    """Both modes modulo the prime, at a random point; roots that are not there are fresh values."""
    field = ModularArithmetic(program.name, loose=True)
    values = {item.name: field.symbol(item.name) for item in program.inputs}
    expected = interpret(forward_derivatives(program, wrt), values, field)
    return interpret(mode.reverse_derivatives(program, wrt), values, field) == expected


def robots_agree(mode: ModuleType) -> bool:
    """A program whose names are signed, shared, and used by later outputs."""
    program = idm(library.robot("rrp"), verify=False, level="O1", outputs="GAM,E,N").program
    return equal(mode, program, ["q", "QP", "M2"]) and equal(mode, signed(), ["x"])


def signed() -> Program:
    """The opposite of a sine has a name, by which the slope of the cosine is taken."""
    graph = Graph()
    x = graph.symbol("x")
    values = {"S": -graph.call("sin", x), "C": graph.call("cos", x)}
    nodes = {name: graph.let(name, value) for name, value in values.items()}
    lets = tuple(Let(name, nodes[name], value) for name, value in values.items())
    output = Output("V", (2,), tuple(nodes.values()))
    return Program("signed", graph, (Input("x", Role.PARAMETER),), (), lets, (output,)).verify()


def test_every_rule_holds() -> None:
    assert rules_hold(page)


def test_linear_systems_hand_on_a_transposed_one() -> None:
    assert systems_agree(page)
    (made,) = reverse_derivatives(system(3, 2), ["q"]).systems[1:]
    assert (made.unknowns, made.right_hand_sides) == (3, 6)
    assert made.names[0] == "X111DRX111"


def test_both_modes_are_one_modulo_a_prime() -> None:
    assert robots_agree(page)
    for name in ("planar2r", "stanford", "rx90"):
        robot = library.robot(name)
        assert equal(page, idm(robot, verify=False).program, ["q", "QP", "QDP"])
        assert equal(page, inertia(robot, verify=False).program, ["q", "M2"])
    assert equal(page, ddm(library.robot("rrp"), verify=False).program, ["q", "QP", "GAM"])


BROKEN = {
    "{row: {row: 1} for row in rows}": "{row: {row: -1} for row in rows}",
    "for statement in reversed(record)": "for statement in record",
    "else any(self._active[abs(edge)] for edge in node.operands if edge)": "else False",
    "{statement.value: adjoint})": "{abs(statement.value): adjoint})",
    "matrix = tuple(statement.matrix[c * n + i]": "matrix = tuple(statement.matrix[i * n + c]",
    "get(X[i * m + k], 0)": "get(X[i * m], 0)",
    "statement.right[i * m + k], L[i, (row, k)]": "statement.right[i * m + k], -L[i, (row, k)]",
    "X[c * m + k])\n": "X[i * m + k])\n",
    "statement.matrix[i * n + c], -term": "statement.matrix[i * n + c], term",
    "term = term if edge > 0 else -term": "pass",
    "by[abs(edge)] = self.graph.add(by.get(abs(edge), 0), term)": "by[abs(edge)] = term",
    "self._accumulate(inner, edge, adjoint)": "inner[abs(edge)] = adjoint",
    "adjoints[index] = self.graph.add(adjoints.get(index, 0), adjoint)": (
        "adjoints[index] = adjoint"
    ),
    "reversed(self.graph.reachable(inner": "list(self.graph.reachable(inner",
    "edge, self.graph.mul(adjoint, factor))": "edge, adjoint)",
    "return alias if edge > 0 else -alias": "return alias",
    "self._names[abs(value)] = node if value > 0 else -node": "self._names[abs(value)] = node",
    "edge = statement.node if statement.value > 0 else -statement.node": "edge = statement.node",
}


def caught(mode: ModuleType) -> bool:
    try:
        return not (rules_hold(mode) and systems_agree(mode) and robots_agree(mode))
    except (ArithmeticError, LookupError, TypeError, ValueError, InternalError, UsageError):
        return True


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_line_is_caught(line: str) -> None:
    source = Path(page.__file__).read_text(encoding="utf-8")
    assert source.count(line) == 1
    tree = ast.parse(source.replace(line, BROKEN[line]))
    assert caught(load(tree, page.__name__, page.__file__))


# Size and names


def test_many_inputs_cost_one_element_no_more_than_four_programs() -> None:
    """A sum of products of 40 inputs: each operation has at most three more behind it."""
    graph = Graph()
    lets: list[Let] = []
    inputs = [Input(f"x{k}", Role.STATE, "x", (k,)) for k in range(40)]
    total = graph.symbol("x0")
    for k in range(1, 40):
        value = graph.add(graph.mul(total, graph.symbol(f"x{k}")), graph.symbol(f"x{k - 1}"))
        total = graph.let(f"S{k}", value)
        lets.append(Let(f"S{k}", total, value))
    shapes = (("x", (40,)),)
    output = Output("S", (1,), (total,))
    program = Program("sums", graph, tuple(inputs), shapes, tuple(lets), (output,)).verify()
    assert count(DeadCode()(reverse_derivatives(program, ["x"]))).total <= 4 * count(program).total
    assert count(DeadCode()(forward_derivatives(program, ["x"]))).total > 10 * count(program).total


def test_names_say_what_is_differentiated_by_what() -> None:
    program = reverse_derivatives(
        idm(library.robot("planar2r"), level="O1", verify=False).program, ["q"]
    )
    assert {"GAM1DF22", "GAM1DVP12", "GAM2DVSP12", "GAM1Dt2"} <= {*program.assigned_names}
    assert [(each.name, each.shape) for each in program.outputs] == [("dGAM_dq", (2, 2))]
    assert count(DeadCode()(program)).trig == 4


def test_what_is_used_twice_is_computed_once() -> None:
    """The root is a factor of what its own argument is handed; both have names."""
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    root = graph.call("sqrt", graph.add(x, y))
    value = graph.mul(root, graph.add(x, y))
    node = graph.let("V", value)
    inputs = (Input("x", Role.PARAMETER), Input("y", Role.PARAMETER))
    output = Output("V", (1,), (node,))
    program = Program("roots", graph, inputs, (), (Let("V", node, value),), (output,)).verify()
    found = reverse_derivatives(program, ["x", "y"])
    assert count(DeadCode()(found)).functions == {"sqrt": 1}


def test_what_is_not_there_is_named() -> None:
    program = idm(library.robot("planar2r"), verify=False).program
    with pytest.raises(UsageError, match="has no input t9; it has q, QP, QDP"):
        reverse_derivatives(program, ["t9"])
    with pytest.raises(UsageError, match="has no output H; its outputs are GAM"):
        reverse_derivatives(program, ["q"], ["H"])


def test_elements_without_a_statement_have_derivatives() -> None:
    """An input, its opposite, a number and zero."""
    graph = Graph()
    x = graph.symbol("x")
    inputs = (Input("x", Role.PARAMETER), Input("y", Role.PARAMETER))
    output = Output("V", (5,), (x, -x, graph.number(2), 0, graph.symbol("y")))
    program = Program("bare", graph, inputs, (), (), (output,)).verify()
    assert interpret(reverse_derivatives(program, ["x"]), {}, FLOATS) == {"dV_dx": [1, -1, 0, 0, 0]}


@pytest.mark.parametrize("mode", [forward_derivatives, reverse_derivatives])
def test_the_derivative_of_a_long_chain_grows_with_the_square_of_its_length(mode: object) -> None:
    """Each of n efforts depends on n positions, with a cost that does not depend on n."""
    assert callable(mode)
    sizes = {}
    for n in (6, 12):
        program = idm(chain(n), verify=False, level="O1").program
        sizes[n] = count(DeadCode()(mode(program, ["q"]))).total / n**2
    assert sizes[12] < 1.2 * sizes[6]
