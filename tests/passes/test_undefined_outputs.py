"""Which outputs of a program are NaN or infinite at some states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ir.systems import chained
from symoro.algebra.scalars import absolute, atan2, sqrt
from symoro.ir import Graph, GraphArithmetic, Input, Names, Output, Program, Role, Tracer
from symoro.passes.undefined_outputs import undefined_outputs

NAMES = ("q1", "q2", "a", "b")


def program(value: Callable[[Any, Any, Any, Any], Any]) -> Program:
    """One output Y, a function of the state q1, q2 and the parameters a, b."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    let = Tracer(graph, Names(NAMES, 3))
    y: Any = let("Y", 1, value(*(arithmetic.symbol(name) for name in NAMES)))
    return Program(
        name="test",
        graph=graph,
        inputs=(
            Input("q1", Role.STATE, "q", (0,)),
            Input("q2", Role.STATE, "q", (1,)),
            Input("a", Role.PARAMETER),
            Input("b", Role.PARAMETER),
        ),
        shapes=(("q", (2,)),),
        statements=tuple(let.statements),
        outputs=(Output("Y", (1,), (y.edge,)),),
    ).verify()


@pytest.mark.parametrize(
    "value",
    [
        lambda q, r, a, b: 1 / (a + q),
        lambda q, r, a, b: sqrt(a - q),
        lambda q, r, a, b: sqrt(a * q * q),  # a may be negative
        lambda q, r, a, b: sqrt(b - r * r),
        lambda q, r, a, b: 1 / sqrt(q * q + r * r),
    ],
)
def test_quotients_and_roots_of_the_state_are_undefined_somewhere(value: Any) -> None:
    assert undefined_outputs(program(value)) == ("Y",)


@pytest.mark.parametrize(
    "value",
    [
        lambda q, r, a, b: q * r + a,
        lambda q, r, a, b: q / (a + b),  # the same at all states
        lambda q, r, a, b: q * sqrt(a),
        lambda q, r, a, b: sqrt(q * q + 2 + (a - r) * (a - r)),
        lambda q, r, a, b: sqrt(absolute(q - r)),
        lambda q, r, a, b: atan2(q, r),
    ],
)
def test_other_functions_of_the_state_are_finite(value: Any) -> None:
    assert undefined_outputs(program(value)) == ()


def test_linear_systems_with_the_state_in_their_matrix_are_undefined_somewhere() -> None:
    assert undefined_outputs(chained()) == ("X", "Y", "Z")
