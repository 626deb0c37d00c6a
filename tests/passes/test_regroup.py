"""Regrouping: fewer operations, the same outputs; the same text at every run, whatever the hashes.

Tolerances are those of test_value_numbering.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import external
from clock import at_most
from passes.random_programs import (
    Maker,
    exact,
    made,
    numbers,
    online,
    random_program,
    shared_inverses,
    text,
)
from symoro.ir import Program
from symoro.passes import Regroup
from symoro.passes.value_numbering import ValueNumbering

SEEDS = range(60)


@cache
def given(seed: int) -> Program:
    return random_program(seed)


@cache
def regrouped(seed: int) -> Program:
    return Regroup()(given(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_outputs_are_the_same(seed: int) -> None:
    before, after = given(seed), regrouped(seed).verify()
    assert exact(after) == exact(before)
    assert [(o.name, o.shape) for o in after.outputs] == [(o.name, o.shape) for o in before.outputs]
    expected, found = numbers(before, seed), numbers(after, seed)
    scale = max(expected.pop("largest")[0], found.pop("largest")[0])
    for name, elements in expected.items():
        assert found[name] == pytest.approx(elements, rel=0, abs=1e-12 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_operations_are_never_more_than_by_value_numbering(seed: int) -> None:
    """A reciprocal that is used m times is one division and m products."""
    numbered, after = ValueNumbering()(given(seed)), regrouped(seed)
    before, found = online(numbered), online(after)
    more = max(shared_inverses(after) - shared_inverses(numbered), 0)
    assert found.total <= before.total + more
    assert found.trig <= before.trig
    assert found.functions == before.functions
    assert found.solve == before.solve


def run(write: Any) -> Program:
    """A program by hand, regrouped; its meaning is checked."""
    before = made(write)
    after = Regroup()(before)
    assert exact(after) == exact(before)
    return after


def operations(program: Program) -> tuple[int, int]:
    return online(program).add, online(program).mul


def test_constants_of_a_sum_and_of_a_product_are_taken_together() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, a, b, c = (p.inputs[name] for name in ("x", "y", "a", "b", "c"))
        return [(a + x) + (b + y) - c, (a * x) * (b * y) * c]

    assert operations(run(write)) == (2, 2)


def test_common_pairs_are_computed_once_up_to_sign() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, z, a, b = (p.inputs[name] for name in ("x", "y", "T1", "a", "b"))
        sums = [(x + a * z) + y * z, (b * z - x) - y * z]  # x + y z
        return [*sums, x * (a * (y * z)), z * (b * (y * y))]  # y z

    assert operations(run(write)) == (3, 7)


def test_common_factors_stand_outside() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, z, a = (p.inputs[name] for name in ("x", "y", "T1", "a"))
        return [x * y + (x * z - a * x), y * y * z - y * y * x]

    after = run(write)
    assert operations(after) == (3, 3)


def test_terms_that_cancel_do_not_count() -> None:
    """Two sums have x twice, one of them its opposite as well."""

    def write(p: Maker) -> Sequence[Any]:
        x, y, a, b, c = (p.inputs[name] for name in ("x", "y", "a", "b", "c"))
        return [((b - x) + (c - x)) + (y + x), (y * y + x) + (a + x)]

    assert operations(run(write)) == (5, 1)


def test_a_label_stays_where_its_terms_do() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, z = (p.inputs[name] for name in ("x", "y", "T1"))
        named = p.let("NAMED", x + y)
        return [named + z * z]

    after = run(write)
    assert after.assigned_names == ("NAMED", "OUT1")


def test_long_sums_are_regrouped_in_the_time_of_their_pairs() -> None:
    """Two sums of 300 terms share half of their pairs; by the cube of the terms it took 25 s."""
    names = [f"x{i}" for i in range(301)]
    maker = Maker(state=names)
    x = [maker.inputs[name] for name in names]
    one = two = x[0]
    for i in range(300):
        one, two = one + x[i] * x[i + 1], two + (-1) ** i * (x[i] * x[i + 1])
    before = maker.program({"V": [maker.let("A", one), maker.let("B", two)]})
    with at_most(1):
        after = Regroup()(before)
    assert exact(after) == exact(before)
    assert online(after).total < online(before).total


WRITER = """
import symoro
from passes.random_programs import random_program, text
from symoro.passes import Regroup

for seed in range(12):
    print(text(Regroup()(random_program(seed))))
for name in ("rrp", "stanford"):
    robot = symoro.load(name)
    for model in (symoro.idm, symoro.inertia):
        print(text(model(robot, base_parameters=True, level="O2", verify=False).program))
"""


def test_the_text_does_not_depend_on_hashes() -> None:
    texts = set()
    for seed in ("0", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        environment["PYTHONPATH"] = str(Path(__file__).parents[1])
        done = external.run([sys.executable, "-c", WRITER], environment=environment, check=True)
        texts.add(done.stdout)
    assert len(texts) == 1
    here = "\n".join(text(regrouped(seed)) for seed in range(12))
    assert texts.pop().startswith(here)
