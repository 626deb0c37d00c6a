"""The columns in floats, compared with routes of another form: link by link, momentum balance."""

from __future__ import annotations

import random

import numpy as np
import pytest

import symoro
from grouping.small_robots import arm, moving
from symoro.analysis.arrays import Floats
from symoro.analysis.loops import Closure
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.grouping.exact.scalar_columns import energy_columns
from symoro.grouping.numeric.batch_columns import BaseStates, Postures, energy_matrix, force_matrix
from symoro.models.mechanism import mechanism
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import Robot
from symoro.robot.parameter import GROUPED, nonzero_parameters
from symoro.verify.sampling import resample_state, sample_values

FLOATS = FloatArithmetic()
ROBOTS = {
    robot.name: robot
    for robot in (
        arm(
            "R gamma=g1 b=B1 alpha=a1 d=D1 r=h1",
            "P gamma=g2 b=B2 alpha=a2 d=D2 theta=f2",
            "R alpha=a3 a=1 r=h3",
            "F alpha=a4 d=D4 theta=f4 r=h4",
            "R alpha=a5 d=D5",
            g="G1 G2 G3",
            rotors=(1, 2, 3, 5),
            name="general tree",
        ),
        symoro.load("rx90"),
        symoro.load("mobile3w"),
    )
}


class State:
    """A robot at some states: constants drawn once, lengths by the robot's size."""

    def __init__(self, robot: Robot, count: int = 4, seed: int = 7) -> None:
        rng = random.Random(seed)
        values = sample_values(robot, rng)
        self.robot = robot
        self.states = [resample_state(robot, values, rng) for _ in range(count)]
        self.closure = Closure(robot, values)
        self.size = self.closure.tables.size
        postures = [
            self.closure.scaled_row({j: s[v.name] for j, v in robot.variables.items()})
            for s in self.states
        ]
        gear = self.closure.tables.gear
        self.at = Postures(np.array(postures), np.broadcast_to(gear, (count, *gear.shape)))
        self.qd = self.rates("QP")

    def rates(self, field: str) -> Floats:
        """Velocities or accelerations of the joints, slides by the size."""
        unit = [
            1.0 if self.robot.frame(j).sigma == 0 else self.size for j in self.robot.moving_joints
        ]
        entries = [getattr(self.robot.frame(j), field) for j in self.robot.moving_joints]
        rows = [[evaluate(e, s, FLOATS) for e in entries] for s in self.states]
        return np.array(rows) / unit

    def vector(self, entries: tuple[Expression, ...], size: float = 1.0) -> Floats:
        return np.array([[evaluate(e, s, FLOATS) for e in entries] for s in self.states]) / size


def scale(robot: Robot, name: str, link: int, size: float) -> float:
    """The unit of a column: squares of velocities, lengths by the size."""
    if name == "IA":
        return 1.0 if robot.frame(link).sigma == 0 else size**2
    return size ** {"MX": 1, "MY": 1, "MZ": 1, "M": 2}.get(name, 0)


@pytest.mark.parametrize("name", ROBOTS)
def test_energies_are_those_of_the_recursion_from_link_to_link(name: str) -> None:
    state = State(ROBOTS[name])
    robot, wanted = state.robot, nonzero_parameters(state.robot, GROUPED)
    none = np.zeros((len(state.states), 3))
    g = state.vector(robot.base.G, state.size)[0]
    found = energy_matrix(
        state.closure, wanted, state.at, state.qd, BaseStates(none, none, none, none, g)
    )
    for row, values in zip(found, state.states, strict=True):

        def scalar(entry: Expression, values: dict[str, float] = values) -> float:
            return evaluate(entry, values, FLOATS)

        other = energy_columns(mechanism(robot, scalar), wanted)
        for column, p in enumerate(wanted):
            real = row[column] * scale(robot, p.name, p.link, state.size)
            assert 2 * real == pytest.approx(float(other[p]), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("name", ROBOTS)
def test_efforts_are_those_of_momentum_balance_on_a_moving_base(name: str) -> None:
    motion = {"W0": "wx wy wz", "WP0": "ux uy uz", "VP0": "vx vy vz"}
    state = State(moving(ROBOTS[name], **motion))
    robot, wanted = state.robot, nonzero_parameters(state.robot, GROUPED)
    base = robot.base
    none = np.zeros((len(state.states), 3))
    pull = state.vector(base.VP0, state.size) - state.vector(base.G, state.size)
    given = BaseStates(state.vector(base.W0), state.vector(base.WP0), none, pull, none[0])

    class Fixed(np.random.Generator):
        """Gives the accelerations of the states where random ones are drawn."""

        def uniform(self, *_: object) -> Floats:  # type: ignore[override]
            return state.rates("QDP")

    rng = Fixed(np.random.PCG64(0))
    found = force_matrix(state.closure, wanted, state.at, state.qd, given, rng)
    standard = {p: random.Random(str(p)).uniform(-1, 1) for p in wanted}
    units = np.array([scale(robot, p.name, p.link, state.size) for p in wanted])
    torques = (found * units) @ np.array(list(standard.values()))
    rows = torques.reshape(len(state.states), -1)
    for row, values in zip(rows, state.states, strict=True):
        known = values | {str(p.entry(robot)): k for p, k in standard.items()}
        tau = inverse_dynamics(robot, known, FLOATS, float).tau
        for k, (j, effort) in enumerate(tau.items()):
            unit = 1.0 if robot.frame(j).sigma == 0 else state.size
            assert row[k] / unit == pytest.approx(effort, rel=1e-10, abs=1e-10)
