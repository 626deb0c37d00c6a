"""Long chains: work that grows with the program, and no form is tried that is never taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import symoro
from grouping.chains import general_chain
from symoro import ModelError
from symoro.catalog.dynamic.operational_control import least
from symoro.ir.graph import Graph
from symoro.ir.program import Program
from symoro.passes import call_cost
from symoro.pipeline import cheapest as page
from symoro.pipeline.plan import Plan
from symoro.pipeline.tracing import trace_at


@pytest.mark.parametrize("model", [symoro.coriolis, symoro.operational, symoro.accelerations])
@pytest.mark.parametrize("n", [8, 12])
def test_rotations_in_factors_are_the_cheaper_form_of_long_chains(
    monkeypatch: pytest.MonkeyPatch, model: Callable[..., symoro.Model], n: int
) -> None:
    """Beyond a size they are taken without a comparison; here both ways are compared."""
    robot = general_chain(n)
    both = model(robot, level="O2", verify=False)
    traced: list[str] = []

    def recorded(level: str, plan: Plan, name: str, *others: Any) -> Program:
        traced.append(name)
        return trace_at(level, plan, name, *others)

    monkeypatch.setattr(page, "trace_at", recorded)
    monkeypatch.setattr(page, "_LARGE", 0)
    one = model(robot, level="O2", verify=False)
    assert len(traced) == 1
    assert call_cost(one.program) == call_cost(both.program)


def test_statements_are_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Well-formedness, counts and offline parts share what is inside each statement."""
    program = symoro.idm(general_chain(6), level="O1", verify=False).program
    inside = program.statement_nodes
    assert len(inside) == len(program.statements)
    for statement, nodes in zip(program.statements, inside, strict=True):
        assert nodes == program.graph.reachable(statement.uses, through_lets=False)
    walks = []
    reachable = Graph.reachable

    def counted(self: Graph, *args: object, **options: object) -> list[int]:
        walks.append(1)
        return reachable(self, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Graph, "reachable", counted)
    program.verify()
    call_cost(program)
    assert program.offline_nodes is not None
    assert len(walks) <= len(program.outputs)


def test_an_expression_that_no_file_holds_is_refused_with_the_way_out() -> None:
    """Each element of the transformation doubles with every two joints."""
    robot = general_chain(20)
    with pytest.raises(ModelError, match=r"_transform has [\d,]{8,} operations in .* level='O2'"):
        symoro.transform(robot, level="O1")
    assert symoro.transform(robot, level="O2", verify=False).operations.total < 2000
    assert symoro.fast_transform(robot, level="O1", verify=False).operations.total < 2000


@pytest.mark.parametrize("count", [1, 5, 12, 23, 24, 61, 100])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.7, 1.0])
def test_the_best_frame_of_many_is_found_by_trying_few(count: int, place: float) -> None:
    """Costs that fall towards one frame and rise after it, as those of chains do."""
    best = round(place * (count - 1))
    tried: list[int] = []

    def cost(frame: int) -> int:
        tried.append(frame)
        return abs(frame - best)

    assert least(range(count), cost) == best
    assert len(set(tried)) <= min(count, 24 + 2 * (count // 12))
