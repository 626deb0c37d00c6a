"""The command igm: derivations, poses, several ends, and one line for what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import symoro
from cli.commands import Command
from symoro.formats import json_format
from symoro.robot import JointType, NamedPose, Robot, Structure, general_link, joint_frame

POSE = '{"name": "pick", "P": [0.3, 0.1, 0.5], "n": [0, 1, 0], "a": [0, 0, 1]}'


@pytest.fixture
def poses(tmp_path: Path) -> str:
    path = tmp_path / "poses.json"
    path.write_text(POSE, encoding="utf-8")
    return str(path)


def arm_file(tmp_path: Path, robot: Robot) -> str:
    path = tmp_path / f"{robot.name}.json"
    path.write_text(json_format.write(robot), encoding="utf-8")
    return str(path)


def test_a_derivation_is_printed_with_its_certificate(command: Command) -> None:
    done = command("igm", "rx90")
    assert done.status == 0
    assert done.out.startswith("(* File rx90.pau *)")
    assert "1. theta1 (shoulder): type 2, from U1(2,4)\n  Px S1 - Py C1 = 0\n" in done.out
    assert "level" not in done.out
    assert "rx90 by Paul's method: joints 1, 2, 3, 4, 5, 6, at most 8 solutions" in done.err
    assert "complete as far as a search shows" in done.err


def test_poses_of_a_file_are_solved(command: Command, poses: str) -> None:
    done = command("igm", "rx90", "--pose", poses)
    lines = done.out.splitlines()
    assert done.status == 0
    assert lines[0] == "pick:"
    assert len(lines) == 9
    assert lines[1].startswith("  shoulder +, elbow +, wrist +: t1 = -2.8198421, t2 = 1.28122911")


def test_solutions_are_data_too(command: Command, poses: str) -> None:
    done = command("igm", "rx90", "--pose", poses, "--json")
    data = json.loads(done.out)
    assert (data["robot"], data["from"], data["to"]) == ("rx90", -1, 6)
    (pose,) = data["poses"]
    assert pose["name"] == "pick"
    assert len(pose["solutions"]) == 8
    assert pose["distance"] == 0


def test_a_pose_of_the_robot_is_solved_by_its_name(command: Command, tmp_path: Path) -> None:
    poses = (NamedPose("pick", P=(0.3, 0.1, 0.5), n=(0, 1, 0), a=(0, 0, 1)),)
    robot = replace(library("rx90"), poses=poses)
    done = command("igm", arm_file(tmp_path, robot), "--pose", "pick")
    assert len(done.out.splitlines()) == 9
    shown = command("show", arm_file(tmp_path, robot))
    assert "Pose 'pick': P = (0.3, 0.1, 0.5), n = (0, 1, 0), a = (0, 0, 1)\n" in shown.out
    assert "P = (0.3, 0.1, 0.5)" in robot._repr_html_()
    done = command("igm", arm_file(tmp_path, robot), "--pose", "pikc")
    assert done.status != 0
    assert "rx90 has no pose pikc; did you mean pick?" in done.err


def library(name: str) -> Robot:
    robot = symoro.load(name)
    assert isinstance(robot, Robot)
    return robot


def test_a_matrix_that_is_nearly_a_pose_is_told(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "near.json"
    path.write_text("[[1, 0, 0, 0.3], [0, 1, 2e-4, 0.1], [0, 0, 1, 0.5]]", encoding="utf-8")
    done = command("igm", "rx90", "--pose", str(path))
    assert "the axes are 0.0001 away from a rotation: the nearest is taken" in done.out


def forked() -> Robot:
    """Two arms of two joints, each with an end."""
    R = JointType.REVOLUTE
    frames = (
        joint_frame(1, 0, R, alpha="Pi/2", r="R1", theta="t1"),
        joint_frame(2, 1, R, d="D2", theta="t2"),
        joint_frame(3, 0, R, alpha="-Pi/2", d="D3", theta="t3"),
        joint_frame(4, 3, R, d="D4", theta="t4"),
    )
    return Robot("forked", Structure.TREE, frames, tuple(general_link(j) for j in range(1, 5)))


def test_every_end_of_a_tree_is_solved(command: Command, tmp_path: Path) -> None:
    file = arm_file(tmp_path, forked())
    done = command("igm", file, "-o", "out")
    assert done.status == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["forked_to2.pau", "forked_to4.pau"]
    for end in (2, 4):
        assert f"forked (frame {end}) by Paul's method" in done.err
    again = command("igm", file, "--to", "2", "-o", "out")
    assert again.status == 0  # the same file, made with the same options


def test_an_end_that_has_no_model_is_left_out_and_named(command: Command) -> None:
    done = command("igm", "mobile3w", "--no-verify")
    assert done.status == 0
    assert "frame 7 is left out: mobile3w: " in done.err
    assert "mobile3w (frame 6) by Paul's method" in done.err
    none = command("igm", "highspeed2axis", "--no-verify")
    assert none.status == 1
    assert "none of its 2 ends has such a model" in none.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sr400",), "error: sr400 has closed loops, cut at joint 9; inverse geometric"),
        (("panda",), "give the positions of 1 of them, as in --fix t3"),
        (("rx90", "--pose", "nowhere.json"), "nowhere.json: there is no such file"),
        (("rx90", "--limits"), "--limits is for solutions of poses: add --pose"),
        (("rx90", "--fix", "t6", "--at", "t6=1"), "--at is for solutions of poses: add --pose"),
        (("rx90", "--plot", "arm.svg"), "--plot is for solutions of poses: add --pose"),
        (("rx90", "--to", "12"), "rx90 has the frames 0 to 6, not 12"),
        (("rx90", "--method", "newton"), "--method newton is not valid|Invalid value"),
        (("rx90", "--fix", "t9"), "--fix t9: rx90 has no such joint"),
        (("rx90", "--elements", "P,x"), "--elements x is not valid; choose from s, n, a, P"),
        (("general6r",), "the general method"),
        (("rx90", "--lang", "c", "--single"), "inverse geometric models have no single precision"),
    ],
)
def test_what_is_wrong_is_one_line(
    command: Command, arguments: tuple[str, ...], message: str
) -> None:
    done = command("igm", *arguments)
    assert done.status != 0
    assert any(each in done.err for each in message.split("|"))
    assert len([line for line in done.err.splitlines() if line.startswith("error:")]) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "poses.json:1:2: error: [0]: expected 4 values"),
        ("[[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0]]", "pose 1: s, n, a of a pose are not"),
        (
            "[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0]]",
            "pose 1: the axes s, n, a of a pose are l",
        ),
        ('{"P": [0, 0, NaN], "n": [1, 0, 0], "a": [0, 0, 1]}', "P[2]: NaN is not a finite number"),
        ('{"P": [0, 0, 0], "rpy": [0, 0, 0], "euler": [0, 0, 0]}', "twice: as euler and as rpy"),
        ('{"P": [0.3, 0.1, 0.5]}', "pose 1: the pose has no s, n, a; give s, n, a, P, or name"),
    ],
)
def test_a_pose_that_is_none_is_one_line(
    command: Command, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "poses.json"
    path.write_text(text, encoding="utf-8")
    done = command("igm", "rx90", "--pose", "poses.json")
    assert done.status != 0
    assert message in done.err
    assert sum("error:" in line for line in done.err.splitlines()) == 1


def test_a_missing_number_is_named(command: Command, tmp_path: Path, poses: str) -> None:
    bare = replace(library("rx90"), values=())
    done = command("igm", arm_file(tmp_path, bare), "--pose", poses)
    assert done.status != 0
    assert "D3, RL4" in done.err
    done = command("igm", arm_file(tmp_path, bare), "--pose", poses, "--param", "D3=0.4")
    assert done.status != 0
    assert "RL4" in done.err


def test_positions_of_fixed_joints_come_with_the_poses(command: Command, poses: str) -> None:
    words = ("igm", "rx90", "--fix", "t6", "--elements", "P,a", "--pose", poses)
    done = command(*words, "--at", "t6=0.4")
    assert done.status == 0
    assert done.out.count("t6 = 0.4") == 8
    done = command(*words)
    assert "error: pick: --fix t6 takes positions with each pose; t6 has none" in done.err
    done = command(*words, "--at", "t5=1")
    assert "error: pick: t5 is not fixed; fixed are: t6" in done.err
