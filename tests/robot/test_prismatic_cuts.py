"""Loops may be cut at prismatic joints."""

from __future__ import annotations

import random

import numpy as np
import pytest

import symoro
from screws import table_poses
from symoro.analysis.loops.postures import closed_postures
from symoro.robot import JointType, Robot
from symoro.robot.joint_axis import JointAxis

Z = (0, 0, 1)


@pytest.mark.parametrize("cut", ["slide", "rail"])
def test_a_loop_may_be_cut_at_a_joint_that_slides(cut: str) -> None:
    """Where one table is closed the other is, and all bodies have the same places."""
    axis, along = (0, 0.6, 0.8), (0.8, -0.48, 0.36)
    joints = [
        JointAxis("motor", "R", "base", "crank", (0, 0, 0), axis, actuated=True),
        JointAxis("pin", "R", "crank", "block", (0.2, 0.1, 0), axis),
        JointAxis("slide", "P", "block", "arm", (0, 0, 0), along, position="1/10"),
        JointAxis("hinge", "R", "arm", "cart", (0.5, 0, 0.1), axis),
        JointAxis("rail", "P", "base", "cart", (0.5, 0, 0), (1, 0, 0)),
    ]
    sliding, turning = (Robot.from_joints(joints, cut=[name]) for name in (cut, "pin"))
    ((k, _),) = sliding.loops()
    assert (sliding.frame(k).name, sliding.frame(k).sigma) == (cut, JointType.PRISMATIC)
    names = [turning.frame(j).name for j in turning.moving_joints]
    for posture in closed_postures(turning, {}, 4, random.Random(1)):
        position = dict(zip(names, map(float, posture), strict=True))
        places = []
        for robot in (sliding, turning):
            q = {j: position[robot.frame(j).name] for j in robot.moving_joints}
            T = table_poses(robot, q)
            for moving, side in robot.loops():
                np.testing.assert_allclose(T[moving], T[side], atol=1e-10)
            assert robot.origin is not None
            places.append(
                {
                    each.name: T[each.frame]
                    @ np.array([[float(x.number or 0) for x in row] for row in each.pose])
                    for each in robot.origin.frames
                }
            )
        for name, pose in places[0].items():
            np.testing.assert_allclose(pose, places[1][name], atol=1e-10)


def test_a_loop_cut_at_a_slide_has_a_closed_form() -> None:
    joints = [
        JointAxis("motor", "R", "base", "crank", (0, 0, 0), Z, actuated=True),
        JointAxis("pin", "R", "crank", "block", (0.2, 0.1, 0), Z),
        JointAxis("slide", "P", "block", "arm", (0, 0, 0), (0.3, -0.1, 0)),
        JointAxis("pivot", "R", "base", "arm", (0.5, 0, 0), Z),
    ]
    robot = Robot.from_joints(joints, cut=["slide"])
    assert robot.frame(4).sigma is JointType.PRISMATIC
    solution = symoro.loop_geometry(robot)
    assert solution.model.operations.mul <= 18  # as many as where a turn is cut
    assert symoro.loop_kinematics(robot).certificate is not None
