"""Gruebler's count, on the examples of the course and on every robot of the library."""

from __future__ import annotations

import random

import pytest

from symoro import library
from symoro.analysis.gruebler import gruebler, robot_gruebler
from symoro.analysis.mobility import mobility
from symoro.errors import UsageError
from symoro.robot import Robot
from symoro.verify.sampling import known_values, sample_values


@pytest.mark.parametrize(
    ("links", "joints", "d", "freedoms"),
    [
        (5, "RRRRRR", 3, 3),  # a planar biped on both feet
        (13, "S" * 6 + "P" * 6 + "U" * 6, 6, 6),  # a Stewart platform
        (4, "RRRP", 6, 4),  # an open chain
        (3, "RRRR", 3, 1),  # a four-bar linkage
        (3, "RRRR", 6, -2),  # the same, counted in space
        (3, "RSSR", 6, 2),  # in space; one freedom is the rod's turn about itself
        (1, "H", 6, 1),
        (1, "C", 6, 2),
        (0, "", 6, 0),
    ],
)
def test_the_count_of_known_mechanisms(links: int, joints: str, d: int, freedoms: int) -> None:
    assert gruebler(links, joints, d) == freedoms


def test_joints_may_be_numbers() -> None:
    assert gruebler(13, [3] * 6 + [1] * 6 + [2] * 6) == 6
    assert gruebler(2, ["R", 0]) == 1  # a link welded to another


@pytest.mark.parametrize("name", library.names())
def test_the_count_of_a_robot_is_at_most_its_mobility(name: str) -> None:
    robot = library.robot(name)
    count = robot_gruebler(robot)
    assert count == len(robot.moving_joints) - 6 * robot.n_loops
    if robot.n_loops:
        values = sample_values(robot, random.Random(1)) | known_values(robot, robot.values[0])
        assert count <= mobility(robot, values, random.Random(name))  # less for planar loops
    else:
        assert count == len(robot.moving_joints)


@pytest.mark.parametrize(("name", "freedoms"), [("fourbar", 1), ("slidercrank", 1), ("fivebar", 2)])
def test_a_planar_robot_counted_in_its_plane_has_its_mobility(name: str, freedoms: int) -> None:
    assert robot_gruebler(library.robot(name), d=3) == freedoms


def test_a_tool_frame_adds_nothing() -> None:
    tool = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.2], [0, 0, 0, 1]]
    robot = Robot.from_mdh([0, 0], [0, 1], [0, 0], [0, 0], [0, 1], tool=tool)
    assert robot.n_links == 3
    assert robot_gruebler(robot) == 2


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(UsageError, match="there is no joint 'X'; known: R, P, H, C, U, S"):
        gruebler(2, "RX")
    with pytest.raises(UsageError, match="a joint has 0 to 3 freedoms, found 4"):
        gruebler(1, [4], d=3)
    with pytest.raises(UsageError, match=r"d: expected 6 \(space\) or 3 .*, found 5"):
        gruebler(1, "R", d=5)
    with pytest.raises(UsageError, match="links: expected 0 or more, found -1"):
        gruebler(-1, "R")
