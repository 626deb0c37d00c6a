"""The count of operations: what is an addition, a multiplication, a division, a power."""

from __future__ import annotations

import pytest

import symoro
from symoro.expressions import evaluate, parse
from symoro.ir import Graph, GraphArithmetic, Input, Let, Output, Program, Role, Scalar
from symoro.passes import Operations, count
from symoro.passes.count import chain_length

# Lengths of shortest addition chains: D. E. Knuth, The Art of Computer Programming, section 4.6.3.
CHAINS = [0, 1, 2, 2, 3, 3, 4, 3, 4, 4, 5, 4, 5, 5, 5, 4, 5, 5, 6, 5, 6, 6, 6, 5, 6, 6, 6, 6, 7, 6]


@pytest.mark.parametrize(("exponent", "length"), list(enumerate(CHAINS, start=1)))
def test_a_power_costs_its_shortest_chain_of_products(exponent: int, length: int) -> None:
    assert chain_length(exponent) == length


def counted(text: str) -> Operations:
    """The count of one statement whose symbols are parameters, or joint state if named q."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    node = parse(text)
    names = sorted(node.symbols)
    known = {name: arithmetic.symbol(name) for name in names}
    edge = evaluate(node, known, arithmetic).edge
    let = Let("T1", graph.let("T1", edge), edge)
    roles = [Role.STATE if name == "q" else Role.PARAMETER for name in names]
    inputs = tuple(Input(name, role) for name, role in zip(names, roles, strict=True))
    return count(Program("one", graph, inputs, (), (let,), (Output("o", (1,), (let.node,)),)))


@pytest.mark.parametrize(
    ("text", "add", "mul"),
    [
        ("a + b", 1, 0),
        ("a - b", 1, 0),
        ("-a - b", 1, 0),
        ("-a", 0, 0),
        ("a", 0, 0),
        ("0", 0, 0),
        ("a*b*c", 0, 2),
        ("-(a*b)", 0, 1),
        ("x/y", 0, 1),
        ("1/y", 0, 1),
        ("x/(y*z)", 0, 2),
        ("1/y^2", 0, 2),
        ("2*x", 0, 1),
        ("x^2", 0, 1),
        ("-x^2", 0, 1),
        ("x^5", 0, 3),
        ("x^15", 0, 5),
        ("x^15 + y", 1, 5),
        ("a*(b + c)/(d - e)", 2, 2),
    ],
)
def test_signs_are_free_and_a_quotient_is_one_division(text: str, add: int, mul: int) -> None:
    operations = counted(text)
    assert (operations.add, operations.mul) == (add, mul)
    assert operations.total == add + mul


def test_functions_are_counted_apart() -> None:
    operations = counted("sin(q) + cos(a)*sqrt(b) + atan2(a, b)")
    assert operations.trig == 2
    assert operations.functions == {"sqrt": 1, "atan2": 1}
    assert (operations.add, operations.mul) == (2, 1)
    assert str(operations) == (
        "2 additions, 1 multiplication, 2 sines and cosines, 1 atan2, 1 sqrt"
    )
    assert str(counted("cos(a) + b")).startswith("1 addition, 0 multiplications, 1 sine or cosine")


def test_a_statement_is_counted_as_it_is_printed() -> None:
    """A common subexpression inside one statement is printed twice, so it counts twice."""
    assert counted("sin(a*b) + cos(a*b)").mul == 2


def test_a_named_value_counts_once() -> None:
    graph = Graph()
    x = Scalar(graph, graph.symbol("x"))
    square = graph.let("S", (x * x).edge)
    total = graph.let("T", graph.add(graph.power(square, 3), square))
    lets = (Let("S", square, (x * x).edge), Let("T", total, graph.node(total).operands[0]))
    program = Program(
        "two", graph, (Input("x", Role.STATE),), (), lets, (Output("o", (1,), (total,)),)
    ).verify()
    operations = count(program)
    assert (operations.add, operations.mul) == (1, 1 + 2)


@pytest.mark.parametrize("name", ["rrp", "rx90", "panda"])
def test_online_and_offline_make_the_whole(name: str) -> None:
    operations = symoro.idm(symoro.load(name), level="O1", verify=False).operations
    assert operations.online is not None
    assert operations.offline is not None
    parts = (operations.online, operations.offline)
    assert operations.add == sum(part.add for part in parts)
    assert operations.mul == sum(part.mul for part in parts)
    assert operations.trig == sum(part.trig for part in parts)
