"""Values of joints: by variable or by number; other keys are refused with those that are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symoro
from symoro.errors import UsageError
from symoro.plot.geometry_values import geometry_values
from symoro.plot.posture import posture


@pytest.mark.parametrize("key", [1, np.int64(1)])
def test_loop_solutions_take_joints_by_number(key: Any) -> None:
    robot = symoro.load("fourbar")
    by_number = symoro.loop_solutions(robot, {key: 0.7})
    assert len(by_number) == 2
    assert np.array_equal(by_number.q, symoro.loop_solutions(robot, {"t1": 0.7}).q)


def test_the_rank_at_a_posture_takes_joints_by_number() -> None:
    arm = symoro.singularities(symoro.load("planar2r"), rows="1,2")
    lengths = {"d2": 0.5, "d3": 0.4}
    assert [arm.rank_at({1: 0.3, 2: t2}, lengths)[0] for t2 in (0.5, 0.0)] == [2, 1]


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ({9: 0.0}, r"9 is no joint of fourbar that moves; joints that move are 1 \(t1\), 2"),
        ({5: 0.0}, "5 is no joint of fourbar that moves"),
        ({2: 0.0}, "t2: not an active joint of fourbar; active joints are t1"),
        ({"t1": 0.0, 1: 0.0}, "fourbar: t1 is given twice, by variable and by number"),
        ({1.0: 0.0}, r"by variable or by number, not by 1\.0; joints that move are 1 \(t1\)"),
        ({True: 0.0}, "by variable or by number, not by True"),
        ({None: 0.0}, "by variable or by number, not by None"),
    ],
)
def test_other_keys_are_refused(at: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.loop_solutions(symoro.load("fourbar"), at)


def test_a_drawing_takes_joints_by_number_or_by_variable() -> None:
    robot = symoro.load("rx90")
    numbers = geometry_values(robot, "lengths")
    one = posture(robot, {2: 0.4, 3: 1.0}, numbers)
    other = posture(robot, {"t2": 0.4, "t3": 1.0}, numbers)
    assert one.values == other.values
    assert one.values["t2"] == 0.4
    with pytest.raises(UsageError, match=r"x is no joint variable of rx90; .* are 1 \(t1\), 2"):
        symoro.draw(robot, {"x": 0.4}, values="lengths")
