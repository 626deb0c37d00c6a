"""Models in operational space: which tasks they take, what they refuse, what they cost."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import symoro
from laws.tasks import State
from random_robots import random_tree
from symoro import ModelError, Robot, UsageError, library
from symoro.expressions import ZERO, symbol
from symoro.robot import BaseMotion, JointType, Link, Structure, general_link, joint_frame

WHOLE = "1, 2, 3, 4, 5, 6"


def rows(model: symoro.Model) -> str:
    note = next(text for text in model.notes if text.startswith("task: row"))
    return re.sub("task: rows? ", "", note.partition(" of ")[0])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("planar2r", "1, 2"),
        ("planar3r", "1, 2, 6"),
        ("rrp", "1, 2, 3"),
        ("scara", "1, 2, 3, 6"),
        ("rx90", WHOLE),
        ("panda", WHOLE),
    ],
)
def test_without_rows_the_task_is_the_first_independent_ones(name: str, expected: str) -> None:
    assert rows(symoro.operational(library.robot(name), level="O1", verify=False)) == expected


def test_rows_keep_their_order() -> None:
    arm = library.robot("planar3r")
    one = symoro.operational(arm, rows="6,1", outputs="*", level="O1", verify=False)
    other = symoro.operational(arm, rows=[1, 6], outputs="*", level="O1", verify=False)
    here = State.drawn(one, arm, 1)
    turned, straight = here.outputs(one), here.outputs(other)
    assert turned["LAMBDA"] == pytest.approx(straight["LAMBDA"][::-1, ::-1], rel=1e-12)
    assert turned["P"] == pytest.approx(straight["P"][::-1], rel=1e-12)


def test_a_projection_turns_the_task() -> None:
    robot = library.robot("stanford")
    fixed = symoro.operational(robot, level="O1", verify=False)
    own = symoro.operational(robot, projection=6, level="O1", verify=False)
    turn = symoro.transform(robot, 0, 6, level="O1", verify=False)
    here = State.drawn(fixed, robot, 2)
    T = np.kron(np.eye(2), here.outputs(turn)["T0T6"][:3, :3])
    a, b = here.outputs(fixed), here.outputs(own)
    size = np.abs(a["LAMBDA"]).max()
    assert pytest.approx(T.T @ a["LAMBDA"] @ T, abs=1e-10 * size) == b["LAMBDA"]
    for vector in ("MU", "P"):
        assert b[vector] == pytest.approx(T.T @ a[vector], abs=1e-10 * size)


def test_a_small_task_can_be_written_out() -> None:
    """All mass of link 2 at the elbow: the tip has inertia along link 2 only, that of the elbow."""
    arm = library.robot("planar2r").substitute({"MX2": 0, "MY2": 0, "ZZ2": 0})
    model = symoro.operational(arm, projection=2, rows="1,2", outputs=["LAMBDA"])
    assert not model.operations.solve
    Lambda = model.expand()["LAMBDA"]
    assert str(Lambda[0, 0]) == "(M2*d2**2 + ZZ1)/(d2**2*sin(t2)**2)"
    assert [str(Lambda[place]) for place in ((0, 1), (1, 0), (1, 1))] == ["0", "0", "0"]


@pytest.mark.parametrize("function", [symoro.operational, symoro.operational_control])
def test_what_has_no_task_is_refused(function: object) -> None:
    assert callable(function)
    planar, rx90 = library.robot("planar2r"), library.robot("rx90")
    with pytest.raises(ModelError, match=r"rows 1, 2, 3 .* depend on each other .*rows='1,2'\)$"):
        function(planar, rows="1-3")
    with pytest.raises(ModelError, match=r"row 3 .* is zero in every posture"):
        function(planar, rows="3")
    with pytest.raises(ModelError, match=r"1, 2, 6 \(rows='1,2,6'\), of those given row 6$"):
        function(library.robot("planar3r"), rows="6,5")
    with pytest.raises(ModelError, match="depend on each other"):  # more rows than joints
        function(rx90, link=4, rows="1-6")
    with pytest.raises(UsageError, match="rows are 1 to 6, not 7"):
        function(rx90, rows="5-7")
    with pytest.raises(ModelError, match="no joint moves between the base and frame 0"):
        function(rx90, link=0)
    with pytest.raises(UsageError, match="there is no frame 9"):
        function(rx90, projection=9)
    with pytest.raises(ModelError, match="floating base"):
        function(rx90, floating_base=True)
    assert function(library.robot("sr400"), equivalent_tree=True, link=6, rows="1-3").certificate


def test_a_joint_without_inertia_is_refused_where_the_inverse_is_needed() -> None:
    arm = library.robot("planar3r")
    light = replace(arm, links=(*arm.links[:2], Link(), Link()))
    with pytest.raises(ModelError, match="joint 3 carries no inertia"):
        symoro.operational(light, rows="1,2")
    with pytest.raises(ModelError, match=r"A has an inverse.* the factor D of joint 3 .* is zero"):
        symoro.operational(arm, rows="1,2", substitute={"ZZ3": 0})
    assert symoro.operational(light).certificate  # a square J needs no inverse of A
    assert symoro.operational_control(light, rows="1,2").certificate


def test_near_is_for_redundant_robots() -> None:
    with pytest.raises(UsageError, match="leaves no choice"):
        symoro.operational_control(library.robot("rx90"), near=True)
    model = symoro.operational_control(library.robot("planar3r"), rows="1,2", near=True)
    assert model.states == ("q", "QP", "WX", "WQ")
    assert any("nearest to WQ" in note for note in model.notes)


def test_friction_and_wrenches_belong_to_the_control_alone() -> None:
    robot = library.robot("planar2r")
    bare = symoro.operational(robot)
    rough = symoro.operational(robot, include=["friction", "wrench=2"])
    assert rough.operations == bare.operations
    control = symoro.operational_control(robot, include=["friction", "wrench=2"])
    assert control.operations.functions == {"sign": 2}
    assert "FE" in dict(control.program.arrays)


@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "ur5", "general6r"])
def test_the_control_costs_less_than_the_models_that_it_is_made_of(name: str) -> None:
    """Inverse dynamics, Jdot qdot, J, and the rotation that takes Jdot qdot to frame 0."""
    robot = library.robot(name)
    r = robot.tip
    parts = (
        symoro.idm(robot, level="O1", verify=False),
        symoro.jdot_qdot(robot, level="O1", verify=False),
        symoro.jacobian(robot, r, projection=0, intermediate=r, level="O1", verify=False),
        symoro.fast_transform(robot, 0, r, level="O1", verify=False),
    )
    apart = sum(part.operations.total for part in parts)
    whole = symoro.operational_control(robot, level="O1", verify=False).operations
    assert whole.total < 0.9 * apart
    assert whole.trig < sum(part.operations.trig for part in parts) / 2


def test_sines_and_transformations_are_computed_once() -> None:
    robot = library.robot("general6r")
    for function in (symoro.operational, symoro.operational_control):
        model = function(robot, level="O1", verify=False)
        assert not [name for name in model.program.assigned_names if name.endswith("_")]
        assert model.operations.trig == 22  # six joints, five constant twists


@pytest.mark.parametrize("function", [symoro.operational, symoro.operational_control])
@pytest.mark.parametrize("name", ["rrp", "scara"])
def test_base_parameters_suffice(name: str, function: object) -> None:
    assert callable(function)
    robot = library.robot(name)
    assert function(robot, base_parameters=True).operations.total < function(robot).operations.total


def test_names_stay_apart_in_robots_of_ten_frames_and_more() -> None:
    frames, links = [], []
    for j in range(1, 12):
        kind = JointType.PRISMATIC if j == 5 else JointType.REVOLUTE
        place = {"r": symbol(f"r{j}")} if j == 5 else {"theta": symbol(f"t{j}")}
        frames.append(joint_frame(j, j - 1, kind, alpha=symbol("a"), d=symbol(f"D{j}"), **place))
        links.append(general_link(j))
    robot = Robot("eleven", Structure.SIMPLE, tuple(frames), tuple(links))
    model = symoro.operational(robot, rows="1-2", outputs="*")
    assert model.certificate is not None
    assert {"LAMBDA1_2", "MU_1", "JBAR_112"} <= set(model.program.assigned_names)


def test_user_symbols_keep_their_names() -> None:
    arm = library.robot("planar2r").substitute({"d2": symbol("WX1"), "d3": symbol("LAMBDA11")})
    model = symoro.operational_control(arm)
    assert [item.name for item in model.program.inputs if item.array == "WX"] == ["WX1_", "WX2"]
    assert "LAMBDA11_" in symoro.operational(arm).program.assigned_names


def test_the_sum_of_two_angles_of_a_frame_is_neither_of_them() -> None:
    """Where axes are parallel gamma and theta are added, and the sine of the sum is named anew."""
    geometry = ({"gamma": symbol("g1")}, {"d": symbol("D2")})
    frames = [
        joint_frame(j, j - 1, JointType.REVOLUTE, theta=symbol(f"t{j}"), **more)
        for j, more in enumerate(geometry, start=1)
    ]
    hand = joint_frame(3, 2, JointType.FIXED, d=symbol("D3"))
    links = (general_link(1), general_link(2), Link())
    robot = Robot("aligned", Structure.SIMPLE, (*frames, hand), links)
    assert symoro.operational(robot).certificate is not None
    assert symoro.operational_control(robot).certificate is not None


@pytest.mark.parametrize("seed", [2, 8])
def test_random_trees_on_moving_bases_are_verified(seed: int) -> None:
    robot = random_tree(seed, moving_base=True, links=4)
    assert robot.base.motion is BaseMotion.MOVING
    assert robot.base.VP0[0] != ZERO
    task = symoro.operational(robot, outputs="*")
    assert task.certificate is not None
    assert symoro.operational_control(robot).certificate is not None
