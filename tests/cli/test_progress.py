"""What a command says while a model is simplified."""

from __future__ import annotations

import itertools

import pytest

from cli.commands import Command
from symoro.cli import progress as progress_module
from symoro.cli.progress import Progress


def test_quick_work_passes_in_silence(command: Command) -> None:
    result = command("lagrange", "planar2r", "--expanded", "--outputs", "Q", "--no-verify")
    assert result.status == 0
    assert "simplified" not in result.err


def test_long_work_is_reported_on_standard_error(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "EVERY", 0.0)
    result = command("lagrange", "planar2r", "--expanded", "--no-verify", "--time", "30")
    assert result.status == 0
    lines = [line for line in result.err.splitlines() if line.startswith("simplified")]
    assert lines == [f"simplified {k} of 6 elements" for k in range(1, 7)]
    assert "simplified" not in result.out


def test_lines_come_some_seconds_apart(capsys: pytest.CaptureFixture[str]) -> None:
    clock = itertools.count()  # a second passes between two looks at the clock

    def seconds() -> float:
        return float(next(clock))

    report = Progress(seconds)
    for done in range(1, 10):
        report(done, 9)
    told = capsys.readouterr().err.splitlines()
    assert 2 <= len(told) <= 5
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--expanded", "--time", "0"), "--time is at least 1 second, not 0"),
        (("--time", "5"), "--time belongs to --expanded"),
    ],
)
def test_a_wrong_time_is_wrong_usage(
    command: Command, arguments: tuple[str, ...], message: str
) -> None:
    result = command("lagrange", "planar2r", *arguments)
    assert result.status == 2
    assert message in result.err
