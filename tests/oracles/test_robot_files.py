"""Every robot file that is at hand has a verified inverse dynamic model, or is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from symoro.errors import ModelError
from symoro.formats import load_file
from symoro.generate.functions import idm
from symoro.robot import BaseMotion, Robot


def test_a_robot_file_is_modelled_and_verified(robot_file: Path) -> None:
    robot = load_file(robot_file)
    assert isinstance(robot, Robot)
    if robot.base.motion is BaseMotion.FLOATING:
        with pytest.raises(ModelError, match="floating base"):
            idm(robot)
        return
    model = idm(robot, outputs=["*"], tree=robot.n_loops > 0)
    assert model.certificate is not None
    assert model.certificate.max_rel_error < 1e-9
