"""The completeness pass alone finds the rank and right groupings, without any rule."""

from __future__ import annotations

import numpy as np
import pytest

from grouping.small_robots import arm, floating, moving, with_rotors
from grouping.torques import FLOATS, rank, states, torques
from symoro.expressions import evaluate, parse
from symoro.grouping.eliminations import sort_parameters
from symoro.grouping.exact.closed_states import ClosedStates
from symoro.grouping.exact.completeness import Completeness
from symoro.grouping.exact.sampling import has_driven_base
from symoro.library import robot as read
from symoro.models.loops.assembly import full_plan
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.parameter import Parameter, nonzero_parameters

PLANAR = arm("R", "R d=D2", g="0 G2 0", rotors=(1, 2), name="planar")
ROBOTS = {
    robot.name: robot
    for robot in (
        PLANAR,
        arm("R", "P alpha=Pi/2 d=D2", "R", name="rpr"),
        floating(arm("R alpha=Pi/2", name="floating")),
        moving(arm("R", "R d=D2", name="accelerated"), VP0="0 VY 0"),
        moving(arm("R", "P", name="turned"), W0="0 0 WZ"),
        read("fourbar"),
        moving(read("slidercrank"), W0="0 0 WZ", WP0="0 0 WPZ"),
    )
}


def completeness(robot: Robot) -> Completeness:
    if not robot.n_loops:
        return Completeness(robot)
    loops = full_plan(robot, active_joints(robot))
    return Completeness(robot, ClosedStates(loops, loops.modes[0]))


@pytest.mark.parametrize("name", ROBOTS)
def test_the_rank_is_that_of_the_torques(name: str) -> None:
    robot = ROBOTS[name]
    own = sort_parameters(nonzero_parameters(robot))
    independent = len(own) - len(completeness(robot).dependencies(own))
    drawn = states(robot, independent + 8, seed=4)
    matrix = np.concatenate([torques(robot, own, state) for state in drawn])
    assert rank(matrix)[0] == independent


@pytest.mark.parametrize("name", ["planar", "rpr", "accelerated", "turned", "fourbar"])
def test_groupings_without_rules_are_identities(name: str) -> None:
    robot = ROBOTS[name]
    own = nonzero_parameters(robot)
    drawn = states(robot, 4, seed=6)
    matrix = np.concatenate([torques(robot, own, state) for state in drawn])
    columns = dict(zip(own, matrix.T, strict=True))
    pass_ = completeness(robot)
    depend = pass_.dependencies(sort_parameters(own))
    for p in list(depend)[:8]:
        total = np.zeros(len(matrix))
        for k, coefficient in pass_.coefficients(depend, p):
            total = total + evaluate(coefficient, drawn[0], FLOATS) * columns[k]
        scale = max(1.0, float(np.abs(columns[p]).max()))
        assert np.abs(columns[p] - total).max() < 1e-9 * scale, p  # states close to 1e-9


def test_columns_are_taken_in_the_order_of_the_tables() -> None:
    held = {Parameter(2, "IA"), Parameter(1, "M"), Parameter(1, "XX"), Parameter(2, "ZZ")}
    assert [str(p) for p in sort_parameters(held)] == ["XX1", "M1", "ZZ2", "IA2"]


def test_a_parameter_without_effect_is_told_from_one_that_depends() -> None:
    steps = {str(s.eliminated): s for s in Completeness(PLANAR).steps(nonzero_parameters(PLANAR))}
    assert steps["XX1"].reason.rule == "no effect"
    assert steps["XX1"].into == ()
    assert steps["IA1"].reason.rule == "dependency"
    assert [(str(p), str(c)) for p, c in steps["IA1"].into] == [("ZZ1", "1")]


def test_constants_without_square_roots_are_drawn_again() -> None:
    """Roots of symbols exist at every second point only; the angle of atan2 needs one as well."""
    robot = arm("R", "R d=sqrt(A) alpha=atan2(A,B)", "P d=sqrt(A+B) alpha=-atan2(A,B)")
    own = sort_parameters(nonzero_parameters(robot))
    plain = arm("R", "R d=D2 alpha=a2", "P d=D3 alpha=-a2")
    found, expected = (len(Completeness(r).dependencies(own)) for r in (robot, plain))
    assert found == expected


def test_the_same_robot_gives_the_same_numbers() -> None:
    first, second = (Completeness(PLANAR).samples(3, 1) for _ in range(2))
    own = sort_parameters(nonzero_parameters(PLANAR))
    assert (first.matrix(own, 9) == second.matrix(own, 9)).all()
    assert first.constant(parse("D2")) == second.constant(parse("D2"))


def test_when_a_base_is_driven() -> None:
    """The velocity of the origin alone is not felt, nor is a base without motion."""
    robot = with_rotors(arm("R"))
    assert not has_driven_base(robot)
    assert not has_driven_base(moving(robot, V0="VX 0 0"))
    assert not has_driven_base(floating(robot))
    for motion in ({"W0": "0 0 W"}, {"WP0": "0 A 0"}, {"VP0": "1 0 0"}):
        assert has_driven_base(moving(robot, **motion))
