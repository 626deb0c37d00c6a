"""Every robot file of a folder: ``pytest --robots-from DIR``."""

from __future__ import annotations

from pathlib import Path

from symoro.formats import json_format, load_file, par, save_file
from symoro.robot import Robot, check


def test_a_robot_file_is_read_checked_and_written_in_both_formats(
    robot_file: Path, tmp_path: Path
) -> None:
    robot = load_file(robot_file)
    assert json_format.read(json_format.write(robot)) == robot
    if isinstance(robot, Robot):
        assert all(str(diagnostic) for diagnostic in check(robot))
        assert par.read(par.write(robot)) == robot
        save_file(robot, tmp_path / "copy.par")
        assert load_file(tmp_path / "copy.par") == robot
