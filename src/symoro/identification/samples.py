"""The matrix of the columns at many random states, modulo a prime."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from symoro.expressions import Expression, ModularArithmetic, evaluate
from symoro.identification.columns import energy_columns, torque_columns
from symoro.identification.residues import (
    Integers,
    random_angles,
    random_residues,
    spread,
)
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.robot import BaseMotion, JointType, Robot
from symoro.robot.parameter import Parameter

BASE_MOTION = ("W0", "WP0", "V0", "VP0")


class States(Protocol):
    """Draws states of a robot: the motion of every joint that moves."""

    def __call__(
        self, robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
    ) -> Mapping[int, Motion]:
        """Return batches of ``count`` states."""
        ...


def free_states(
    robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
) -> Mapping[int, Motion]:
    """Positions, velocities and accelerations of an open robot, all of them free."""
    found = {}
    for j in robot.moving:
        turns = robot.frame(j).sigma is JointType.REVOLUTE
        position: Any = (
            random_angles(count, field, rng) if turns else random_residues(count, field.prime, rng)
        )
        qd, qdd = (random_residues(count, field.prime, rng) for _ in range(2))
        found[j] = Motion(position, qd, qdd)
    return found


def driven(robot: Robot) -> bool:
    """Tell whether the base moves in a known way that the torques depend on."""
    base = robot.base
    given = (*base.W0, *base.WP0, *base.VP0)
    return base.motion is BaseMotion.MOVING and any(not _zero(entry) for entry in given)


def _zero(entry: Expression) -> bool:
    return entry.number == 0


@dataclass(frozen=True)
class Samples:
    """Random states of a robot, its constants drawn once.

    Attributes:
        robot: any robot.
        seed: what constants and states are drawn from.
        prime: the field.
        states: how the joints move.
    """

    robot: Robot
    seed: str
    prime: int
    states: States = free_states

    @cached_property
    def field(self) -> ModularArithmetic:
        """The field, with a random value for each constant."""
        return ModularArithmetic(self.seed, self.prime)

    def constant(self, entry: Expression) -> Any:
        """The residue of an expression of constants."""
        values = {name: self.field.symbol(name) for name in entry.symbols}
        return evaluate(entry, values, self.field)

    def mechanism(self, count: int) -> Mechanism:
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
            values = {name: batch.get(name, self.field.symbol(name)) for name in entry.symbols}
            return evaluate(entry, values, self.field)

        found = mechanism(robot, scalar, self.states(robot, count, self.field, rng))
        if robot.base.motion is BaseMotion.FLOATING:
            v0, w0 = (
                np.array([random_residues(count, prime, rng) for _ in range(3)], dtype=object)
                for _ in range(2)
            )
            found = replace(found, v0=v0, w0=w0)
        return found

    def matrix(self, wanted: Sequence[Parameter], rows: int) -> Integers:
        """Return conditions on the parameters: a column each, at least ``rows`` rows."""
        if driven(self.robot):
            return self._torques(wanted, rows)
        count = rows + 1
        floats = self.robot.base.motion is BaseMotion.FLOATING
        columns = energy_columns(self.mechanism(count), wanted, gravity=not floats)
        stacked = np.column_stack([spread(columns[p], count, self.prime) for p in wanted])
        return (stacked[1:] - stacked[0]) % self.prime  # a constant has no effect (3.69)

    def _torques(self, wanted: Sequence[Parameter], rows: int) -> Integers:
        joints = [j for j in self.robot.moving if j <= self.robot.n_links]
        count = -(-rows // len(joints)) + 1
        columns = torque_columns(self.mechanism(count), wanted)
        blocks = [
            np.concatenate([spread(columns[p].get(j, 0), count, self.prime) for j in joints])
            for p in wanted
        ]
        return np.column_stack(blocks)

