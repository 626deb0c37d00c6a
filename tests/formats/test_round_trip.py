"""What is written is read back as the same robot, whatever the robot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from strategies import random_parallel_robot, random_robot
from symoro.expressions import PI, ZERO, Symbol
from symoro.formats import Diagnostic, json_format, par
from symoro.robot import ParallelRobot, Robot, Structure, check, new_robot

thorough = settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a robot is too large to be shrunk in time
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@thorough
@given(robot=random_robot())
def test_par_gives_the_same_robot_and_warns_of_its_tables_only(robot: Robot) -> None:
    diagnostics: list[Diagnostic] = []
    text = par.write(robot)
    assert text.isascii()
    assert par.read(text, diagnostics=diagnostics) == robot
    expected = [str(diagnostic) for diagnostic in check(replace(robot, notes=()))]
    assert [each.text for each in diagnostics] == expected


@thorough
@given(robot=random_robot())
def test_json_gives_the_same_robot_and_warns_of_its_tables_only(robot: Robot) -> None:
    diagnostics: list[Diagnostic] = []
    text = json_format.write(robot)
    assert text.isascii()
    assert json_format.read(text, diagnostics=diagnostics) == robot
    assert [each.text for each in diagnostics] == [str(diagnostic) for diagnostic in check(robot)]


@settings(thorough, max_examples=12)
@given(robot=random_parallel_robot())
def test_json_gives_the_same_parallel_robot(robot: ParallelRobot) -> None:
    assert json_format.read(json_format.write(robot)) == robot


def test_json_keeps_the_notes() -> None:
    robot = Robot.from_mdh([1.5707963267948966], [0], [0], [0], [0])
    assert robot.notes
    copy = json_format.read(json_format.write(robot))
    assert isinstance(copy, Robot)
    assert copy.notes == robot.notes


@pytest.mark.parametrize("structure", [Structure.SIMPLE, Structure.TREE])
def test_a_chain_keeps_being_called_simple_or_tree(structure: Structure) -> None:
    robot = new_robot("chain", structure, 3)
    assert par.read(par.write(robot)).structure is structure


def test_symoro_form_is_written_by_default() -> None:
    robot = new_robot("arm", Structure.SIMPLE, 12)
    robot = replace(robot, frames=(replace(robot.frames[0], alpha=PI / 2), *robot.frames[1:]))
    text = par.write(robot)
    assert "Type = 0 (* Simple *)" in text
    assert "Ant = {\n        0,1,2,3,4,5,6,7,8,9,\n        10,11}\n" in text
    assert "Alpha = {\n        Pi/2,0,0" in text
    assert "GAM" not in text
    assert "symoro: {" not in text


def test_torques_with_other_names_go_into_the_comment() -> None:
    robot = new_robot("arm", Structure.SIMPLE, 2)
    frames = (replace(robot.frames[0], GAM=Symbol("tau")), replace(robot.frames[1], GAM=ZERO))
    robot = replace(robot, frames=frames)
    text = par.write(robot)
    assert '(* symoro: {"frames": {"1": {"GAM": "tau"}, "2": {"GAM": "0"}}} *)' in text
    assert par.read(text) == robot


def test_elastic_joints_are_written_in_the_later_form() -> None:
    robot = new_robot("arm", Structure.SIMPLE, 2)
    spring = replace(robot.frames[1], eta=True, k=Symbol("k2"), alpha=PI / 2)
    text = par.write(replace(robot, frames=(robot.frames[0], spring)))
    assert "eta = {0,1}\nk = {0,k2}\n" in text
    assert "alpha = {0,pi/2}" in text
    assert "GAM = {GAM1,GAM2}" in text


def test_json_leaves_defaults_out() -> None:
    text = json_format.write(new_robot("arm", Structure.SIMPLE, 1))
    assert '"gamma"' not in text
    assert '"coupling"' not in text
    assert all(len(line) <= 100 for line in text.splitlines())
