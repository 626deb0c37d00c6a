"""Several postures in one picture: what coincides is drawn once and named together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from cli.commands import COMMAND
from symoro import plot
from symoro.analysis.inverse_geometry import Solutions
from symoro.plot.postures import COLOURS, common_label

pytest.importorskip("matplotlib")

POSE = {"P": [0.3, 0.2, 0.4], "euler": [0.4, 0.6, 0.2]}


def solutions(name: str, pose: Any) -> tuple[symoro.Robot, Solutions]:
    robot = symoro.load(name)
    solved = symoro.igm(robot, verify=False).solutions(pose, parameters="lengths")
    assert isinstance(solved, Solutions)
    return robot, solved


def legend(ax: Any) -> list[str]:
    (found,) = ax.figure.legends
    return [text.get_text() for text in found.get_texts()]


def test_arms_that_coincide_are_drawn_once() -> None:
    """Without a shift of the shoulder an RX90 has two arms, each by two branches and two wrists."""
    robot, solved = solutions("rx90", POSE)
    assert len(solved) == 8
    ax = plot.draw_postures(robot, solved, "lengths")
    assert legend(ax) == [
        "shoulder +, elbow +, wrist +/-; shoulder -, elbow -, wrist +/-",
        "shoulder +, elbow -, wrist +/-; shoulder -, elbow +, wrist +/-",
    ]


def test_every_arm_of_a_ur5_has_its_own_colour() -> None:
    robot, solved = solutions("ur5", {"P": [-0.3, -0.2, 0.4], "n": [0, 0, -1], "a": [-1, 0, 0]})
    ax = plot.draw_postures(robot, solved, "lengths")
    assert legend(ax) == list(solved.labels)
    (found,) = ax.figure.legends
    paints = [patch.get_facecolor() for patch in found.get_patches()]
    assert len(set(paints)) == 8 <= len(COLOURS)


def test_the_axes_are_those_of_the_pose() -> None:
    robot, solved = solutions("stanford", POSE)
    ax = plot.draw_postures(robot, solved, "lengths")
    names = {text.get_text() for text in ax.texts}
    assert names == {"$x_{6}$", "$y_{6}$", "$z_{6}$"}


def test_postures_may_be_given_as_positions() -> None:
    robot = symoro.load("planar2r")
    rows = [(0.2, 0.9), (1.0, -0.9), {1: 0.5}]
    ax = plot.draw_postures(robot, rows, {"d2": 1.0, "d3": 0.6})
    assert legend(ax) == ["1", "2", "3"]
    with pytest.raises(symoro.UsageError, match="2 postures need as many labels, not 1"):
        plot.draw_postures(robot, rows[:2], {"d2": 1.0, "d3": 0.6}, labels=["a"])
    with pytest.raises(symoro.UsageError, match="there is no posture to draw"):
        plot.draw_postures(robot, [], {"d2": 1.0, "d3": 0.6})


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["elbow +"], "elbow +"),
        (["elbow +, wrist +", "elbow +, wrist -"], "elbow +, wrist +/-"),
        (["a +, b +", "a +, b -", "a -, b +", "a -, b -"], "a +/-, b +/-"),
        (["a +, b +", "a -, b -"], "a +, b +; a -, b -"),
        (["theta1 1", "theta1 3"], "theta1 1/3"),
        (["1", "4"], "1/4"),
        (["a +", "a +, b -"], "a +; a +, b -"),
    ],
)
def test_one_label_stands_for_several(labels: list[str], text: str) -> None:
    assert common_label(labels) == text


def test_the_command_draws_the_solutions_of_each_pose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = {"name": "far", "P": [9, 0, 0], "euler": [0, 0, 0]}
    poses = [{"name": "pick", **POSE}, {"name": "place it", **POSE}, far]
    file = tmp_path / "poses.json"
    monkeypatch.chdir(tmp_path)
    for count, names in ((1, ["arm.svg"]), (3, ["arm_pick.svg", "arm_place_it.svg"])):
        folder = tmp_path / str(count)
        file.write_text(json.dumps(poses[:count]), encoding="utf-8")
        words = ["igm", "rx90", "--pose", str(file), "--plot", str(folder / "arm.svg")]
        COMMAND(words, standalone_mode=False)
        assert sorted(each.name for each in folder.iterdir()) == names
        assert all(
            each.read_text(encoding="utf-8").startswith("<?xml") for each in folder.iterdir()
        )


def test_joints_that_are_no_part_of_the_chain_are_at_rest() -> None:
    robot = symoro.load("rx90")
    model = symoro.igm(robot, from_=3, to=6, elements="s,n,a", verify=False)
    solved = model.solutions(np.eye(4), parameters="lengths")
    ax = plot.draw_postures(robot, solved, "lengths")
    assert len(legend(ax)) == 1
