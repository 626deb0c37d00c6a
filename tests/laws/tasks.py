"""Tasks at one state: what a model gives in floats, and what the references say of the robot."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro import Robot
from symoro.expressions import ZERO, FloatArithmetic, evaluate
from symoro.ir.interpreter import interpret
from symoro.pipeline.model import Model
from symoro.references.motion import spatial_motion
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import WRENCH
from symoro.robot.base import NULL
from symoro.verify.sampling import sample_values

Array = npt.NDArray[Any]
FLOATS = FloatArithmetic()


def passive(robot: Robot) -> Robot:
    """The robot without friction and external wrenches."""
    nothing: dict[str, Any] = dict.fromkeys(("FV", "FS", *WRENCH), ZERO)
    return replace(robot, links=tuple(replace(link, **nothing) for link in robot.links))


def weightless(robot: Robot) -> Robot:
    """The robot without gravity."""
    return replace(robot, base=replace(robot.base, G=NULL))


@dataclass(frozen=True)
class State:
    """A robot with a value for each of its symbols and of the model's arguments."""

    robot: Robot
    values: dict[str, float]

    @classmethod
    def drawn(cls, model: Model, robot: Robot, seed: object) -> State:
        """A random state of a robot, whose model it is or is not in base parameters."""
        rng = random.Random(str(seed))
        values = sample_values(robot, rng)
        more = sorted({item.name for item in model.program.inputs} - values.keys())
        return cls(robot, values | {name: rng.uniform(-1.5, 1.5) for name in more})

    def outputs(self, model: Model) -> dict[str, Array]:
        """What the model gives."""
        found = interpret(model.program, self.values, FLOATS)
        return {
            each.name: np.array(found[each.name], dtype=float).reshape(each.shape)
            for each in model.program.outputs
        }

    def dynamics(self) -> tuple[Array, Array]:
        """A and H."""
        tree = TreeDynamics(self.robot, self.values, FLOATS, float)
        return tree.inertia_matrix(), tree.bias()

    def task(self, r: int, i: int, qdd: Array) -> Array:
        """The acceleration of the origin of frame r and of link r, in frame i; -1 is the world."""
        names = [str(self.robot.frame(j).QDP) for j in self.robot.moving_joints]
        values = self.values | dict(zip(names, map(float, qdd), strict=True))
        motion = spatial_motion(self.robot, values, FLOATS, float)
        if i < 0:
            Z = [[evaluate(e, values, FLOATS) for e in row[:3]] for row in self.robot.base.Z[:3]]
        turn = (np.array(Z) if i < 0 else motion.pose[i][:3, :3].T) @ motion.pose[r][:3, :3]
        return np.concatenate([turn @ part for part in motion.acceleration(r)])
