"""A robot along a smooth motion: values of all symbols in time, and models evaluated there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from laws.duals import Dual, DualArithmetic
from symoro import Model, Robot
from symoro.expressions import ZERO, Expression, FloatArithmetic, Symbol, evaluate
from symoro.ir import interpret
from symoro.robot import WRENCH, BaseMotion, general_link
from symoro.robot.parameter import DYNAMIC, labels, nonzero_parameters
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
Values = dict[str, float]
FLOATS = FloatArithmetic()


def without_wrenches(robot: Robot) -> Robot:
    """The robot with no external wrench, which identification models leave out."""
    bare = dict.fromkeys(WRENCH, ZERO)
    return replace(robot, links=tuple(replace(link, **bare) for link in robot.links))


def afloat(robot: Robot) -> Robot:
    """The robot on a floating base that has a body of its own."""
    base = replace(robot.base, motion=BaseMotion.FLOATING, link=general_link(0))
    return replace(robot, base=base)


@dataclass(frozen=True)
class Moving:
    """A motion through one state.

    Attributes:
        robot: whose base, if it floats, has symbols for its motion.
        now: the value of each symbol.
    """

    robot: Robot
    now: Values

    @classmethod
    def drawn(cls, robot: Robot, seed: object) -> Moving:
        """A random state; a rotation stands where a floating base's is."""
        rng = random.Random(str(seed))
        values = sample_values(robot, rng)
        if robot.base.motion is BaseMotion.FLOATING:
            turn = np.linalg.qr([[rng.uniform(-1, 1) for _ in range(3)] for _ in range(3)])[0]
            for r, c in np.ndindex(3, 3):
                values[str(robot.base.Z[r][c])] = float(turn[r, c])
        return cls(robot, values)

    @cached_property
    def flow(self) -> dict[str, Dual]:
        """The value of each symbol with its rate."""
        found = {name: Dual(value) for name, value in self.now.items()}
        robot, base = self.robot, self.robot.base
        for j, frame in robot:
            if frame.moves:
                self._put(found, (robot.variables[j], frame.QP), self.vector((frame.QP, frame.QDP)))
        self._put(found, base.W0, self.vector(base.WP0))
        if base.motion is BaseMotion.FLOATING:
            w, v, vd = (self.vector(e) for e in (base.W0, base.V0, base.VP0))
            self._put(found, base.V0, vd - np.cross(w, v))
            R = np.array([self.vector(row[:3]) for row in base.Z[:3]])
            for r, row in enumerate(base.Z[:3]):
                self._put(found, row[:3], np.cross(R[r], w))
                self._put(found, row[3:], R[r : r + 1] @ v)
        return found

    def _put(self, found: dict[str, Dual], entries: Sequence[Expression], rates: Array) -> None:
        for entry, rate in zip(entries, rates, strict=True):
            if isinstance(entry, Symbol):
                found[entry.name] = Dual(self.now[entry.name], float(rate))

    def vector(self, entries: Sequence[Expression]) -> Array:
        """The values of some entries."""
        return np.array([evaluate(entry, self.now, FLOATS) for entry in entries])

    @cached_property
    def speeds(self) -> Array:
        """The velocities of the joints of the tree that move."""
        robot = self.robot
        frames = (robot.frame(j) for j in robot.outward())
        return self.vector([frame.QP for frame in frames if frame.moves])

    def parameters(self, model: Model) -> Array:
        """The numbers that the columns of a model stand for."""
        named = labels(model.robot, nonzero_parameters(model.robot, DYNAMIC))
        entries = {label: p.entry(model.robot) for p, label in named.items()}
        return self.vector([entries[label] for label in model.columns])

    def outputs(self, model: Model) -> dict[str, Array]:
        """The output arrays of a model."""
        return _shaped(model, interpret(model.program, self.now, FLOATS))

    def rates(self, model: Model) -> dict[str, Array]:
        """Their rates."""
        found = interpret(model.program, self.flow, DualArithmetic())
        return _shaped(model, {name: [x.rate for x in each] for name, each in found.items()})


def _shaped(model: Model, flat: Mapping[str, list[float]]) -> dict[str, Array]:
    outputs = model.program.outputs
    return {o.name: np.array(flat[o.name], dtype=float).reshape(o.shape) for o in outputs}
