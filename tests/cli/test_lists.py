"""Options that take several values: commas and repeats mean the same, in every command."""

from __future__ import annotations

from typing import Any

import pytest

from cli.commands import COMMAND, Command
from symoro.cli.commands import ENTRIES, command_named

COMMANDS: dict[str, Any] = {name: command_named(name) for name in ENTRIES}
OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if getattr(option, "multiple", False)
]
NEEDED = {"convert": ["-o", "a.par"], "new": ["--joints", "2"]}


def values(name: str, option: Any, *given: str) -> object:
    """The value that the function of a command gets for an option."""
    words = ["rx90", *NEEDED.get(name, [])]
    words += [word for each in given for word in (option.opts[0], each)]
    with COMMANDS[name].make_context(name, words) as context:
        return context.params[option.name]


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda x: getattr(x, "name", x))
def test_commas_and_repeats_mean_the_same(name: str, option: Any) -> None:
    one, other = ("t1=atan2(1, 2)", "t2=0") if "=" in option.metavar else ("1-3", "6")
    assert values(name, option, f"{one},{other}") == [one, other]
    assert values(name, option, one, f" {other} ") == [one, other]
    assert values(name, option) == []


INVERSE = ("igm", "igm-matrices", "inverse-kinematics")


def test_no_option_of_several_values_is_missed() -> None:
    names = {option.opts[0] for _, option in OPTIONS}
    assert names >= {
        *("--lang", "--outputs", "--with", "--set", "--derivative", "--from", "--to", "--active"),
        *("--rows", "--cols", "--only", "--free", "--states", "--at", "--param"),
    }
    single = {
        (name, option.opts[0])
        for name, command in COMMANDS.items()
        for option in command.params
        if option.opts[0] in names and not option.multiple
    }
    chains = {(name, end) for name in INVERSE for end in ("--from", "--to")}  # one chain, one pose
    assert single == {("optimize", "--from"), *chains}  # the language of the text


def test_free_joints_with_a_comma_are_both_free(command: Command) -> None:
    listed = command("hybrid", "rx90", "--free", "5,6", "--no-verify")
    assert listed.status == 0
    assert "Options: --free 5,6 " in listed.out
    assert listed == command("hybrid", "rx90", "--free", "5", "--free", "6", "--no-verify")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("hybrid rx90 --free 5,x", "free takes numbers such as 1-3,6, not '5,x'"),
        ("hybrid rx90 --free ,", "--free takes J, and none is given"),
        ("hybrid rx90 --free 5,,6", "--free 5,,6: a value beside a comma is empty"),
        ("jacobian-det rx90 --rows 1,2,", "--rows 1,2,: a value beside a comma is empty"),
        ("idm rx90 --lang ,", "--lang takes NAMES, and none is given"),
        ("idm rx90 --with ia,gravity", "--with gravity is not valid"),
        ("loop-solutions fourbar --active x", "active takes numbers such as 1-3,6, not 'x'"),
    ],
)
def test_what_is_no_list_is_a_usage_error(command: Command, words: str, message: str) -> None:
    done = command(*words.split())
    assert (done.status, done.out) == (2, "")
    assert message in done.err


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("symoro gravity-t", ["gravity-torques"]),
        ("symoro ccg rx90 --only gr", ["gravity"]),
        ("symoro ccg rx90 --only gravity,co", ["gravity,coriolis"]),
        ("symoro idm rx90 --level O", ["O0", "O1", "O2"]),
    ],
)
def test_names_and_words_of_options_are_completed(
    typed: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_SYMORO_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    with pytest.raises(SystemExit):
        COMMAND.main([], prog_name="symoro")
    assert capsys.readouterr().out.split() == words
