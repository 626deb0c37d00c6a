"""Value numbering: the same outputs from fewer operations, on random programs and by hand.

Residues are equal exactly. Over floats sums and products are rounded in another order: 1e-12 of
the largest named value is some thousand units in the last place, for at most 60 values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

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
from symoro.errors import UsageError
from symoro.ir import Op, Program
from symoro.passes import DeadCode
from symoro.passes.value_numbering import ValueNumbering

SEEDS = range(60)


@cache
def given(seed: int) -> Program:
    return random_program(seed)


@cache
def numbered(seed: int) -> Program:
    return ValueNumbering()(given(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_outputs_are_the_same(seed: int) -> None:
    before, after = given(seed), numbered(seed)
    assert exact(after) == exact(before)
    expected, found = numbers(before, seed), numbers(after, seed)
    scale = max(expected.pop("largest")[0], found.pop("largest")[0])
    for name, elements in expected.items():
        assert found[name] == pytest.approx(elements, rel=0, abs=1e-12 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_operations_are_never_more(seed: int) -> None:
    """A reciprocal that is used m times is one division and m products."""
    before, after = online(DeadCode()(given(seed))), online(numbered(seed))
    assert after.total <= before.total + shared_inverses(numbered(seed))
    assert after.trig <= before.trig
    assert len(after.solve) <= len(before.solve)
    assert all(n <= before.functions[name] for name, n in after.functions.items())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_run_finds_nothing(seed: int) -> None:
    once = numbered(seed)
    twice = ValueNumbering()(once)
    assert online(twice) == online(once)
    assert len(twice.statements) == len(once.statements)


@pytest.mark.parametrize("seed", SEEDS)
def test_outputs_keep_their_names_and_inputs_theirs(seed: int) -> None:
    before, after = given(seed), numbered(seed).verify()
    assert after.inputs == before.inputs
    for old, new in zip(before.outputs, after.outputs, strict=True):
        assert (old.name, old.shape) == (new.name, new.shape)
        for a, b in zip(old.elements, new.elements, strict=True):
            if before.graph.node(a).op is Op.LET:
                name = before.graph.node(a).name
                assert after.graph.node(b).name == name
                assert (a > 0) == (b > 0)


@pytest.mark.parametrize("seed", range(10))
def test_the_same_program_gives_the_same_text(seed: int) -> None:
    assert text(ValueNumbering()(random_program(seed))) == text(numbered(seed))


def run(write: Any, name: str = "small") -> tuple[Program, Program]:
    """A program by hand, before and after; its meaning is checked."""
    before = made(write, name)
    after = ValueNumbering()(before)
    assert exact(after) == exact(before)
    return before, after


def test_values_are_one_up_to_order_and_sign() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, a = (p.inputs[name] for name in ("x", "y", "a"))
        left, right = p.let("L", (x + y) - a * x), p.let("R", (x * a - y) - x)
        return [left * y, y * right, a - (y + x)]

    _, after = run(write)
    assert (online(after).add, online(after).mul) == (3, 2)


def test_equalities_that_hold_by_geometry_are_seen() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y = p.inputs["x"], p.inputs["y"]
        S, C = p.call("sin", x), p.call("cos", x)
        zero = p.let("Z", S**2 + C**2 - 1)
        return [zero * y, p.call("sin", 2 * x) - 2 * S * C + y * S, S * y]

    _, after = run(write)
    assert (online(after).add, online(after).mul, online(after).trig) == (0, 1, 1)


def test_a_constant_is_never_taken_from_what_is_online() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, a, b, c = (p.inputs[name] for name in ("x", "a", "b", "c"))
        S, C = p.call("sin", x), p.call("cos", x)
        first = p.let("F", a * (b * S * S) + a * (b * (C * C)))  # a b, but it looks online
        return [first, p.let("K", a * b) * c * x]

    _, after = run(write)
    assert (online(after).total, online(after).trig) == (1, 0)


@pytest.mark.parametrize("point", range(6))
def test_roots_are_positive_at_every_random_point(point: int) -> None:
    """A field has two roots of a square and cannot tell them apart: none may be taken for -x."""

    def write(p: Maker) -> Sequence[Any]:
        x, a, b = (p.inputs[name] for name in ("x", "a", "b"))
        root = p.call("sqrt", a**2 + 1)
        turn, wide = (p.call("atan2", b * n, (a**2 + 1) * n) for n in (1, 2))
        back = p.call("atan2", b * x, (a**2 + 1) * x)
        return [
            p.call("sqrt", x**2),
            root + p.call("sqrt", 9 * (a**2 + 1)),
            *(p.call("cos", angle) for angle in (turn, wide, back)),
            *(p.call("sin", angle) for angle in (turn, wide, back)),
        ]

    before = made(write, f"point{point}")
    found, expected = numbers(ValueNumbering()(before)), numbers(before)
    assert found["OUT"] == pytest.approx(expected["OUT"], abs=1e-12)
    assert found["OUT"][0] > 0


def test_equal_systems_are_solved_once() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y, a = (p.inputs[name] for name in ("x", "y", "a"))
        X = p.solve(["X1", "X2"], [x, a, -a, y], [a + x, y])
        Y = p.solve(["Y1", "Y2"], [x, a, -a, y], [p.let("S", x + a), y])
        other = p.solve(["Z1", "Z2"], [x, a, -a, y], [y, a + x])
        return [*X, *Y, *other]

    _, after = run(write)
    assert [each.names for each in after.systems] == [("X1", "X2"), ("Z1", "Z2")]


def test_a_power_of_a_power_uses_it() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y = p.inputs["x"], p.inputs["y"]
        square = p.let("Q", x * x)
        return [square * y, square * square, square**3]

    _, after = run(write)
    assert online(after).mul == 5


def test_a_division_by_what_is_always_zero_is_refused() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y = p.inputs["x"], p.inputs["y"]
        S, C = p.call("sin", x), p.call("cos", x)
        return [y / p.let("D", S**2 + C**2 - 1)]

    with pytest.raises(UsageError, match="division by zero"):
        ValueNumbering()(made(write))


def test_products_in_an_angle_are_walked_once() -> None:
    """Each angle has the one before twice: walked as a tree, it would have 2^60 leaves."""

    def write(p: Maker) -> Sequence[Any]:
        angle, a = p.inputs["x"], p.inputs["a"]
        for i in range(60):
            angle = p.let(f"A{i}", angle * (angle + a) / 4)
        return [p.call("sin", angle)]

    before = made(write)
    after = ValueNumbering()(before)
    assert online(after) == online(before)


def test_the_users_names_are_kept_and_ours_give_way() -> None:
    def write(p: Maker) -> Sequence[Any]:
        x, y = p.inputs["x"], p.inputs["T1"]
        shared = (x + y) * y
        first = p.let("T2", shared * x)
        return [first, shared * y, p.let("LATER", -(x * (y * (y + x))))]

    _, after = run(write)
    assert after.assigned_names == ("T1_", "T2", "OUT2", "OUT1", "OUT3")
