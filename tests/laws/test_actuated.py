"""Models in the actuated joints of closed robots, in every assembly mode.

A motion of the motors with constant velocities moves all links in a known way: poses with their
first and second derivatives come from products of 4x4 matrices at the posture that loop geometry
gives, with the rates that keep the loops closed. Transforms, Jacobians and accelerations in the
actuated joints must be these.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from closed_robots import (
    bennett,
    coaxial,
    cylindrical,
    driven,
    parallelogram,
    six_bar,
    two_parallelograms,
    wheels,
    without_inertia,
)
from laws.closing import (
    REGULAR,
    Array,
    Compiled,
    Motion,
    Series,
    Values,
    conditioning,
    consistent_motion,
    motors,
    pose_series,
)
from random_loops import planar_loop, spherical_loop
from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import parse
from symoro.models.loops.recipes import plan_loops
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

EQUAL = 1e-10
"""Of the largest element: both routes lose the digits of a linear system whose condition is below
50, and of a square root."""


def shared_angle() -> Robot:
    """The SR400 with the angle of its lever measured from link 2."""
    robot = library.robot("sr400")
    frames = [replace(f, theta=parse("t7 - t2")) if j == 7 else f for j, f in robot]
    return replace(robot, frames=tuple(frames))


def robots() -> dict[str, Robot]:
    """Closed robots with a closed form: of the library, and of all kinds of loops."""
    names = ("akr3000", "fivebar", "fourbar", "slidercrank", "spherical4r", "sr400")
    planar, around = planar_loop("RPRR", 2, 5, "R")
    spherical, other = spherical_loop(4, 2, 1, "F")
    return {name: library.robot(name) for name in names} | {
        "bennett": bennett(),
        "coaxial": coaxial(),
        "cylindrical": cylindrical(),
        "six-bar": six_bar(),
        "two parallelograms": two_parallelograms(),
        "rhombus": parallelogram("rhombus"),
        "wheels": wheels(),
        "planar": driven(planar, 1, around[1]),
        "spherical": driven(spherical, other[0]),
        "driven slider": driven(library.robot("slidercrank"), 3),
        "driven cut joint": driven(library.robot("fourbar"), 4),
        "massless spherical4r": without_inertia(library.robot("spherical4r")),
    }


ROBOTS = robots()


def modes_of(name: str) -> Iterator[int]:
    """All modes of a robot of the library, the first and the last one of others."""
    count = len(plan_loops(ROBOTS[name], motors(ROBOTS[name])).modes)
    yield from range(1, count + 1) if name in library.names() else sorted({1, count})


MODES = [(name, mode) for name in ROBOTS for mode in modes_of(name)]


@cache
def positions(name: str) -> Compiled:
    return Compiled(generate("loop-geometry", ROBOTS[name], Options(level="O1", verify=False)))


def in_motors(name: str, model: str, mode: int, **own: object) -> Model:
    options = Options(own={"actuated": True, "mode": mode, **own}, level="O1", verify=False)
    return generate(model, ROBOTS[name], options)


@dataclass(frozen=True)
class State:
    """A closed posture in a mode and a motion of all joints; the motors do not accelerate."""

    robot: Robot
    values: Values
    qa: Array
    rates: Array
    motion: Motion

    def pose(self, frame: int) -> Series:
        return pose_series(self.robot, self.values, self.motion, frame)


@cache
def state_of(name: str, mode: int) -> State:
    """Draw until the mode exists and is far from singular postures."""
    robot, active = ROBOTS[name], motors(ROBOTS[name])
    rng = random.Random(f"{name}{mode}")
    for _ in range(300):
        values = sample_values(robot, rng)
        qa = np.array([rng.uniform(-1.5, 1.5) for _ in active])
        row = positions(name)(values, qa)["Q"][mode - 1]
        if np.isfinite(row).all() and np.abs(row).max() < 10:
            posture = dict(zip(robot.moving_joints, row.tolist(), strict=True))
            if conditioning(robot, values, posture, active) > REGULAR:
                rates = {j: rng.uniform(-1, 1) for j in active}
                motion = consistent_motion(robot, values, posture, rates)
                return State(robot, values, qa, np.array([*rates.values()]), motion)
    raise AssertionError(f"{name} has no posture in mode {mode}")


def assert_equal(found: Array, wanted: Array) -> None:
    scale = max(1.0, float(np.abs(wanted).max()))
    assert np.abs(found - wanted).max() < EQUAL * scale


def tips(robot: Robot) -> Iterator[int]:
    """Links that carry no other link."""
    for j in robot.outward():
        if not robot.children(j) and any(robot.frame(k).moves for k in robot.ancestors(j)[1:]):
            yield j


def vee(matrix: Array) -> Array:
    return np.array([matrix[2, 1], matrix[0, 2], matrix[1, 0]])


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_transforms_in_the_motors_are_those_of_the_closed_posture(name: str, mode: int) -> None:
    state = state_of(name, mode)
    ends = [*tips(state.robot)]
    model = "fast-transform" if mode > 1 else "transform"
    made = in_motors(name, model, mode, **{"from": [0] * len(ends), "to": ends})
    found = Compiled(made)(state.values, state.qa)
    for j in ends:
        assert_equal(found[f"T0T{j}"], state.pose(j).T)


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_jacobians_in_the_motors_give_the_velocities_of_the_closed_robot(
    name: str, mode: int
) -> None:
    state = state_of(name, mode)
    r = [*tips(state.robot)][-(mode % 2)]
    own = {"link": r, "projection": 0, "intermediate": r}
    J = Compiled(in_motors(name, "jacobian", mode, **own))(state.values, state.qa)["J"]
    pose = state.pose(r)
    spin = pose.T1[:3, :3] @ pose.T[:3, :3].T
    assert_equal(J @ state.rates, np.concatenate([pose.T1[:3, 3], vee(spin)]))


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_accelerations_without_those_of_the_motors(name: str, mode: int) -> None:
    """The second derivatives of all links at constant velocities of the motors, in link frames."""
    state = state_of(name, mode)
    made = Compiled(in_motors(name, "jdot-qdot", mode))
    found = made(state.values, state.qa, state.rates)
    for row, j in enumerate(state.robot.outward()):
        pose = state.pose(j)
        R = pose.T[:3, :3]
        spin = pose.T1[:3, :3] @ R.T
        turning = vee(pose.T2[:3, :3] @ R.T - spin @ spin)
        assert_equal(found["VPJ"][row], R.T @ pose.T2[:3, 3])
        assert_equal(found["WPJ"][row], R.T @ turning)


@pytest.mark.parametrize(("name", "mode"), [("akr3000", 2), ("fourbar", 2), ("sr400", 1)])
def test_velocities_and_accelerations_of_the_motors_move_all_links(name: str, mode: int) -> None:
    state = state_of(name, mode)
    active = motors(state.robot)
    posture = dict(zip(state.robot.moving_joints, state.motion.q.tolist(), strict=True))
    rates = dict(zip(active, state.rates.tolist(), strict=True))
    more = {j: 0.3 - 0.1 * j for j in active}
    motion = consistent_motion(state.robot, state.values, posture, rates, more)
    moving = replace(state, motion=motion)
    first = Compiled(in_motors(name, "velocities", mode))(state.values, state.qa, state.rates)
    made = Compiled(in_motors(name, "accelerations", mode))
    second = made(state.values, state.qa, state.rates, [*more.values()])
    for row, j in enumerate(state.robot.outward()):
        pose = moving.pose(j)
        R = pose.T[:3, :3]
        spin = pose.T1[:3, :3] @ R.T
        assert_equal(first["V"][row], R.T @ pose.T1[:3, 3])
        assert_equal(first["W"][row], R.T @ vee(spin))
        assert_equal(second["VP"][row], R.T @ pose.T2[:3, 3])
        assert_equal(second["WP"][row], R.T @ vee(pose.T2[:3, :3] @ R.T - spin @ spin))


# Models against each other

STEP = 1e-4  # central differences of fourth order: an error of 1e-16 * 1e4, and of 1e-14


@pytest.mark.parametrize(("name", "mode"), [("akr3000", 3), ("fivebar", 2), ("sr400", 2)])
def test_a_jacobian_in_the_motors_has_the_slopes_of_the_transform(name: str, mode: int) -> None:
    state = state_of(name, mode)
    r = max(tips(state.robot))
    T = Compiled(in_motors(name, "transform", mode, **{"from": [0], "to": [r]}))
    own = {"link": r, "projection": 0, "intermediate": r}
    J = Compiled(in_motors(name, "jacobian", mode, **own))(state.values, state.qa)["J"]
    rotation = T(state.values, state.qa)[f"T0T{r}"][:3, :3]
    for k, unit in enumerate(np.eye(len(state.qa)) * STEP):
        ahead = [
            factor * T(state.values, state.qa + steps * unit)[f"T0T{r}"]
            for steps, factor in ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))
        ]
        slope = np.sum(ahead, axis=0) / STEP
        velocity = np.concatenate([slope[:3, 3], vee(slope[:3, :3] @ rotation.T)])
        assert J[:, k] == pytest.approx(velocity, abs=1e-9)


@pytest.mark.parametrize(("name", "mode"), [("akr3000", 2), ("fourbar", 1), ("sr400", 2)])
def test_the_jacobian_changes_as_jdot_qdot_says(name: str, mode: int) -> None:
    state = state_of(name, mode)
    r = max(tips(state.robot))
    own = {"link": r, "projection": 0, "intermediate": r}
    J = Compiled(in_motors(name, "jacobian", mode, **own))
    ahead = [
        factor * J(state.values, state.qa + steps * STEP * state.rates)["J"] @ state.rates
        for steps, factor in ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))
    ]
    change = np.sum(ahead, axis=0) / STEP
    R = state.pose(r).T[:3, :3]
    found = Compiled(in_motors(name, "jdot-qdot", mode))(state.values, state.qa, state.rates)
    place = list(state.robot.outward()).index(r)
    assert found["VPJ"][place] == pytest.approx(R.T @ change[:3], abs=1e-8)
    assert found["WPJ"][place] == pytest.approx(R.T @ change[3:], abs=1e-8)


MODELS = ("transform", "fast-transform", "jacobian", "velocities", "accelerations", "jdot-qdot")


@pytest.mark.parametrize("model", MODELS)
def test_models_of_the_library_are_verified(model: str) -> None:
    for name in ("slidercrank", "massless spherical4r"):
        made = generate(model, ROBOTS[name], Options(own={"actuated": True, "mode": 2}))
        assert made.certificate is not None
        assert made.certificate.states >= 20


@pytest.mark.parametrize("model", ["jacobian", "jdot-qdot"])
def test_rates_are_those_of_positions_where_joints_share_an_angle(model: str) -> None:
    assert generate(model, shared_angle(), Options(own={"actuated": True})).certificate
