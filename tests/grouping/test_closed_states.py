"""States of closed robots modulo a prime: loops closed, in velocity and acceleration as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from closed_robots import coaxial, cylindrical, parallelogram, six_bar, two_parallelograms, wheels
from grouping.small_robots import moving
from symoro.expressions import ZERO, Expression, ModularArithmetic, evaluate, symbol
from symoro.expressions.modular import NoValue
from symoro.grouping.exact.closed_states import ClosedStates
from symoro.grouping.exact.residues import PRIMES, Residues, residues_of
from symoro.grouping.exact.sampling import SampledStates
from symoro.library import robot as read
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.kinematics.motion import Acceleration, acceleration, base_acceleration
from symoro.models.let import plain
from symoro.models.loops.assembly import full_plan
from symoro.models.mechanism import Mechanism, mechanism
from symoro.robot import BaseMotion, Robot
from symoro.robot.active_joints import active_joints

COUNT = 5
ROBOTS = {
    robot.name: robot
    for robot in (
        read("fourbar"),
        read("slidercrank"),
        read("fivebar"),
        read("sr400"),
        parallelogram("offsets"),
        six_bar(),
        wheels(),
        coaxial(),
        cylindrical(),
        two_parallelograms(),
        moving(read("spherical4r"), W0="WX WY WZ"),
    )
}


def drawn(robot: Robot, prime: int, mode: int = 0) -> tuple[Mechanism, SampledStates]:
    base = replace(robot.base, motion=BaseMotion.MOVING, VP0=(symbol("VPX"), ZERO, ZERO))
    robot = replace(robot, base=base)  # accelerations are drawn where torques are needed
    loops = full_plan(robot, active_joints(robot))
    states = ClosedStates(loops, loops.modes[mode])
    for attempt in range(60):
        field = ModularArithmetic(f"closed|{attempt}", prime)
        try:
            found = states(robot, COUNT, field, np.random.default_rng(1))
            return mechanism(robot, scalars(field), found.motions), found
        except NoValue:
            continue
    raise AssertionError(robot.name)


def scalars(field: ModularArithmetic) -> Callable[[Expression], Any]:
    def scalar(entry: Expression) -> Any:
        return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field)

    return scalar


def ends(robot: Robot, m: Mechanism, k: int) -> list[object]:
    """Rotation, position, velocity and acceleration of a frame, in frame 0, by plain recursion."""
    zero = m.w0 * 0
    R = np.array(np.eye(3, dtype=int), dtype=object)
    p = np.array([0, 0, 0], dtype=object)
    start = base_acceleration(m, zero, plain)
    moves: dict[int, Acceleration] = {0: start}
    for j in robot.ancestors(k)[1:]:
        body = m.body(j)
        A, P = link_transform(body, j)
        p, R = p + R @ P, R @ A
        moves[j] = acceleration(body, j, A, P, moves[body.i], plain)
    move = moves[k]
    vectors = [R @ move.w, R @ move.wd, R @ move.vd]
    return [*R.ravel(), *p, *(x for vector in vectors for x in vector)]


@pytest.mark.parametrize("prime", PRIMES)
@pytest.mark.parametrize("name", ROBOTS)
def test_both_sides_of_a_cut_joint_move_as_one(name: str, prime: int) -> None:
    """Orientations, positions, angular velocities and both accelerations agree.

    A cut joint's own motion is that of frame k; frame k+B is fixed to the other side.
    """
    robot = ROBOTS[name]
    m, _ = drawn(robot, prime)
    for k, other in robot.loops():
        for a, b in zip(ends(robot, m, k), ends(robot, m, other), strict=True):
            assert (residues_of(a, COUNT, prime) == residues_of(b, COUNT, prime)).all()


@pytest.mark.parametrize("name", ROBOTS)
def test_active_joints_move_freely(name: str) -> None:
    robot = ROBOTS[name]
    _, found = drawn(robot, PRIMES[0])
    active = active_joints(robot)
    for motions in (
        [found.motions[j].qd for j in active],
        [found.motions[j].qdd for j in active],
        [(found.virtual or {})[j] for j in active],
    ):
        rows = np.array([m.values for m in motions if isinstance(m, Residues)])
        assert rows.shape == (len(active), COUNT)
        assert len(set(rows.ravel().tolist())) == rows.size


def test_virtual_velocities_are_others_than_the_velocities() -> None:
    robot = read("fourbar")
    _, found = drawn(robot, PRIMES[0])
    assert found.virtual is not None
    ratios = set()
    for j in robot.moving_joints:
        qd, other = found.motions[j].qd, found.virtual[j]
        ratios.add(tuple((other / qd).values.tolist()))
    assert len(ratios) == 1  # one degree of freedom: they are proportional, state by state


def test_the_other_mode_of_a_parallelogram_is_another() -> None:
    robot = parallelogram()
    one, two = (drawn(robot, PRIMES[0], mode)[1].motions for mode in (0, 1))
    qd = [one[1].qd - one[3].qd, two[1].qd - two[3].qd]
    assert (qd[0].values == 0).all()
    assert (qd[1].values != 0).any()
