"""Two parts: prepare, then step, compute what the program does; k holds what the step reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ir.systems import VALUES, chained
from passes.random_programs import Maker, made, random_program
from random_robots import random_tree
from symoro.catalog.table import model_definition
from symoro.expressions import ModularArithmetic
from symoro.ir import Program, Role, interpret
from symoro.passes import DeadCode, Regroup, count
from symoro.passes.split import SplitProgram, split
from symoro.pipeline.tracing import trace

SEEDS = range(40)


def given(seed: int) -> Program:
    """Random programs, as they are and regrouped, and models of random robots."""
    if seed % 4 == 3:
        program = trace(
            model_definition("idm").plan(random_tree(seed, links=3), {}), "test", ["GAM"]
        )
        return Regroup()(DeadCode()(program))
    return Regroup()(random_program(seed)) if seed % 2 else random_program(seed)


def one_after_the_other(
    parts: SplitProgram, values: Mapping[str, Any], field: ModularArithmetic
) -> dict[str, list[Any]]:
    """Run prepare on the parameters alone, then step on the rest and k alone."""
    step = parts.step
    known: dict[str, Any] = {i.name: values[i.name] for i in step.inputs if i.array != parts.k}
    if parts.prepare is not None:
        constants = {item.name: values[item.name] for item in parts.prepare.inputs}
        k = interpret(parts.prepare, constants, field)[parts.k]
        places = [item for item in step.inputs if item.array == parts.k]
        known |= {item.name: k[item.index[0]] for item in places}
    return interpret(step, known, field)


def check(program: Program) -> SplitProgram:
    """Check the laws of a split."""
    parts = split(program)
    field = ModularArithmetic("split", loose=True)
    values = {item.name: field.symbol(item.name) for item in program.inputs}
    assert one_after_the_other(parts, values, field) == interpret(program, values, field)
    step, counted = parts.step.verify(), count(program)
    k = [item for item in step.inputs if item.role is Role.PARAMETER]
    assert [item.index for item in k] == [(i,) for i in range(len(k))]
    assert all(item.array == parts.k for item in k)
    assert set(k) <= set(step.used_inputs)  # nothing stands in k that the step does not read
    assert dict(step.shapes)[parts.k] == (len(k),)
    assert [o.shape for o in step.outputs] == [o.shape for o in program.outputs]
    assert not step.offline_nodes
    assert (parts.prepare is None) == (not k)
    online, offline = counted.online, counted.offline
    assert online is not None
    assert offline is not None
    now = count(step)
    assert (now.add, now.mul, now.trig, now.functions, now.solve) == (
        online.add, online.mul, online.trig, online.functions, online.solve,
    )  # fmt: skip
    if parts.prepare is not None:
        prepared = count(parts.prepare.verify())
        assert prepared.total == offline.total
        assert all(item.role is Role.PARAMETER for item in parts.prepare.inputs)
    return parts


@pytest.mark.parametrize("seed", SEEDS)
def test_the_parts_one_after_the_other_are_the_program(seed: int) -> None:
    check(given(seed))


def test_systems_go_to_the_part_that_they_belong_to() -> None:
    parts = check(chained())
    assert parts.prepare is not None
    assert [each.names for each in parts.prepare.systems] == [("K13", "K23")]
    assert [len(each.names) for each in parts.step.systems] == [3, 4]
    assert {"K13", "K23"} <= {item.name for item in parts.step.inputs}
    assert set(VALUES) > {item.name for item in parts.prepare.inputs}


def test_a_step_without_constants_needs_no_preparation() -> None:
    def write(p: Maker) -> Sequence[Any]:
        return [p.inputs["x"] * p.inputs["y"] + 2, p.call("sin", p.inputs["x"])]

    parts = check(made(write))
    assert parts.prepare is None


def test_constant_outputs_only_pass_through() -> None:
    maker = Maker()
    a, b = maker.inputs["a"], maker.inputs["b"]
    named = maker.let("N", a * b)
    parts = check(maker.program({"V": [named, -named, a, maker.number(3), maker.number(0)]}))
    assert parts.prepare is not None
    assert parts.step.statements == ()
    assert [item.name for item in parts.step.inputs if item.array == parts.k] == ["a", "N"]


def test_an_output_that_is_an_input_of_the_call_stays_in_the_step() -> None:
    maker = Maker()
    parts = check(maker.program({"V": [maker.inputs["x"], -maker.inputs["y"]]}))
    assert parts.prepare is None


def test_the_array_between_them_does_not_take_a_name_that_is_there() -> None:
    assert "k" in {item.name for item in random_program(0).inputs}
    assert split(random_program(0)).k == "k_"
    free = Maker(parameters=("a",))
    assert split(free.program({"V": [free.inputs["a"]]})).k == "k"
    output = Maker(parameters=("a",))
    assert split(output.program({"k": [output.inputs["a"]]})).k == "k_"
