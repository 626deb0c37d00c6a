"""Operations of closed robots' dynamics at level O2, and of those of the tree, then projected."""

from __future__ import annotations

import pytest

import symoro
from symoro import library
from tree_then_project import closed_costs, tree_then_project

COUNTS = {  # idm, inertia, ddm of the closed robot; of its tree with products of G
    "akr3000": ((628, 335, 1124), (670, 353, 1195)),
    "fivebar": ((75, 52, 151), (81, 56, 170)),
    "fourbar": ((44, 26, 81), (45, 27, 93)),
    "rssr": ((249, 157, 458), (273, 169, 526)),
    "rsur": ((169, 103, 358), (215, 116, 413)),
    "slidercrank": ((33, 17, 66), (41, 26, 83)),
    "spherical4r": ((67, 32, 121), (73, 45, 139)),
    "sr400": ((500, 256, 847), (603, 303, 991)),
}
"""Additions and multiplications of a call, each robot in its own base parameters."""


def test_every_closed_robot_of_the_library_is_counted() -> None:
    closed = {name for name in symoro.library.names() if library.robot(name).loops()}
    assert COUNTS.keys() == closed


@pytest.mark.parametrize("name", COUNTS)
def test_a_closed_model_costs_less_than_its_tree_and_products(name: str) -> None:
    robot = library.robot(name)
    closed, projected = closed_costs(robot), tree_then_project(robot)
    assert ((*closed.values(),), (*projected.values(),)) == COUNTS[name]
    assert all(closed[kind] < projected[kind] for kind in closed)


def test_the_torques_of_sr400_cost_less_than_those_of_its_tree() -> None:
    """39 base parameters of the robot, 50 of the tree."""
    sr400 = library.robot("sr400")
    closed, tree = (
        symoro.idm(robot, base_parameters=True, verify=False, level="O2")
        for robot in (sr400, sr400.equivalent_tree())
    )
    assert (closed.operations.total, tree.operations.total) == (500, 599)


def test_forces_of_loops_are_taken_where_they_need_fewer_operations() -> None:
    notes = {
        name: " ".join(symoro.idm(library.robot(name), level="O2", verify=False).notes)
        for name in ("fivebar", "fourbar")
    }
    assert "forces of the loops" in notes["fivebar"]
    assert "forces of the loops" not in notes["fourbar"]
