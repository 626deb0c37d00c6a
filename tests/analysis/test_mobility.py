"""The mobility of closed robots, from the rank of their loops."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from symoro import library
from symoro.analysis.loops import CannotClose, Closure
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.loops.solve import ranks
from symoro.analysis.mobility import IdleMotion, idle_motion_at, mobility
from symoro.catalog.diagnose import motors
from symoro.expressions import expression, parse
from symoro.robot import Link, Robot
from symoro.verify.sampling import known_values, sample_values

FREEDOM = {
    "akr3000": 6,
    "fivebar": 2,
    "fourbar": 1,
    "rssr": 2,
    "rsur": 1,
    "slidercrank": 1,
    "spherical4r": 1,
    "sr400": 6,
}
IDLE = {"rssr": 1}  # freedoms without a motor
RANKS = {  # of each loop: 3 in a plane or about a point
    "akr3000": [3, 3],
    "fivebar": [3],
    "fourbar": [3],
    "rssr": [6],
    "rsur": [6],
    "slidercrank": [3],
    "spherical4r": [3],
    "sr400": [3],
}
CLOSED = [name for name in library.names() if library.robot(name).n_loops]


def without_motor(name: str, *joints: int) -> Robot:
    robot = library.robot(name)
    frames = [replace(f, mu=f.mu and j not in joints) for j, f in robot]
    return replace(robot, frames=tuple(frames))


def test_every_closed_robot_of_the_library_is_tested() -> None:
    assert sorted(FREEDOM) == sorted(RANKS) == sorted(CLOSED)


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_robot_has_as_many_freedoms_as_motors_and_idle_links(name: str) -> None:
    robot = library.robot(name)
    values = sample_values(robot, random.Random(1)) | known_values(robot, robot.values[0])
    found = mobility(robot, values, random.Random(name))
    count = sum(frame.mu for _, frame in robot)
    assert found == FREEDOM[name] == count + IDLE.get(name, 0)


@pytest.mark.parametrize("name", CLOSED)
def test_the_rank_of_each_loop_alone(name: str) -> None:
    robot = library.robot(name)
    values = robot.parameter_values("example")
    closure = Closure(robot, values)
    slope = closure.gaps(closed_rows(closure, 1, random.Random(name)))[1]
    loops = np.split(slope[0], robot.n_loops)
    assert [int(ranks(rows[None])[0]) for rows in loops] == RANKS[name]


def test_a_robot_without_loops_can_move_every_joint() -> None:
    robot = library.robot("rx90")
    assert mobility(robot, {}, random.Random(0)) == 6


def test_joints_that_share_a_variable_are_one_freedom() -> None:
    robot = library.robot("fivebar")
    frames = list(robot.frames)
    frames[2] = replace(frames[2], theta=parse("t1 + Pi/3"))
    geared = replace(robot, frames=tuple(frames))
    values = robot.parameter_values("example") | {"L5": 0.4}
    assert mobility(geared, values, random.Random(0)) == 1
    arm = library.robot("planar2r")
    frames = list(arm.frames)
    frames[1] = replace(frames[1], theta=parse("t1"))
    assert mobility(replace(arm, frames=tuple(frames)), {}, random.Random(0)) == 1


def test_loops_that_cannot_close_say_by_how_much() -> None:
    robot = library.robot("fourbar")
    values = sample_values(robot, random.Random(1)) | known_values(robot, robot.values[0])
    far = replace(robot.frames[-1], d=robot.frames[-1].d + expression(100))
    broken = replace(robot, frames=(*robot.frames[:-1], far))
    with pytest.raises(CannotClose, match=r"fourbar do not close: .* miss by 99\.2 m") as caught:
        mobility(broken, values, random.Random(0))
    # crank, coupler and base, stretched towards the far end of the rocker of 100.4 m; how exactly
    # depends on when the solver gives up
    assert caught.value.position == pytest.approx(100.4 - 0.2 - 0.5 - 0.5, rel=1e-4)


@pytest.mark.parametrize("name", ["slidercrank", "akr3000", "sr400"])
@pytest.mark.parametrize("unit", [1000, 10**6])
def test_the_mobility_does_not_depend_on_the_unit_of_length(name: str, unit: int) -> None:
    robot = library.robot(name)
    lengths = set[str]().union(*((f.b.symbols | f.d.symbols | f.r.symbols) for _, f in robot))
    known = known_values(robot, robot.values[0])
    scaled = {n: v * unit if n in lengths else v for n, v in known.items()}
    rng = random.Random(3)
    motors = sum(frame.mu for _, frame in robot)
    assert mobility(robot, sample_values(robot, rng) | scaled, rng) == motors


# What moves without a motor


def idle_motion(robot: Robot, active: Sequence[int]) -> IdleMotion:
    closure = Closure(robot, library.robot(robot.name).parameter_values("example"))
    return idle_motion_at(closure, closed_rows(closure, 12, random.Random(0)), active)


def test_the_rod_between_spherical_joints_turns_alone() -> None:
    robot = library.robot("rssr")
    found = idle_motion(robot, [1])
    assert found == IdleMotion(freedom=1, joints=(4, 5), links=(4,))
    assert found.harmless
    assert motors(robot) == []


def test_the_rod_turns_alone_in_a_robot_without_inertia_too() -> None:
    robot = library.robot("rssr")
    bare = replace(robot, links=(Link(),) * robot.n_links)
    found = idle_motion(bare, [1])
    assert found == IdleMotion(freedom=1, joints=(4, 5), links=(4,))


def test_a_missing_motor_is_not_an_idle_link() -> None:
    robot = without_motor("fivebar", 3)
    found = idle_motion(robot, [1])
    assert found == IdleMotion(freedom=1, joints=(2, 3, 4, 5), links=(2, 3, 4))
    assert not found.harmless
    (diagnostic,) = motors(robot)
    assert str(diagnostic) == "mu: the robot has mobility 2 and 1 motors"


@pytest.mark.parametrize("name", sorted(set(CLOSED) - {"rssr"}))
def test_nothing_moves_when_the_motors_are_held(name: str) -> None:
    robot = library.robot(name)
    active = [j for j, frame in robot if frame.mu]
    found = idle_motion(robot, active)
    assert found == IdleMotion(0, (), ())


def test_lengths_that_cannot_close_are_a_diagnostic() -> None:
    robot = library.robot("fourbar").substitute({"L4": 100})
    (diagnostic,) = motors(robot)
    assert "with the given lengths, the loops of fourbar do not close" in str(diagnostic)


def test_tables_that_move_are_a_diagnostic_and_no_error() -> None:
    robot = library.robot("fivebar")
    frames = (*robot.frames[:3], replace(robot.frames[3], d=parse("L3 + t1")), *robot.frames[4:])
    (diagnostic,) = motors(replace(robot, frames=frames))
    assert "frame 4, d: depends on the joint variable t1" in str(diagnostic)
