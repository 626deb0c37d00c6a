"""Every robot file that is at hand has a verified inverse dynamic model."""

from __future__ import annotations

from pathlib import Path

import pytest

from symoro import idm
from symoro.formats import load_file
from symoro.robot import Robot


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # files may be doubtful
def test_a_robot_file_is_modelled_and_verified(robot_file: Path) -> None:
    robot = load_file(robot_file)
    assert isinstance(robot, Robot)
    model = idm(robot, outputs=["*"], equivalent_tree=robot.n_loops > 0)
    assert model.certificate is not None
    assert model.certificate.max_rel_error < 1e-9
