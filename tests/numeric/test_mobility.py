"""The mobility of closed robots, from the rank of their loops."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from symoro import library
from symoro.expressions import expression
from symoro.generate.draw import draw, known_values
from symoro.numeric.mobility import CannotClose, closed_posture, mobility

FREEDOM = {"sr400": 6, "akr3000": 6, "fourbar": 1, "slidercrank": 1, "fivebar": 2}
CLOSED = [name for name in library.names() if library.robot(name).n_loops]


def test_every_closed_robot_of_the_library_is_tested() -> None:
    assert sorted(FREEDOM) == sorted(CLOSED)


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_robot_has_as_many_freedoms_as_motors(name: str) -> None:
    robot = library.robot(name)
    values = draw(robot, random.Random(1)) | known_values(robot, robot.values[0])
    found = mobility(robot, values, random.Random(name))
    assert found == FREEDOM[name] == sum(frame.mu for _, frame in robot)


def test_a_robot_without_loops_can_move_every_joint() -> None:
    robot = library.robot("rx90")
    assert mobility(robot, {}, random.Random(0)) == 6


def test_loops_that_cannot_close_say_by_how_much() -> None:
    robot = library.robot("fourbar")
    values = draw(robot, random.Random(1)) | known_values(robot, robot.values[0])
    far = replace(robot.frames[-1], d=robot.frames[-1].d + expression(100))
    broken = replace(robot, frames=(*robot.frames[:-1], far))
    with pytest.raises(CannotClose, match=r"residual 0\.9\d* of the robot"):
        closed_posture(broken, values, random.Random(0), tries=2)


@pytest.mark.parametrize("name", ["slidercrank", "akr3000", "sr400"])
@pytest.mark.parametrize("unit", [1000, 10**6])
def test_the_mobility_does_not_depend_on_the_unit_of_length(name: str, unit: int) -> None:
    robot = library.robot(name)
    lengths = set[str]().union(*((f.b.symbols | f.d.symbols | f.r.symbols) for _, f in robot))
    known = known_values(robot, robot.values[0])
    scaled = {n: v * unit if n in lengths else v for n, v in known.items()}
    rng = random.Random(3)
    motors = sum(frame.mu for _, frame in robot)
    assert mobility(robot, draw(robot, rng) | scaled, rng) == motors
