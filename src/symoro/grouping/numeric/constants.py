"""Values for the constants of a robot: the given ones, and samples for the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, float_values
from symoro.robot import Robot
from symoro.robot.frame import GEOMETRY

_LENGTHS = ("b", "d", "r")
_GRAVITY = 9.81
_NEAR = 0.15  # share by which constants of a closed robot are changed: its loops should still close


@dataclass(frozen=True)
class Constants:
    """The constants of a robot's geometry and gravity, and of relations between its joints.

    Attributes:
        presets: values that are held.
        gravity: symbols of gravity along one axis: its size does not matter.
        lengths, angles: the names of the sampled ones.
        near: numbers of the robot's own value sets that the lengths and angles of a closed robot
            are sampled near to.
    """

    robot: Robot
    presets: Mapping[str, float]
    gravity: tuple[str, ...]
    lengths: tuple[str, ...]
    angles: tuple[str, ...]
    near: Mapping[str, float]

    @property
    def sampled_names(self) -> tuple[str, ...]:
        """The names of all constants that are sampled."""
        return (*self.lengths, *self.angles)

    def sample(self, rng: np.random.Generator) -> dict[str, float]:
        """Return a number for each constant: lengths from 0.2 to 1, angles no quarter turn."""
        values = dict(self.presets) | dict.fromkeys(self.gravity, _GRAVITY)
        for name in self.lengths:
            value = float(rng.uniform(0.2, 1.0))
            if name in self.near:
                value = self.near[name] * float(rng.uniform(1 - _NEAR, 1 + _NEAR))
            values[name] = value
        for name in self.angles:
            value = float(rng.choice((-1, 1)) * rng.uniform(0.3, 1.3))
            if name in self.near:
                value = self.near[name] + float(rng.uniform(-_NEAR, _NEAR))
            values[name] = value
        return values

    @property
    def text(self) -> str:
        """The source of the values, in words."""
        parts = []
        if self.sampled_names:
            parts.append(f"drawn at random: {', '.join(self.sampled_names)}")
            if self.near:
                parts[0] += f" (within {_NEAR:.0%} of the robot's own numbers)"
        if self.presets:
            entries = (f"{name} = {value:.6g}" for name, value in self.presets.items())
            parts.append(f"given: {', '.join(entries)}")
        return f"constants {'; '.join(parts)}" if parts else "all constants are numbers"


def constants(
    robot: Robot, values: Mapping[str, float] | None, relations: Iterable[str] = ()
) -> Constants:
    """Sort the constants of a robot.

    Raises:
        UsageError: for a symbol that neither the robot nor a relation has.
    """
    presets = dict(values or {})
    extra = set(relations)
    if unknown := presets.keys() - extra - robot.symbols:
        robot.require_symbols(unknown)
    moving = {variable.name for variable in robot.variables.values()}
    missing = sorted(extra - robot.symbols - presets.keys())
    if missing:
        raise UsageError(
            f"{robot.name}: no number for {', '.join(missing)} of the relations; the .cons file "
            "gives it, or a relation has it in the symbol's place"
        )
    lengths = _names(getattr(f, field) for _, f in robot for field in _LENGTHS)
    angles = _names(getattr(f, field) for _, f in robot for field in GEOMETRY)
    used = lengths | angles | _names(robot.base.G) | extra
    free = used - moving - presets.keys()
    own: dict[str, float] = {}
    for numbers in reversed(robot.values if robot.n_loops else ()):
        own |= {name: value for name, value in float_values(numbers.values).items() if value}
    pull = [entry for entry in robot.base.G if entry != ZERO]
    alone = _names(pull) - lengths - angles - extra if len(pull) == 1 else set()
    turning = (angles | extra) - lengths - _names(robot.base.G)
    return Constants(
        robot=robot,
        presets={name: float(value) for name, value in presets.items() if name in used - moving},
        gravity=tuple(sorted(free & alone)),
        lengths=tuple(sorted(free - turning - alone)),
        angles=tuple(sorted(free & turning)),
        near={name: value for name, value in own.items() if name in free},
    )


def _names(entries: Iterable[Expression]) -> set[str]:
    return set[str]().union(*(entry.symbols for entry in entries))
