"""symoro new --dh: the robot of a data sheet's table, from options or from a terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cli.commands import Command, Result
from sheets import STANFORD, UR10E, Sheet
from symoro.library import load
from symoro.robot import Robot


def options(sheet: Sheet) -> list[str]:
    columns = {name: sheet.columns[name] for name in ("a", "alpha", "d", "theta")}
    words = [(f"--{name}", ",".join(map(str, column))) for name, column in columns.items()]
    return ["--dh", sheet.convention, *(word for pair in words for word in pair)]


def from_sheet(sheet: Sheet, name: str) -> Robot:
    return Robot.from_dh(**sheet.columns, convention=sheet.convention, name=name)


def test_the_columns_of_a_sheet_become_a_file(command: Command) -> None:
    result = command("new", "arm", *options(UR10E), "--degrees")
    assert result == Result(0, "", "wrote arm.par\n")
    assert load("arm.par") == from_sheet(UR10E, "arm")


def test_letters_tell_the_joint_types(command: Command) -> None:
    words = options(STANFORD)
    command("new", "arm", *words, "--degrees", "--joints", "RRPRRR", "-o", "arm.json")
    assert load("arm.json") == from_sheet(STANFORD, "arm")


def test_reversed_joints_and_expressions_are_taken(command: Command) -> None:
    words = ["--a", "L,atan2(1,2)", "--alpha", "Pi/2,0", "--d", "0,0", "--theta", "-1,0"]
    command("new", "arm", "--dh", "classic", *words, "--radians", "--reversed", "2")
    robot = Robot.from_dh(
        ["L", "atan2(1,2)"],
        ["Pi/2", 0],
        [0, 0],
        [-1, 0],
        convention="classic",
        degrees=False,
        reversed_joints=[2],
        name="arm",
    )
    assert load("arm.par") == robot


def test_the_other_convention_is_told_and_the_file_written(command: Command) -> None:
    words = [word.replace("classic", "modified") for word in options(UR10E)]
    result = command("new", "arm", *words, "--degrees")
    assert result.status == 0
    assert result.err.startswith("warning: a and alpha of the last joint are zero and those of")
    assert "the convention classic was probably meant\nwrote arm.par\n" in result.err


UR = options(UR10E)
WRONG = {
    "the table is not complete: give --degrees or --radians": UR,
    "--degrees and --radians: one of them": [*UR, "--degrees", "--radians"],
    "such as 0,0.4,0, --alpha, --d, --theta, --degrees": ["--dh", "classic", "--joints", "6"],
    "give --d with a value for each joint": [
        *("--dh", "classic", "--a", "0", "--alpha", "0", "--theta", "0", "--degrees")
    ],
    "6 in theta, 5 in joints": [*UR, "--degrees", "--joints", "5"],
    "probably in degrees": [*UR, "--radians"],
    "not a joint type": [*UR, "--degrees", "--joints", "RRRRRX"],
    "--joints takes at most 5000": [*UR, "--degrees", "--joints", "6000"],
    "--dh takes classic or modified, not denavit": ["--dh", "denavit"],
    "--dh describes a simple chain": [*UR, "--degrees", "--type", "tree"],
    "(in 0 0.4); commas separate values: 0,0.4,0": [
        *("--dh", "classic", "--a", "0 0.4", "--alpha", "0,0", "--d", "0,0", "--theta", "0,0")
    ],
    "(in 0;0.4); commas separate values": [
        *("--dh", "classic", "--a", "0;0.4", "--alpha", "0,0", "--d", "0,0", "--theta", "0,0")
    ],
    "--a belongs to a Denavit-Hartenberg table": ["--joints", "2", "--a", "0,0"],
    "--a, --degrees belong to a Denavit-Hartenberg table; add --dh classic": [
        "--joints",
        "2",
        "--a",
        "0,0",
        "--degrees",
    ],
    "letters need --dh": ["--joints", "RRP"],
    "--joints N is missing": [],
    "--d, value 2: an expression is missing here": [
        *("--dh", "classic", "--a", "0,0", "--alpha", "0,0", "--d", "0,", "--theta", "0,0")
    ],
    "reversed takes numbers": [*UR, "--degrees", "--reversed", "two"],
    "no such joint; found 7": [*UR, "--degrees", "--reversed", "7"],
}


@pytest.mark.parametrize("reason", WRONG)
def test_what_is_missing_or_wrong_is_told_and_nothing_written(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("0,0\n" * 9))  # not a terminal: nobody is asked
    result = command("new", "arm", *WRONG[reason])
    assert result.status in (1, 2)
    assert reason in result.err
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    """Answers typed on a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_asked_until_the_answers_make_a_table(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = ["what", "deg", "0,0.4", "90,0,0", "90,0", "0.3,x+", "0.3,0", "0,90"]
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{line}\n" for line in answers)))
    result = command("new", "arm", "--dh", "classic", "--joints", "2")
    assert result.status == 0
    assert "twists alpha about x [degrees]; 2 values, with commas" in result.err
    for mistake in (
        "degrees or radians, not what",
        "alpha has 3 values; expected 2",
        "--d, value 2",
    ):
        assert mistake in result.err
    columns = [0, 0.4], [90, 0], [0.3, 0], [0, 90]
    robot = Robot.from_dh(*columns, convention="classic", degrees=True, name="arm")
    assert load("arm.par") == robot


def test_only_what_is_missing_is_asked_for(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("0,0\n"))
    words = ["--a", "0,L", "--alpha", "0,0", "--theta", "0,0", "--radians"]
    result = command("new", "arm", "--dh", "modified", *words)
    assert result.err.count("with commas") == 1
    assert load("arm.par").n_dof == 2


def test_an_existing_file_is_refused_before_anything_is_asked(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "arm.par").write_text("precious")
    monkeypatch.setattr("sys.stdin", Terminal(""))
    result = command("new", "arm", "--dh", "classic", "--joints", "2")
    assert result == Result(2, "", "error: arm.par exists; --force overwrites it\n")


def test_an_interrupted_dialogue_writes_nothing(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("deg\n0,1\n"))
    result = command("new", "arm", "--dh", "classic")
    assert result.status == 1
    assert list(tmp_path.iterdir()) == []
