"""Robots at random numbers, on any base: what dynamics are tested on."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kinematic_states import FLOATS, tables
from symoro import Model, Robot
from symoro.expressions import Expression, evaluate, symbol
from symoro.ir import interpret
from symoro.models.mechanism import Mechanism
from symoro.robot import BaseMotion, general_link
from symoro.robot.efforts import effort
from symoro.robot.floating_base import unknown_acceleration, with_position
from symoro.robot.link import WRENCH
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class State:
    """A tree robot with a number for each symbol; those of a floating base are arguments.

    Attributes:
        robot: with symbols for velocity, rotation and position of a floating base.
        values: the number of each symbol.
    """

    robot: Robot
    values: Mapping[str, float]

    @cached_property
    def m(self) -> Mechanism:
        """The tables as floats."""
        return tables(self.robot, self.values, FLOATS)

    @property
    def floats(self) -> bool:
        return self.robot.base.motion is BaseMotion.FLOATING

    @cached_property
    def tau(self) -> dict[int, float]:
        """The effort of each joint that moves."""
        return {j: self.at(effort(self.robot, j)) for j in self.robot.moving_joints}

    def at(self, entry: Expression) -> float:
        return evaluate(entry, self.values, FLOATS)

    def vector(self, entries: Iterable[Expression]) -> Array:
        return np.array([self.at(entry) for entry in entries])

    def column(self, field: str) -> Array:
        """QP, QDP or GAM of the joints that move, as they stand in the tables."""
        return self.vector(getattr(self.robot.frame(j), field) for j in self.robot.moving_joints)

    @property
    def velocity(self) -> Array:
        """The velocity of a floating base, then those of the joints."""
        base = (*self.robot.base.V0, *self.robot.base.W0) if self.floats else ()
        return np.array([*self.vector(base), *self.column("QP")])

    @property
    def Z(self) -> Array:
        """Frame 0 in the world frame."""
        return np.array([self.vector(row) for row in self.robot.base.Z])

    def put(self, entries: Iterable[Expression], numbers: Iterable[float]) -> State:
        """Give other numbers to entries that are symbols."""
        new = {str(e): float(x) for e, x in zip(entries, numbers, strict=True)}
        assert new.keys() <= self.values.keys()
        return replace(self, values={**self.values, **new})

    def joints(self, field: str, numbers: Iterable[float]) -> State:
        """Give other numbers to q, QP, QDP or GAM of the joints that move."""
        robot = self.robot
        found = (robot.variables[j] if field == "q" else getattr(robot.frame(j), field)
                 for j in robot.moving_joints)  # fmt: skip
        return self.put(found, numbers)

    def outputs(self, model: Model) -> dict[str, Array]:
        """The output arrays of a model, by the interpreter."""
        flat = interpret(model.program, self.values, FLOATS)
        return {o.name: np.array(flat[o.name]).reshape(o.shape) for o in model.program.outputs}

    def called(self, model: Model) -> dict[str, Array]:
        """The same by the compiled model."""
        program = model.program
        arrays = {name: np.zeros(shape) for name, shape in program.arrays}
        for item in program.inputs:
            if item.array in arrays:
                arrays[item.array][item.index] = self.values[item.name]
        numbers = {name: self.values[name] for name in program.parameters}
        found: Any = model.compile()(**arrays, parameters=numbers)
        return found if len(program.outputs) > 1 else {program.outputs[0].name: found}


def at_random(robot: Robot, seed: object) -> State:
    """Draw a number for each symbol; frame 0 of a floating base is turned and shifted."""
    rng = random.Random(f"dynamics {seed}")
    robot = with_position(unknown_acceleration(robot))
    state = State(robot, sample_values(robot, rng))
    if not state.floats:
        return state
    turn = np.linalg.qr([[rng.gauss(0, 1) for _ in range(3)] for _ in range(3)])[0]
    turn = turn * np.linalg.det(turn)
    entries = [e for row in robot.base.Z[:3] for e in row[:3]]
    return state.put(entries, turn.ravel())


def afloat(robot: Robot) -> Robot:
    """The robot on a floating base that has a body and exerts a wrench of its own."""
    link = general_link(0, **{name: symbol(f"{name}0") for name in WRENCH})
    return replace(robot, base=replace(robot.base, motion=BaseMotion.FLOATING, link=link))


def close(found: Any, expected: Any, tolerance: float) -> bool:
    """True if arrays agree to a tolerance relative to the largest element, or to 1."""
    a, b = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    if a.shape != b.shape:
        return False
    scale = max(1.0, float(np.abs(b).max(initial=0.0)))
    return bool(np.abs(a - b).max(initial=0.0) <= tolerance * scale)
