"""The published listing of the RRP robot: its count by our rule, and its statements in ours.

``figure6.txt`` holds the 69 statements of figure 6 of P. Lemoine and W. Khalil, Symbolic Dynamics,
Encyclopedia of Robotics, Springer: the inverse dynamic model of the RRP robot in base inertial
parameters, for which the figure states 66 additions and 77 multiplications.
"""

from __future__ import annotations

from pathlib import Path

import symoro
from symoro.expressions import Expression, evaluate, parse
from symoro.ir import Graph, GraphArithmetic, Input, Let, Output, Program, Role, Scalar
from symoro.passes import count

FIGURE = Path(__file__).with_name("figure6.txt").read_text(encoding="utf-8")

# Base parameters end in R and stand for groups; the others lack terms whose parameters are grouped.
GROUPED = {"No31", "PIS22", "No12", "No22", "No32"}
SHORTENED = {"N13", "N23", "N33", "N12", "N22", "N32", "N31"}


def statements(text: str) -> dict[str, Expression]:
    """The assignments of a listing, by name; comments are not assignments."""
    lines = (line.rstrip(";") for line in text.splitlines() if not line.startswith("(*"))
    pairs = (line.split("=", 1) for line in lines if "=" in line)
    return {name: parse(value) for name, value in pairs}


def program(assignments: dict[str, Expression], outputs: tuple[str, ...]) -> Program:
    """A program of these assignments, as they stand."""
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    symbols = {name for value in assignments.values() for name in value.symbols}
    free = sorted(symbols - assignments.keys())
    known = {name: arithmetic.symbol(name) for name in free}
    lets: list[Let] = []
    for name, value in assignments.items():
        edge = evaluate(value, known, arithmetic).edge
        known[name] = Scalar(graph, graph.let(name, edge))
        lets.append(Let(name, known[name].edge, edge))
    elements = tuple(known[name].edge for name in outputs)
    return Program(
        name="figure6",
        graph=graph,
        inputs=tuple(Input(name, Role.STATE) for name in free),
        shapes=(),
        statements=tuple(lets),
        outputs=(Output("GAM", (len(outputs),), elements),),
    ).verify()


def test_the_counting_rule_gives_the_published_count_of_the_published_listing() -> None:
    published = statements(FIGURE)
    assert len(published) == 69
    operations = count(program(published, ("GAM1", "GAM2", "GAM3")))
    assert (operations.add, operations.mul, operations.trig) == (66, 77, 6)
    assert operations.functions == {}


def test_the_rrp_robot_in_standard_parameters_costs_92_additions_and_95_multiplications() -> None:
    operations = symoro.idm(symoro.load("rrp"), level="O1").operations
    assert (operations.add, operations.mul, operations.trig) == (92, 95, 6)


def test_every_published_statement_without_base_parameters_is_in_our_listing() -> None:
    published = statements(FIGURE)
    ours = statements(symoro.idm(symoro.load("rrp"), level="O1").code("listing"))
    involved = {n for n, v in published.items() if any(s.endswith("R") for s in v.symbols)}
    assert involved == GROUPED | {"N31"}
    compared = [name for name in published if name not in GROUPED | SHORTENED]
    assert len(compared) == 57

    arithmetic = GraphArithmetic(Graph())

    def lifted(value: Expression) -> int:
        known = {name: arithmetic.symbol(name) for name in sorted(value.symbols)}
        return evaluate(value, known, arithmetic).edge

    differing = [name for name in compared if lifted(published[name]) != lifted(ours[name])]
    assert differing == []


def test_our_statements_come_in_the_published_order() -> None:
    published = statements(FIGURE)
    ours = statements(symoro.idm(symoro.load("rrp"), level="O1").code("listing"))
    assert set(published) <= set(ours)
    assert [name for name in ours if name in published] == list(published)


def test_the_rrp_robot_in_base_parameters_is_the_published_listing() -> None:
    """All 69 statements, by name and in order, equal up to the order of terms and factors."""
    published = statements(FIGURE)
    model = symoro.idm(symoro.load("rrp"), base_parameters=True, level="O1")
    ours = statements(model.code("listing"))
    assert list(ours) == list(published)
    arithmetic = GraphArithmetic(Graph())

    def lifted(value: Expression) -> int:
        known = {name: arithmetic.symbol(name) for name in sorted(value.symbols)}
        return evaluate(value, known, arithmetic).edge

    assert [name for name in published if lifted(published[name]) != lifted(ours[name])] == []
    assert (model.operations.add, model.operations.mul, model.operations.trig) == (66, 77, 6)
