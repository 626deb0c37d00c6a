"""The matrix of the columns at many random states, modulo a prime."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from symoro.algebra.vectors import vector
from symoro.expressions import Expression, ModularArithmetic, evaluate
from symoro.grouping.exact.residues import (
    Integers,
    Residues,
    random_angles,
    random_residues,
    residues_of,
)
from symoro.grouping.exact.scalar_columns import energy_columns, torque_columns
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.robot import BaseMotion, JointType, Robot
from symoro.robot.base import BASE_MOTION
from symoro.robot.parameter import Parameter

FRICTION = ("FV", "FS")


@dataclass(frozen=True)
class SampledStates:
    """Many states of a robot.

    Attributes:
        motions: position, velocity and acceleration of each joint that moves.
        virtual: further velocities that the loops allow; None where all are free.
    """

    motions: Mapping[int, Motion]
    virtual: Mapping[int, Residues] | None = None


class StateSampler(Protocol):
    """A sampler of the states of a robot."""

    def __call__(
        self, robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
    ) -> SampledStates:
        """Return batches of ``count`` states."""


def free_states(
    robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
) -> SampledStates:
    """Positions, velocities and accelerations of an open robot, all of them free."""
    motions = {}
    for j in robot.moving_joints:
        position = random_position(robot, j, count, field, rng)
        qd, qdd = (random_residues(count, field.prime, rng) for _ in range(2))
        motions[j] = Motion(position, qd, qdd)
    return SampledStates(motions)


def random_position(
    robot: Robot, j: int, count: int, field: ModularArithmetic, rng: np.random.Generator
) -> Any:
    """Random positions of a joint: angles or distances."""
    if robot.frame(j).sigma is JointType.REVOLUTE:
        return random_angles(count, field, rng)
    return random_residues(count, field.prime, rng)


def has_driven_base(robot: Robot) -> bool:
    """Tell whether the base moves in a known way that the torques depend on."""
    base = robot.base
    entries = (*base.W0, *base.WP0, *base.VP0)
    return base.motion is BaseMotion.MOVING and any(entry.number != 0 for entry in entries)


@dataclass(frozen=True)
class Samples:
    """Random states of a robot, its constants sampled once."""

    robot: Robot
    seed: str
    prime: int
    states: StateSampler = free_states

    @cached_property
    def field(self) -> ModularArithmetic:
        """The field, with a random value for each constant."""
        return ModularArithmetic(self.seed, self.prime)

    def constant(self, entry: Expression) -> Any:
        """The residue of an expression of constants."""
        values = {name: self.field.symbol(name) for name in entry.symbols}
        return evaluate(entry, values, self.field)

    def mechanism(self, count: int) -> tuple[Mechanism, SampledStates]:
        """The robot at many states."""
        robot, prime = self.robot, self.prime
        digest = hashlib.sha256(f"{self.seed}|{prime}|{count}".encode()).digest()
        rng = np.random.default_rng(int.from_bytes(digest[:8]))
        moving = {
            name
            for field in BASE_MOTION
            for entry in getattr(robot.base, field)
            for name in entry.symbols
        }
        batch = {name: random_residues(count, prime, rng) for name in sorted(moving)}

        def scalar(entry: Expression) -> Any:
            values: dict[str, Any] = {
                name: batch[name] if name in batch else self.field.symbol(name)
                for name in entry.symbols
            }
            return evaluate(entry, values, self.field)

        sampled = self.states(robot, count, self.field, rng)
        m = mechanism(robot, scalar, sampled.motions)
        if robot.base.motion is not BaseMotion.FLOATING:
            return replace(m, v0=m.v0 * 0), sampled  # a constant velocity is not felt
        v0, w0 = (vector(random_residues(count, prime, rng) for _ in range(3)) for _ in range(2))
        return replace(m, v0=v0, w0=w0), sampled

    def matrix(self, wanted: Sequence[Parameter], rows: int) -> Integers:
        """Return conditions on the parameters: a column each, at least ``rows`` rows.

        Friction has columns of its own, the squares of the velocities of the joints.
        """
        if not wanted:
            return np.zeros((rows, 0), dtype=np.int64)
        friction = wanted[0].name in FRICTION
        if has_driven_base(self.robot) and not friction:
            return self._torques(wanted, rows)
        count = rows + 1
        floats = self.robot.base.motion is BaseMotion.FLOATING
        m, _ = self.mechanism(count)
        columns = (
            {p: m.body(p.link).qd * m.body(p.link).qd for p in wanted}
            if friction
            else energy_columns(m, wanted, gravity=not floats)
        )
        stacked = np.column_stack([residues_of(columns[p], count, self.prime) for p in wanted])
        differences: Integers = (stacked[1:] - stacked[0]) % self.prime
        return differences  # a constant has no effect (3.69)

    def _torques(self, wanted: Sequence[Parameter], rows: int) -> Integers:
        """Torques of free joints; of others their power along velocities that the loops allow."""
        joints = self.robot.moving_joints
        count = rows + 1 if self.robot.n_loops else -(-rows // len(joints)) + 1
        m, sampled = self.mechanism(count)
        columns = torque_columns(m, wanted)
        vectors = []
        for p in wanted:
            torques = {j: residues_of(columns[p].get(j, 0), count, self.prime) for j in joints}
            if sampled.virtual is None:
                vectors.append(np.concatenate([torques[j] for j in joints]))
            else:
                power = (sampled.virtual[j].values * torques[j] % self.prime for j in joints)
                vectors.append(sum(power, np.zeros(count, dtype=np.int64)) % self.prime)
        return np.column_stack(vectors)
