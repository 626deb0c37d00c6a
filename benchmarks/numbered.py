"""A robot with numbers, the same for every contestant: joint placements, bodies, states."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pinocchio as pin

import symoro
from oracles.pinocchio_model import PinocchioRobot
from symoro.robot import JointType, Robot
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Joint:
    """A joint about or along z, and the body that it moves; numbers, or expressions of a peer.

    Attributes:
        kind: R or P.
        parent: the number of the joint before it, 0 for the base.
        R: rotation of its frame in the one before, at position zero.
        p: position of its frame in the one before, at position zero.
        M: mass.
        c: centre of mass.
        J: inertia about the centre of mass.
    """

    kind: str
    parent: int
    R: Any
    p: Any
    M: Any
    c: Any
    J: Any


@dataclass(frozen=True)
class Numbered:
    """A robot with a number for each of its symbols.

    Attributes:
        name: of the library or of a file.
        base: the robot that our models are made of, in base inertial parameters or in numbers.
        values: the number of each symbol of that robot.
        peer: the same robot in pinocchio.
        joints: the same robot as placements and bodies.
        gravity: acceleration of gravity in the base frame.
    """

    name: str
    base: Robot
    values: Mapping[str, float]
    peer: pin.Model
    joints: tuple[Joint, ...]
    gravity: Array

    @property
    def n(self) -> int:
        """The number of joints that move."""
        return len(self.joints)

    def states(self, count: int) -> tuple[Array, Array, Array]:
        """Random positions within 3 rad, velocities and accelerations within 1; rows are states."""
        rng = np.random.default_rng(1)
        q, v, a = (rng.uniform(-s, s, (count, self.n)) for s in (3.0, 1.0, 1.0))
        return q, v, a

    def text(self) -> str:
        """The robot as the C++ peer reads it; numbers in full."""
        lines = [f"{self.n} " + _row(self.gravity)]
        for each in self.joints:
            upper = each.J[np.triu_indices(3)]
            numbers = np.concatenate([each.R.ravel(), each.p, [each.M], each.c, upper])
            lines.append(f"{each.kind} {each.parent} {_row(numbers)}")
        return "\n".join(lines) + "\n"


def numbered(name: str) -> Numbered:
    """Return a serial robot of the library with drawn lengths and bodies."""
    robot = symoro.load(name)
    values = sample_values(robot, random.Random(1))
    values.update(dict.fromkeys((v.name for v in robot.variables.values()), 0.0))
    built = PinocchioRobot(robot, values)
    found = symoro.base_parameters(robot)
    grouped = found.values({symbol: values[symbol] for symbol in found.required_symbols})
    known = {**values, **grouped}
    own = {symbol: known[symbol] for symbol in found.robot.symbols if symbol in known}
    return _with_peer(found.robot, own, robot, built)


def numbered_file(robot: Robot) -> Numbered:
    """Return a tree robot whose tables are numbers."""
    values = dict.fromkeys((v.name for v in robot.variables.values()), 0.0)
    return _with_peer(robot, {}, robot, PinocchioRobot(robot, values))


def _with_peer(
    base: Robot, values: Mapping[str, float], robot: Robot, built: PinocchioRobot
) -> Numbered:
    gravity = built.vector(robot.base.G)
    joints = []
    for k, j in enumerate(robot.moving_joints, start=1):
        place, body = built.model.jointPlacements[k], built.model.inertias[k]
        place.rotation, place.translation = _exact(place.rotation), _exact(place.translation)
        kind = "R" if robot.frame(j).sigma is JointType.REVOLUTE else "P"
        joints.append(
            Joint(
                kind,
                built.model.parents[k],
                place.rotation.copy(),
                place.translation.copy(),
                body.mass,
                body.lever.copy(),
                body.inertia.copy(),
            )
        )
    return Numbered(
        name=robot.name,
        base=base,
        values=values,
        peer=built.model,
        joints=tuple(joints),
        gravity=gravity,
    )


def _exact(entries: Array) -> Array:
    """Zeros and ones of right angles without their rounding errors, which would cost operations."""
    found = np.array(entries)
    for value in (0.0, 1.0, -1.0):
        found[np.abs(found - value) < 1e-15] = value
    return found + 0.0


def _row(numbers: Array) -> str:
    return " ".join(repr(float(x)) for x in numbers)
