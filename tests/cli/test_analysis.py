"""Singularities and assembly modes on the command line, and limits of symbolic work."""

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import symoro
from cli.commands import Command
from clock import at_most
from external import run
from library.kinematics import closure

RX90 = [f"--at=t{j}={0.1 * j:g}" for j in range(1, 7)]
SR400 = {"t1": 0.1, "t2": 0.2, "t4": 0.0, "t5": 0.3, "t6": 0.0, "t7": 0.4}


def given(values: dict[str, float]) -> list[str]:
    return [f"--at={name}={value:g}" for name, value in values.items()]


def test_singularities_are_printed_a_line_each(command: Command) -> None:
    result = command("singularities", "rx90")
    assert result.status == 0
    assert result.out.splitlines() == symoro.singularities(symoro.load("rx90")).lines()
    wrist = "wrist (serial): t5 = 0 or Pi; axes 4 and 6 are in line; inside the workspace"
    assert wrist in result.out.splitlines()
    assert result.err == ""


def test_a_posture_gives_the_rank_and_the_singular_values(command: Command) -> None:
    regular = command("singularities", "rx90", *RX90, "--values", "lengths")
    last = regular.out.splitlines()[-1]
    assert last.startswith("at this posture: rank 6, singular values ")
    singular = command(
        "singularities", "rx90", *RX90[:4], "--at", "t5=Pi", "--at", "t6 = 0", "--values", "lengths"
    )
    assert singular.out.splitlines()[-1].startswith("at this posture: rank 5, singular values ")
    own = command("singularities", "rx90", *RX90, "--param", "D3=0.45", "--param", "RL4=9/20")
    assert own.out == regular.out
    mixed = command("singularities", "rx90", *RX90, "--values", "lengths", "--param", "D3=9")
    assert mixed.out != regular.out


def test_singularities_are_data_on_request(command: Command) -> None:
    result = command("singularities", "scara", "--json")
    data = json.loads(result.out)
    assert data == symoro.singularities(symoro.load("scara")).as_dict()
    at = given({"t1": 0.1, "t2": 0.0, "t3": 0.2, "r4": 0.1})
    posture = json.loads(command("singularities", "scara", "--json", *at, "--values=lengths").out)
    assert posture["rank"] == 3
    assert len(posture["singular_values"]) == 4
    assert posture["singular_values"][-1] == pytest.approx(0, abs=1e-15)


def test_rows_and_link_are_options(command: Command) -> None:
    result = command("singularities", "puma560", "--link", "4", "--rows", "1-3", "--json")
    data = json.loads(result.out)
    assert data["link"] == 4
    assert any(note.startswith("rows 1, 2, 3") for note in data["notes"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rx90 --at t1=90deg", "--at t1: 90deg: angles are in radians here; write Pi/2"),
        ("rx90 --at t1=x", "--at t1: x is no number (symbol x has no value)"),
        ("rx90 --at t1", "--at takes NAME=NUMBER, not t1"),
        ("rx90 --at =1", "--at takes NAME=NUMBER, not =1"),
        ("rx90 --at t1=1/0", "--at t1: division by zero"),
        ("rx90 --at t1=2*", "--at t1: "),
        ("rx90 --at t1=sqrt(-1)", "--at t1: sqrt of a negative number: -1"),
        ("rx90 --at t1=1 --at t1=2", "--at t1 is given twice"),
        ("rx90 --at t9=1 --values lengths", "rx90 has no joint variable t9; these are t1, t2"),
        ("rx90 --at t1=1 --values lengths", "no value for t2, t3, t4, t5, t6"),
        ("rx90 --at t1=1 --values sizes", "rx90 has no value set sizes"),
        ("rx90 --at t1=1 --param zz=3", "rx90 has no symbol zz"),
        ("rx90 --param D9=1", "rx90 has no symbol D9"),
        ("rx90 --time 0", "--time is at least 1 second, not 0"),
        ("rx90 --rows 1-9", "rows are 1 to 6, not 7, 8, 9"),
        ("rx90 --link 9", "there is no frame 9 in rx90"),
        ("rx91", "rx90"),
    ],
)
def test_wrong_usage_of_singularities_is_status_two(
    command: Command, arguments: str, message: str
) -> None:
    result = command("singularities", *arguments.split())
    assert result.status == 2
    assert message in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("singularities sr400 --link 8 --rows 1-3", "det(J) of link 8 is zero in every posture"),
        ("singularities rx90 --link 0", "there is no Jacobian"),
        ("jacobian-inverse rx90 --link 3 --rows 1-3 --intermediate 3", "has no inverse"),
        ("jacobian scara --orientation euler", "those that are not: rpy, quaternion, axis-angle"),
        ("jacobian-det planar3r --rows 3-5", "all rows of this part of the Jacobian are zero"),
    ],
)
def test_what_a_robot_does_not_have_is_status_one(
    command: Command, arguments: str, message: str
) -> None:
    result = command(*arguments.split())
    assert result.status == 1
    assert message in result.err
    assert result.out == ""


def test_a_determinant_that_takes_too_long_ends_in_time_with_a_suggestion() -> None:
    """The whole program, in a process of its own: it ends, so nothing was left running."""
    code = (
        "import clock; from symoro.catalog.kinematic import determinant as module\n"
        "module.determinant = clock.endless\n"
        "from symoro.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "jacobian-det", "rx90", "--time", "1"]
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    with at_most(2):  # a second of work, and imports
        done = run(command, environment={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 1
    assert "not practical symbolically" in done.stderr
    assert "numpy.linalg.det; or take a part (--rows, --cols), another frame" in done.stderr
    assert done.stdout == ""


def test_models_are_written_out_on_request(command: Command) -> None:
    result = command("transform", "rx90", "--from", "0", "--to", "6", "--expanded")
    assert result.status == 0
    assert "C23=cos(t2 + t3);" in result.out.splitlines()
    assert "T0T634=D3*S2 + RL4*C23;" in result.out.splitlines()
    assert "Verified against" in result.err


# Assembly modes


def test_assembly_modes_of_a_parallelogram_are_found_by_formulas(command: Command) -> None:
    result = command("loop-solutions", "sr400", *given(SR400), "--values", "example", "--json")
    assert result.status == 0
    data = json.loads(result.out)
    assert data["robot"] == "sr400"
    assert data["closed_form"] is True
    assert data["idle"] == []
    robot = symoro.load("sr400")
    labels = [mode["label"] for mode in data["modes"]]
    assert labels == symoro.loop_geometry(robot).labels
    for mode in data["modes"]:
        assert {name: mode["q"][name] for name in SR400} == pytest.approx(SR400)
        gap = closure(robot, robot.parameter_values("example") | mode["q"])
        assert np.abs(gap).max() < 1e-11  # of rows of 12 decimals
        assert mode["residual"] == 1e-9  # the bound that the text has


def test_assembly_modes_of_a_spatial_loop_are_found_by_search(command: Command) -> None:
    arguments = ("loop-solutions", "rsur", "--at", "t1=0.1", "--values", "example")
    data = json.loads(command(*arguments, "--json").out)
    assert data["closed_form"] is False
    robot = symoro.load("rsur")
    assert len(data["modes"]) == 8
    for mode in data["modes"]:
        assert np.abs(closure(robot, robot.parameter_values("example") | mode["q"])).max() < 1e-9
    text = command(*arguments).out.splitlines()
    assert text[0] == "rsur: 8 assembly modes, found by search: complete only with high probability"
    assert len(text) == 1 + 2 * 8


def test_joints_that_move_by_themselves_are_named(command: Command) -> None:
    arguments = ("loop-solutions", "rssr", "--at", "t1=0.3", "--values", "example")
    result = command(*arguments)
    assert result.status == 0
    assert result.out.splitlines()[-1] == "joints 4, 5 move while the active joints are held"
    data = json.loads(command(*arguments, "--json").out)
    assert data["idle"] == [4, 5]


def test_the_text_has_a_label_and_all_joints(command: Command) -> None:
    result = command("loop-solutions", "fourbar", "--at", "t1=Pi/6", "--values", "example")
    head, *lines = result.out.splitlines()
    assert head == "fourbar: 2 assembly modes, found by formulas"
    assert lines[0] == "loop 4 + (open by less than 1e-09)"
    assert lines[1].startswith(f"  t1 = {math.pi / 6:.9g}, t2 = ")


def test_a_linkage_that_cannot_close_says_by_how_much_and_where_it_could(command: Command) -> None:
    at = ("--at", "t3=0.5", "--active", "3", "--values", "example")
    result = command("loop-solutions", "fourbar", *at)
    assert result.status == 1
    assert result.out == ""
    assert "do not close at t3 = 0.5: the nearest postures miss by" in result.err
    # rocker limits of this crank-rocker: crank and coupler in line, a triangle of 0.7 or 0.3
    for reach in (0.7, 0.3):
        inner = math.acos((0.5**2 + 0.4**2 - reach**2) / (2 * 0.5 * 0.4))
        assert f"{math.pi - inner:.4g}" in result.err
    never = command("loop-solutions", "fourbar", *at[4:], "--at", "t1=0.5", "--param", "L4=5")
    assert never.status == 1
    assert "the loops of fourbar do not close: the nearest postures miss by" in never.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("fourbar", "--at t1=NUMBER is needed; active joints are t1"),
        ("fourbar --at t2=1 --values example", "--at t1=NUMBER is needed"),
        ("fourbar --at t1=1 --values some.json", "no number for L2, L3, L4; some.json has none;"),
        ("fourbar --at t1=1 --at t2=1 --values example", "t2: not an active joint of fourbar"),
        ("fourbar --at t1=1 --at foo=1 --values example", "foo: not an active joint of fourbar"),
        ("fourbar --at t1=1 --values none", "fourbar has no value set none"),
        ("fourbar --at t1=1 --values example --param L9=1", "fourbar has no symbol L9"),
        ("fourbar --at t1=1 --active 9", "there is no joint 9"),
        ("sr400 --at t1=1 --at t2=1", "--at t4=NUMBER is needed; active joints are t1, t2, t4, t5"),
    ],
)
def test_wrong_usage_of_loop_solutions_is_status_two(
    command: Command, arguments: str, message: str
) -> None:
    Path("some.json").write_text('{"L1": 0.2}')
    result = command("loop-solutions", *arguments.split())
    assert result.status == 2
    assert message in result.err
    assert result.out == ""


def test_a_robot_without_loops_is_refused(command: Command) -> None:
    result = command("loop-solutions", "rx90", "--at", "t1=1")
    assert result.status == 1
    assert "rx90 has no loops" in result.err
