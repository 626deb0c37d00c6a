"""The joints in which loops have a closed form: motors first, others where these do not do."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

import symoro.grouping.loop_coordinates as page
from closed_robots import closed, coupled, driven, fixed, kite, off_the_plane, slide, turn, wheels
from grouping.test_theorems import FAILURES
from models.decision_mutants import page_mutants
from models.mutants import Mutant
from symoro.errors import ModelError
from symoro.expressions import parse
from symoro.grouping.loop_coordinates import loop_coordinates
from symoro.library import robot as read
from symoro.models.loops.recipes import plan_loops
from symoro.robot import Robot


def frame() -> Robot:
    """Three links and three joints: a triangle that does not move."""
    return closed("frame", turn(1, 0), turn(2, 0, d="L2"), turn(3, 1, d="L1"), fixed(2, d="L3"))


def hung_frame() -> Robot:
    """A triangle on a link that turns, with one more joint on it."""
    return closed(
        "hung_frame",
        turn(1, 0, mu=True),
        turn(2, 1, alpha="Pi/2", d="L2"),
        turn(3, 1, alpha="Pi/2"),
        turn(4, 2, mu=True, alpha="Pi/2"),
        turn(5, 3, d="L3"),
        fixed(2, d="L5"),
    )


def telescope() -> Robot:
    """Two cylindrical joints on one axis, a loop of rank 2; joints without motors before, after."""
    return closed(
        "telescope",
        turn(1, 0),
        turn(2, 1, mu=True, alpha="a1"),
        slide(3, 2, mu=True),
        turn(4, 3),
        turn(5, 2, alpha="Pi/2"),
        slide(6, 4, theta="f"),
        fixed(1, alpha="a1"),
    )


def chosen(robot: Robot, module: ModuleType = page) -> tuple[int, ...] | None:
    loops = module.loop_coordinates(robot)
    if loops is None:
        return None
    assert loops.reasons == {}
    assert loops.modes
    active: tuple[int, ...] = loops.active
    return active


FOUR, FIVE = read("fourbar"), read("fivebar")
EXPECTED: dict[str, tuple[Robot, tuple[int, ...] | None]] = {
    "the motor": (FOUR, (1,)),
    "another motor": (driven(FOUR, 2), (2,)),
    "two motors for two freedoms": (FIVE, (1, 3)),
    "joints beside the loop": (driven(hung_frame()), (1, 4)),
    "motors of a loop of rank 2 and joints beside it": (telescope(), (1, 2, 3, 5)),
    "a motor that gives no closed form": (coupled(t3="t3 + t2"), (2,)),
    "a frame that does not move": (frame(), ()),
    "a motor that cannot move": (driven(hung_frame(), 1, 2, 4), (1, 4)),
    "no closed form": (read("rsur"), None),
    "one more freedom than motors": (read("rssr"), None),
}
"""Robots, and the joints that are taken."""


@pytest.mark.parametrize("name", EXPECTED)
def test_the_joints_that_are_taken(name: str) -> None:
    robot, expected = EXPECTED[name]
    assert chosen(robot) == expected


@pytest.mark.parametrize("name", ["fourbar", "fivebar", "slidercrank", "sr400", "akr3000"])
def test_motors_come_first(name: str) -> None:
    """The result is the plan for the motors itself."""
    robot = read(name)
    motors = tuple(j for j in robot.moving_joints if robot.frame(j).mu)
    assert chosen(robot) == motors
    assert loop_coordinates(robot) == plan_loops(robot, motors)


@pytest.mark.parametrize("motors", [(1, 2), (1, 2, 3), (2, 3), (1, 3)])
def test_of_too_many_motors_some_are_taken(motors: tuple[int, ...]) -> None:
    found = chosen(driven(FOUR, *motors))
    assert found is not None
    assert len(found) == 1
    assert set(found) < set(motors)


@pytest.mark.parametrize("motor", [1, 2, 3, 4])
def test_too_few_motors_are_joined_by_others(motor: int) -> None:
    """A five-bar linkage has two freedoms."""
    found = chosen(driven(FIVE, motor))
    assert found is not None
    assert len(found) == 2
    assert motor in found


@pytest.mark.parametrize("robot", [driven(FOUR), driven(FOUR, 4), driven(wheels())])
def test_without_a_motor_on_a_link_one_joint_is_found(robot: Robot) -> None:
    """Cut joints do not count; wheels have a loop too many and one freedom all the same."""
    found = chosen(robot)
    assert found is not None
    assert len(found) == 1


def test_where_the_motor_gives_no_closed_form_another_joint_does() -> None:
    robot = driven(kite(), 5)
    assert plan_loops(robot, (5,)).reasons
    assert chosen(robot) not in (None, (5,))


def test_loops_that_never_close_have_none() -> None:
    assert chosen(off_the_plane()) is None


def test_tables_that_move_with_the_robot_are_refused() -> None:
    frames = [replace(f, d=parse("t1")) if j == 3 else f for j, f in FOUR]
    with pytest.raises(ModelError, match=r"frame 3, d depends on t1, the variable of joint 1"):
        loop_coordinates(replace(FOUR, frames=tuple(frames)))


MORE = ("and to or", "if j in tree and j != robot.root(k, other)]")
"""A change that adds sets of joints to try; those that the page tries come before or fail."""


def unnoticed(module: ModuleType) -> bool:
    try:
        return all(chosen(robot, module) == expected for robot, expected in EXPECTED.values())
    except (*FAILURES, AssertionError):
        return False


def _adds(mutant: Mutant) -> bool:
    what, text = MORE
    return mutant.what == what and mutant.text.endswith(text)


def test_every_mutant_is_caught() -> None:
    unchanged, *made = page_mutants(page)
    assert unnoticed(unchanged.module)
    alive = [m for m in made if unnoticed(m.module) and not _adds(m)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
