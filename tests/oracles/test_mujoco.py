"""Robots read from MJCF have the dynamics that MuJoCo computes itself."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from mjcf_folders import folder_report
from mjcf_texts import ARM, FOUR_BAR, SPATIAL_LOOP, TEXTS, scene
from oracles.mujoco_dynamics import Comparison, plain_model
from symoro.errors import ParseError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.formats.mjcf import read
from symoro.robot.efforts import effort

STATES = 3
ALIKE = 1e-11
"""Both sides compute in doubles, sums of some hundred products; 1e-14 is the most that was seen."""

SHIPPED = sorted((Path(mujoco.__file__).parent).rglob("*.xml"))
REFUSED = {
    "model.xml": "several robots, of which 1 on free joints: head, body9",
    "msh.xml": "no robot: no body moves",
}


@pytest.mark.parametrize("name", TEXTS)
def test_mass_matrix_and_torques_are_those_of_mujoco(name: str) -> None:
    robot, model = read(TEXTS[name]), plain_model(TEXTS[name])
    rng = np.random.default_rng(len(name))
    for _ in range(STATES):
        assert max(Comparison(robot, model, rng).errors()) < ALIKE


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_file_of_mujoco_itself_is_modelled_or_refused_by_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name in REFUSED:
        with pytest.raises(ParseError, match=REFUSED[path.name]):
            read(text, str(path))
        return
    robot, model = read(text, str(path)), plain_model(text, path)
    assert max(Comparison(robot, model, np.random.default_rng(1)).errors()) < ALIKE


def test_the_report_of_a_folder_counts_robots_and_refusals(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    for name, text in {
        "arm": ARM,
        "still": "<mujoco/>",
        "wrong": "<mujoco><x/></mujoco>",
        "other": "<package/>",
    }.items():
        (folder / f"{name}.xml").write_text(text, encoding="utf-8")
    arm, still, wrong, row = folder_report(folder)
    assert float(arm.removeprefix("arm.xml: ")) < ALIKE
    assert still == "still.xml: refused: <mujoco>: no robot: no body moves"
    assert wrong.startswith("wrong.xml: refused: MuJoCo: ")
    assert row.startswith("| package | 3 | 1 | 2 | 1, 1 | ")


def test_the_robot_that_mujoco_ships_with_objects_around_is_modelled() -> None:
    (path,) = (path for path in SHIPPED if path.name == "model.xml")
    spec = mujoco.MjSpec.from_file(str(path))
    spec.delete(spec.joint("slider").parent)
    text = spec.to_xml()
    robot, model = read(text), plain_model(text)
    assert max(Comparison(robot, model, np.random.default_rng(1)).errors()) < ALIKE


@pytest.mark.parametrize("text", [FOUR_BAR, SPATIAL_LOOP], ids=["plane", "space"])
def test_a_loop_is_open_by_the_distance_of_its_points(text: str) -> None:
    robot, model = read(text), plain_model(text)
    state = Comparison(robot, model, np.random.default_rng(2))
    mujoco.mj_forward(model, state.data)
    first, second = (int(ends[0]) for ends in (model.eq_obj1id, model.eq_obj2id))
    places = [
        state.data.xpos[body] + state.data.xmat[body].reshape(3, 3) @ anchor
        for body, anchor in ((first, model.eq_data[0][:3]), (second, model.eq_data[0][3:6]))
    ]
    ours = state.positions([len(robot.frames) - 1, len(robot.frames)])
    assert np.linalg.norm(ours[0] - ours[1]) == pytest.approx(
        np.linalg.norm(places[0] - places[1]), rel=1e-12
    )
    assert np.linalg.norm(places[0] - places[1]) > 0.01


def test_the_spring_of_an_elastic_joint_exerts_what_it_does_in_mujoco() -> None:
    text = scene(
        """<body><joint name="a"/><geom size=".1" pos="1 0 0"/><body pos="1 0 0">
        <joint name="b" stiffness="3" springref="30" ref="10"/><geom size=".1"/></body></body>""",
        '<actuator><motor joint="a"/></actuator>',
    )
    robot = read(text)
    model = mujoco.MjSpec.from_string(text).compile()
    data = mujoco.MjData(model)
    data.qpos[:] = 0.3, -0.7
    mujoco.mj_forward(model, data)
    own = evaluate(effort(robot, 2), {robot.variables[2].name: -0.7}, FloatArithmetic())
    assert own == pytest.approx(data.qfrc_spring[1], rel=1e-14)
    assert data.qfrc_spring[0] == 0
