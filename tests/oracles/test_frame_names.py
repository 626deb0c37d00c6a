"""Frames of a model by the names of joints and links: poses are those of pinocchio's frames.

Tolerance 1e-10: lengths are below a metre, and doubles lose five digits less.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
import pytest

import symoro
from docs.documents import EXAMPLES
from symoro import Robot, UsageError

ARM = EXAMPLES / "arm.urdf"


@pytest.fixture(scope="module")
def arm() -> Robot:
    return symoro.load(ARM)


@pytest.mark.parametrize(("keep", "name"), [(None, "gripper"), (["camera"], "camera")])
def test_a_link_is_where_pinocchio_has_it(keep: list[str] | None, name: str) -> None:
    peer = pin.buildModelFromUrdf(str(ARM))
    data = peer.createData()
    robot = symoro.load(ARM, keep_fixed=keep)
    pose: Any = symoro.transform(robot, "base_link", name).compile()
    q = np.array([0.4, -0.8, 0.9, 1.3])
    pin.framesForwardKinematics(peer, data, np.array([*q[:3], np.cos(q[3]), np.sin(q[3])]))
    expected = data.oMf[peer.getFrameId(name)].homogeneous
    np.testing.assert_allclose(pose(q), expected, atol=1e-10)


def test_names_stand_for_numbers_in_every_option_of_a_frame(arm: Robot) -> None:
    by_name = symoro.jacobian(arm, "gripper", projection="base_link", intermediate="elbow")
    by_number = symoro.jacobian(arm, 5, projection=0, intermediate=3)
    assert by_name.code("c") == by_number.code("c")
    pairs = symoro.transform(arm, "base_link,3", "roll,gripper_mount", verify=False)
    assert pairs.outputs == ("T0T4", "T3T5")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("camera", r"camera is at rest in frame 3.* keep_fixed=\['camera'\]"),
        ("camera_mount", r"camera_mount is at rest in frame 3.* keep_fixed=\['camera'\]"),
        ("forearm", "forearm is at rest in frame 3.* elbow is the frame of its joint"),
        ("griper", "arm has no frame, joint or link 'griper'; did you mean gripper or"),
    ],
)
def test_a_name_without_a_frame_is_refused_with_the_remedy(
    name: str, message: str, arm: Robot
) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.jacobian(arm, name)
