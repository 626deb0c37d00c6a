"""Programs: what is malformed, what is read, what is offline; names and the tracer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from symoro.errors import InternalError, UsageError
from symoro.expressions import FloatArithmetic
from symoro.ir import (
    Graph,
    GraphArithmetic,
    Input,
    Let,
    Names,
    Output,
    Program,
    Role,
    Scalar,
    Tracer,
    interpret,
)


def example() -> Program:
    """S = sin(t); K = L*M; R = K*S + q, with an input array of which one element is read."""
    graph = Graph()
    t, length, mass, wrench = (graph.symbol(name) for name in ("t", "L", "M", "FX1"))
    s_value = graph.call("sin", t)
    s = graph.let("S", s_value)
    k_value = graph.mul(length, mass)
    k = graph.let("K", k_value)
    r_value = graph.add(graph.mul(k, s), wrench)
    r = graph.let("R", r_value)
    return Program(
        name="example",
        graph=graph,
        inputs=(
            Input("t", Role.STATE, "q", (0,)),
            Input("u", Role.STATE, "q", (1,)),
            Input("qd", Role.STATE, "QP", (0,)),
            Input("L", Role.PARAMETER),
            Input("M", Role.PARAMETER),
            Input("J", Role.PARAMETER),
            Input("FX1", Role.WRENCH, "FE", (0, 0)),
        ),
        shapes=(("q", (2,)), ("QP", (2,)), ("FE", (2, 6))),
        statements=(Let("S", s, s_value), Let("K", k, k_value), Let("R", r, r_value)),
        outputs=(Output("OUT", (2, 2), (r, -k, 0, t)),),
    ).verify()


def test_a_program_runs_and_may_return_inputs_numbers_and_opposites() -> None:
    values = {"t": 0.5, "L": 2.0, "M": 3.0, "FX1": 1.0}
    found = interpret(example(), values, FloatArithmetic())
    assert found["OUT"] == [6.0 * np.sin(0.5) + 1.0, -6.0, 0.0, 0.5]


def test_only_what_is_read_is_asked_for() -> None:
    program = example()
    assert [item.name for item in program.used_inputs] == ["t", "L", "M", "FX1"]
    assert program.parameters == ("L", "M")
    assert program.arrays == (("q", (2,)), ("FE", (2, 6)))
    with pytest.raises(UsageError, match="no value for M"):
        interpret(program, {"t": 0.5, "L": 2.0, "FX1": 1.0}, FloatArithmetic())


def test_what_depends_on_parameters_only_is_offline() -> None:
    program = example()
    offline = [each for each in program.statements if program.offline_nodes.issuperset(each.nodes)]
    assert [each.names for each in offline] == [("K",)]


def test_a_program_knows_which_functions_it_calls() -> None:
    assert "sin" in example().functions
    assert "sign" not in example().functions


def test_a_use_before_its_assignment_is_refused() -> None:
    program = example()
    s, k, r = program.statements
    with pytest.raises(InternalError, match="R uses K before its assignment"):
        replace(program, statements=(s, r, k)).verify()


def test_an_output_that_was_never_assigned_is_refused() -> None:
    program = example()
    with pytest.raises(InternalError, match="OUT uses R before its assignment"):
        replace(program, statements=program.statements[:2]).verify()


def test_a_second_assignment_of_a_name_is_refused() -> None:
    program = example()
    first = program.statements[0]
    with pytest.raises(InternalError, match="S is assigned twice"):
        replace(program, statements=(first, *program.statements)).verify()


def test_an_assignment_with_the_name_of_an_input_is_refused() -> None:
    program = example()
    inputs = (*program.inputs, Input("K", Role.PARAMETER))
    with pytest.raises(InternalError, match="K is assigned twice"):
        replace(program, inputs=inputs).verify()


def test_two_inputs_of_one_name_are_refused() -> None:
    program = example()
    with pytest.raises(InternalError, match="two inputs of one name"):
        replace(program, inputs=(*program.inputs, program.inputs[0])).verify()


def test_a_symbol_that_is_not_an_input_is_refused() -> None:
    program = example()
    with pytest.raises(InternalError, match="S uses t, which is not an input"):
        replace(program, inputs=program.inputs[1:]).verify()


def test_a_statement_whose_value_is_not_its_nodes_is_refused() -> None:
    program = example()
    first = program.statements[0]
    assert isinstance(first, Let)
    broken = replace(first, value=program.graph.call("cos", program.graph.symbol("t")))
    with pytest.raises(InternalError, match="S is not the value of its node"):
        replace(program, statements=(broken, *program.statements[1:])).verify()


def test_an_output_element_without_a_name_is_refused() -> None:
    program = example()
    (bare,) = program.statements[0].uses
    with pytest.raises(InternalError, match="OUT has an element without a name"):
        replace(program, outputs=(Output("OUT", (1,), (bare,)),)).verify()


def test_an_output_that_does_not_fill_its_shape_is_refused() -> None:
    program = example()
    with pytest.raises(InternalError, match="OUT does not fill its shape"):
        replace(program, outputs=(Output("OUT", (2,), (0,)),)).verify()


def test_below_ten_frames_names_are_symoros() -> None:
    names = Names((), frames=9)
    assert names.component("U", (1, 2), 2) == "U122"
    assert names.component("GAM", (), 1) == "GAM1"


def test_from_ten_frames_an_underscore_stands_before_the_frame() -> None:
    names = Names((), frames=10)
    assert names.component("U", (1, 2), 3) == "U12_3"
    assert names.component("U", (1,), 23) == "U1_23"
    assert names.component("GAM", (), 12) == "GAM_12"


def test_our_name_gives_way_to_the_users_as_often_as_needed() -> None:
    names = Names(("W13", "W13_"), frames=3)
    assert names.component("W", (1,), 3) == "W13__"
    assert names.fresh("T1") == "T1"
    assert names.fresh("T1") == "T1_"


def test_a_name_that_the_user_chose_for_one_of_our_values_is_kept_for_it() -> None:
    names = Names((), frames=3, reserved=("U122",))
    assert names.component("U", (1, 2), 2) == "U122_"
    assert names.take_reserved("U122") == "U122"
    assert names.take_reserved("U122") == "U122__"


def traced(**options: object) -> tuple[Graph, Tracer]:
    graph = Graph()
    return graph, Tracer(graph, Names((), 3), **options)  # type: ignore[arg-type]


def test_the_tracer_names_only_what_costs_an_operation() -> None:
    graph, let = traced()
    x = GraphArithmetic(graph).symbol("x")
    components = np.array([x, -x, x * x, x + 1, 0 * x], dtype=object)
    named = let("W", 3, components)
    assert isinstance(named, np.ndarray)
    assert [item.names for item in let.statements] == [("W33",), ("W43",)]
    assert named[0].edge == x.edge
    assert named[1].edge == -x.edge
    assert let.statements[0].nodes == (named[2].edge,)
    assert named[4].edge == 0


def test_the_tracer_names_an_output_always() -> None:
    graph, let = traced(always=frozenset({"GAM"}))
    zero = let("GAM", 2, Scalar(graph, 0))
    assert isinstance(zero, Scalar)
    assert let.statements == [Let("GAM2", zero.name_edge, 0)]
    assert zero.edge == 0  # what is computed from it goes on with the number


def test_the_tracer_uses_the_users_name_of_a_quantity() -> None:
    graph, let = traced(always=frozenset({"GAM"}), display={("GAM", 2): "torque"})
    let("GAM", 1, Scalar(graph, 1))
    let("GAM", 2, Scalar(graph, 1))
    assert [item.names for item in let.statements] == [("GAM1",), ("torque",)]


def test_the_tracer_takes_plain_numbers_exactly() -> None:
    graph, let = traced(always=frozenset({"GAM"}))
    let("GAM", 1, Fraction(1, 3))
    let("GAM", 2, 0)
    values = [graph.value(edge) for item in let.statements for edge in item.uses]
    assert values == [Fraction(1, 3), 0]
