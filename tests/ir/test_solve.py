"""Linear systems in programs: what they mean, how they are traced, what is malformed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ir.systems import (
    VALUES,
    by_numpy,
    chained,
    first,
    lapack,
    second,
    system,
    third,
    values_of,
    well_conditioned,
)
from symoro.errors import InternalError, UsageError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.modular import NoValue
from symoro.expressions.precision import PreciseArithmetic, precise
from symoro.ir import Graph, GraphArithmetic, Names, Op, Output, Scalar, Solve, Tracer, interpret
from symoro.models.let import LetFunction, plain

FLOATS = FloatArithmetic()


def test_over_floats_a_program_means_what_lapack_finds() -> None:
    found = interpret(chained(), VALUES, FLOATS)
    for name, expected in by_numpy(VALUES).items():
        np.testing.assert_allclose(found[name], expected.ravel(), rtol=1e-12, atol=1e-12)


def residuals(found: Mapping[str, list[Any]], v: Mapping[str, Any]) -> list[Any]:
    """How far the unknowns are from fulfilling their equations, over any scalars."""
    X = np.array(found["X"], dtype=object)
    Y = np.array(found["Y"], dtype=object).reshape(2, 2)
    K = -np.array(found["K"], dtype=object)
    differences = []
    for (A, B), unknowns in ((first(v), X), (second(v, X), Y), (third(v), K)):
        products = np.array(A, dtype=object) @ unknowns
        differences += list((products - np.array(B, dtype=object)).ravel())
    return [*differences, found["Z"][0] - (X[0] - Y[0, 1] * K[1] + K[0])]


def test_over_residues_the_equations_hold_exactly() -> None:
    field = ModularArithmetic("chained")
    v = {name: field.symbol(name) for name in VALUES}
    found = residuals(interpret(chained(), v, field), v)
    assert len(found) == 3 + 4 + 2 + 1
    assert all(difference == 0 for difference in found)


def test_over_eighty_digits_the_equations_hold_to_eighty_digits() -> None:
    v = {name: precise(value) for name, value in VALUES.items()}
    found = interpret(chained(), v, PreciseArithmetic())
    assert max(abs(difference) for difference in residuals(found, v)) < 1e-77
    for name, expected in by_numpy(VALUES).items():
        np.testing.assert_allclose(
            np.array(found[name], dtype=float), expected.ravel(), rtol=1e-12, atol=1e-12
        )


def test_over_degrees_each_unknown_has_a_bound() -> None:
    arithmetic = DegreeArithmetic()
    v = {name: arithmetic.symbol(name) for name in VALUES}
    found = interpret(chained(), v, arithmetic)
    assert all(isinstance(x, Degree) for elements in found.values() for x in elements)
    # rows of the first system have degrees 2, 1 and 2 at most: [0, a, q1 | q1 q2] and so on
    assert [(x.above, x.below) for x in found["X"]] == [(5, 5)] * 3


@pytest.mark.parametrize("n", range(1, 9))
def test_random_systems_are_solved_like_lapack_does(n: int) -> None:
    rng = np.random.default_rng(n)
    for m in (1, 3):
        program = system(n, m)
        rows = well_conditioned(rng, n, m)
        found = interpret(program, values_of(program, rows), FLOATS)["X"]
        np.testing.assert_allclose(found, lapack(rows).ravel(), rtol=0, atol=1e-12)


def test_a_singular_system_is_undefined_there() -> None:
    values = VALUES | {"a": 0.0, "q1": 0.0}  # the first row is zero
    with pytest.raises(ZeroDivisionError):
        interpret(chained(), values, FLOATS)
    field = ModularArithmetic("singular")
    residues = {name: field.symbol(name) for name in VALUES}
    residues |= {"a": field.number(Fraction(0)), "q1": field.number(Fraction(0))}
    with pytest.raises(NoValue):
        interpret(chained(), residues, field)


def test_unknowns_are_atoms_and_a_barrier() -> None:
    graph = Graph()
    x = graph.symbol("x")
    u, w = graph.solve(["u", "w"], [1, 0, 0, 1], [x, 0])
    assert graph.is_atom(u)
    assert graph.node(u).op is Op.UNKNOWN
    assert (graph.node(u).name, graph.node(w).name) == ("u", "w")
    assert graph.add(u, -x) != 0
    assert graph.mul(w, x) != 0
    product = graph.mul(u, graph.symbol("y"))
    assert x in graph.reachable([product])
    assert x not in graph.reachable([product], through_lets=False)
    assert graph.solve(["u", "w"], [1, 0, 0, 1], [x, 0]) == (u, w)
    assert graph.node(graph.node(u).operands[0]).system == ((1, 0, 0, 1), (x, 0))


@pytest.mark.parametrize(
    ("names", "matrix", "right"),
    [
        (["u"], [1, 1], [1]),
        (["u", "w"], [1, 0, 0, 1], [1]),
        (["u"], [1, 0, 0, 1], [1]),
        ([], [1], []),
        ([], [], []),
    ],
)
def test_edges_that_make_no_system_are_refused(
    names: list[str], matrix: list[int], right: list[int]
) -> None:
    with pytest.raises(InternalError, match="no linear system"):
        Graph().solve(names, matrix, right)


def test_nodes_of_another_kind_have_no_name_and_are_no_system() -> None:
    graph = Graph()
    with pytest.raises(InternalError, match="has no name"):
        _ = graph.node(1).name
    with pytest.raises(InternalError, match="is no linear system"):
        _ = graph.node(1).system


def test_what_is_read_and_what_is_offline() -> None:
    program = chained()
    assert [item.name for item in program.used_inputs] == ["q1", "q2", "a", "b", "c"]
    names = ("X11", "X21", "X31", "Y112", "Y122", "Y212", "Y222", "K13", "K23", "Z1")
    assert program.assigned_names == names
    assert [each.unknowns for each in program.systems] == [3, 2, 2]
    assert [each.right_hand_sides for each in program.systems] == [1, 2, 1]
    constant = [s.names for s in program.statements if program.offline_nodes.issuperset(s.nodes)]
    assert constant == [("K13", "K23")]
    assert "sin" not in program.functions


def test_a_use_of_an_unknown_before_its_system_is_refused() -> None:
    program = chained()
    X, Y, K, Z = program.statements
    with pytest.raises(InternalError, match="Y112, Y122, Y212, Y222 uses X11 before its assign"):
        replace(program, statements=(Y, X, K, Z)).verify()
    with pytest.raises(InternalError, match="Z1 uses K13 before its assignment"):
        replace(program, statements=(X, Y, Z, K)).verify()
    with pytest.raises(InternalError, match="K uses K13 before its assignment"):
        replace(program, statements=(X, Y)).verify()


def test_an_unknown_that_is_assigned_twice_is_refused() -> None:
    program = chained()
    with pytest.raises(InternalError, match="X11 is assigned twice"):
        replace(program, statements=(program.statements[0], *program.statements)).verify()


@pytest.mark.parametrize(
    "change",
    [
        {"matrix": (1,) * 9},
        {"right": (1, 1, 1)},
        {"names": ("X11", "X31", "X21")},
        {"unknowns": 1},
        {"kind": "magic"},
    ],
)
def test_a_system_that_is_not_that_of_its_nodes_is_refused(change: dict[str, Any]) -> None:
    program = chained()
    broken = replace(program.systems[0], **change)
    with pytest.raises(InternalError, match="is not the value of its node"):
        replace(program, statements=(broken, *program.statements[1:])).verify()


def test_nodes_that_are_no_unknowns_are_refused() -> None:
    program = chained()
    nodes = (program.graph.symbol("a"), *program.systems[0].nodes[1:])
    broken = replace(program.systems[0], nodes=nodes)
    with pytest.raises(InternalError, match="is not the value of its node"):
        replace(program, statements=(broken,), outputs=()).verify()


def tracer(always: frozenset[str] = frozenset()) -> tuple[Scalar, Tracer]:
    graph = Graph()
    return GraphArithmetic(graph).symbol("x"), Tracer(graph, Names(("x",), 3), always=always)


def test_the_tracer_names_unknowns_by_row_and_column() -> None:
    x, let = tracer()
    vector = let.solve("V", 2, [[x, 1], [2, x]], [x, 0])
    matrix = let.solve("M", 3, np.array([[x * x]]), np.array([[1, 0.5]]))
    assert let.statements[0].names == ("V12", "V22")
    assert let.statements[1].names == ("M113", "M123")
    assert vector.shape == (2,)
    assert matrix.shape == (1, 2)
    assert [v.edge for v in vector] == list(let.statements[0].nodes)
    given = let.statements[1]
    assert isinstance(given, Solve)
    assert [x.graph.value(edge) for edge in given.right] == [1, Fraction(1, 2)]
    assert (given.unknowns, given.right_hand_sides, given.kind) == (1, 2, "general")


def test_right_hand_sides_of_zeros_need_no_system() -> None:
    x, let = tracer()
    zeros = let.solve("V", 1, [[x, 1], [2, x]], [0, 0 * x])
    assert [v.edge for v in zeros] == [0, 0]
    assert let.statements == []
    some = let.solve("M", 1, [[x, 1], [2, x]], [[0, x, 0], [0, 1, 0]])
    assert [item.names for item in let.statements] == [("M121", "M221")]
    assert [v.edge == 0 for v in some.ravel()] == [True, False, True] * 2


def test_zero_unknowns_that_are_outputs_are_named_like_any_output() -> None:
    x, let = tracer(frozenset({"V"}))
    zeros = let.solve("V", 1, [[x, 1], [2, x]], [0, 0])
    assert [item.names for item in let.statements] == [("V11",), ("V21",)]
    assert [v.edge for v in zeros] == [0, 0]
    assert [(v.name_edge,) for v in zeros] == [item.nodes for item in let.statements]


def test_the_tracer_refuses_what_is_no_system() -> None:
    x, let = tracer()
    with pytest.raises(UsageError, match="not 1 x 2 and 1"):
        let.solve("V", 1, [[x, 1]], [1])


def page(let: LetFunction, x: Any) -> Any:
    """A page that solves, names, and solves again."""
    A = np.array([[x, 1], [2, x + 1]], dtype=object)
    u = let.solve("U", 1, A, np.array([1, x], dtype=object))
    product = let("P", 1, u[0] * u[1])
    return let.solve("W", 1, A * product, np.array([[1, x], [x, 0]], dtype=object))


def test_a_page_means_the_same_plain_and_traced() -> None:
    x, let = tracer()
    W = page(let, x)
    program = replace(
        chained(),
        graph=x.graph,
        inputs=(replace(chained().inputs[0], name="x"),),
        statements=tuple(let.statements),
        outputs=(Output("W", (2, 2), tuple(w.edge for w in W.ravel())),),
    ).verify()
    expected = page(plain, 0.3)
    assert expected.shape == (2, 2)
    assert interpret(program, {"x": 0.3}, FLOATS)["W"] == pytest.approx(list(expected.ravel()))
    field = ModularArithmetic("page")
    v = field.symbol("x")
    assert interpret(program, {"x": v}, field)["W"] == list(page(plain, v).ravel())
