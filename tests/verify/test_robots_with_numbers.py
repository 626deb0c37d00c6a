"""A robot with numbers in its tables gets its models in any unit; a wrong model gets none."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import symoro
from symoro import Robot, VerificationError
from symoro.catalog.generate import generate
from symoro.expressions import FloatArithmetic
from symoro.expressions.precision import precise
from symoro.ir.program import Program
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Base, Link, Structure, joint_frame
from symoro.robot.frame import JointType
from symoro.verify import agreement
from symoro.verify.agreement import TOLERANCE, Array, precise_errors, relative_errors
from symoro.verify.sampling import point_mass_body
from symoro.verify.verify import verify

pytestmark = pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # no body has such numbers


def arm2() -> Robot:
    """Two revolute joints; no number has a root modulo the first prime: MX^2 + MY^2 = 1.6196."""
    frames = tuple(
        joint_frame(j, j - 1, JointType.REVOLUTE, theta=f"t{j}", d=str(j - 1)) for j in (1, 2)
    )
    links = (Link(ZZ="1", M="1"), Link(ZZ="1", M="1", MX="1.1", MY="0.64"))  # type: ignore[arg-type]
    base = Base(G=("0", "-9.81", "0"))  # type: ignore[arg-type]
    return Robot("arm2", Structure.SIMPLE, frames, links, base)


def numbers(robot: Robot, seed: int, length: float = 1.0, spread: int = 0) -> dict[str, str]:
    """Lengths and physical inertias as decimals of four digits, times 10^-spread to 10^spread."""
    rng = random.Random(seed)
    variables = {variable.name for variable in robot.variables.values()}
    values: dict[str, float] = {}
    for link in robot.links:
        for name, value in point_mass_body(rng).items():
            values |= dict.fromkeys(sorted(getattr(link, name).symbols), value)
    for _, frame in robot:
        for field in ("b", "d", "r"):
            for symbol in sorted(getattr(frame, field).symbols - variables):
                values[symbol] = rng.uniform(0.2, 1.0) * length
    sizes = random.Random(seed)
    return {n: f"{x * 10 ** sizes.randint(-spread, spread):.4g}" for n, x in values.items()}


def certified(model: Model, exact: bool = True) -> Model:
    assert model.certificate is not None
    assert model.certificate.states >= 20
    assert bool(model.certificate.exact_points) is exact
    return model


@pytest.mark.parametrize("name", ["idm", "inertia", "ddm", "ccg", "momentum", "operational"])
def test_numbers_without_a_root_modulo_the_prime_keep_the_exact_test(name: str) -> None:
    certified(generate(name, arm2(), Options(level="O2")))


@pytest.mark.parametrize("name", ["rx90", "ur5", "panda", "stanford", "planar2r"])
@pytest.mark.parametrize("seed", [1, 2])
def test_positive_numbers_in_all_tables(name: str, seed: int) -> None:
    robot = symoro.load(name)
    rng = random.Random(seed)
    constants = {s for link in robot.links for e in link.inertial for s in e.symbols}
    values = {symbol: f"{rng.uniform(0.1, 2.0):.3g}" for symbol in sorted(constants)}
    certified(symoro.idm(robot, substitute=values))


CRANE_MM = {"G2": "-9810", "M1": "10", "M2": "5", "MX2": "2500", "ZZ2": "1300000"}


@pytest.mark.parametrize("level", ["O1", "O2"])
def test_a_crane_in_millimetres(level: str) -> None:
    model = certified(symoro.hybrid(symoro.load("crane"), substitute=CRANE_MM, level=level))
    assert model.certificate is not None
    assert model.certificate.lost == 0
    assert model.certificate.max_rel_error < 1e-12


@pytest.mark.parametrize("seed", [2, 5])
def test_a_stanford_arm_a_thousand_times_smaller(seed: int) -> None:
    robot = symoro.load("stanford")
    certified(symoro.ddm(robot, substitute=numbers(robot, seed, length=1e-3)))


def test_inertias_of_all_sizes_cost_digits_and_the_certificate_says_so() -> None:
    robot = symoro.load("planar3r")
    model = certified(symoro.ddm(robot, substitute=numbers(robot, 3, spread=6)))
    assert model.certificate is not None
    assert model.certificate.lost > 10
    assert model.certificate.max_rel_error > TOLERANCE
    data, text = model.certificate.as_dict(), "\n".join(model.certificate.lines())
    assert data["states_with_lost_digits"] == model.certificate.lost
    assert f"largest relative error below {data['max_rel_error']:.0e};" in text
    assert f"double precision loses digits at {model.certificate.lost} of them" in text
    assert "both routes agree with 80 digits" in text


class OtherProcessor(FloatArithmetic):
    """Doubles with sines that differ in the last digit."""

    def call(self, function: str, *arguments: float) -> float:
        return super().call(function, *arguments) * (1 + random.uniform(-4e-16, 4e-16))


@pytest.mark.parametrize(("name", "spread"), [("planar3r", 6), ("planar2r", 0)])
def test_the_certificate_is_the_same_on_another_processor(
    name: str, spread: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = symoro.load(name)
    values = numbers(robot, 3, spread=spread) if spread else {}
    certificates = []
    for arithmetic in (FloatArithmetic(), OtherProcessor(), OtherProcessor()):
        monkeypatch.setattr(agreement, "_FLOATS", arithmetic)
        certificates.append(certified(symoro.ddm(robot, substitute=values)).certificate)
    first, *others = (each.lines() for each in certificates if each is not None)
    assert first == others[0] == others[1]


@pytest.mark.parametrize("name", ["planar2r", "planar3r", "rx90", "scara", "stanford", "rrp"])
@pytest.mark.parametrize("locked", [1, 2])
def test_a_velocity_in_the_tables_does_not_change_base_parameters(name: str, locked: int) -> None:
    """Groupings hold for every motion, also where joint 1 is said to be locked."""
    robot = symoro.load(name)
    free, still = (
        symoro.base_parameters(robot, include="ia", substitute=values)
        for values in ({}, {f"QP{locked}": 0})
    )
    assert still.parameters == free.parameters
    assert [str(each) for each in still.relations] == [str(each) for each in free.relations]


# A gentler judge is not a blind one


def scaled(program: Program, factor: Fraction, element: int = 0) -> Program:
    """The program with one element of its first output multiplied by a number."""
    first, *others = program.outputs
    edge = program.graph.mul(program.graph.number(factor), first.elements[element])
    elements = (*first.elements[:element], edge, *first.elements[element + 1 :])
    return replace(program, outputs=(replace(first, elements=elements), *others))


@cache
def model_of(name: str) -> Model:
    """A model that the tests break, made once."""
    planar, three = symoro.load("planar2r"), symoro.load("planar3r")
    match name:
        case "hybrid":
            return symoro.hybrid(symoro.load("crane"), substitute=CRANE_MM, level="O1")
        case "ddm":
            return symoro.ddm(three, substitute=numbers(three, 3, spread=6), level="O1")
        case "operational":
            return symoro.operational(planar, level="O1")
        case "operational-control":
            return symoro.operational_control(planar, level="O1")
        case "derivative":
            return symoro.idm(planar, level="O1").derivative("q")
    return symoro.jacobian(planar, orientation="rpy", level="O1")


@pytest.mark.parametrize("factor", [Fraction(-1), 1 + Fraction(1, 10**6)], ids=["sign", "1e-6"])
@pytest.mark.parametrize(
    "name", ["hybrid", "ddm", "operational", "operational-control", "derivative", "analytical"]
)
def test_wrong_models_are_refused_in_floating_point_too(name: str, factor: Fraction) -> None:
    model = model_of(name)
    without_exact_test = replace(model.plan.check, close_state=dict)
    with pytest.raises(VerificationError, match=r"differs? from"):
        verify(scaled(model.program, factor), without_exact_test)


@pytest.mark.parametrize("name", ["hybrid", "operational", "analytical"])
def test_right_models_pass_without_the_exact_test(name: str) -> None:
    assert (
        verify(
            model_of(name).program, replace(model_of(name).plan.check, close_state=dict)
        ).exact_points
        == 0
    )


def many_digits(*values: float) -> Array:
    return np.array([precise(value) for value in values], dtype=object)


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
def test_a_zero_is_what_rounding_leaves_of_its_terms_in_any_unit(unit: float) -> None:
    values = {"angle": precise(1.0), "torque": precise(unit)}
    zero, rounded, wrong = (many_digits(unit, x) for x in (0.0, 1e-60 * unit, 1e-6 * unit))
    assert precise_errors([(rounded, zero)], values) == [0.0]
    assert precise_errors([(wrong, zero), (zero, wrong)], values) == pytest.approx([1e-6, 1e-6])


def test_a_difference_from_zero_counts_whole() -> None:
    pair = (np.array([1e-20]), np.array([0.0]))
    assert relative_errors([pair], 0.0) == [1e-20]
    assert precise_errors([pair], {"x": 1.0}) == [1.0]
