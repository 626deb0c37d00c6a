"""Linear systems in passes: kept whole or removed, counted by size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ir.systems import VALUES, chained
from symoro.expressions import ModularArithmetic
from symoro.ir import Program, interpret
from symoro.passes import DeadCode, Operations, SystemSize, count


def only(*outputs: str) -> Program:
    """The program with some of its outputs."""
    program = chained()
    kept = tuple(output for output in program.outputs if output.name in outputs)
    return replace(program, outputs=kept)


@pytest.mark.parametrize(
    ("outputs", "kept"),
    [
        (("X",), ["X11"]),
        (("Y",), ["X11", "Y112"]),
        (("K",), ["K13"]),
        (("Z",), ["X11", "Y112", "K13", "Z1"]),
        ((), []),
    ],
)
def test_a_system_is_kept_if_one_of_its_unknowns_is_needed(
    outputs: tuple[str, ...], kept: list[str]
) -> None:
    reduced = DeadCode()(only(*outputs))
    assert [statement.names[0] for statement in reduced.statements] == kept
    assert DeadCode()(reduced).statements == reduced.statements
    field = ModularArithmetic("dead code")
    values = {name: field.symbol(name) for name in VALUES}
    assert interpret(reduced, values, field) == interpret(only(*outputs), values, field)


def test_one_unknown_keeps_the_whole_system() -> None:
    program = chained()
    output = program.outputs[1]
    one = replace(program, outputs=(replace(output, shape=(1,), elements=output.elements[3:]),))
    assert DeadCode()(one).assigned_names == ("X11", "X21", "X31", "Y112", "Y122", "Y212", "Y222")


def test_systems_are_counted_by_size_and_their_elements_like_any_statement() -> None:
    operations = count(chained())
    sizes = (SystemSize(3), SystemSize(2, 2), SystemSize(2))
    assert operations.solve == sizes
    # b - 1; a*b; q1*q2; X3*q1; and the last statement X1 - Y12*K2 + K1
    assert (operations.add, operations.mul) == (1 + 2, 3 + 1)
    assert operations.online is not None
    assert operations.offline is not None
    assert operations.online.solve == sizes[:2]
    assert operations.offline.solve == sizes[2:]
    assert (operations.offline.add, operations.offline.mul) == (0, 0)


def test_counts_are_plain_data_and_words() -> None:
    operations = count(chained())
    assert operations.as_dict()["solve"] == [
        {"unknowns": 3, "right_hand_sides": 1, "kind": "general"},
        {"unknowns": 2, "right_hand_sides": 2, "kind": "general"},
        {"unknowns": 2, "right_hand_sides": 1, "kind": "general"},
    ]
    assert str(Operations(functions={"sqrt": 1}, solve=(SystemSize(3),))) == (
        "0 additions, 0 multiplications, 0 sines and cosines, 1 sqrt, 1 solve of 3 unknowns"
    )
    several = Operations(solve=(SystemSize(2), SystemSize(1), SystemSize(2), SystemSize(2, 4)))
    assert several.other_operations == (
        ", 1 solve of 1 unknown, 2 solves of 2 unknowns, "
        "1 solve of 2 unknowns for 4 right-hand sides"
    )
