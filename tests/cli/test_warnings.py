"""Every command that takes a robot repeats the warnings of `check`; --strict makes them errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import Command
from symoro import library

WARNING = (
    "arm.par:24:11: warning: frame 2, alpha: 90 is more than a turn; angles are in radians: 90 "
    "degrees are Pi/2\n"
)
COMMANDS = {
    "a model": ["jacobian", "arm.par"],
    "a model as files": ["jacobian", "arm.par", "--lang", "c", "-o", "out"],
    "base parameters": ["base-parameters", "arm.par", "-o", "out"],
    "show": ["show", "arm.par"],
    "convert": ["convert", "arm.par", "-o", "other.json"],
    "singularities": ["singularities", "arm.par"],
    "workspace": ["workspace", "arm.par", "--samples", "10", "--param", "D2=1"],
    "limits": ["workspace", "arm.par", "--samples", "10", "--param", "D2=1", "--limit", "t2=0:1"],
    "draw": ["draw", "arm.par", "--plot", "arm.png", "--param", "D2=1"],
    "linear numbers": ["linearize", "arm.par", "--at", "t1=0", "--no-verify"],
}
NUMBERS = {"linear numbers": 1}  # numbers of the inertia are missing: refused after the warning


@pytest.fixture
def arm(tmp_path: Path, command: Command) -> Path:
    """A robot whose second alpha is in degrees."""
    command("new", "arm", "--joints", "2")
    path = tmp_path / "arm.par"
    text = path.read_text().replace("Alpha = {\n        0,0}", "Alpha = {\n        0,90}")
    path.write_text(text.replace("d = {\n        0,0}", "d = {\n        0,D2}"))
    assert "0,90" in path.read_text()
    return path


@pytest.mark.usefixtures("arm")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_repeats_the_warnings_of_check(command: Command, name: str) -> None:
    checked = command("check", "arm.par")
    assert WARNING in checked.out
    result = command(*COMMANDS[name])
    assert WARNING in result.err
    assert result.err.count("more than a turn") == 1
    assert result.status == (2 if name in NUMBERS else 0)


@pytest.mark.usefixtures("arm")
@pytest.mark.parametrize("name", [*COMMANDS, "check", "verify"])
def test_strict_makes_warnings_errors_and_nothing_is_written(
    command: Command, tmp_path: Path, name: str
) -> None:
    before = sorted(tmp_path.iterdir())
    result = command(*COMMANDS.get(name, [name, "arm.par"]), "--strict")
    assert result.status == 1
    assert WARNING in (result.out if name == "check" else result.err)
    last = result.err.splitlines()[-1]
    assert last == "error: arm.par has 1 warning; --strict refuses it"
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.usefixtures("arm")
def test_json_stays_pure(command: Command) -> None:
    result = command("jacobian", "arm.par", "--json")
    assert json.loads(result.out)["warnings"] == [WARNING.partition("warning: ")[2].strip()]
    assert WARNING in result.err
    data = json.loads(command("base-parameters", "arm.par", "--json").out)
    assert len(data["warnings"]) == 1


@pytest.mark.usefixtures("arm")
def test_the_files_have_the_warnings(command: Command, tmp_path: Path) -> None:
    command("jacobian", "arm.par", "--lang", "c", "--lang", "listing", "-o", "out")
    command("base-parameters", "arm.par", "-o", "out")
    said = WARNING.partition("warning: ")[2].strip()
    for file in ("arm_jac.c", "arm.jac", "arm.regp"):
        assert f"Warning: {said}" in (tmp_path / "out" / file).read_text()


def test_options_that_make_a_robot_doubtful_are_said(command: Command, tmp_path: Path) -> None:
    text = library.text("rx90").replace("0,Pi/2,0,", "0,A2,0,", 1)
    (tmp_path / "rx.par").write_text(text)
    assert command("fast-transform", "rx.par", "--strict").status == 0
    result = command("fast-transform", "rx.par", "--set", "A2=90")
    assert result.err.startswith("rx.par: warning: frame 2, alpha: 90 is more than a turn")
    assert command("fast-transform", "rx.par", "--set", "A2=90", "--strict").status == 1


def test_options_that_take_a_doubt_away_are_heard(command: Command, tmp_path: Path) -> None:
    text = library.text("rx90").replace("Sigma = {\n        0,0,0", "Sigma = {\n        0,0,2")
    text = text.replace("Mu = {\n        1,1,1", "Mu = {\n        1,1,0")
    (tmp_path / "rx.par").write_text(text)
    left = "warning: frame 3, theta: t3 is a constant here: frame 3 is fixed (sigma 2)"
    assert left in command("fast-transform", "rx.par").err
    assert "warning" not in command("fast-transform", "rx.par", "--set", "t3=0").err


def test_what_a_file_contradicts_is_repeated(command: Command, tmp_path: Path) -> None:
    text = library.text("planar2r").replace("NF = ", "NF = 1", 1)
    (tmp_path / "p.par").write_text(text)
    result = command("idm", "p.par")
    assert "p.par:" in result.err.splitlines()[0]
    assert "the lists are used" in result.err.splitlines()[0]
    assert "Warning: NF is" in result.out


@pytest.mark.parametrize("name", ["acrobot", "rx90"])
def test_a_right_robot_is_silent(command: Command, name: str) -> None:
    for verb in ("show", "fast-transform"):
        assert "warning" not in command(verb, name, "--strict").err.lower()
