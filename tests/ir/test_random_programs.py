"""Random trees of operations: built in a graph and interpreted, or computed directly.

Rational trees are compared modulo a 61-bit prime, so equality is exact. Trees with roots, absolute
values and arc tangents are compared in double precision. Both routes do the same operations up to
order and folding; denominators are at least 1 and leaves at most 2, so values stay below 1e4 and
are wrong by a few hundred units in the last place at most: 1e-11 of the largest intermediate value
is a hundred times that.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from symoro.errors import UsageError
from symoro.expressions import (
    PI,
    Expression,
    FloatArithmetic,
    ModularArithmetic,
    call,
    evaluate,
    expression,
    symbol,
)
from symoro.expressions.modular import NoValue
from symoro.ir import Graph, GraphArithmetic, Input, Let, Output, Program, Role, interpret

NAMES = ("x", "y", "z")
Tree = tuple[Any, ...]

fractions = st.fractions(-2, 2, max_denominator=6)
angles = st.tuples(
    st.just("angle"),
    st.lists(st.tuples(fractions, st.sampled_from(NAMES)), max_size=3),
    st.integers(-36, 36).map(lambda twelfths: Fraction(twelfths, 12)),
)
leaves: st.SearchStrategy[Tree] = st.one_of(
    st.tuples(st.just("number"), fractions),
    st.tuples(st.just("symbol"), st.sampled_from(NAMES)),
    st.tuples(st.just("pi")),
    st.tuples(st.sampled_from(("sin", "cos")), angles),
)


def _rational(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.sampled_from(("+", "-", "*")), inner, inner),
        st.tuples(st.just("/"), inner, inner),
        st.tuples(st.just("^"), inner, st.integers(-3, 5)),
        st.tuples(st.just("neg"), inner),
        st.tuples(st.just("let"), inner),
    )


def _floating(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.one_of(
        st.tuples(st.sampled_from(("+", "-", "*")), inner, inner),
        st.tuples(st.sampled_from(("root", "over")), inner),
        st.tuples(st.sampled_from(("sin", "cos", "abs", "tanh")), inner),
        inner.map(lambda each: ("exp", ("neg", ("abs", each)))),
        inner.map(lambda each: ("log", ("over", each))),
        inner.map(lambda each: ("asin", ("over", each))),
        inner.map(lambda each: ("acos", ("tanh", each))),
        st.tuples(st.just("atan2"), inner, inner),
        st.tuples(st.just("let"), inner),
        st.sampled_from(NAMES).map(lambda name: ("sign", ("symbol", name))),
    )


rational_trees = st.recursive(leaves, _rational, max_leaves=10)
floating_trees = st.recursive(leaves, _floating, max_leaves=8)


class Builder:
    """Builds a tree over any scalars."""

    def __init__(self, known: Mapping[str, Any], arithmetic: Any) -> None:
        self.known = known
        self.arithmetic = arithmetic
        self.largest = 1.0

    def value(self, tree: Tree) -> Any:
        result = self._value(tree)
        if isinstance(result, float):
            self.largest = max(self.largest, abs(result))
        return result

    def let(self, value: Any) -> Any:
        return value

    def _value(self, tree: Tree) -> Any:
        match tree:
            case ("number", number):
                return self.arithmetic.number(number)
            case ("symbol", name):
                return self.known[name]
            case ("pi",):
                return self.arithmetic.pi()
            case ("angle", terms, turns):
                total = self.arithmetic.number(turns) * self.arithmetic.pi()
                for factor, name in terms:
                    total = total + self.arithmetic.number(factor) * self.known[name]
                return total
            case ("+", a, b):
                return self.value(a) + self.value(b)
            case ("-", a, b):
                return self.value(a) - self.value(b)
            case ("*", a, b):
                return self.value(a) * self.value(b)
            case ("/", a, b):
                return self.value(a) / self.value(b)
            case ("^", a, exponent):
                return self.value(a) ** exponent
            case ("neg", a):
                return -self.value(a)
            case ("let", a):
                return self.let(self.value(a))
            case ("root", a):
                return self.arithmetic.call("sqrt", self.value(a) ** 2 + self._one())
            case ("over", a):
                return self._one() / (self.value(a) ** 2 + self._one())
            case (function, *arguments):
                return self.arithmetic.call(function, *(self.value(a) for a in arguments))
        raise AssertionError(tree)

    def _one(self) -> Any:
        return self.arithmetic.number(Fraction(1))


class GraphBuilder(Builder):
    """Builds a tree in a graph, with statements."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.statements: list[Let] = []
        arithmetic = GraphArithmetic(self.graph)
        super().__init__({name: arithmetic.symbol(name) for name in NAMES}, arithmetic)

    def let(self, value: Any) -> Any:
        name = f"T{len(self.statements) + 1}"
        node = self.graph.let(name, value.edge)
        self.statements.append(Let(name, node, value.edge))
        return type(value)(self.graph, node)

    def program(self, tree: Tree) -> Program:
        return self.finished(self.let(self.value(tree)))

    def finished(self, result: Any) -> Program:
        return Program(
            name="random",
            graph=self.graph,
            inputs=tuple(Input(name, Role.PARAMETER) for name in NAMES),
            shapes=(),
            statements=tuple(self.statements),
            outputs=(Output("result", (1,), (result.edge,)),),
        ).verify()


def _parts(tree: Any) -> list[Any]:
    if not isinstance(tree, tuple):
        return []
    return [tree, *(deeper for part in tree for deeper in _parts(part))]


@given(rational_trees)
def test_a_rational_tree_means_the_same_through_a_graph(tree: Tree) -> None:
    field = ModularArithmetic("random trees")
    known = {name: field.symbol(name) for name in NAMES}
    try:
        expected = Builder(known, field).value(tree)
    except NoValue:
        assume(False)  # a division by zero: 1/(x - x)
    program = GraphBuilder().program(tree)
    (found,) = interpret(program, known, field)["result"]
    assert found == expected


unit = st.floats(-2, 2).filter(lambda value: value == 0 or abs(value) > 1e-3)


@given(floating_trees, st.tuples(unit, unit, unit))
def test_a_tree_with_every_function_means_the_same_through_a_graph(
    tree: Tree, numbers: tuple[float, float, float]
) -> None:
    arithmetic = FloatArithmetic()
    known = dict(zip(NAMES, numbers, strict=True))
    builder = Builder(known, arithmetic)
    expected = builder.value(tree)
    assume(_smooth(tree, known))
    (found,) = interpret(GraphBuilder().program(tree), known, arithmetic)["result"]
    assert abs(found - expected) <= 1e-11 * builder.largest**2


def _smooth(tree: Tree, known: Mapping[str, float]) -> bool:
    """Away from the cut and the origin of arc tangents, where rounding decides."""
    for part in _parts(tree):
        if isinstance(part, tuple) and part and part[0] == "atan2":
            y, x = (Builder(known, FloatArithmetic()).value(a) for a in part[1:])
            if abs(y) < 1e-2 or abs(x) > 1e4:
                return False
    return True


class ExpressionArithmetic:
    """How a tree becomes an expression of a robot's table."""

    def number(self, value: Fraction) -> Expression:
        return expression(value)

    def pi(self) -> Expression:
        return PI

    def call(self, function: str, *arguments: Expression) -> Expression:
        return call(function, *arguments)


@given(rational_trees)
def test_an_expression_of_a_robots_table_means_the_same_through_a_graph(tree: Tree) -> None:
    try:
        node = Builder({name: symbol(name) for name in NAMES}, ExpressionArithmetic()).value(tree)
    except UsageError:
        assume(False)  # a division by zero: 1/(x - x)
    field = ModularArithmetic("tables")
    known = {name: field.symbol(name) for name in NAMES}
    try:
        expected = evaluate(node, known, field)
    except NoValue:
        assume(False)
    builder = GraphBuilder()
    lifted = builder.let(evaluate(node, builder.known, builder.arithmetic))
    program = builder.finished(lifted)
    (found,) = interpret(program, known, field)["result"]
    assert found == expected
