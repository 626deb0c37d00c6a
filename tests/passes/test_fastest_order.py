"""The fastest order: the same statements, each behind those that it uses."""

from __future__ import annotations

import pytest

import symoro
from passes.random_programs import exact, random_program
from symoro.ir import Program
from symoro.listings import read
from symoro.passes import FastestOrder, count, split
from symoro.passes.fastest_order import sine_cosine_pairs, split_at_angles

ORDERS = (FastestOrder(), FastestOrder(pairs_first=True))


def step(robot: str) -> Program:
    return split(symoro.idm(symoro.load(robot), level="O2", verify=False).program).step


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("seed", range(24))
def test_the_outputs_keep_their_meaning_exactly(seed: int, order: FastestOrder) -> None:
    program = random_program(seed)
    assert exact(order.run(program)) == exact(program)  # which refuses a use before its assignment


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_no_statement_is_added_changed_or_lost(order: FastestOrder) -> None:
    program = step("rx90")
    ordered = order.run(program)
    assert ordered.statements != program.statements
    assert sorted(map(str, ordered.statements)) == sorted(map(str, program.statements))
    assert count(ordered) == count(program)


def test_the_angles_of_sines_and_cosines_may_come_first() -> None:
    program = step("rx90")
    pairs = sine_cosine_pairs(program)
    assert len(pairs) > 2
    ordered = FastestOrder(pairs_first=True).run(program)
    first, others = split_at_angles(ordered, pairs)
    assert first
    assert ordered.statements == (*first, *others)
    assert list(sine_cosine_pairs(ordered).items()) == list(pairs.items())


def test_one_angle_alone_is_no_pair() -> None:
    one, another = "S=sin(t1);C=cos(t1);X=S*C;", "S2=sin(t2);C2=cos(t2);"
    assert sine_cosine_pairs(read(one).program) == {}
    assert len(sine_cosine_pairs(read(one + another).program)) == 2
