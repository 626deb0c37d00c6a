"""A joint that moves the other way: the remedy in the message gives the robot that was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from robot.example_robots import prismatic, revolute, robot_of
from symoro.errors import RobotError
from symoro.expressions import PI, FloatArithmetic, expression
from symoro.references.poses import poses
from symoro.robot import Frame, Link, Robot, Structure

NUMBERS = {"t1": 0.3, "t2": -0.8, "r2": 0.45, "t3": 1.1, "t4": 0.6, "R2": 0.7, "L3": 0.25}
GENERAL = {"gamma": 0.4, "b": 0.35, "alpha": -0.9, "d": 0.55}
BODY = {"XX": 3, "XY": 0.2, "XZ": -0.3, "YY": 2.5, "YZ": 0.4, "ZZ": 2, "MX": 0.5, "MY": -0.6}
LINK = Link(**BODY, MZ=0.7, M=2)  # type: ignore[arg-type]


def robot(second: Frame, *more: Frame) -> Robot:
    """A tree whose frames 3 and 4 follow frame 2."""
    frames = (revolute(1, 0, alpha=PI / 2), second, *more)
    built = robot_of(*frames, structure=Structure.TREE)
    return replace(built, links=(LINK,) * len(frames))


def followers() -> tuple[Frame, Frame]:
    return revolute(3, 2, **GENERAL, r="L3"), revolute(4, 2, alpha=PI / 2, d=0.2)


SECOND = {
    "revolute": ("theta", revolute(2, 1, **GENERAL, theta="t2 + 0.5", r="R2")),
    "prismatic": ("r", prismatic(2, 1, **GENERAL, theta=0.8, r="r2 + 0.1")),
}


def remedied(field: str, forward: Frame, more: Sequence[Frame]) -> Robot:
    """The robot that the message asks for, when the variable is given with a minus."""
    variable = "t2" if field == "theta" else "r2"
    minus = getattr(forward, field).substitute({variable: -expression(variable)})
    with pytest.raises(RobotError, match="coefficient 1") as refused:
        robot(replace(forward, **{field: minus}), *more)
    frames = [revolute(1, 0, alpha=PI / 2), forward, *more]
    for number, entries in re.findall(r"in frame (\d) ([^;(]*)", str(refused.value.expected)):
        pairs = (entry.split(" = ") for entry in entries.strip().split(", "))
        changed = {name: expression(value) for name, value in pairs}
        frames[int(number) - 1] = replace(frames[int(number) - 1], **changed)  # type: ignore[arg-type]
    signs = {name: -getattr(LINK, name) for name in ("XY", "XZ", "MY", "MZ")}
    links = (LINK, replace(LINK, **signs), *(LINK,) * len(more))
    built = robot_of(*frames, structure=Structure.TREE)
    return replace(built, links=links)


@pytest.mark.parametrize("kind", SECOND)
def test_the_remedy_has_the_forward_kinematics_that_was_meant(kind: str) -> None:
    field, forward = SECOND[kind]
    right = remedied(field, forward, followers())
    variable = right.variables[2].name
    other = NUMBERS | {variable: -NUMBERS[variable]}
    meant = poses(robot(forward, *followers()), other, FloatArithmetic(), float)
    written = poses(right, NUMBERS, FloatArithmetic(), float)
    for j in (1, 3, 4):
        assert np.allclose(written[j], meant[j], rtol=0, atol=1e-14)
    half_turn = np.diag([1.0, -1.0, -1.0, 1.0])
    assert np.allclose(written[2], meant[2] @ half_turn, rtol=0, atol=1e-14)


@pytest.mark.parametrize("kind", SECOND)
def test_the_remedy_has_the_torques_that_were_meant(kind: str) -> None:
    field, forward = SECOND[kind]
    right, forwards = remedied(field, forward, followers()), robot(forward, *followers())
    sign = np.array([1.0, -1.0, 1.0, 1.0])
    state = [np.array(x) for x in ([0.3, -0.8, 1.1, 0.6], [1, 2, -1, 0.5], [0.2, 0.4, 3, -2])]
    numbers = {name: NUMBERS[name] for name in ("R2", "L3")} | {"G3": -9.81}

    def torques(of: Robot, *x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        called = symoro.idm(of, verify=False).compile()
        known = {name: numbers[name] for name in called.program.parameters}
        return np.asarray(called(*x, parameters=known))

    meant = sign * torques(forwards, *(sign * x for x in state))
    assert np.allclose(torques(right, *state), meant, rtol=1e-12, atol=1e-12)


def test_a_last_joint_is_followed_by_a_fixed_frame() -> None:
    with pytest.raises(RobotError, match="a fixed frame with alpha = Pi after frame 1"):
        robot_of(revolute(1, 0, theta="-t1"))


def test_angles_of_the_remedy_are_short() -> None:
    with pytest.raises(RobotError, match=r"in frame 1 alpha = -Pi/2, theta = t1; in frame 2 alpha"):
        robot_of(revolute(1, 0, alpha=PI / 2, theta="-t1"), revolute(2, 1))


@pytest.mark.parametrize("theta", ["2*t1", "sin(t1)", "t1^2", "-2*t1", "-a - b"])
def test_other_positions_get_no_such_remedy(theta: str) -> None:
    with pytest.raises(RobotError) as refused:
        robot_of(revolute(1, 0, theta=theta))
    assert refused.value.expected == "variable + offset"


@pytest.mark.parametrize("theta", ["c - t1", "-c - t1", "a + b - q1", "Pi/2 - theta_1"])
def test_an_offset_is_not_taken_for_the_variable(theta: str) -> None:
    """t1 is the variable of joint 1, whatever else stands there with coefficient 1."""
    with pytest.raises(RobotError, match="for a joint that turns the other way write in frame 1"):
        robot_of(revolute(1, 0, theta=theta))


def test_a_constant_may_have_any_sign() -> None:
    robot = robot_of(revolute(1, 0, theta="t1 - c"), revolute(2, 1, theta="q2 - r1 - t9"))
    assert {j: str(v) for j, v in robot.variables.items()} == {1: "t1", 2: "q2"}
