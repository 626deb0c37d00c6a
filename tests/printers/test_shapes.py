"""Outputs of every rank, some without elements, some of numbers alone, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from printers.test_every_operation import LANGUAGES, document
from printers.toolchain import Case, assert_close, run_all
from symoro.ir import Graph, Input, Let, Output, Program, Role


def shapes() -> Program:
    """Outputs of every rank, some without elements, some of numbers alone."""
    graph = Graph()
    q1, a = graph.symbol("q1"), graph.symbol("a")
    square = graph.mul(a, a)
    let = Let("Z", graph.let("Z", square), square)
    return Program(
        name="shapes",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)), Input("a", Role.PARAMETER)),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(
            Output("one", (), (q1,)),
            Output("none", (0,), ()),
            Output("flat", (3, 0), ()),
            Output("zero", (2,), (0, 0)),
            Output("column", (3, 1), (1, -a, let.node)),
            Output("row", (1, 3), (0, a, -q1)),
            Output("empty", (2, 0, 3), ()),
            Output("cube", (2, 1, 3), (0, 1, a, -q1, q1, let.node)),
        ),
    ).verify()


@pytest.mark.parametrize("language", LANGUAGES)
def test_outputs_of_every_shape_mean_the_same_in_every_language(
    language: str, tmp_path: Path
) -> None:
    values = {"q1": 0.3, "a": 0.7}
    cases = [Case(document(shapes(), two_part=two), values) for two in (False, True)]
    for case, found in zip(cases, run_all(language, cases, tmp_path), strict=True):
        assert_close(found, case.expected)
