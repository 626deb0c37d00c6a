"""Robots on rolling wheels: the wheels do not slip, the ground does no work, motors give the power.

Laws hold on the three-wheeled robot of the guide, on one with an arm and one wheel turned round,
with rotor inertias and friction; a robot with two wheels has its equations in closed form.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.energy import FLOATS, at_state
from symoro import Model, Robot, Wheel
from symoro.catalog.dynamic.rolling_rows import rolling_rows
from symoro.errors import ModelError
from symoro.expressions import ZERO, parse, symbol
from symoro.references.poses import poses
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Frame, JointType, general_link
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
OUTPUTS = "GAM,LAMBDA,QPp,QDPp"


def moving(j: int, **fields: Any) -> Frame:
    fields = {k: parse(v) if isinstance(v, str) else v for k, v in fields.items()}
    return Frame(QP=symbol(f"QP{j}"), QDP=symbol(f"QDP{j}"), GAM=symbol(f"GAM{j}"), **fields)


def mobile() -> Robot:
    return symoro.load("mobile3w")


def turned(robot: Robot) -> Robot:
    """Wheel 6 with its axle the other way round."""
    frames = list(robot.frames)
    frames[5] = replace(frames[5], gamma=ZERO, r=symbol("RL5"))
    return replace(robot, frames=tuple(frames))


def manipulator() -> Robot:
    """A mobile robot that carries an arm with two motors, one wheel turned round."""
    robot = turned(mobile())
    revolute, prismatic = JointType.REVOLUTE, JointType.PRISMATIC
    arm = (
        moving(8, antecedent=3, sigma=revolute, mu=True, b="B8", alpha="A8", theta="t8"),
        moving(9, antecedent=8, sigma=prismatic, mu=True, d="D9", alpha="Pi/2", r="r9"),
    )
    links = (*robot.links, general_link(8), general_link(9))
    return replace(robot, name="manipulator", frames=(*robot.frames, *arm), links=links)


def two_wheels() -> Robot:
    """The body and the driven wheels of the mobile robot, which are joints 4 and 5 here."""
    robot = mobile()
    kept = [1, 2, 3, 5, 6]
    frames = []
    for j, old in enumerate(kept, start=1):
        names = {tag: symbol(f"{tag}{j}") for tag in ("QP", "QDP", "GAM")}
        frames.append(replace(robot.frame(old), **names))  # type: ignore[arg-type]
    links = tuple(robot.link(j) for j in kept)
    wheels = (Wheel(4, symbol("RW")), Wheel(5, symbol("RW")))
    return replace(robot, name="two", frames=tuple(frames), links=links, wheels=wheels, values=())


class Case(NamedTuple):
    robot: Robot
    model: Model
    values: dict[str, float]
    q: Array
    qd: Array
    qdd: Array
    GAM: Array
    LAMBDA: Array

    @property
    def active(self) -> list[int]:
        """The places of the actuated joints."""
        return [k for k, j in enumerate(self.robot.moving_joints) if self.robot.frame(j).mu]


def run(model: Model, values: dict[str, float], q: Array, qd: Array, qdd: Array) -> dict[str, Any]:
    parameters = {name: values[name] for name in model.program.parameters}
    result = model.compile()(q, qd, qdd, parameters=parameters)
    assert isinstance(result, dict)
    return result


def state(robot: Robot, model: Model, values: dict[str, float], seed: int) -> Case:
    """A random state in which all joints move as the wheels let them."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1.5, 1.5, (3, len(robot.moving_joints)))
    found = run(model, values, q, qd, qdd)
    passive = [k for k, j in enumerate(robot.moving_joints) if not robot.frame(j).mu]
    qd[passive], qdd[passive] = found["QPp"], found["QDPp"]
    return Case(robot, model, values, q, qd, qdd, found["GAM"], found["LAMBDA"])


def made(robot: Robot, seed: int, *with_: str) -> Case:
    model = symoro.rolling(robot, outputs=OUTPUTS, include=with_, level="O1", verify=False)
    return state(model.robot, model, sample_values(model.robot, random.Random(seed)), seed)


@pytest.fixture(scope="module", params=["mobile", "turned", "manipulator", "two"])
def case(request: pytest.FixtureRequest) -> Case:
    robots = {
        "mobile": mobile(),
        "turned": turned(mobile()),
        "manipulator": manipulator(),
        "two": two_wheels(),
    }
    return made(robots[request.param], 3, "ia", "friction")


def along(case: Case, t: float) -> tuple[Array, Array]:
    """Positions and motor velocities of a motion through the state, to the third order."""
    return case.q + t * case.qd + t * t / 2 * case.qdd, case.qd + t * case.qdd


def test_the_point_that_touches_the_ground_stands_still(case: Case) -> None:
    """Central differences of poses alone: error of order h^2 = 1e-10."""
    h = 1e-5
    pose = {
        t: poses(case.robot, at_state(case.robot, case.values, *_at(case, t)), FLOATS, float)
        for t in (-h, 0.0, h)
    }
    for wheel in case.robot.wheels:
        now = pose[0.0][wheel.link]
        radius = case.values[str(wheel.radius)]
        below = now[:3, :3].T @ np.array([0, 0, -radius])  # fixed in the wheel
        before, after = (pose[t][wheel.link] @ np.append(below, 1) for t in (-h, h))
        assert (after - before)[:3] / (2 * h) == pytest.approx(np.zeros(3), abs=1e-8)


def _at(case: Case, t: float) -> tuple[Array, Array, Array]:
    q, qd = along(case, t)
    return q, qd, case.qdd


def test_passive_accelerations_are_the_rates_of_passive_velocities(case: Case) -> None:
    """Central differences, error of order h^2."""
    h = 1e-5
    rows = [run(case.model, case.values, *_at(case, t))["QPp"] for t in (-h, h)]
    passive = [k for k in range(len(case.q)) if k not in case.active]
    assert (rows[1] - rows[0]) / (2 * h) == pytest.approx(case.qdd[passive], rel=1e-6, abs=1e-6)


def tree(case: Case, t: float = 0.0) -> TreeDynamics:
    q, qd = along(case, t)
    return TreeDynamics(
        case.robot, at_state(case.robot, case.values, q, qd, case.qdd), FLOATS, float
    )


def friction_power(case: Case) -> float:
    total = 0.0
    for j, rate in zip(case.robot.moving_joints, case.qd, strict=True):
        link = case.robot.link(j)
        viscous, dry = case.values[str(link.FV)], case.values[str(link.FS)]
        total += viscous * rate * rate + dry * abs(rate)
    return total


def gravity_power(case: Case) -> float:
    """What gravity gives: only an arm moves up or down on its own."""
    g = np.array([0.0, 0.0, case.values["G3"]])
    h, power = 1e-6, 0.0
    state = [
        poses(case.robot, at_state(case.robot, case.values, *_at(case, t)), FLOATS, float)
        for t in (-h, h)
    ]
    for j in case.robot.outward():
        link = case.robot.link(j)
        body = [case.values.get(str(e), 0.0) for e in (link.MX, link.MY, link.MZ, link.M)]
        rate = (state[1][j] - state[0][j]) / (2 * h)
        power += float(g @ (rate[:3] @ np.array(body)))
    return power


def test_motors_give_the_rate_of_energy_and_friction(case: Case) -> None:
    """The ground gives no power; kinetic energy by differences of order h^2."""
    h = 1e-4

    def kinetic(t: float) -> float:
        v = along(case, t)[1]
        return float(v @ tree(case, t).inertia_matrix() @ v / 2)

    rate = (kinetic(h) - kinetic(-h)) / (2 * h)
    power = float(case.GAM @ case.qd[case.active])
    expected = rate + friction_power(case) - gravity_power(case)
    assert power == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_forces_of_the_ground_and_motors_move_the_tree(case: Case) -> None:
    """tau of the free tree = motors + forces at the contact points, by differences of poses."""
    robot, chosen = case.robot, rolling_rows(case.robot).chosen
    values = at_state(robot, case.values, case.q, case.qd, case.qdd)
    dynamics = TreeDynamics(robot, values, FLOATS, float)
    needed = dynamics.inertia_matrix() @ case.qdd + dynamics.bias()
    needed[case.active] -= case.GAM
    h = 1e-6
    pose = poses(robot, values, FLOATS, float)
    for (j, direction), force in zip(chosen.rows, case.LAMBDA, strict=True):
        radius = next(case.values[str(w.radius)] for w in robot.wheels if w.link == j)
        z = pose[j][:3, 2]
        way = z if direction else np.cross(z, [0, 0, 1])
        below = pose[j][:3, :3].T @ np.array([0, 0, -radius])
        for k, unit in enumerate(np.eye(len(case.q))):
            ends = [
                poses(robot, at_state(robot, values, case.q + t * unit, case.qd, case.qdd), FLOATS,
                      float)[j] @ np.append(below, 1)
                for t in (-h, h)
            ]  # fmt: skip
            needed[k] -= force * float(way @ (ends[1] - ends[0])[:3]) / (2 * h)
    scale = max(1.0, float(np.abs(case.LAMBDA).max()))
    assert needed == pytest.approx(np.zeros(len(needed)), abs=1e-7 * scale)


def test_base_parameters_give_the_same_torques_and_forces() -> None:
    """Verification compares with standard parameters, by another route and exactly."""
    model = symoro.rolling(mobile(), base_parameters=True)
    assert model.certificate is not None
    assert model.certificate.exact_points


# A robot with two wheels, in closed form


def differential(mass: float, a: float, wheel: float, spin: float) -> dict[str, float]:
    """Numbers: a body whose centre of mass is ``a`` before the axle, two equal wheels."""
    values = dict.fromkeys(two_wheels().symbols, 0.0)
    values |= {"M3": mass, "MX3": mass * a, "ZZ3": 0.7 + mass * a * a, "RW": 0.15, "RL5": 0.3}
    values["G3"] = -9.81
    for j in (5, 6):
        values |= {f"M{j}": wheel, f"ZZ{j}": spin, f"XX{j}": spin / 2, f"YY{j}": spin / 2}
    return values


def test_two_wheels_obey_the_textbooks_equations() -> None:
    """Lagrange's equations with multipliers of a body on an axle, v forward and w the yaw rate.

    M v' - m a w^2 = sum of (tau - I s') / R,  J w' + m a w v = b (difference of the same),
    M v w + m a w' = lateral force; wheel 4, on the left, has R s = v - b w.
    """
    m, a, mw, spin = 12.0, 0.2, 1.5, 0.02
    robot = two_wheels()
    values = differential(m, a, mw, spin)
    case = state(robot, symoro.rolling(robot, outputs=OUTPUTS), values, 5)
    R, b = values["RW"], values["RL5"]
    left, right = case.qd[3:]
    left_rate, right_rate = case.qdd[3:]
    v, w = R * (left + right) / 2, R * (right - left) / (2 * b)
    vd, wd = R * (left_rate + right_rate) / 2, R * (right_rate - left_rate) / (2 * b)
    M = m + 2 * mw
    J = values["ZZ3"] + 2 * (mw * b * b + spin / 2)
    push = M * vd - m * a * w * w
    turn = J * wd + m * a * w * v
    forces = np.array([(push - turn / b) / 2, (push + turn / b) / 2])
    rolling_4, lateral, rolling_5 = case.LAMBDA
    assert np.array([rolling_4, rolling_5]) == pytest.approx(forces)
    assert lateral == pytest.approx(M * v * w + m * a * wd)
    assert pytest.approx(R * forces + spin * case.qdd[3:]) == case.GAM
    assert case.qd[2] == pytest.approx(w)


def test_a_robot_that_rolls_straight_is_pushed_by_mass_times_acceleration() -> None:
    case = made(mobile(), 1)
    q, qd, qdd = np.zeros((3, 7))
    q[:3] = 0.3, -0.8, 0.9
    q[4:6] = 0.4, -1.0
    qd[4:6] = 2.0
    qdd[4:6] = 0.7
    values = case.values | {f"{p}{j}": 0.0 for j in (3, 5, 6, 7) for p in ("MX", "MY", "MZ")}
    values |= {f"{p}{j}": 0.0 for j in (4, 5, 6, 7) for p in ("MX", "MY", "XY", "XZ", "YZ")}
    found = run(case.model, values, q, qd, qdd)
    R, mass = values["RW"], sum(values[f"M{j}"] for j in range(3, 8))
    push = dict(zip(rolling_rows(mobile()).chosen.rows, found["LAMBDA"], strict=True))
    total = push[5, 0] + push[6, 0] - push[7, 0]  # the castor's axle points to the other side
    assert found["QDPp"][2] == pytest.approx(0.0, abs=1e-12)
    assert total == pytest.approx(mass * R * 0.7)


# Rows that depend on others


def test_wheels_on_one_axle_share_their_lateral_force() -> None:
    rows = rolling_rows(mobile())
    assert (6, 1) not in rows.chosen.rows
    notes = symoro.rolling(mobile(), level="O1", verify=False).notes
    assert any("lateral force on wheel 6" in n and "LAMBDAL5 is the sum" in n for n in notes)


def test_a_wheel_turned_round_has_its_torque_with_the_other_sign() -> None:
    """The same machine: r6 = RL5 along an axle of opposite sense is the same place."""
    straight, other = made(mobile(), 8), symoro.rolling(turned(mobile()), outputs=OUTPUTS)
    inertia = {f"{p}6": -straight.values[f"{p}6"] for p in ("XZ", "XY", "MZ", "MY")}
    values = straight.values | inertia  # frame 6 turned by Pi about x6
    q, qd, qdd = (straight.q.copy(), straight.qd.copy(), straight.qdd.copy())
    q[5], qd[5], qdd[5] = np.pi - q[5], -qd[5], -qdd[5]
    found = run(other, values, q, qd, qdd)
    sign = np.array([1.0, -1.0])
    assert found["GAM"] == pytest.approx(sign * straight.GAM)
    assert found["LAMBDA"][[0, 1, 3, 4]] == pytest.approx(straight.LAMBDA[[0, 1, 3, 4]])
    assert any("LAMBDAL5 is the other minus it" in note for note in other.notes)


# Refusals


def edited(j: int, **fields: Any) -> Robot:
    robot = mobile()
    frames = list(robot.frames)
    fields = {k: parse(v) if isinstance(v, str) else v for k, v in fields.items()}
    frames[j - 1] = replace(frames[j - 1], **fields)
    return replace(robot, frames=tuple(frames))


def floating(motion: BaseMotion) -> Robot:
    return replace(mobile(), base=replace(mobile().base, motion=motion))


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        (replace(mobile(), wheels=()), "mobile3w has no wheels.*symoro idm"),
        (edited(7, alpha="Pi/3"), "wheel 7 leans: its axle, z of frame 7"),
        (edited(5, alpha="A5"), "wheel 5 leans"),
        (edited(4, sigma=JointType.PRISMATIC, theta="0", r="r4"), "wheel 7 leaves the ground.*4"),
        (edited(4, mu=True), "leave 2 degrees of freedom, and there are 3 motors"),
        (edited(5, mu=False), "leave 2 degrees of freedom, and there are 1 motors, at joint 6"),
        (
            replace(edited(5, mu=False), wheels=mobile().wheels[:2]),
            "leave 4 degrees of freedom.*joints 4, 7 moves no wheel",
        ),
        (edited(7, d="0"), "do not determine the motion of the passive joints"),
        (floating(BaseMotion.FLOATING), "floating base.*frame 0"),
        (floating(BaseMotion.MOVING), "moving base.*must stand"),
        (
            replace(symoro.load("fourbar"), wheels=(Wheel(1, symbol("R")),)),
            "fourbar is a closed robot.*equivalent_tree=True",
        ),
    ],
)
def test_what_cannot_be_modelled_is_refused_by_name(robot: Robot, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        symoro.rolling(robot)


def test_a_spring_at_a_passive_joint_acts_by_itself() -> None:
    """The motors then give its power, the rate of its energy, too."""
    spring = edited(4, eta=True, k="K4", rest="Q4")
    case = made(mobile(), 2)
    model = symoro.rolling(spring, outputs=OUTPUTS)
    values = case.values | {"K4": 3.0, "Q4": 0.25}
    found = run(model, values, case.q, case.qd, case.qdd)
    power = (found["GAM"] - case.GAM) @ case.qd[case.active]
    assert power == pytest.approx(3.0 * (case.q[3] - 0.25) * case.qd[3])
