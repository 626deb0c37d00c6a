"""--values and --param: every command of a robot takes them, and says what it does with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symoro
from cli.commands import Command
from symoro.catalog.table import function_entries
from symoro.cli.commands import command_named
from symoro.pipeline.entry import ROBOT, FunctionInfo, ModelInfo

COMMANDS = [entry for entry in function_entries() if entry.subject == ROBOT and entry.command]
ALIASES = [name for entry in COMMANDS for name in (entry.name, *entry.aliases)]
NEEDED = {
    "convert": ("-o", "other.par"),
    "draw": ("--plot", "arm.png"),
    "loop-solutions": ("--at", "t1=1"),
    "workspace": ("--samples", "100"),
}
TWICE = ("verify", "jacobian-det", "jacobian-inverse")  # commands that take a while
NUMBERS = {"fourbar": ("example", "L2=0.55"), "mobile3w": ("example", "L=0.7")}


def words(entry: FunctionInfo) -> tuple[str, ...]:
    """The words of a command for a robot that has it."""
    loops = entry.name == "loop-solutions" or (isinstance(entry, ModelInfo) and entry.loops)
    wheels = isinstance(entry, ModelInfo) and entry.wheels
    robot = "fourbar" if loops else "mobile3w" if wheels else "planar2r"
    fast = ("--no-verify",) if isinstance(entry, ModelInfo) else ()
    return (entry.name, robot, *NEEDED.get(entry.name, ()), *fast)


@pytest.mark.parametrize("name", ALIASES)
def test_every_command_of_a_robot_has_the_options(name: str) -> None:
    options = {each for p in command_named(name).params for each in p.opts}
    assert {"--values", "--param"} <= options


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_reads_them(command: Command, entry: FunctionInfo) -> None:
    for options, message in (
        (("--values", "mine"), "has no value set mine; its value sets are: "),
        (("--values", "mine.json"), "mine.json: there is no such file"),
        (("--param", "K9=1"), "has no symbol K9"),
        (("--param", "K9"), "--param takes NAME=NUMBER, not K9"),
        (("--param", "K9=1", "--param", "K9=2"), "--param K9 is given twice"),
    ):
        result = command(*words(entry), *options)
        assert (result.status, result.out) == (2, "")
        assert message in result.err


@pytest.mark.parametrize(
    "entry", [e for e in COMMANDS if e.name not in TWICE], ids=lambda entry: entry.name
)
def test_every_command_takes_them(command: Command, entry: FunctionInfo) -> None:
    name, robot, *others = words(entry)
    own, single = NUMBERS.get(robot, ("course", "d2=0.5"))
    result = command(name, robot, *others, "--values", own, "--param", single)
    assert result.status == 0, result.err


def test_the_numbers_are_in_the_text_and_in_its_header(command: Command) -> None:
    result = command(
        "idm", "ur5", "--values", "maker", "--param=M6=0.4", "--lang", "c", "-o", "out"
    )
    assert result.status == 0
    assert "ur5 idm at O2: 119 additions, 151 multiplications" in result.err
    text = Path("out/ur5_dyn.c").read_text()
    assert " * Options: --values maker --param M6=0.4\n" in text
    assert not Path("out/ur5_parameters.h").exists()
    kept = command("idm", "ur5", "--values", "maker", "--lang", "c", "-o", "out")
    assert kept.status == 2
    assert "was made at level O2 with --values maker --param M6=0.4, this one" in kept.err
    assert Path("out/ur5_dyn.c").read_text() == text


def test_a_file_of_numbers_does_the_same_and_is_named(command: Command) -> None:
    Path("numbers.json").write_text('{"d2": 0.1, "d3": 1e-1}')
    words = ("transform", "planar2r", "--no-verify")
    by_file = command(*words, "--values", "numbers.json")
    by_name = command(*words, "--param", "d2=0.1,d3=1/10")
    assert "(* Options: --values numbers.json --no-verify *)" in by_file.out
    assert "(* Options: --param d2=0.1,d3=0.1 --no-verify *)" in by_name.out
    statements = [r.out.rpartition("(*")[2] for r in (by_file, by_name)]
    assert statements[0] == statements[1]
    data = json.loads(command(*words, "--values", "numbers.json", "--json").out)
    assert data["options"] == "--values numbers.json --no-verify"
    assert data["parameters"] == []


def test_the_name_of_a_file_cannot_end_a_comment(command: Command) -> None:
    Path("a*").mkdir()
    Path("a*/b.json").write_text('{"d2": 1}')
    result = command("transform", "planar2r", "--lang", "c", "--values", "a*/b.json")
    assert result.status == 0
    assert result.out.count("*/") == result.out.count("/*")


def test_what_stays_symbolic_is_noted(command: Command) -> None:
    result = command("idm", "rx90", "--values", "lengths", "--no-verify")
    assert "parameters without a value in lengths, left as symbols: " in result.err
    data = json.loads(command("idm", "rx90", "--values", "lengths", "--no-verify", "--json").out)
    assert any("left as symbols" in note for note in data["notes"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("loop-solutions fourbar --at t1=1", True),
        ("linearize planar2r --at t1=0 --no-verify", True),
        ("singularities planar2r --at t1=0 --at t2=0", True),
        ("draw planar2r --plot a.png", True),
        ("singularities planar2r", False),
        ("linearize planar2r --no-verify", False),
        ("loop-solutions fourbar --at t1=1 --values example", False),
    ],
)
def test_commands_that_need_numbers_take_the_only_set_and_say_so(
    command: Command, line: str, told: bool
) -> None:
    result = command(*line.split())
    assert result.status == 0
    name = "example" if "fourbar" in line else "course"
    robot = line.split()[1]
    assert (f"values: {name}, the only value set of {robot}\n" in result.err) == told


def test_the_workspace_says_whose_lengths_it_has(command: Command) -> None:
    Path("mine.json").write_text('{"d2": 1.5, "d3": 0.5}')
    words = ("workspace", "planar2r", "--samples", "50")
    assert "lengths: value set course, the only one of planar2r" in command(*words).out
    assert "lengths: file mine.json" in command(*words, "--values", "mine.json").out
    assert (
        "lengths: value set course, d2 given"
        in command(*words, "--values", "course", "--param", "d2=2").out
    )


def test_a_robot_is_shown_written_checked_and_verified_with_numbers(command: Command) -> None:
    numbers = ("--values", "course", "--param", "M2=0.1")
    assert "0.1" in command("show", "planar2r", *numbers).out.partition("Values")[0]
    command("convert", "planar2r", "-o", "arm.json", *numbers)
    arm = symoro.load("arm.json")
    assert str(arm.link(2).M) == "0.1"
    assert not arm.symbols & {"d2", "d3", "ZZ1", "M2", "G2"}
    found = command("check", "planar2r", *numbers)
    assert found.status == 0
    assert "warning: value set 'course with M2 = 0.1', frame 2, XX..ZZ: " in found.out
    assert command("check", "planar2r", *numbers, "--strict").status == 1
    verified = command("verify", "planar2r", "--values", "course", "--json")
    assert verified.status == 0
    models = json.loads(verified.out)["models"]
    assert {each["options"].partition(" --outputs")[0] for each in models} >= {"--values course"}
    assert all(each["verified"] for each in models)


def test_linear_numbers_record_the_set_that_was_taken(command: Command) -> None:
    data = json.loads(command("linearize", "planar2r", "--at", "t1=0", "--json").out)
    assert data["options"] == "--at t1=0.0,t2=0.0 --values course"
    named = command("linearize", "planar2r", "--at", "t1=0", "--values", "course", "--json")
    assert json.loads(named.out) == data
