"""Dead code: what is kept means the same, in the same order; a second run changes nothing."""

from __future__ import annotations

import pytest

from random_robots import random_tree
from symoro import library
from symoro.catalog.table import model_definition
from symoro.expressions import ModularArithmetic
from symoro.ir import Program, interpret
from symoro.passes import DeadCode, count
from symoro.pipeline.tracing import trace
from symoro.robot import Robot

OUTPUTS = (["GAM"], ["E"], ["N"], ["GAM", "E", "N"])


def whole(seed: int) -> Program:
    """The trace of a random tree, all of it."""
    return traced(random_tree(seed), OUTPUTS[seed % len(OUTPUTS)])


def traced(robot: Robot, outputs: list[str]) -> Program:
    return trace(model_definition("idm").plan(robot, {}), "test", outputs)


@pytest.mark.parametrize("seed", range(24))
def test_the_outputs_keep_their_meaning_exactly(seed: int) -> None:
    program = whole(seed)
    reduced = DeadCode()(program)
    field = ModularArithmetic(f"dead code {seed}")
    values = {item.name: field.symbol(item.name) for item in program.inputs}
    assert interpret(reduced, values, field) == interpret(program, values, field)


@pytest.mark.parametrize("seed", range(24))
def test_what_is_kept_is_in_order_and_all_of_it_is_needed(seed: int) -> None:
    program = whole(seed)
    reduced = DeadCode()(program)
    kept = set(reduced.assigned_names)
    assert reduced.statements == tuple(s for s in program.statements if kept.issuperset(s.names))
    assert reduced.inputs == program.inputs
    assert reduced.outputs == program.outputs
    used = {abs(edge) for output in reduced.outputs for edge in output.elements}
    for statement in reduced.statements:
        used.update(reduced.graph.reachable(statement.uses, through_lets=False))
    assert not any(used.isdisjoint(statement.nodes) for statement in reduced.statements)


@pytest.mark.parametrize("seed", range(8))
def test_a_second_run_changes_nothing(seed: int) -> None:
    once = DeadCode()(whole(seed))
    assert DeadCode()(once).statements == once.statements


def test_fewer_outputs_need_fewer_operations() -> None:
    robot = library.robot("rx90")
    some = DeadCode()(traced(robot, ["GAM"]))
    everything = DeadCode()(traced(robot, ["GAM", "E", "N"]))
    assert count(some).total < count(everything).total
    assert len(some.statements) < len(everything.statements)


def test_a_program_without_outputs_is_empty() -> None:
    assert DeadCode()(traced(library.robot("rrp"), [])).statements == ()
