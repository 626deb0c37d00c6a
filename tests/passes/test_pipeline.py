"""Lists of passes: programs are verified between them, and an observer sees each step."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache

import pytest

import symoro
from passes.random_programs import exact, random_program, text
from symoro.errors import InternalError
from symoro.ir import Program
from symoro.passes import LEVELS, DeadCode, Pass, Pipeline, Regroup, Repeat, call_cost, count
from symoro.pipeline import options


@dataclass(frozen=True)
class Reverse(Pass):
    """Breaks a program: its statements in the opposite order."""

    name = "reverse"

    def __call__(self, program: Program) -> Program:
        return replace(program, statements=program.statements[::-1])


@dataclass(frozen=True)
class Copy(Pass):
    """Changes nothing but the program's identity."""

    name = "copy"

    def __call__(self, program: Program) -> Program:
        return replace(program)


class Record(list[tuple[str, Program, Program, float]]):
    """An observer that keeps what it is told."""

    def __call__(self, *step: object) -> None:
        self.append(step)  # type: ignore[arg-type]


@cache
def inverse_dynamics() -> Program:
    """A program of the RX90 as it was traced."""
    return symoro.idm(symoro.load("rx90"), level="O0", verify=False).program


def test_levels_are_lists_of_passes() -> None:
    assert tuple(LEVELS) == options.LEVELS
    assert LEVELS["O0"].passes == ()
    assert LEVELS["O1"].passes == (DeadCode(),)
    assert LEVELS["O2"].passes == (DeadCode(), Repeat(Regroup(), rounds=3, large=1000))
    names = [level.name for level in LEVELS.values()]
    assert names == ["", "dead-code", "dead-code, regroup, up to 3 times"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_a_level_keeps_the_outputs(level: str, seed: int) -> None:
    before = random_program(seed)
    after = LEVELS[level].run(before)
    assert exact(after) == exact(before)
    assert call_cost(after) <= call_cost(before)
    assert text(LEVELS[level](random_program(seed))) == text(after)


def test_the_empty_list_returns_the_program_itself() -> None:
    program = inverse_dynamics()
    assert Pipeline().run(program) is program


def test_an_observer_is_told_of_each_pass() -> None:
    program, record = inverse_dynamics(), Record()
    after = LEVELS["O2"].run(program, record)
    names, befores, afters, seconds = zip(*record, strict=True)
    assert names[0] == "dead-code"
    assert set(names[1:]) == {"regroup"}
    assert 2 <= len(names) <= 4
    assert (befores[0], afters[-1]) == (program, after)
    assert befores[1:] == afters[:-1]
    costs = [call_cost(each) for each in (program, *afters)]
    assert costs == sorted(costs, reverse=True)
    assert all(each >= 0 for each in seconds)


def test_a_round_that_gains_nothing_is_dropped() -> None:
    program, record = inverse_dynamics(), Record()
    assert Repeat(Copy()).run(program, record) is program
    assert [(name, before, after) for name, before, after, _ in record] == [
        ("copy", program, program)
    ]
    assert Repeat(Copy())(program) is program


def test_rounds_are_limited_and_large_programs_take_one() -> None:
    program = inverse_dynamics()

    def rounds(repeat: Repeat) -> int:
        record = Record()
        repeat.run(program, record)
        return len(record)

    assert rounds(Repeat(Regroup(), rounds=1)) == 1
    assert rounds(Repeat(Regroup(), large=0)) == 1
    assert rounds(Repeat(Regroup())) == 2


def test_a_defect_is_found_after_the_pass_that_made_it() -> None:
    program, record = inverse_dynamics(), Record()
    passes = Pipeline((DeadCode(), Reverse(), Copy()))
    with pytest.raises(InternalError, match="before its assignment"):
        passes.run(program, record)
    assert [name for name, *_ in record] == ["dead-code"]
    with pytest.raises(InternalError, match="before its assignment"):
        Pipeline().run(Reverse()(program))
    with pytest.raises(InternalError, match="before its assignment"):
        Repeat(Reverse()).run(program)


def test_a_program_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[Program] = []
    program, walk = inverse_dynamics(), Program.__post_init__

    def recorded(self: Program) -> None:
        verified.append(self)
        walk(self)

    monkeypatch.setattr(Program, "__post_init__", recorded)
    record = Record()
    LEVELS["O2"].run(replace(program), record)
    rounds = len(record) - 1
    assert len(verified) == len(set(verified)) == 2 + rounds  # as traced, reduced, each round


def test_a_program_is_counted_once() -> None:
    program = inverse_dynamics()
    assert count(program) is count(program)
    assert call_cost(program, two_part=False) >= call_cost(program)


def test_passes_are_data() -> None:
    assert Repeat(Regroup()) == Repeat(Regroup(), rounds=3, large=1000)
    with pytest.raises(FrozenInstanceError):
        DeadCode().rounds = 2  # type: ignore[attr-defined]
