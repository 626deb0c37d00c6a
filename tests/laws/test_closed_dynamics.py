"""Laws of the dynamics of closed robots, at random motions that keep the loops closed.

Postures close to 1e-12 and are conditioned above 0.02, so rates are good to 1e-10: tolerances are
1e-8 of the largest value, for what the condition of an inertia matrix adds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import symoro
from laws.closing import Array, consistent_motion, drawn_posture, motors, open_by
from symoro import Model, Robot, library
from symoro.expressions import FloatArithmetic, evaluate
from symoro.ir import interpret
from symoro.references.inverse_dynamics import inverse_dynamics

FLOATS = FloatArithmetic()
CLOSED = ("akr3000", "fivebar", "fourbar", "rsur", "slidercrank", "spherical4r", "sr400")
PASSIVE_MASS = tuple(name for name in CLOSED if name != "rsur")
CLOSE = 1e-8


@cache
def model(kind: str, name: str, **options: Any) -> Model:
    robot = library.robot(name)
    made: Model = getattr(symoro, kind)(
        robot, include=["ia", "friction"], level="O1", verify=False, **options
    )
    return made


@dataclass(frozen=True)
class Moving:
    """A closed robot in a consistent motion: a number for each symbol."""

    robot: Robot
    values: dict[str, float]

    def outputs(self, made: Model) -> dict[str, Array]:
        answer = interpret(made.program, self.values, FLOATS)
        shapes = {output.name: output.shape for output in made.program.outputs}
        return {
            name: np.asarray(array, dtype=float).reshape(shapes[name])
            for name, array in answer.items()
        }

    def rates(self, tag: str) -> Array:
        entries = [getattr(self.robot.frame(j), tag) for j in self.robot.moving_joints]
        return np.array([evaluate(entry, self.values, FLOATS) for entry in entries])

    @property
    def motor_places(self) -> list[int]:
        """The places of the motors among the joints."""
        return [self.robot.moving_joints.index(j) for j in motors(self.robot)]


def state(robot: Robot, seed: int) -> Moving:
    rng = random.Random(f"{robot.name}|{seed}")
    values, posture = drawn_posture(robot, rng)
    while robot.name.startswith("sr400") and not is_parallelogram(posture):
        values, posture = drawn_posture(robot, rng)
    rates, more = ({j: rng.uniform(-1, 1) for j in motors(robot)} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    for k, j in enumerate(robot.moving_joints):
        frame = robot.frame(j)
        values[robot.variables[j].name] = float(motion.q[k])
        values[str(frame.QP)], values[str(frame.QDP)] = float(motion.qd[k]), float(motion.qdd[k])
    return Moving(robot, values)


def is_parallelogram(posture: dict[int, float]) -> bool:
    """The mode of SR400 in which its models are given unless another is asked for."""
    gap = np.exp(1j * posture[8]) - np.exp(1j * (posture[2] - posture[7]))
    return bool(abs(gap) < 1e-9)


def agree(a: Array, b: Array) -> bool:
    return bool(np.abs(a - b).max() < CLOSE * max(1.0, np.abs(b).max()))


def cut_effort(robot: Robot, k: int, values: dict[str, float]) -> float:
    """Torques of rotor and friction of a cut joint, which the tree does not have."""
    drive, frame = robot.drive(k), robot.frame(k)
    entries = (drive.IA, frame.QDP, drive.FV, frame.QP, drive.FS)
    IA, qdd, FV, qd, FS = (evaluate(entry, values, FLOATS) for entry in entries)
    return float(IA * qdd + FV * qd + FS * np.sign(qd))


@pytest.mark.parametrize("name", CLOSED)
def test_motors_give_the_power_of_all_joints(name: str) -> None:
    idm = model("idm", name)
    here = state(idm.robot, 1)
    tau = inverse_dynamics(idm.robot.equivalent_tree(), here.values, FLOATS, float).tau
    rates = dict(zip(idm.robot.moving_joints, here.rates("QP"), strict=True))
    power = sum(tau[j] * rates[j] for j in tau)
    power += sum(cut_effort(idm.robot, k, here.values) * rates[k] for k, _ in idm.robot.loops())
    given = here.outputs(idm)["GAM"] @ here.rates("QP")[here.motor_places]
    assert agree(np.array([given]), np.array([power]))


@pytest.mark.parametrize("name", CLOSED)
def test_torques_are_inertia_times_accelerations_plus_bias(name: str) -> None:
    idm = model("idm", name)
    here = state(idm.robot, 2)
    A, H = here.outputs(model("inertia", name))["A"], here.outputs(model("ccg", name))["H"]
    assert agree(A @ here.rates("QDP")[here.motor_places] + H, here.outputs(idm)["GAM"])
    assert agree(A, A.T)
    assert np.linalg.eigvalsh(A).min() > 0


@pytest.mark.parametrize("name", CLOSED)
def test_terms_of_the_bias_add_up(name: str) -> None:
    whole = model("ccg", name)
    here = state(whole.robot, 3)
    terms = ("gravity", "coriolis", "friction", "wrench")
    parts = [here.outputs(model("ccg", name, only=(term,)))["H"] for term in terms]
    assert agree(np.sum(parts, axis=0), here.outputs(whole)["H"])


@pytest.mark.parametrize("name", CLOSED)
def test_forward_dynamics_returns_the_accelerations_of_all_joints(name: str) -> None:
    idm, ddm = model("idm", name), model("ddm", name)
    here = state(ddm.robot, 4)
    torques = here.outputs(idm)["GAM"]
    names = [str(ddm.robot.frame(j).GAM) for j in motors(ddm.robot)]
    driven = Moving(here.robot, here.values | dict(zip(names, torques.tolist(), strict=True)))
    assert agree(driven.outputs(ddm)["QDP"], here.rates("QDP"))


@pytest.mark.parametrize("name", CLOSED)
def test_the_kinetic_energy_is_that_of_the_inertia_matrix(name: str) -> None:
    energy = model("energy", name)
    here = state(energy.robot, 5)
    qd = here.rates("QP")[here.motor_places]
    half = qd @ here.outputs(model("inertia", name))["A"] @ qd / 2
    assert agree(here.outputs(energy)["E"], np.array(half))


@pytest.mark.parametrize("name", PASSIVE_MASS)
@pytest.mark.parametrize("kind", ["idm", "inertia", "ccg", "energy"])
def test_motors_alone_give_the_same(kind: str, name: str) -> None:
    """In the mode of the posture: positions of passive joints are those of one of the modes."""
    given = model(kind, name)
    here = state(given.robot, 5)
    wanted = here.outputs(given)
    modes = symoro.loop_geometry(library.robot(name), verify=False).model
    count = len(here.outputs(modes)["Q"])
    answers = [
        here.outputs(model(kind, name, actuated=True, assembly_mode=k + 1)) for k in range(count)
    ]
    for output, array in wanted.items():
        assert any(agree(answer[output], array) for answer in answers)


@pytest.mark.parametrize("name", CLOSED)
def test_forward_dynamics_moves_a_floating_base_as_inverse_dynamics_does(name: str) -> None:
    idm, ddm = (model(kind, name, floating_base=True) for kind in ("idm", "ddm"))
    here = state(ddm.plan.robot, 7)
    wanted = here.outputs(idm)
    names = [str(ddm.robot.frame(j).GAM) for j in motors(ddm.robot)]
    torques = dict(zip(names, wanted["GAM"].tolist(), strict=True))
    answer = Moving(here.robot, here.values | torques).outputs(ddm)
    assert agree(answer["QDP"], here.rates("QDP"))
    for array in ("VP0", "WP0"):
        assert agree(answer[array], wanted[array])


@pytest.mark.parametrize("name", ["fourbar", "slidercrank", "fivebar", "rsur"])
def test_free_motion_keeps_the_energy_and_the_loops_closed(name: str) -> None:
    """Over ten seconds: 1e-8 of the largest energy, loops to 1e-9 of the robot.

    The integrator's tolerance of 1e-12 a step leaves some 1e-10.
    """
    robot = library.robot(name)
    ddm, energy = (getattr(symoro, kind)(robot, verify=False) for kind in ("ddm", "energy"))
    here = state(robot, 8)
    n, none = len(robot.moving_joints), np.zeros(len(motors(robot)))
    accelerations, energies = (
        made.compile().prepare({each: here.values[each] for each in made.program.parameters})
        for made in (ddm, energy)
    )

    def slope(_: float, x: Array) -> Array:
        return np.concatenate([x[n:], accelerations(x[:n], x[n:], none)])

    names = [robot.variables[j].name for j in robot.moving_joints]
    q = np.array([here.values[each] for each in names])
    run = solve_ivp(slope, (0, 10), [*q, *here.rates("QP")], "DOP853", rtol=1e-12, atol=1e-12)
    assert run.success
    moments = [energies(x[:n], x[n:]) for x in run.y.T]
    totals = [each["E"] + each["U"] for each in moments]
    largest = max(float(each["E"]) for each in moments)
    assert np.ptp(totals) < 1e-8 * max(1.0, largest)
    assert open_by(robot, here.values, run.y[:n, -1]) < 1e-9
