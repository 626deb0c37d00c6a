"""The linearised model as a model: what it takes, gives, says and refuses."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from robot.example_robots import chain_2r, prismatic, revolute, robot_of
from symoro import library
from symoro.errors import ModelError, UsageError
from symoro.expressions import FloatArithmetic, symbol
from symoro.robot import Base, BaseMotion, Robot


def passive(robot: Robot, *joints: int) -> Robot:
    frames = [replace(f, mu=f.mu and j not in joints) for j, f in robot]
    return replace(robot, frames=tuple(frames))


def test_at_rest_positions_are_the_only_argument() -> None:
    model = symoro.linearize(library.robot("planar2r"))
    assert model.states == ("q",)
    assert [name for name, _ in model.program.arrays] == ["q"]
    assert model.outputs == ("A", "B", "C", "D")
    assert [output.shape for output in model.program.outputs] == [(4, 4), (4, 2), (2, 4), (2, 2)]
    assert model.labels["A"] == model.labels["C"] == ("t1", "t2", "QP1", "QP2")
    assert model.labels["B"] == model.labels["D"] == ("GAM1", "GAM2")
    assert model.entry.extension == "lin"


def test_about_a_motion_velocities_and_accelerations_are_arguments() -> None:
    model = symoro.linearize(library.robot("planar2r"), moving=True)
    assert [name for name, _ in model.program.arrays] == ["q", "QP", "QDP"]
    f = model.compile()
    found = f([0.3, -0.5], [0, 0], [0, 0], parameters="course")
    rest = symoro.linearize(library.robot("planar2r")).compile()([0.3, -0.5], parameters="course")
    assert isinstance(found, dict)
    assert isinstance(rest, dict)
    for name, matrix in rest.items():
        assert np.allclose(found[name], matrix, rtol=1e-13, atol=1e-13)


def test_a_derivative_costs_no_sine_of_its_own() -> None:
    model = symoro.linearize(library.robot("rx90"), verify=False)
    assert model.operations.trig == symoro.idm(library.robot("rx90"), verify=False).operations.trig


def test_elastic_and_passive_joints_have_no_input() -> None:
    robot = robot_of(
        revolute(1, 0),
        revolute(2, 1, d="d2", mu=False),
        revolute(3, 2, d="d3", eta=True, k="k3"),
        prismatic(4, 3),
    )
    model = symoro.linearize(robot)
    assert model.labels["B"] == ("GAM1", "GAM4")
    notes = "\n".join(model.notes)
    assert "no input for elastic joint 3: springs are in the system" in notes
    assert "no input for passive joint 2" in notes
    assert "k3" in model.program.parameters


def test_without_any_motor_there_are_no_inputs() -> None:
    robot = passive(chain_2r(), 1, 2)
    model = symoro.linearize(robot)
    assert model.outputs == ("A", "C")
    numbers = dict.fromkeys(model.program.parameters, 0.0) | {"ZZ1": 1, "ZZ2": 1, "d2": 1, "M2": 1}
    system = symoro.linear_system(robot, [0, 0], values=numbers)
    assert system.inputs == ()
    assert system.B.shape == (4, 0)


def test_the_efforts_of_the_posture_can_be_asked_for() -> None:
    robot = library.robot("planar2r")
    found = symoro.linearize(robot, outputs="GAM").compile()([0.3, -0.5], parameters="course")
    torques = symoro.idm(robot).compile()
    assert np.allclose(found, torques([0.3, -0.5], [0, 0], [0, 0], parameters="course"))  # type: ignore[arg-type]


def test_friction_enters_by_its_viscous_part() -> None:
    robot = library.robot("planar2r")
    model = symoro.linearize(robot, include="friction")
    assert any("Coulomb friction is left out" in note for note in model.notes)
    assert "FV2" in model.program.parameters
    assert "FS2" not in model.program.parameters
    numbers = robot.parameter_values("course") | {"FV1": 3.0, "FV2": 2.0}
    damped = symoro.linear_system(robot, [0, 0], values=numbers, include="friction")
    free = symoro.linear_system(robot, [0, 0], values="course")
    assert np.allclose(damped.A[2:, 2:], -free.B[2:] @ np.diag([3.0, 2.0]), rtol=1e-13)
    assert np.array_equal(damped.A[2:, :2], free.A[2:, :2])


def test_base_parameters_give_the_same_matrices() -> None:
    robot = library.robot("planar2r")
    standard = symoro.linearize(robot).compile()([0.4, 0.2], parameters="course")
    grouped = symoro.base_parameters(robot)
    model = symoro.linearize(robot, base_parameters=True)
    assert model.operations.total < symoro.linearize(robot).operations.total
    values = grouped.complete(robot.parameter_values("course"), FloatArithmetic())
    known = robot.parameter_values("course") | {
        name: values[p] for p, name in grouped.names.items()
    }
    chosen = {name: known[name] for name in model.program.parameters}
    found = model.compile()([0.4, 0.2], parameters=chosen)
    assert isinstance(standard, dict)
    assert isinstance(found, dict)
    for name in "ABCD":
        assert np.allclose(found[name], standard[name], rtol=1e-12, atol=1e-12)


def test_a_wide_robot_has_names_that_cannot_be_read_as_others() -> None:
    model = symoro.linearize(library.robot("highspeed2axis"), verify=False)
    assert {"AQ1_1", "BG12_11"} & set(model.program.assigned_names)


@pytest.mark.parametrize(
    ("robot", "options", "message"),
    [
        (library.robot("rx90"), {"floating_base": True}, "floating base: no torques hold it"),
        (
            replace(chain_2r(), base=Base(motion=BaseMotion.MOVING, W0=(symbol("W"), 0, 0))),  # type: ignore[arg-type]
            {},
            "moving=True",
        ),
        (robot_of(revolute(1, 0), revolute(2, 1, theta="t2 - t1")), {}, "depends on t1"),
        (
            robot_of(revolute(1, 0), revolute(2, 1, eta=True, k="k2", rest="t1")),
            {},
            "rest of joint 2 depends on t1, the variable of joint 1",
        ),
        (robot_of(revolute(1, 0, QP="0")), {"moving": True}, "velocity of joint 1 is no symbol"),
    ],
)
def test_a_robot_that_is_not_linearised_is_told_why(
    robot: Robot, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        symoro.linearize(robot, **options)


@pytest.mark.parametrize(
    ("field", "name", "word"),
    [("FX", "t2", "variable"), ("FX", "QP1", "velocity"), ("FV", "QP2", "velocity")],
)
@pytest.mark.parametrize("moving", [False, True])
def test_a_load_that_depends_on_the_motion_is_refused(
    field: str, name: str, word: str, moving: bool
) -> None:
    robot = chain_2r()
    loaded = replace(robot.link(2), **{field: symbol("c") * symbol(name)})
    robot = replace(robot, links=(robot.link(1), loaded))
    message = f"{field} of link 2 depends on {name}, the {word} of joint {name[-1]}"
    with pytest.raises(ModelError, match=message):
        symoro.linearize(robot, moving=moving)


def test_a_joint_without_inertia_is_refused_by_program_and_by_numbers() -> None:
    robot = library.robot("planar2r")
    with pytest.raises(ModelError, match="joint 2 carries no inertia"):
        symoro.linearize(robot, substitute={"ZZ2": 0, "MX2": 0, "MY2": 0, "M2": 0})
    zero = robot.parameter_values("course") | {"ZZ2": 0.0, "MX2": 0.0}
    with pytest.raises(ModelError, match="joint 2 carries no inertia"):
        symoro.linear_system(robot, [0, 0], values=zero)


def test_a_posture_without_inertia_in_some_direction_is_refused() -> None:
    robot = library.robot("planar2r")
    point = {
        "M1": 0.0,
        "MX1": 0.0,
        "YY1": 0.0,
        "ZZ1": 0.0,
        "M2": 1.0,
        "MX2": 1.0,
        "YY2": 1.0,
        "ZZ2": 1.0,
    }
    numbers = robot.parameter_values("course") | point
    assert np.isfinite(symoro.linear_system(robot, [0, 0.5], values=numbers).A).all()
    with pytest.raises(ModelError, match="inertia matrix is singular with these numbers"):
        symoro.linear_system(robot, [0, 0], values=numbers)


@pytest.mark.parametrize("make", [symoro.linearize, symoro.ddm, symoro.hybrid])
def test_a_refusal_says_if_the_inertia_matrix_has_an_inverse(make: Any) -> None:
    robot = library.robot("planar2r")
    own = {"free": (1, 2)} if make is symoro.hybrid else {}
    with pytest.raises(ModelError, match=r"planar2r: .* has an inverse .* factor D of joint 2"):
        make(robot, substitute={"ZZ2": 0}, **own)  # no body: its first moments are not zero
    nothing = {"ZZ1": 0, "MX1": 0, "MY1": 0, "M1": 0}
    with pytest.raises(ModelError, match=r"singular in every posture: joint 1 .* of its own"):
        make(robot, substitute={**nothing, "d2": 0}, **own)  # two axes in line
    assert make(robot, substitute=nothing, **own).certificate


def test_a_refusal_of_no_bodies_names_products_of_inertia() -> None:
    plate = {"ZZ6": 0, "MX6": 0, "MY6": 0}  # while XZ6 and YZ6 are not zero
    with pytest.raises(ModelError, match="zero while products of inertia or first moments are not"):
        symoro.ddm(library.robot("ur5"), substitute=plate, verify=False)


def test_numbers_at_which_a_length_has_no_value_are_refused() -> None:
    robot = library.robot("planar2r").substitute({"d2": "L/K"})
    numbers = dict.fromkeys(symoro.linearize(robot, verify=False).program.parameters, 1.0)
    with pytest.raises(UsageError, match="planar2r: L/K with K = 0, L = 1: division by zero"):
        symoro.linear_system(robot, [0, 0], values=numbers | {"K": 0.0})


# Numbers


def test_positions_may_be_named() -> None:
    robot = library.robot("planar2r")
    named = symoro.linear_system(robot, {"t2": 0.4}, values="course")
    listed = symoro.linear_system(robot, [0.0, 0.4], values="course")
    assert np.array_equal(named.A, listed.A)
    with pytest.raises(UsageError, match="has no joint variable t9; it has t1, t2"):
        symoro.linear_system(robot, {"t9": 0.4}, values="course")


def test_a_motion_has_a_system_of_its_own() -> None:
    robot = library.robot("planar2r")
    rest = symoro.linear_system(robot, [0.1, 0.4], values="course")
    turning = symoro.linear_system(robot, [0.1, 0.4], values="course", QP=[1.0, 2.0])
    pushed = symoro.linear_system(robot, [0.1, 0.4], values="course", QDP=[1.0, 2.0])
    assert not rest.A[2:, 2:].any()
    assert turning.A[2:, 2:].all()
    assert not np.allclose(pushed.A[2:, :2], rest.A[2:, :2])
    assert np.array_equal(turning.B, rest.B)


def test_wrenches_are_arrays() -> None:
    robot = library.robot("planar2r")
    wrench = np.zeros((3, 6))
    wrench[2, 1] = 20.0
    loaded = symoro.linear_system(
        robot, [0.1, 0.4], values="course", include="wrench=3", arrays={"FE": wrench}
    )
    free = symoro.linear_system(robot, [0.1, 0.4], values="course")
    assert not np.allclose(loaded.A, free.A)
    assert np.allclose(loaded.B, free.B, rtol=1e-14)


def test_an_acrobot_is_in_balance_only_upright_or_hanging() -> None:
    robot = passive(library.robot("planar2r"), 1)
    upright = symoro.linear_system(robot, [math.pi / 2, 0], values="course")
    assert upright.inputs == ("GAM2",)
    assert upright.lacking == {}
    assert upright.poles.real.max() > 1
    leaning = symoro.linear_system(robot, [0.3, 0], values="course")
    assert leaning.lacking == {"GAM1": pytest.approx((15 + 5) * 9.81 * math.cos(0.3))}


def test_outputs_belong_to_programs() -> None:
    with pytest.raises(UsageError, match="outputs are for programs"):
        symoro.linear_system(library.robot("planar2r"), [0, 0], outputs="A")
