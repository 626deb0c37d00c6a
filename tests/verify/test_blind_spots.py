"""Wrong models that a gentle judge might pass: small elements, closed loops, signs of roots."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import symoro
from symoro import ModelError, Robot, VerificationError
from symoro.catalog.generate import generate
from symoro.expressions import expression
from symoro.ir.program import Program
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Base, JointType, Link, Structure, joint_frame
from symoro.verify.same_program import verify_same
from symoro.verify.verify import verify

pytestmark = pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # no body has such numbers


def scaled(program: Program, factor: Fraction, element: int = 0) -> Program:
    """The program with one element of its first output multiplied by a number."""
    first, *others = program.outputs
    edge = program.graph.mul(program.graph.number(factor), first.elements[element])
    elements = (*first.elements[:element], edge, *first.elements[element + 1 :])
    return replace(program, outputs=(replace(first, elements=elements), *others))


def skew(alpha: str) -> Robot:
    """The planar arm, its second axis turned, with inertias of 1e6 and 1e-6."""
    robot = symoro.load("planar2r")
    frames = tuple(replace(f, alpha=expression(alpha)) if j == 2 else f for j, f in robot)
    zeros = {s: "0" for link in robot.links for e in link.inertial for s in e.symbols}
    return replace(robot, frames=frames).substitute({**zeros, "ZZ1": "1e6", "ZZ2": "1e-6"})


@pytest.mark.parametrize("alpha", ["atan2(3, 4)", "0.7854"])
@pytest.mark.parametrize("factor", [Fraction(-1), 1 + Fraction(1, 10**6)], ids=["sign", "1e-6"])
def test_a_small_torque_is_not_hidden_by_a_large_one(alpha: str, factor: Fraction) -> None:
    model = symoro.idm(skew(alpha), level="O1")
    with pytest.raises(VerificationError, match="GAM differs"):
        verify(scaled(model.program, factor, 1), model.plan.check)


def five_bar(unit: float) -> Model:
    robot = symoro.load("fivebar")
    lengths = {name: repr(value * unit) for name, value in robot.values[0].numbers.items()}
    own = {"actuated": True, "mode": 1, "rows": (1, 2)}
    return generate("jacobian-det", robot, Options(level="O1", substitute=lengths, own=own))


@pytest.mark.parametrize("unit", [1e-4, 1.0, 1e3])
def test_a_wrong_determinant_of_a_closed_robot_is_seen_in_every_unit(unit: float) -> None:
    model = five_bar(unit)
    assert model.certificate is not None
    assert model.certificate.lost == 0
    assert model.certificate.max_rel_error < 1e-12
    with pytest.raises(VerificationError, match="DET differs"):
        verify(scaled(model.program, 1 + Fraction(1, 10**6)), model.plan.check)


@pytest.mark.parametrize("name", [f"name{k}" for k in range(6)])
def test_the_sign_of_a_root_is_decided_by_states_however_small_the_robot(name: str) -> None:
    """Modulo a prime sqrt(44) may be -2 sqrt(11)."""
    robot = replace(symoro.load("planar2r"), name=name)
    tiny = {s: "1e-13" for link in robot.links for e in link.inertial for s in e.symbols}
    wrong, right = (
        generate("inertia", robot, Options(level="O1", substitute={**tiny, "d2": d}, verify=False))
        for d in ("-2*sqrt(11)", "sqrt(44)")
    )
    certificate = verify(right.program, right.plan.check)
    assert certificate.signs
    assert "but for signs of roots" in "\n".join(certificate.lines())
    with pytest.raises(VerificationError):
        verify(wrong.program, right.plan.check)


@pytest.mark.parametrize("number", ["7", "11", "19", "23"])
@pytest.mark.parametrize("make", [symoro.ddm, symoro.linearize])
def test_a_root_does_not_hide_that_a_joint_carries_nothing(make: object, number: str) -> None:
    """The inertia about axis 1 is x - 2x + x = 0 with lengths of sqrt(x)."""
    frames = (
        joint_frame(1, 0, JointType.REVOLUTE, theta="t1"),
        joint_frame(2, 1, JointType.FIXED, d=f"sqrt({number})"),
    )
    body = Link(M="1", MX=f"-sqrt({number})", ZZ=number)  # type: ignore[arg-type]
    base = Base(G=("0", "-9.81", "0"))  # type: ignore[arg-type]
    robot = Robot("g", Structure.SIMPLE, frames, (Link(), body), base)
    with pytest.raises(ModelError, match="joint 1 carries no inertia"):
        make(robot)  # type: ignore[operator]


@pytest.mark.parametrize("length", ["sqrt(7)", "sqrt(11)"])
def test_derivatives_in_base_parameters_follow_the_reference_whatever_the_root(length: str) -> None:
    options = Options(
        level="O1", substitute={"D3": length}, base_parameters=True, derivative=("q",)
    )
    certificate = generate("idm", symoro.load("rx90"), options).certificate
    assert certificate is not None
    assert "slopes along random directions of momentum balance" in certificate.against


def test_an_optimised_program_of_a_tiny_robot_is_held_to_its_digits() -> None:
    program = symoro.idm(skew("0.7854"), level="O1").program
    assert verify_same(program, program, "itself").states
    with pytest.raises(VerificationError):
        verify_same(scaled(program, Fraction(-1)), program, "itself")


def test_digits_that_an_optimised_program_loses_are_counted() -> None:
    program = symoro.idm(symoro.load("planar2r"), level="O1").program
    graph, (output,) = program.graph, program.outputs
    huge = graph.mul(graph.number(Fraction(10) ** 20), graph.symbol("d2"))
    edge = graph.add(graph.let("far", graph.add(output.elements[0], huge)), -huge)
    poor = replace(program, outputs=(replace(output, elements=(edge, output.elements[1])),))
    certificate = verify_same(poor, program, "itself")
    assert certificate.lost
    assert certificate.max_rel_error > 1e-6


def test_tables_without_a_value_are_refused_for_closed_robots() -> None:
    robot = symoro.load("slidercrank")
    assert symoro.regressor(robot, substitute={"ZZ1": "sqrt(k - 1/2)"}).certificate
    with pytest.raises(ModelError, match="slidercrank: an expression of its tables has no value"):
        symoro.regressor(robot, substitute={"ZZ1": "sqrt(k - 2)"})
