"""The methods of a robot that write it for others are the functions of the same names."""

from __future__ import annotations

import pytest

import symoro


@pytest.mark.filterwarnings("ignore::symoro.errors.RobotWarning")
def test_methods_are_the_functions() -> None:
    robot = symoro.load("ur5")
    assert robot.to_urdf(values="maker") == symoro.to_urdf(robot, values="maker")
    assert robot.to_mjcf(values="maker") == symoro.to_mjcf(robot, values="maker")
    model = robot.to_pinocchio(values="maker")
    assert model.nq == symoro.to_pinocchio(robot, values="maker").nq == robot.n_dof
    numeric = robot.substitute("maker")
    assert numeric.parametric() == symoro.parametric(numeric)
