"""Pieces of long programs: all steps in order, bounded, values kept once and as long as needed."""

from __future__ import annotations

import random

import pytest

from symoro.ir.pieces import Pieces, Step, divide


def random_steps(rng: random.Random) -> list[Step]:
    """Steps that read inputs and mostly values made lately."""
    steps: list[Step] = []
    known = [f"x{k}" for k in range(4)]
    for number in range(rng.randint(1, 80)):
        names = tuple(f"v{number}_{k}" for k in range(rng.choice((0, 1, 1, 1, 3))))
        pool = known[-8:] if rng.random() < 0.8 else known
        steps.append(Step(names, {rng.choice(pool) for _ in range(3)}, rng.randint(1, 5)))
        known += names
    return steps


def run(steps: list[Step], pieces: Pieces) -> tuple[dict[object, int], dict[object, int]]:
    """The values of steps in pieces that share nothing but the room; the writes of each value."""
    room: list[tuple[object, int] | None] = [None] * pieces.room
    made: dict[object, int] = {}
    writes: dict[object, int] = {}
    assigned = {name for step in steps for name in step.assigns}
    for piece in pieces.ranges:
        own: dict[object, int] = {}
        for step in steps[piece.start : piece.stop]:
            for name in step.reads:
                if name in own:
                    continue
                if name in assigned:
                    kept = room[pieces.places[name]]
                    assert kept is not None
                    assert kept[0] == name  # no other value took its place
                    own[name] = kept[1]
                else:
                    own[name] = hash(name)
            total = hash(tuple(sorted(own[name] for name in step.reads)))
            for name in step.assigns:
                made[name] = own[name] = hash((name, total))
                if name in pieces.places:
                    room[pieces.places[name]] = name, own[name]
                    writes[name] = writes.get(name, 0) + 1
    return made, writes


@pytest.mark.parametrize("seed", range(60))
def test_pieces_compute_what_the_whole_does(seed: int) -> None:
    rng = random.Random(seed)
    steps, most = random_steps(rng), rng.randint(1, 40)
    whole, pieces = divide(steps, 10**6), divide(steps, most)
    assert (len(whole.ranges), whole.room) == (1, 0)
    assert [k for piece in pieces.ranges for k in piece] == list(range(len(steps)))
    made, writes = run(steps, pieces)
    assert made == run(steps, whole)[0]
    assert writes == dict.fromkeys(pieces.places, 1)  # each value that crosses, once
    for piece in pieces.ranges:
        size = sum(step.size for step in steps[piece.start : piece.stop])
        assert size <= most or len(piece) == 1


def test_a_place_is_used_again_when_its_value_is_read_no_more() -> None:
    steps = [Step((k,), (k - 1,)) for k in range(100)]
    assert divide(steps, 1).room == 2  # the value that a piece reads, and the one that it writes


def test_only_values_that_a_later_piece_reads_have_a_place() -> None:
    steps = [Step(("a",), ("x",)), Step(("b",), ("a", "x")), Step(("c",), ("b", "x"))]
    assert divide(steps, 2).places == {"b": 0} or divide(steps, 2).places == {"a": 0}
    assert divide(steps, 3).places == {}
