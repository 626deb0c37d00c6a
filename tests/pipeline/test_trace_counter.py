"""Counting traces: many in one graph cost what each costs in a graph of its own."""

from __future__ import annotations

import pytest

import symoro
from symoro.catalog.table import model_definition
from symoro.passes import LEVELS, count
from symoro.pipeline.plan import Plan
from symoro.pipeline.tracing import TraceCounter, trace

ROBOTS = ("planar3r", "rx90", "stanford", "general6r")


def plan_of(robot: str) -> Plan:
    return model_definition("idm").plan(symoro.load(robot), {})


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_graph_that_holds_other_traces_changes_no_count(robot: str) -> None:
    plan = plan_of(robot)
    formulate = plan.formulation.formulate
    assert formulate is not None
    shared = TraceCounter(plan, ["GAM"])
    ways = [way.trace for way in formulate(plan, frozenset({"GAM"}), "nonzero", shared)]
    traces = [plan.formulation.trace, *ways, plan.formulation.trace]
    alone = [TraceCounter(plan, ["GAM"]).online(each) for each in traces]
    assert [shared.online(each) for each in traces] == alone


@pytest.mark.parametrize("robot", ROBOTS)
def test_each_value_is_counted_once(robot: str) -> None:
    """So a trace costs no more than its program, in which a statement is counted as a tree."""
    plan = plan_of(robot)
    counter = TraceCounter(plan, ["GAM"])
    edges = counter.edges(plan.formulation.trace)["GAM"]
    counted = counter.count(edges)
    operations = count(LEVELS["O1"].run(trace(plan, "traced", ["GAM"])))
    assert 0 < counted.online <= counted.total <= operations.total
    assert counter.count([*edges, *edges]) == counted
    assert counter.count([]) == (0, 0)
