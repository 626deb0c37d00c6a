"""Models in the actuated joints of closed robots whose loops have no closed form.

Positions of all joints are inputs, and rates of the motors. The links are followed along a path:
the motors go on by small steps, and at each of them the loops are closed again, by Newton's method
on products of 4x4 matrices. Differences of the poses are the velocities and accelerations.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import symoro
from closed_robots import closed, coupled, cylindrical_cut, fixed, slide, spherical_cut, turn
from laws.closing import Array, Compiled, Values, drawn_posture, motors
from library.kinematics import central_differences, closure, joint_values, pose
from printers.toolchain import assert_close, expected, run
from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import parse
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Frame, JointType, Robot

STEP = 2e-3  # of time: differences of sixth order are wrong by STEP^6, and some passive joints fly
FIRST, SECOND = 1e-9, 1e-6
"""Errors of the differences, of the largest element: by rounding, 1e-13 / STEP and / STEP^2."""

SLOPE = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
CURVE = {1: 3 / 2, 2: -3 / 20, 3: 1 / 90}
"""Weights of central differences of sixth order, by distance."""


def spatial_loop(kinds: str, cut: int) -> Robot:
    """A loop of joints in space, such as RRPRRRR, with random twists, cut at one of them."""
    rng = random.Random(kinds)
    make = {"R": turn, "P": slide}

    def joint(j: int, before: int, kind: str) -> Frame:
        twist = rng.choice(("Pi/2", f"A{j}", "0.7", "-Pi/2"))
        return make[kind](j, before, mu=j == 1, alpha=twist, d=f"L{j}", gamma=f"g{j}")

    frames = []
    for j, kind in enumerate(kinds[:-1], start=1):
        before = 0 if j == cut else j - 1  # the other branch starts at the base
        frames.append(joint(j, before, kind))
    last = len(kinds)
    frames += [joint(last, cut - 1, kinds[-1]), fixed(last - 1, d="L9", alpha="A9")]
    return closed(kinds, *frames)


ROBOTS = {
    "rssr": library.robot("rssr"),
    "rsur": library.robot("rsur"),
    "cylindrical cut": cylindrical_cut("P"),
    "spherical cut": spherical_cut(1),
    "angles in common": coupled(t3="t3 + t2"),
    "seven turn": spatial_loop("RRRRRRR", 4),
    "two slide": spatial_loop("RRPRPRR", 3),
}
HELD = {"rssr": {4}}
"""The joints that turn a link idly: a note of the model says that they are held."""


@cache
def model_of(name: str, model: str, **own: int) -> Model:
    options = Options(own={"actuated": True, **own}, level="O1", verify=False)
    return generate(model, ROBOTS[name], options)


@cache
def compiled(name: str, model: str, **own: int) -> Compiled:
    return Compiled(model_of(name, model, **own))


@dataclass(frozen=True)
class State:
    """A closed posture, and the velocities and accelerations with which the motors go on."""

    robot: Robot
    values: Values
    posture: Mapping[int, float]
    rates: Array
    more: Array
    held: frozenset[int]

    @property
    def q(self) -> Array:
        return np.array([self.posture[j] for j in self.robot.moving_joints])

    def follow(self, time: float) -> dict[int, Array]:
        """The poses of all links some time later."""
        robot, active = self.robot, motors(self.robot)
        ahead = time * self.rates + time**2 / 2 * self.more
        moved = dict(zip(active, ahead.tolist(), strict=True))
        start = {j: x + moved.get(j, 0.0) for j, x in self.posture.items()}
        free = [j for j in robot.moving_joints if j not in active and j not in self.held]

        def values(x: Array) -> Values:
            found = start | dict(zip(free, x.tolist(), strict=True))
            return self.values | joint_values(robot, found)

        def gap(x: Array) -> Array:
            return closure(robot, values(x))

        x = np.array([start[j] for j in free])
        slope = central_differences(gap, x, 1e-5)
        for _ in range(12):
            x = x - np.linalg.lstsq(slope, gap(x), rcond=1e-9)[0]
        size = max(1.0, *(abs(v) for v in self.values.values()))
        assert np.abs(gap(x)).max() < 1e-13 * size
        return {j: pose(robot, j, values(x)) for j in robot.outward()}


@cache
def path_of(name: str, unit: float = 1.0) -> tuple[State, dict[int, tuple[Array, Array, Array]]]:
    """A state, and the poses of all links with their first two derivatives in time."""
    robot = ROBOTS[name]
    held = HELD.get(name, set())
    rng = random.Random(name)
    values, posture = drawn_posture(robot, rng, {*motors(robot), *held})
    rates, more = ([rng.uniform(-1, 1) for _ in motors(robot)] for _ in range(2))
    fields = (entry for _, f in robot for entry in (f.b, f.d, f.r))
    lengths = set[str]().union(*(entry.symbols for entry in fields))
    slides = [j for j in robot.moving_joints if robot.frame(j).sigma is JointType.PRISMATIC]
    state = State(
        robot,
        {n: v * unit if n in lengths else v for n, v in values.items()},
        {j: x * unit if j in slides else x for j, x in posture.items()},
        np.array(rates),
        np.array(more),
        frozenset(held),
    )
    poses = {k: state.follow(k * STEP) for k in range(-3, 4)}
    links = {}
    for j in robot.outward():
        T = poses[0][j]
        slope = np.sum([w * (poses[k][j] - poses[-k][j]) for k, w in SLOPE.items()], axis=0)
        curve = np.sum([w * (poses[k][j] + poses[-k][j] - 2 * T) for k, w in CURVE.items()], axis=0)
        links[j] = T, slope / STEP, curve / STEP**2
    return state, links


def spins(T: Array, T1: Array, T2: Array) -> tuple[Array, Array]:
    """Angular velocity and acceleration."""
    R = T[:3, :3]
    spin = T1[:3, :3] @ R.T
    parts = (spin, T2[:3, :3] @ R.T - spin @ spin)
    first, second = (np.array([m[2, 1], m[0, 2], m[1, 0]]) for m in parts)
    return first, second


def assert_equal(found: Array, wanted: Array, tolerance: float) -> None:
    assert np.abs(found - wanted).max() < tolerance * max(1.0, float(np.abs(wanted).max()))


CASES = [*((name, 1.0) for name in ROBOTS), ("rssr", 1e3), ("two slide", 1e3)]


@pytest.mark.parametrize(("name", "unit"), CASES)
def test_velocities_and_jacobians_are_those_along_a_closed_path(name: str, unit: float) -> None:
    state, links = path_of(name, unit)
    found = compiled(name, "velocities")(state.values, state.q, state.rates)
    for row, (T, T1, T2) in enumerate(links.values()):
        R = T[:3, :3]
        assert_equal(found["V"][row], R.T @ T1[:3, 3], FIRST)
        assert_equal(found["W"][row], R.T @ spins(T, T1, T2)[0], FIRST)
    r = max(links)
    T, T1, T2 = links[r]
    J = compiled(name, "jacobian", link=r, projection=0, intermediate=r)(state.values, state.q)["J"]
    assert J.shape == (6, len(state.rates))
    assert_equal(J[:3] @ state.rates, T1[:3, 3], FIRST)
    assert_equal(J[3:] @ state.rates, spins(T, T1, T2)[0], FIRST)


@pytest.mark.parametrize(("name", "unit"), CASES)
def test_accelerations_are_those_along_a_closed_path(name: str, unit: float) -> None:
    state, links = path_of(name, unit)
    found = compiled(name, "accelerations")(state.values, state.q, state.rates, state.more)
    for row, (T, T1, T2) in enumerate(links.values()):
        R = T[:3, :3]
        assert_equal(found["VP"][row], R.T @ T2[:3, 3], SECOND)
        assert_equal(found["WP"][row], R.T @ spins(T, T1, T2)[1], SECOND)


@pytest.mark.parametrize("name", ["rssr", "seven turn"])
def test_jdot_qdot_is_left_when_no_motor_accelerates(name: str) -> None:
    state, _ = path_of(name)
    steady = 0 * state.more
    wanted = compiled(name, "accelerations")(state.values, state.q, state.rates, steady)
    found = compiled(name, "jdot-qdot")(state.values, state.q, state.rates)
    assert_equal(found["VPJ"], wanted["VP"], 1e-12)
    assert_equal(found["WPJ"], wanted["WP"], 1e-12)


# The inputs


def test_the_header_says_which_positions_must_close_the_loops() -> None:
    text = " ".join(model_of("rsur", "velocities").code().split())
    assert "q: positions of all joints 1, 2, 3, 4, 5, 6, 7 that move; those of the passive" in text
    assert "passive joints 2, 3, 4, 5, 6, 7 must close the loops" in text
    assert "QP: velocities of the actuated joint 1 *)" in text
    assert "symoro loop-solutions gives them" in text


def test_loop_solutions_give_the_passive_positions() -> None:
    robot = library.robot("rsur")
    found = symoro.loop_geometry(robot).solutions([0.4], "example").q
    assert len(found) >= 2
    model = compiled("rsur", "jacobian", link=3, projection=0, intermediate=3)
    for row in found:
        J = model(robot.parameter_values("example"), row)["J"]
        assert np.isfinite(J).all()
        assert J[:3, 0] == pytest.approx(0, abs=1e-14)  # link 3 turns about a fixed axis
        assert np.linalg.norm(J[3:, 0]) > 0.01


def test_the_joint_that_is_held_changes_no_link_but_the_idle_one() -> None:
    """The coupler of the RSSR is held by joint 4 or 5: the other links move alike."""
    state, _ = path_of("rssr")
    notes = model_of("rssr", "velocities").notes
    assert any("no motor determines joint 4 (link 4 turns idly)" in note for note in notes)
    one = compiled("rssr", "velocities")(state.values, state.q, state.rates)
    frames = [replace(f, mu=j in (1, 5)) for j, f in state.robot]
    other = generate("velocities", replace(state.robot, frames=tuple(frames)), MOTORS)
    two = Compiled(other)(state.values, state.q, [*state.rates, 0.0])
    spun = Compiled(other)(state.values, state.q, [*state.rates, 0.9])
    for name in ("V", "W"):
        others = [row for row in range(7) if row != 3]
        assert one[name][others] == pytest.approx(two[name][others], abs=1e-12)
        assert one[name][others] == pytest.approx(spun[name][others], abs=1e-12)
    assert np.abs(one["W"][3] - spun["W"][3]).max() > 0.5


MOTORS = Options(own={"actuated": True}, level="O1", verify=False)


@pytest.mark.parametrize(("model", "unit"), [("jacobian", 1), ("accelerations", 1000)])
def test_the_certificate_holds_in_any_unit(model: str, unit: int) -> None:
    """With numbers in the tables, of which all random states are made."""
    robot = library.robot("rssr")
    lengths = {
        n: v * (1 if n == "A4" else unit) for n, v in robot.parameter_values("example").items()
    }
    there = replace(robot.substitute({n: str(v) for n, v in lengths.items()}), values=())
    certificate = generate(model, there, Options(own={"actuated": True})).certificate
    assert certificate is not None
    assert (certificate.states, certificate.lost) == (20, 0)


@pytest.mark.parametrize(("name", "model"), [("rsur", "velocities"), ("fourbar", "jdot-qdot")])
def test_rates_of_passive_joints_in_the_tables_do_not_matter(name: str, model: str) -> None:
    """A table with zeros, or with the motor's symbol, for rates that the loops determine."""
    robot = library.robot(name)
    frames = [replace(f, QP=parse("0"), QDP=parse("QDP1")) if j == 3 else f for j, f in robot]
    one = generate(model, robot, MOTORS)
    other = generate(model, replace(robot, frames=tuple(frames)), replace(MOTORS, verify=True))
    assert other.certificate is not None
    assert one.operations == other.operations


# The rest of the kinematics, and languages


def test_determinants_and_inverses_take_the_same_inputs() -> None:
    state, links = path_of("rsur")
    own = {"actuated": True, "rows": (6,), "link": 6, "projection": 0, "intermediate": 6}
    options = Options(own=own, verify=False)
    spin = spins(*links[6])[0][2] / state.rates[0]
    made = [generate(f"jacobian-{part}", ROBOTS["rsur"], options) for part in ("det", "inverse")]
    det, inverse = (next(iter(Compiled(m)(state.values, state.q).values())) for m in made)
    assert np.ravel(det)[0] == pytest.approx(spin, rel=1e-8)
    assert np.ravel(inverse)[0] == pytest.approx(1 / spin, rel=1e-8)


def test_an_analytical_jacobian_takes_the_same_inputs() -> None:
    own = {"actuated": True, "orientation": "rpy", "link": 5}
    model = generate("jacobian", ROBOTS["rsur"], Options(own=own, verify=False))
    state, links = path_of("rsur")
    found = Compiled(model)(state.values, state.q)
    assert_equal(found["JX"][:3] @ state.rates, links[5][1][:3, 3], FIRST)


def test_every_language_runs_it(tmp_path: Path) -> None:
    state, _ = path_of("rssr")
    options = Options(own={"actuated": True}, level="O2", verify=False)
    model = generate("accelerations", ROBOTS["rssr"], options)
    values = state.values | joint_values(state.robot, dict(state.posture))
    values |= {"QP1": state.rates[0], "QDP1": state.more[0]}
    wanted = expected(model.program, values)
    for language in ("listing", "c", "python", "numpy"):
        assert_close(run(model.document, language, values, tmp_path), wanted)


def test_a_rate_that_is_no_input_takes_no_name() -> None:
    """Rates of passive joints are results: their symbols are not asked for."""
    inputs = model_of("rssr", "accelerations").program.inputs
    assert {item.name for item in inputs if "QP" in item.name or "QDP" in item.name} == {
        "QP1",
        "QDP1",
    }
