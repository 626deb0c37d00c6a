"""Poses in files and with robots: every way to write one, and what contradicts itself."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.analysis.inverse_geometry import Solutions, pose_matrix
from symoro.errors import ParseError, RobotError, UsageError
from symoro.formats import json_format, par
from symoro.formats.pose_file import parse_poses
from symoro.robot import NamedPose
from symoro.robot.named_pose import named_pose

IDENTITY = np.eye(4).tolist()
PHI, THETA, PSI = 0.3, 0.7, -0.4


def turn(axis: str, angle: float) -> np.ndarray[Any, Any]:
    c, s = math.cos(angle), math.sin(angle)
    rows = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    return np.array(rows[axis])


R = turn("z", PHI) @ turn("x", THETA) @ turn("z", PSI)
WAYS: dict[str, dict[str, Any]] = {
    "n and a": {"n": R[:, 1].tolist(), "a": R[:, 2].tolist()},
    "s and n": {"s": R[:, 0].tolist(), "n": R[:, 1].tolist()},
    "a and s": {"a": R[:, 2].tolist(), "s": R[:, 0].tolist()},
    "euler": {"euler": [PHI, THETA, PSI]},
    "degrees": {"euler": np.degrees([PHI, THETA, PSI]).tolist(), "degrees": True},
    "quaternion": {
        "quaternion": [
            math.cos(THETA / 2) * math.cos((PHI + PSI) / 2),
            math.sin(THETA / 2) * math.cos((PHI - PSI) / 2),
            math.sin(THETA / 2) * math.sin((PHI - PSI) / 2),
            math.cos(THETA / 2) * math.sin((PHI + PSI) / 2),
        ]
    },
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_write_an_orientation_gives_the_same_matrix(way: str) -> None:
    text = json.dumps({"P": [1, 2, 3], **WAYS[way]})
    (pose,) = parse_poses(text)
    T = pose_matrix(pose)
    assert T[:3, :3] == pytest.approx(R, abs=1e-14)
    assert T[:3, 3].tolist() == [1, 2, 3]
    assert T[3].tolist() == [0, 0, 0, 1]


def test_roll_pitch_and_yaw_turn_about_z_y_and_x() -> None:
    (pose,) = parse_poses(json.dumps({"P": [0, 0, 0], "rpy": [PHI, THETA, PSI]}))
    expected = turn("z", PHI) @ turn("y", THETA) @ turn("x", PSI)
    assert pose_matrix(pose)[:3, :3] == pytest.approx(expected, abs=1e-15)


def test_entries_may_be_expressions() -> None:
    (pose,) = parse_poses('{"P": ["1/3", 0.1, "sqrt(2)"], "euler": ["Pi/3", 0, 0]}')
    T = pose_matrix(pose)
    assert T[0, 0] == pytest.approx(0.5, abs=1e-15)
    assert T[:3, 3] == pytest.approx([1 / 3, 0.1, math.sqrt(2)], abs=1e-15)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (json.dumps(IDENTITY), ["pose 1"]),
        (json.dumps([IDENTITY, IDENTITY[:3]]), ["pose 1", "pose 2"]),
        (json.dumps({"poses": [{"name": "pick", "T": IDENTITY}, IDENTITY]}), ["pick", "pose 2"]),
    ],
)
def test_a_file_has_one_pose_or_several(text: str, names: list[str]) -> None:
    poses = parse_poses(text)
    assert [pose.name for pose in poses] == names
    assert all(pose_matrix(pose).tolist() == IDENTITY for pose in poses)


def test_what_a_pose_does_not_say_is_not_a_number() -> None:
    (pose,) = parse_poses('{"P": [1, 2, 3], "a": [0, 0, 1]}')
    T = pose_matrix(pose)
    assert np.isnan(T[:3, :2]).all()
    assert T[:3, 2].tolist() == [0, 0, 1]


FAULTS = {
    '{"P": [0, 0, 0],\n "euler": [0, 0, 0], "n": [1, 0, 0]}': "1:1.*twice: as euler and as n",
    '{"P": [0, 0, 0], "rpy": [0, 0, 0], "quaternion": [1, 0, 0, 0]}': "as rpy and as quaternion",
    '{"P": [0, 0, 0],\n "n": [1, 0, 0],\n "a": [1, 0, 0]}': "3:7.*n and a are not at right angles",
    '{"P": [0, 0, 0],\n "n": [1, 0, 0.2]}': "2:7.*the length of n is 1.0198",
    '{"P": [0, 0, 0], "quaternion": [2, 0, 0, 0]}': "the length of quaternion is 2, not 1",
    '{"P": [0, 0, 0], "euler": [90, 0, 0]}': 'the angle 90 is more than a turn; write "degrees"',
    '{"P": [0, 0, 0], "degrees": true}': "degrees is for euler and rpy",
    '{"P": [0, 0]}': "P: expected 3 values, found 2",
    '{"P": [0, 0, "x"]}': "made of numbers; found x",
    '{"P": [0, 0, NaN]}': "NaN is not a finite number",
    '{"P": [0, 0, 1e400]}': "exponent beyond 300",
    '{"units": "mm", "P": [0, 0, 0]}': "units: unknown key",
    '{"poses": [], "robot": 1}': "robot: unknown key",
    '{"poses": []}': "at least one pose",
    "[]": "at least one pose",
    "{}": "a pose has T, or P",
    "5": "expected an object",
    "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]": "expected 4 values, found 3",
    '{"T": [[1, 0, 0, 0]]}': "four rows of four numbers",
    '{"T": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], "P": [0, 0, 0]}': "T is the whole pose",
    '{"format": "symoro-robot"}': "poses are needed",
    '{"P": [0, 0, 0]': "expected , or }",
}


@pytest.mark.parametrize("text", FAULTS)
def test_what_is_wrong_has_its_position(text: str) -> None:
    with pytest.raises(ParseError, match=r"poses\.json:\d+:\d+") as caught:
        parse_poses(text, "poses.json")
    assert re.search(FAULTS[text], str(caught.value)), str(caught.value)
    assert "\n" not in caught.value.message


def test_more_than_a_turn_is_taken_where_the_unit_is_said() -> None:
    (pose,) = parse_poses('{"P": [0, 0, 0], "euler": [7, 0, 0], "degrees": false}')
    assert pose_matrix(pose)[0, 0] == pytest.approx(math.cos(7), abs=1e-15)


# With a robot


def stored() -> symoro.Robot:
    poses = (
        NamedPose("pick", P=("0.3", "1/7", "0.5"), euler=("Pi/3", "0.2", 0)),
        NamedPose("home", T=IDENTITY),
        NamedPose("along", P=(0.1, 0.2, 0.3), a=(0, 0, 1)),
        NamedPose("turned", P=(0.1, 0.2, 0.3), rpy=(90, 0, 0), degrees=True),
        NamedPose("q", P=(0.1, 0.2, 0.3), quaternion=(1, 0, 0, 0)),
    )
    return replace(symoro.load("rx90"), poses=poses)


@pytest.mark.parametrize("form", [json_format, par], ids=["json", "par"])
def test_poses_of_a_robot_come_back_the_same(form: Any) -> None:
    robot = stored()
    assert form.read(form.write(robot)) == robot
    assert form.write(form.read(form.write(robot))) == form.write(robot)


def test_a_robot_without_poses_is_written_as_before() -> None:
    assert "poses" not in json_format.write(symoro.load("rx90"))


def test_a_pose_of_a_robot_has_a_name_of_its_own() -> None:
    robot = symoro.load("rx90")
    with pytest.raises(RobotError, match="needs a name"):
        replace(robot, poses=(NamedPose(P=(0, 0, 0)),))
    with pytest.raises(RobotError, match="two poses are called pick"):
        replace(robot, poses=(NamedPose("pick", P=(0, 0, 0)), NamedPose("pick", T=IDENTITY)))
    with pytest.raises(UsageError, match="rx90 has no pose pik; did you mean pick"):
        stored().pose("pik")


def test_a_pose_of_a_robot_is_solved_by_its_name(tmp_path: Path) -> None:
    robot = stored()
    file = tmp_path / "arm.json"
    file.write_text(json_format.write(robot), encoding="utf-8")
    loaded = symoro.load(file)
    model = symoro.igm(loaded, verify=False)
    mapping = {"P": ["0.3", "1/7", "0.5"], "euler": ["Pi/3", "0.2", 0]}
    rows = []
    for pose in ("pick", mapping, robot.pose("pick"), pose_matrix(robot.pose("pick"))):
        solutions = model.solutions(pose, parameters="lengths")
        assert isinstance(solutions, Solutions)
        rows.append(solutions.q.tolist())
    assert len(rows[0]) == 8
    assert all(each == rows[0] for each in rows)
    with pytest.raises(UsageError, match="the pose has no s, n; give s, n, a, P, or name"):
        model.solutions("along", parameters="lengths")
    with pytest.raises(UsageError, match="unknown key p; the keys are name, T, P"):
        named_pose({"p": [0, 0, 0]})
