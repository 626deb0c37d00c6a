"""The graph's constructors: which identities are free, and that nothing else is assumed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symoro.errors import InternalError, UsageError
from symoro.expressions import parse
from symoro.expressions.evaluate import evaluate
from symoro.ir import Graph, GraphArithmetic, Op, Scalar


@pytest.fixture
def graph() -> Graph:
    return Graph()


def lifted(graph: Graph, text: str) -> int:
    """The edge of an expression given as text."""
    node = parse(text)
    arithmetic = GraphArithmetic(graph)
    known = {name: arithmetic.symbol(name) for name in sorted(node.symbols)}
    return evaluate(node, known, arithmetic).edge


def test_zero_is_edge_zero_and_one_is_edge_one(graph: Graph) -> None:
    assert graph.number(0) == 0
    assert graph.number(1) == 1
    assert graph.number(-1) == -1
    assert graph.value(0) == 0
    assert graph.value(-1) == -1


def test_adding_zero_and_multiplying_by_zero_and_one_cost_nothing(graph: Graph) -> None:
    x = graph.symbol("x")
    size = len(graph.nodes)
    assert graph.add(x, 0) == x
    assert graph.add(0, -x) == -x
    assert graph.mul(x, 0) == 0
    assert graph.mul(0, -x) == 0
    assert graph.mul(x, 1) == x
    assert graph.mul(-1, x) == -x
    assert graph.add(x, -x) == 0
    assert len(graph.nodes) == size


def test_sums_and_products_are_commutative(graph: Graph) -> None:
    x, y = graph.symbol("x"), graph.symbol("y")
    assert graph.add(x, y) == graph.add(y, x)
    assert graph.mul(x, y) == graph.mul(y, x)


def test_a_sign_is_taken_out_of_sums_and_products(graph: Graph) -> None:
    x, y = graph.symbol("x"), graph.symbol("y")
    assert graph.add(-x, -y) == -graph.add(x, y)
    assert graph.add(y, -x) == -graph.add(x, -y)
    assert graph.mul(-x, y) == graph.mul(x, -y) == -graph.mul(x, y)
    assert graph.mul(-x, -y) == graph.mul(x, y)


def test_x_plus_x_is_two_x(graph: Graph) -> None:
    x = graph.symbol("x")
    assert graph.add(x, x) == graph.mul(graph.number(2), x)
    assert graph.add(-x, -x) == -graph.mul(graph.number(2), x)


def test_numbers_are_folded_exactly(graph: Graph) -> None:
    third, tenth = graph.number(Fraction(1, 3)), graph.number(Fraction(1, 10))
    assert graph.value(graph.add(third, tenth)) == Fraction(13, 30)
    assert graph.value(graph.mul(third, -tenth)) == Fraction(-1, 30)
    assert graph.value(graph.inverse(third)) == 3
    assert graph.value(graph.power(graph.number(-2), 3)) == -8
    assert graph.add(third, -third) == 0


def test_a_value_times_its_inverse_is_one(graph: Graph) -> None:
    x = graph.symbol("x")
    assert graph.mul(x, graph.inverse(x)) == 1
    assert graph.mul(graph.inverse(-x), x) == -1
    assert graph.inverse(graph.inverse(x)) == x
    assert graph.inverse(-x) == -graph.inverse(x)


def test_a_division_by_zero_is_refused(graph: Graph) -> None:
    with pytest.raises(UsageError, match="division by zero"):
        graph.inverse(0)


def test_powers_fold_signs_and_exponents(graph: Graph) -> None:
    x = graph.symbol("x")
    square = graph.power(x, 2)
    assert graph.mul(x, x) == square
    assert graph.mul(-x, x) == -square
    assert graph.power(-x, 2) == square
    assert graph.power(-x, 3) == -graph.power(x, 3)
    assert graph.power(square, 3) == graph.power(x, 6)
    assert graph.power(-square, 3) == -graph.power(x, 6)
    assert graph.power(x, 1) == x
    assert graph.power(x, 0) == 1
    assert graph.power(x, -1) == graph.inverse(x)
    assert graph.power(x, -2) == graph.inverse(square)
    assert graph.power(graph.inverse(-x), -1) == -x


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cos(Pi/2)", 0),
        ("sin(Pi/2)", 1),
        ("cos(Pi)", -1),
        ("sin(Pi)", 0),
        ("cos(Pi/3)", Fraction(1, 2)),
        ("cos(2*Pi/3)", Fraction(-1, 2)),
        ("sin(Pi/6)", Fraction(1, 2)),
        ("sin(-Pi/6)", Fraction(-1, 2)),
        ("sin(7*Pi/6)", Fraction(-1, 2)),
        ("cos(100*Pi)", 1),
        ("sin(-3*Pi/2)", 1),
        ("sin(0)", 0),
        ("cos(0)", 1),
        ("sin(x - x)", 0),
    ],
)
def test_exact_angles_have_exact_sines_and_cosines(
    graph: Graph, text: str, value: Fraction
) -> None:
    assert graph.value(lifted(graph, text)) == value


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sin(-x)", "-sin(x)"),
        ("cos(-x)", "cos(x)"),
        ("cos(x + Pi)", "-cos(x)"),
        ("sin(x + Pi)", "-sin(x)"),
        ("cos(x + Pi/2)", "-sin(x)"),
        ("sin(x + Pi/2)", "cos(x)"),
        ("sin(x - Pi/2)", "-cos(x)"),
        ("cos(Pi/2 - x)", "sin(x)"),
        ("cos(3*Pi/2 - x)", "-sin(x)"),
        ("cos(x + 2*Pi)", "cos(x)"),
        ("sin(x - 4*Pi)", "sin(x)"),
        ("sin(x + Pi/4 + 2*Pi)", "sin(x + Pi/4)"),
        ("cos(x - Pi/4)", "sin(x + Pi/4)"),
        ("cos(y + x)", "cos(x + y)"),
        ("sin(-x - y)", "-sin(y + x)"),
        ("sin(2*x - x)", "sin(x)"),
        ("cos((x + y)/2)", "cos(x/2 + y/2)"),
        ("tan(x)", "sin(x)/cos(x)"),
        ("tan(x + Pi)", "tan(x)"),
        ("sin(1/2 - x)", "-sin(x - 0.5)"),
    ],
)
def test_angles_that_are_equal_up_to_quarter_turns_and_sign_share_one_node(
    graph: Graph, left: str, right: str
) -> None:
    assert lifted(graph, left) == lifted(graph, right)


@pytest.mark.parametrize("text", ["cos(x + Pi/4)", "sin(x + Pi/12)", "cos(Pi/4)", "sin(1)"])
def test_other_offsets_are_kept_as_they_are(graph: Graph, text: str) -> None:
    edge = lifted(graph, text)
    assert graph.node(edge).op is Op.FUNCTION
    assert edge != lifted(graph, "cos(x)")
    assert edge != lifted(graph, "sin(x)")


def test_sign_and_abs_fold_numbers_and_signs(graph: Graph) -> None:
    x = graph.symbol("x")
    assert graph.call("sign", graph.number(-3)) == -1
    assert graph.call("sign", 0) == 0
    assert graph.call("sign", -x) == -graph.call("sign", x)
    assert graph.call("abs", graph.number(-3)) == graph.number(3)
    assert graph.call("abs", -x) == graph.call("abs", x)


def test_a_let_is_a_barrier(graph: Graph) -> None:
    zero = graph.let("zero", 0)
    assert graph.mul(zero, graph.symbol("x")) != 0
    assert graph.is_atom(zero)
    angle = graph.let("angle", graph.pi())
    assert graph.node(graph.call("cos", angle)).op is Op.FUNCTION


def test_equal_nodes_are_one_node_and_operands_come_first(graph: Graph) -> None:
    a = lifted(graph, "a*b + sin(c + Pi/5)/d")
    size = len(graph.nodes)
    assert lifted(graph, "sin(Pi/5 + c)/d + b*a") == a
    assert len(graph.nodes) == size
    for index, node in enumerate(graph.nodes):
        assert all(abs(operand) < index for operand in node.operands)


def test_the_walk_stops_at_lets_on_request(graph: Graph) -> None:
    x = graph.symbol("x")
    let = graph.let("y", graph.add(x, 1))
    product = graph.mul(let, graph.symbol("z"))
    assert x in graph.reachable([product])
    assert x not in graph.reachable([product], through_lets=False)
    assert graph.reachable([0]) == []


def test_a_long_sum_needs_no_deep_stack(graph: Graph) -> None:
    total = 0
    for k in range(20_000):
        total = graph.add(total, graph.mul(graph.number(k + 2), graph.symbol(f"x{k}")))
    assert len(graph.reachable([total])) > 40_000
    assert graph.node(graph.call("sin", total)).op is Op.FUNCTION


def test_scalars_of_two_graphs_do_not_mix() -> None:
    one, other = Graph(), Graph()
    with pytest.raises(InternalError, match="two graphs"):
        Scalar(one, one.symbol("x")) + Scalar(other, other.symbol("x"))


def test_scalars_work_with_exact_numbers_on_either_side(graph: Graph) -> None:
    x = Scalar(graph, graph.symbol("x"))
    assert (1 - x).edge == -(x - 1).edge
    assert (2 / x).edge == (Fraction(2) * x**-1).edge
    assert (x / 2).edge == (x * Fraction(1, 2)).edge
    assert (+x).edge == x.edge
    with pytest.raises(TypeError):
        x + 0.5  # a float is not exact


def test_exponentials_and_arcs_fold_at_exact_values_alone(graph: Graph) -> None:
    x, half = graph.symbol("x"), graph.number(Fraction(1, 2))
    assert graph.call("exp", 0) == 1
    assert graph.call("tanh", 0) == 0
    assert graph.call("tanh", -x) == -graph.call("tanh", x)
    assert graph.call("asin", -x) == -graph.call("asin", x)
    assert graph.call("asin", half) == lifted(graph, "Pi/6")
    assert graph.call("acos", -half) == lifted(graph, "2*Pi/3")
    assert graph.call("acos", 1) == 0
    assert graph.node(graph.call("exp", 1)).op is Op.FUNCTION
    assert graph.node(graph.call("acos", graph.number(Fraction(1, 3)))).op is Op.FUNCTION
    with pytest.raises(UsageError, match="2 is the sine or cosine of no angle"):
        graph.call("asin", graph.number(2))
