"""Geometric and kinematic models on the command line: their own options, and what is refused."""

from __future__ import annotations

import json

import pytest

from cli.commands import Command


def test_pairs_of_frames_are_repeated_options(command: Command) -> None:
    pairs = ("--from", "0", "--to", "6", "--from", "-1", "--to", "3")
    result = command("fast-transform", "rx90", *pairs, "--json")
    assert result.status == 0
    assert json.loads(result.out)["outputs"] == ["T0T6", "Tm1T3"]


def test_a_pair_asked_for_twice_comes_once(command: Command) -> None:
    pair = ("--from", "1", "--to", "2")
    result = command("transform", "rx90", *pair, *pair, "--json")
    assert json.loads(result.out)["outputs"] == ["T1T2"]


def test_the_frames_of_a_jacobian_are_noted(command: Command) -> None:
    result = command("jacobian", "rx90", "--link", "5", "--projection", "-1", "--total")
    assert result.status == 0
    assert (
        "Note: link 5, frame of projection -1, intermediate frame 5: velocities at its own origin"
        in result.err.splitlines()
    )
    assert "JT66" not in result.out, "link 5 has five joints"
    assert "JT65" in result.out


def test_a_closed_robot_says_what_its_arguments_are(command: Command) -> None:
    result = command("velocities", "sr400")
    assert result.status == 0
    assert "Note: closed robot: positions and velocities of passive joints" in result.err


FRAMES = "there is no frame {} in rx90; frames are -1 (the world), 0 (the base) and 1 to 6"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("transform rx90 --from 0 --to 7", FRAMES.format(7)),
        ("transform rx90 --from -2 --to 6", FRAMES.format(-2)),
        ("fast-transform rx90 --from 99 --to 6", FRAMES.format(99)),
        ("jacobian rx90 --link 7", FRAMES.format(7)),
        ("jacobian rx90 --projection 8", FRAMES.format(8)),
        ("jacobian rx90 --intermediate -3", FRAMES.format(-3)),
        ("transform rx90 --from 0", "--from and --to come in pairs; there are 1 of the one and 0"),
        ("transform rx90 --to 6", "--from and --to come in pairs; there are 0 of the one and 1"),
        ("transform rx90 --from 0 --to 1 --to 2", "there are 1 of the one and 2 of the other"),
        ("transform rx90 --from zero --to 6", "from takes numbers such as 1-3,6, not 'zero'"),
        ("transform rx90 --from 1.5 --to 6", "from takes numbers such as 1-3,6, not '1.5'"),
        ("jacobian rx90 --link two", "link is a number, not 'two'"),
        ("jacobian rx90 --link", "Option '--link' requires an argument"),
        ("jacobian rx90 --mode 1", "--mode belongs to --actuated"),
        ("velocities rx90 --link 2", "No such option: --link"),
        ("accelerations rx90 --outputs V", "accelerations has no output V; its outputs are VP, WP"),
        ("jdot-qdot rx90 --outputs VP", "jdot-qdot has no output VP; its outputs are VPJ, WPJ"),
    ],
)
def test_wrong_frames_and_options_are_status_two(
    command: Command, arguments: str, message: str
) -> None:
    result = command(*arguments.split())
    assert result.status == 2
    assert message in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("jacobian rx90 --link 0", "rx90: no joint moves between the base and frame 0"),
        ("jacobian rx90 --link -1", "rx90: no joint moves between the base and frame -1"),
        ("jacobian rx90 --actuated", "rx90 has no loops"),
    ],
)
def test_a_model_that_does_not_exist_is_status_one(
    command: Command, arguments: str, message: str
) -> None:
    result = command(*arguments.split())
    assert result.status == 1
    assert result.err.startswith(f"error: {message}")
    assert result.out == ""
