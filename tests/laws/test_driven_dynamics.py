"""Direct dynamics of robots that something else drives: a base that turns, springs, tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import symoro
from dynamic_states import State, at_random, close
from grouping.small_robots import arm, moving
from random_robots import random_tree
from symoro import Model, Robot
from symoro.expressions import ZERO, expression, symbol
from symoro.robot import Base, BaseMotion, Link, joint_frame
from symoro.robot.frame import JointType

SUMS = 1e-11  # of the largest value: the same sums in another order


def models(robot: Robot) -> list[Model]:
    """Direct dynamics by both routes."""
    return [
        symoro.ddm(robot, method=each, level="O1", verify=False) for each in ("recursive", "matrix")
    ]


def numbers(robot: Robot, **known: float) -> State:
    """A state at which all symbols but some are zero."""
    return State(robot, dict.fromkeys(robot.symbols, 0.0) | known)


def test_a_pendulum_away_from_the_axis_about_which_the_base_turns() -> None:
    """M L (L (qdd + wd) + d (wd cos q + w^2 sin q)) = tau: U0 and the angular acceleration."""
    robot = moving(arm("R d=D1", g="0 0 0"), W0="0 0 WZ", WP0="0 0 WPZ")
    M, L, d, q, w, wd, tau = 1.5, 0.7, 0.4, 0.8, 2.0, -1.2, 0.3
    state = numbers(robot, M1=M, MX1=M * L, ZZ1=M * L * L, D1=d, t1=q, WZ=w, WPZ=wd, GAM1=tau)
    pull = d * (wd * np.cos(q) + w * w * np.sin(q))
    for model in models(robot):
        assert state.outputs(model)["QDP"] == pytest.approx([tau / (M * L * L) - wd - pull / L])
    H = state.outputs(symoro.ccg(robot, level="O1", verify=False))["H"]
    assert pytest.approx([M * L * (L * wd + pull)]) == H


def test_a_slider_flies_off_a_base_that_turns() -> None:
    robot = moving(arm("P gamma=Pi/2 alpha=Pi/2 r=offset", g="0 0 0"), W0="0 0 WZ")
    state = numbers(robot, M1=2.0, offset=0.5, r1=0.25, WZ=3.0)
    for model in models(robot):
        assert state.outputs(model)["QDP"] == pytest.approx([9.0 * 0.75])


def on_a_turntable(robot: Robot) -> Robot:
    """The robot on a joint without inertia that turns about z0."""
    table = joint_frame(1, 0, JointType.REVOLUTE, theta=symbol("turn"), QP="WZ", QDP="WPZ")
    frames = [replace(frame, antecedent=frame.antecedent + 1) for _, frame in robot]
    links = (Link(), *robot.links)
    base = Base(G=robot.base.G)
    return replace(robot, name="turntable", frames=(table, *frames), links=links, base=base)


@pytest.mark.parametrize("seed", range(2))
def test_a_base_that_turns_is_a_joint_that_is_driven(seed: int) -> None:
    """The torques of the other joints there, put in here, give back their accelerations."""
    near = ("R alpha=u1 d=D1 b=B1", "P alpha=u2 d=D2", "R gamma=g3 alpha=u3 d=D3 a=1")
    robot = arm(*near, "P gamma=g4 alpha=u4 d=D4 a=0", g="G1 G2 G3", rotors=(1, 4))
    turning = moving(robot, W0="0 0 WZ", WP0="0 0 WPZ")
    driven = on_a_turntable(robot)
    state = at_random(driven, seed)
    state = replace(state, values={**state.values, "turn": 0.0})
    tau = state.outputs(symoro.idm(driven, level="O1", verify=False))["GAM"][1:]
    here = State(turning, state.values)
    assert close(here.outputs(symoro.idm(turning, level="O1", verify=False))["GAM"], tau, SUMS)
    for model in models(turning):
        found = here.joints("GAM", tau).outputs(model)["QDP"]
        assert close(found, here.column("QDP"), 1e-9)  # times the condition of A


@pytest.mark.parametrize("seed", range(3))
def test_the_velocity_of_a_base_of_known_motion_has_no_effect(seed: int) -> None:
    robot = random_tree(seed, moving_base=True, links=3)
    for model in (*models(robot), symoro.ccg(robot, level="O1", verify=False)):
        assert not {"VX", "VY", "VZ"} & {item.name for item in model.program.used_inputs}
        assert {"WX", "WPX", "VPX"} <= {item.name for item in model.program.used_inputs}


def sprung(robot: Robot, *joints: int) -> Robot:
    """The robot with springs at some joints."""
    frames = [
        replace(frame, eta=True, mu=False, k=symbol(f"k{j}"), rest=symbol(f"rest{j}"), GAM=ZERO)
        if j in joints
        else frame
        for j, frame in robot
    ]
    return replace(robot, frames=tuple(frames))


@pytest.mark.parametrize(
    ("joints", "floats"), [((1,), False), ((2, 3), False), ((1, 3), True)], ids=str
)
def test_springs_act_in_the_place_of_torques(joints: tuple[int, ...], floats: bool) -> None:
    """-k (q - rest), also at the first joint; GAM has no element there."""
    plain = arm("R alpha=a1", "P alpha=a2 d=D2", "R alpha=a3 d=D3 a=1")
    robot = sprung(plain, *joints)
    state = at_random(
        symoro.ddm(robot, floating_base=floats, level="O1", verify=False).robot, "springs"
    )
    tau = [
        -state.values[f"k{j}"] * (state.at(robot.variables[j]) - state.values[f"rest{j}"])
        if j in joints
        else state.values[f"GAM{j}"]
        for j in robot.moving_joints
    ]
    names = {f"GAM{j}": x for j, x in zip(robot.moving_joints, tau, strict=True)}
    driven = replace(state, values={**state.values, **names})
    for method in ("recursive", "matrix"):
        model = symoro.ddm(robot, floating_base=floats, method=method, level="O1", verify=False)
        other = symoro.ddm(plain, floating_base=floats, method=method, level="O1", verify=False)
        read = {item.name for item in model.program.inputs if item.array == "GAM"}
        assert read == {f"GAM{j}" for j in plain.moving_joints if j not in joints}
        assert dict(model.program.shapes)["GAM"] == (3,)
        expected = driven.outputs(other)
        for name, found in state.outputs(model).items():
            assert close(found, expected[name], SUMS), name


def test_a_model_with_springs_is_verified_and_says_so() -> None:
    model = symoro.ddm(sprung(arm("R", "R d=D2"), 1))
    assert model.certificate is not None
    assert any(note.startswith("elastic joint 1: springs act by") for note in model.notes)
    f = model.compile()
    known = dict.fromkeys(model.program.parameters, 0.5)
    assert f([0.1, 0.2], [0, 0], [0.0, 1.0], parameters=known) is not None


def test_efforts_may_stand_in_the_tables() -> None:
    """As numbers: they are no arguments then; a symbol of any name is one."""
    plain = arm("R alpha=Pi/3", "R alpha=a2 d=D2", "P alpha=a3 d=D3")
    efforts = {1: expression(3), 2: symbol("load"), 3: ZERO}
    frames = tuple(replace(frame, GAM=efforts[j]) for j, frame in plain)
    state = at_random(plain, "tables")
    driven = state.joints("GAM", [3.0, 0.7, 0.0])
    for method in ("recursive", "matrix"):
        model = symoro.ddm(replace(plain, frames=frames), method=method)
        assert [i.name for i in model.program.used_inputs if i.array == "GAM"] == ["load"]
        given = replace(state, values={**state.values, "load": 0.7})
        expected = driven.outputs(symoro.ddm(plain, method=method, level="O1", verify=False))["QDP"]
        assert close(given.outputs(model)["QDP"], expected, SUMS)


def test_a_base_that_moves_may_have_numbers_in_its_tables() -> None:
    general = random_tree(2, moving_base=True, links=3)
    fields = {
        "W0": (0.3, -0.2, 0.5),
        "WP0": (0.1, 0.7, -0.4),
        "V0": (1.0, 2.0, 3.0),
        "VP0": (-0.6, 0.2, 0.9),
    }
    entries = {name: tuple(map(expression, row)) for name, row in fields.items()}
    base = replace(general.base, **entries)  # type: ignore[arg-type]
    robot = replace(general, base=base)
    assert robot.base.motion is BaseMotion.MOVING
    state = at_random(general, 2)
    for name, row in fields.items():
        state = state.put(getattr(general.base, name), row)
    expected = state.outputs(symoro.ddm(general, level="O1", verify=False))["QDP"]
    assert close(state.outputs(symoro.ddm(robot))["QDP"], expected, SUMS)
