"""What may be asked of a model, and what is refused, with the reason and a remedy."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest

import symoro
from symoro import ModelError, Robot, UsageError
from symoro.catalog.generate import generate
from symoro.catalog.python import common_options
from symoro.catalog.table import model_definition, model_entries
from symoro.expressions import ZERO, expression, symbol
from symoro.passes import DeadCode, count
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.options import Options
from symoro.wording import identifier


def quick(robot: Robot, **options: object) -> symoro.Model:
    return symoro.idm(robot, verify=False, **options)  # type: ignore[arg-type]


def test_torques_come_unasked_and_reactions_on_request() -> None:
    robot = symoro.load("rrp")
    assert quick(robot).outputs == ("GAM",)
    assert quick(robot, outputs=["N"]).outputs == ("N",)
    assert quick(robot, outputs=["N", "G*"]).outputs == ("GAM", "N")
    assert quick(robot, outputs=["*"]).outputs == ("GAM", "E", "N")
    assert quick(robot, outputs=["[EN]"]).outputs == ("E", "N")


def test_outputs_have_a_row_for_each_link_and_a_torque_for_each_joint_that_moves() -> None:
    robot = symoro.load("mobile3w")
    shapes = {o.name: o.shape for o in quick(robot, outputs=["*"]).program.outputs}
    assert shapes["GAM"] == (len(robot.moving_joints),)
    assert shapes["E"] == shapes["N"] == (robot.n_links, 3)


def test_an_unknown_output_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match="no output TAU; its outputs are GAM, E, N"):
        quick(symoro.load("rrp"), outputs=["TAU"])


def test_an_unknown_level_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match="no level O9; levels are O0, O1"):
        quick(symoro.load("rrp"), level="O9")


def test_an_unknown_model_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match=r"no model forward; the models are transform, .*, idm\b"):
        generate("forward", symoro.load("rrp"))


@pytest.mark.parametrize("item", ["fricton", "wrench", "wrench=", "wrench=x", "IA", ""])
def test_an_unknown_addition_is_refused_with_the_list(item: str) -> None:
    with pytest.raises(
        UsageError, match=r"include.* is not valid; choose ia, friction, friction=LAWS"
    ):
        quick(symoro.load("rrp"), include=[item])


def test_a_wrench_on_a_link_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no link 4 in rrp; links are 1 to 3"):
        quick(symoro.load("rrp"), include=["wrench=4"])


def test_something_that_is_not_a_robot_is_refused() -> None:
    with pytest.raises(UsageError, match="a Robot is needed, not str"):
        symoro.idm("rx90")  # type: ignore[arg-type]


def test_the_whole_trace_is_longer_than_what_the_outputs_need() -> None:
    robot = symoro.load("rrp")
    whole, needed = quick(robot, level="O0"), quick(robot, level="O1")
    assert whole.level == "O0"
    assert needed.level == "O1"
    names = needed.program.assigned_names
    assert len(whole.program.statements) > len(names)
    assert tuple(name for name in whole.program.assigned_names if name in set(names)) == names


def test_additions_put_general_symbols_where_the_robot_has_zeros() -> None:
    robot = symoro.load("rrp")
    assert robot.link(2).IA == ZERO
    model = quick(robot, include=["ia", "friction", "wrench=3"])
    link = model.robot.link(2)
    assert [str(value) for value in (link.IA, link.FV, link.FS)] == ["IA2", "FV2", "FS2"]
    assert model.robot.link(3).wrench == tuple(
        symbol(name) for name in ("FX3", "FY3", "FZ3", "CX3", "CY3", "CZ3")
    )
    assert model.robot.link(2).wrench == (ZERO,) * 6
    assert model.operations.functions == {"sign": 3}
    assert ("FE", (3, 6)) in model.program.arrays


def test_an_addition_keeps_what_the_robot_has_and_never_takes_a_users_symbol() -> None:
    robot = symoro.load("rrp")
    links = list(robot.links)
    links[0] = replace(links[0], IA=symbol("rotor"), M=symbol("IA2"))
    model = quick(replace(robot, links=tuple(links)), include=["ia"])
    assert [str(link.IA) for link in model.robot.links] == ["rotor", "IA2_", "IA3"]


def test_a_fixed_frame_gets_no_friction() -> None:
    robot = symoro.load("mobile3w")
    fixed = [j for j, frame in robot if not frame.moves]
    model = quick(robot, include=["ia", "friction"])
    assert all(model.robot.link(j).FV == ZERO for j in fixed)


def test_a_value_is_put_in_exactly_and_the_count_follows() -> None:
    robot = symoro.load("rrp")
    general = quick(robot, level="O1")
    special = quick(robot, level="O1", substitute={"a1": "Pi/2", "q3": "q3 + L"})
    assert special.operations.total < general.operations.total
    assert special.operations.trig == general.operations.trig - 2
    assert "L" in special.program.parameters
    assert "a1" not in special.program.parameters


def test_a_value_for_a_symbol_that_the_robot_has_not_is_refused() -> None:
    with pytest.raises(UsageError, match="rrp has no symbol a9"):
        quick(symoro.load("rrp"), substitute={"a9": 0})


def test_a_closed_robot_is_refused_and_the_way_out_is_named() -> None:
    with pytest.raises(ModelError, match=r"sr400 is a closed robot.*equivalent_tree=True"):
        symoro.regressor(symoro.load("sr400"), reference=True)


def test_the_equivalent_tree_says_that_it_is_one() -> None:
    model = quick(symoro.load("sr400"), equivalent_tree=True)
    assert model.robot.n_loops == 0
    assert model.notes[0] == "model of the equivalent tree; loops cut: 1"
    assert any("passive" in note for note in model.notes)


def test_the_equivalent_tree_of_a_tree_is_the_robot_itself() -> None:
    robot = symoro.load("rrp")
    assert quick(robot, equivalent_tree=True).robot is robot
    assert quick(robot, equivalent_tree=True).notes == quick(robot).notes


def test_two_joints_of_one_variable_are_refused_and_both_are_named() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    frames[2] = replace(frames[2], theta=robot.variables[1])
    with (
        pytest.warns(symoro.RobotWarning, match="joints 1 and 3 share the variable"),
        pytest.raises(ModelError, match=r"joints 1 and 3 share the symbol \w+"),
    ):
        quick(replace(robot, frames=tuple(frames)))


def test_a_velocity_that_is_an_acceleration_too_is_refused() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], QDP=frames[1].QP)
    with pytest.raises(ModelError, match="QP2 is both QP and QDP of joint 2"):
        quick(replace(robot, frames=tuple(frames)))


def test_two_joints_of_one_velocity_are_refused_and_both_are_named() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    frames[2] = replace(frames[2], QP=frames[1].QP)
    with pytest.raises(ModelError, match="joints 2 and 3 share the symbol QP2"):
        quick(replace(robot, frames=tuple(frames)))


def test_a_geometry_that_moves_with_another_joint_is_refused() -> None:
    robot = symoro.load("planar3r")
    frames = list(robot.frames)
    variable = robot.variables[1].name
    frames[2] = replace(frames[2], d=robot.variables[1] * 2)
    message = f"frame 3, d depends on {variable}, the variable of joint 1"
    with pytest.raises(ModelError, match=re.escape(message)):
        quick(replace(robot, frames=tuple(frames)))


def test_a_joint_whose_velocity_is_a_number_is_no_input() -> None:
    robot = symoro.load("planar2r")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], QP=ZERO, QDP=expression("1/3"))
    model = symoro.idm(replace(robot, frames=tuple(frames)))
    assert [i.name for i in model.program.inputs if i.array == "QP"] == ["QP1"]
    assert ("QP", (2,)) in model.program.arrays


def test_elastic_and_coupled_joints_get_a_note() -> None:
    robot = symoro.load("planar2r")
    frames = list(robot.frames)
    frames[1] = replace(frames[1], eta=True, k=symbol("k2"), rest=expression("1/2"))
    notes = quick(replace(robot, frames=tuple(frames)), level="O1").notes
    assert len(notes) == 1
    assert "elastic" in notes[0]
    assert "GAM2 = -k2*(t2 - 0.5)" in notes[0]


each_model = pytest.mark.parametrize("item", model_entries(), ids=lambda item: item.name)


@each_model
def test_the_list_of_models_and_its_entries_agree(item: ModelInfo) -> None:
    found = model_definition(item.name)
    for field in fields(ModelInfo):
        assert getattr(found, field.name) == getattr(item, field.name)


@each_model
def test_a_model_of_loops_or_wheels_refuses_a_robot_without(item: ModelInfo) -> None:
    """And no other model does."""
    robot = symoro.load("planar2r")
    if item.loops or item.wheels:
        what = "loops" if item.loops else "wheels"
        with pytest.raises(ModelError, match=f"planar2r has no {what}"):
            generate(item.name, robot)
    else:
        assert generate(item.name, robot).certificate is not None


@each_model
def test_an_option_that_a_model_has_not_is_refused_with_the_list(item: ModelInfo) -> None:
    names = ", ".join(spec.name for spec in item.options) or "none of its own"
    with pytest.raises(UsageError, match=f"no option speed; options are {names}"):
        generate(item.name, symoro.load("fourbar"), Options(own={"speed": 1}))


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("RX90", "rx90"),
        ("my robot", "my_robot"),
        ("9 lives", "robot_9_lives"),
        ("_x", "robot__x"),
        ("Stäubli", "st_ubli"),
        ("ロボット", "robot_____"),
    ],
)
def test_a_robots_name_becomes_one_that_every_language_takes(name: str, made: str) -> None:
    assert identifier(name) == made
    assert made.isidentifier()
    assert made.isascii()


def test_options_have_the_same_defaults_everywhere() -> None:
    """But for the level: what is read is O1, what runs O2."""
    assert Options(level="O2") == common_options({}, {})
    assert Options(expanded=True) == common_options({"expanded": True}, {})
    given = Options()
    assert (given.level, given.outputs, given.equivalent_tree, given.include) == (
        "O1",
        (),
        False,
        (),
    )
    assert (given.substitute, given.expanded, given.verify, given.own) == ({}, False, True, {})


def test_asking_for_reactions_does_not_make_torques_dearer() -> None:
    """An output that is zero or another quantity's name is named, but not computed with."""
    for name in ("planar2r", "rrp", "scara"):
        robot = symoro.load(name)
        alone = symoro.idm(robot, level="O1", verify=False).operations
        every = symoro.idm(robot, level="O1", outputs="*", verify=False)
        assert {f"E1{j}" for j in robot.outward()} <= set(every.program.assigned_names)
        trimmed = DeadCode()(replace(every.program, outputs=every.program.outputs[:1]))
        assert count(trimmed).total == alone.total
