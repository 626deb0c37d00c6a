"""The linearised model on the command line: its program, or numbers with ``--at``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import symoro
from cli.commands import Command

AT = ("linearize", "planar2r", "--values", "course", "--at", "t1=-Pi/2,t2=0.1")


def test_without_a_posture_the_program_is_printed(command: Command) -> None:
    result = command("linearize", "planar2r")
    assert result.status == 0
    assert "AQ11=" in result.out
    assert "BG11=1/D1;" in result.out
    assert "Verified against" in result.err


def test_files_have_the_extension_of_the_model(command: Command, tmp_path: Path) -> None:
    assert command("linearize", "planar2r", "--lang", "c", "-o", ".", "--moving").status == 0
    assert (tmp_path / "planar2r_lin_moving.c").is_file()


def test_a_posture_gives_matrices_and_poles(command: Command) -> None:
    result = command(*AT)
    assert result.status == 0
    assert result.out.splitlines()[0] == "planar2r linearised at t1 = -1.5708, t2 = 0.1"
    system = symoro.linear_system(symoro.load("planar2r"), [-np.pi / 2, 0.1], values="course")
    rows = [line.split() for line in result.out.splitlines()]
    assert ["QP1", *(f"{x:.6g}" for x in system.A[2])] in rows
    assert ["QP2", *(f"{x:.6g}" for x in system.B[3])] in rows
    frequency = f"{system.natural_frequencies[-1]:.6g}"
    assert ["0", frequency, frequency, "0"] in rows
    assert result.err == ""


def test_several_values_may_stand_in_one_option_or_in_many(command: Command) -> None:
    apart = command(*AT[:-2], "--at", "t1 = -Pi/2", "--at", "t2=1/10")
    assert apart.out == command(*AT).out


def test_everything_is_data_on_request(command: Command) -> None:
    result = command(*AT, "--json", "--response", "0.5,2")
    data = json.loads(result.out)
    system = symoro.linear_system(symoro.load("planar2r"), [-np.pi / 2, 0.1], values="course")
    assert data["robot"] == "planar2r"
    assert data["at"] == {"t1": pytest.approx(-np.pi / 2), "t2": 0.1}
    assert np.allclose(data["A"], system.A, rtol=1e-14)
    assert data["inputs"] == ["GAM1", "GAM2"]
    assert len(data["poles"]) == 4
    expected = system.frequency_response([0.5, 2.0])
    for answer, wanted in zip(data["response"], expected, strict=True):
        assert np.allclose(np.array(answer["real"]) + 1j * np.array(answer["imag"]), wanted)


def test_what_is_infinite_at_a_pole_has_no_number_in_json(command: Command) -> None:
    def no_json(constant: str) -> float:
        raise AssertionError(constant)

    result = command(*AT, "--set", "G2=0", "--response", "0,1", "--json")
    first, second = json.loads(result.out, parse_constant=no_json)["response"]
    assert first["real"] == [[None, None], [None, None]]
    assert all(x for row in second["real"] for x in row)


def test_a_range_of_frequencies_is_spaced_in_equal_ratios(command: Command) -> None:
    data = json.loads(command(*AT, "--json", "--response", "0.1:1000:5").out)
    assert np.allclose([r["omega"] for r in data["response"]], [0.1, 1, 10, 100, 1000])
    table = command(*AT, "--response", "1:10:2").out
    assert table.count("GAM1") == 1 + 2 * 2  # the head of B, two outputs at two frequencies
    assert "phase deg" in table


def test_a_motion_has_velocities_and_accelerations(command: Command) -> None:
    options = ("--moving", "--at", "QP1=2", "--at", "QDP2=-1", "--json")
    data = json.loads(command(*AT, *options).out)
    assert data["at"]["QP1"] == 2
    assert data["at"]["QDP1"] == 0
    expected = symoro.linear_system(
        symoro.load("planar2r"), [-np.pi / 2, 0.1], values="course", QP=[2, 0], QDP=[0, -1]
    )
    assert np.allclose(data["A"], expected.A, rtol=1e-14)


def test_options_of_the_robot_count(command: Command) -> None:
    options = ("--with", "friction", "--param", "FV1=1,FV2=2", "--set", "d2=1", "--json")
    data = json.loads(command(*AT, *options).out)
    assert data["poles"][0]["damping"] > 0


def test_the_numbers_are_written_whole(command: Command, tmp_path: Path) -> None:
    result = command(*AT, "-o", "out")
    assert result.status == 0
    assert result.out == ""
    path = tmp_path / "out" / "planar2r_linear.json"
    assert f"wrote {path.relative_to(tmp_path)}" in result.err
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(command(*AT, "--json").out)


def test_numbers_of_another_posture_are_kept_unless_forced(
    command: Command, tmp_path: Path
) -> None:
    course = ("--values", "course", "-o", ".")
    first, second = (("linearize", "planar2r", "--at", f"t1={k}", *course) for k in (0, 1))
    path = tmp_path / "planar2r_linear.json"
    assert command(*first).status == 0
    before = path.read_bytes()
    refused = command(*second)
    assert refused.status == 2
    assert (
        "planar2r_linear.json was made with --at t1=0.0,t2=0.0 --values course, this" in refused.err
    )
    assert command(*first, "--set", "G2=-1").status == 2
    assert path.read_bytes() == before
    assert command(*first).err == "wrote planar2r_linear.json\n"
    forced = command(*second, "--force").err.splitlines()
    assert forced[0].startswith("warning: planar2r_linear.json was made with --at t1=0.0")
    assert forced[1:] == ["wrote planar2r_linear.json"]
    path.write_text('{"my": "own"}')
    assert "planar2r_linear.json is another file, not one" in command(*first).err
    assert path.read_text() == '{"my": "own"}'


def test_a_posture_that_nothing_holds_is_told(command: Command, tmp_path: Path) -> None:
    robot = symoro.load("planar2r")
    text = tmp_path / "acrobot.json"
    symoro.save(robot, text)
    data = json.loads(text.read_text())
    data["frames"][0]["mu"] = False
    text.write_text(json.dumps(data))
    result = command("linearize", "acrobot.json", "--at", "t1=0", "--values", "course")
    assert result.status == 0
    assert "no equilibrium: GAM1 would have to be 196.2 more" in result.err
    assert command("linearize", "acrobot.json", "--at=t1=Pi/2", "--values=course").err == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--response", "1,2"), "--response belongs to a posture; --at gives one"),
        (("--at", "t1=0", "--lang", "c"), "--lang is for the program"),
        (("--at", "t1=0", "--base"), "--base is for the program"),
        (("--at", "t1=0", "--with", "friction"), "no number for FV1, FV2; course has only d2, d3"),
        (("--at", "t9=0"), "has no joint state t9; it has t1, t2"),
        (("--at", "QP1=0"), "it has t1, t2; with --moving velocities and acc"),
        (("--at", "t1=0", "--param", "M9=1"), "has no symbol M9"),
        (("--at", "t1=0", "--response", "1:0:3"), "--response takes frequencies"),
        (("--at", "t1=0", "--response", "1:2"), "--response takes frequencies"),
        (("--at", "t1=0", "--response", "1:2:999999"), "--response takes frequencies"),
        (("--at", "t1=0", "--response", "-1,x"), "--response takes frequencies"),
        (("--at", "t1=0", "--response", "nan"), "--response takes frequencies"),
    ],
)
def test_what_does_not_fit_is_wrong_usage(
    command: Command, options: tuple[str, ...], message: str
) -> None:
    result = command("linearize", "planar2r", *options)
    assert result.status == 2
    assert message in result.err


def test_accelerations_that_are_numbers_are_no_states_of_a_motion(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "arm.json"
    symoro.save(symoro.load("planar2r"), path)
    data = json.loads(path.read_text(encoding="utf-8"))
    for frame in data["frames"]:
        frame["QDP"] = "0"
    path.write_text(json.dumps(data), encoding="utf-8")
    moving = ("--at", "t1=0.3,QP1=1", "--moving", "--values", "course", "--json")
    free, fixed = (command("linearize", robot, *moving) for robot in ("planar2r", "arm.json"))
    assert (free.status, fixed.status) == (0, 0)
    assert json.loads(fixed.out)["A"] == json.loads(free.out)["A"]
    assert list(json.loads(fixed.out)["at"]) == ["t1", "t2", "QP1", "QP2"]
    refused = command("linearize", "arm.json", "--at", "QDP1=1", *moving[2:])
    assert "has no joint state QDP1; it has t1, t2, QP1, QP2" in refused.err
