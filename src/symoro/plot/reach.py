"""The workspace of a robot, by its compiled models."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.errors import UsageError
from symoro.expressions import FloatArithmetic
from symoro.generate.model import Model, generate
from symoro.generate.options import Options
from symoro.models.kinematics.jacobian import joints_to
from symoro.numeric.arrays import Array
from symoro.numeric.function import Function
from symoro.numeric.reference.poses import poses
from symoro.numeric.workspace import JointRange, Line, Workspace, joint_ranges, sample
from symoro.plot.numbers import Numbers, Parameters, geometry_numbers
from symoro.plot.point import ORIGIN, Point, chosen_frame, coordinates
from symoro.plot.posture import looped
from symoro.robot import JointType, Robot

_CLOSED = 1e-9  # part of the robot's extent by which a closed loop may be open
_TURN = 2 * math.pi * (1 - 1e-12)


@dataclass(frozen=True, eq=False, kw_only=True)
class Reach(Workspace):
    """The workspace of a point of a robot, with what was asked for.

    Attributes:
        robot: the robot.
        frame: the frame that carries the point.
        point: the point, in that frame [m].
        numbers: what stands for the robot's symbols.
        seed: of the samples.
        notes: what a user must know.
    """

    robot: Robot
    frame: int
    point: tuple[float, float, float]
    numbers: Numbers
    seed: int
    notes: tuple[str, ...]


def workspace(
    robot: Robot,
    frame: int | None = None,
    samples: int = 20000,
    parameters: Parameters = None,
    seed: int = 0,
    *,
    point: Point = ORIGIN,
    mode: int | None = None,
) -> Reach:
    """Sample the positions that a point of a robot reaches.

    Joints move over their limits; without limits over a full turn, or from 0 to the robot's size.
    Closed robots are driven by their motors in one assembly mode; where the loops do not close the
    sample is dropped and counted.

    Args:
        robot: any robot whose loops, if it has some, have a closed form.
        frame: the frame that carries the point; the one farthest from the base by default.
        samples: how many joint positions are drawn.
        parameters: a number for each symbol, or the name of a value set; the robot's only set by
            default.
        seed: the same seed gives the same samples.
        point: the point in its frame: numbers, or expressions in the robot's symbols.
        mode: the assembly mode of a closed robot; the first by default.

    Raises:
        UsageError: for missing numbers or a frame that is not there.
        ModelError: if no joint moves the frame, or the loops have no closed form.
    """
    numbers = geometry_numbers(robot, parameters)
    chosen = chosen_frame(robot, frame)
    p = coordinates(robot, numbers, point)
    models = _Models(robot, chosen, numbers, p, mode)
    ranges = joint_ranges(robot, numbers.values, models.joints)
    found = sample(
        models.position,
        ranges,
        samples,
        seed,
        jacobian=models.jacobian,
        axis=_axis(robot, chosen, numbers, ranges),
    )
    return Reach(
        **vars(found),
        robot=robot,
        frame=chosen,
        point=(float(p[0]), float(p[1]), float(p[2])),
        numbers=numbers,
        seed=seed,
        notes=(*models.notes, *_ignored(robot, models.joints)),
    )


class _Models:
    """Position and Jacobian of a point as functions of the joints that are moved."""

    def __init__(
        self, robot: Robot, frame: int, numbers: Numbers, point: Array, mode: int | None
    ) -> None:
        driven: dict[str, Any] = {"motorised": True, "mode": mode} if robot.n_loops else {}
        if mode is not None and not driven:
            raise UsageError(f"{robot.name} has no loops; a mode is that of a closed robot")
        rigid = dict(robot.loops()).get(frame, frame)  # both sides of a cut joint are one frame
        loops = [side for pair in robot.loops() for side in pair]
        to = list(dict.fromkeys([rigid, *loops]))
        transform = _generate(robot, "fast-transform", {"from": [0] * len(to), "to": to, **driven})
        own = {"link": rigid, "projection": 0, "intermediate": rigid, **driven}
        jacobian = _generate(robot, "jacobian", own)
        names = dict(zip(to, transform.outputs, strict=True))
        self.joints = _driven(transform, robot)
        self.notes = transform.notes
        self._pose = names[rigid]
        self._pairs = [(names[k], names[other]) for k, other in robot.loops()]
        columns = self.joints if robot.n_loops else joints_to(robot, rigid)
        self._columns = [self.joints.index(j) for j in columns]
        self._point = point
        self._transform = _Called(transform.compile(), numbers)
        self._jacobian = _Called(jacobian.compile(), numbers)

    def position(self, q: Array) -> Array:
        """Positions of the point, NaN where the loops are open."""
        poses = self._transform(q)
        T = poses[self._pose]
        x: Array = T[:, :3, :3] @ self._point + T[:, :3, 3]
        for one, other in self._pairs:
            gap = np.abs(poses[one] - poses[other]).max(axis=(1, 2))
            extent = np.abs(poses[one][:, :3]).max(axis=(1, 2))
            x[~(gap <= _CLOSED * np.maximum(extent, 1.0))] = np.nan
        return x

    def jacobian(self, q: Array) -> Array:
        """Matrices of the point's velocity, a column for each joint that is moved."""
        basic = self._jacobian(q)["J"]
        arm = self._transform(q)[self._pose][:, :3, :3] @ self._point
        turning = np.cross(basic[:, 3:], arm[:, :, None], axis=1)
        J = np.zeros((len(q), 3, len(self.joints)))
        J[:, :, self._columns] = basic[:, :3] + turning
        return J


class _Called:
    """A compiled model with its parameters, always over a batch, outputs by name."""

    def __init__(self, function: Function, numbers: Numbers) -> None:
        self._function = function
        self._parameters = {name: numbers.values[name] for name in function.program.parameters}

    def __call__(self, q: Array) -> dict[str, Array]:
        found = self._function(q, parameters=self._parameters)
        if isinstance(found, dict):
            return found
        return {self._function.program.outputs[0].name: found}


def _generate(robot: Robot, name: str, own: dict[str, Any]) -> Model:
    return generate(name, robot, Options(own={k: v for k, v in own.items() if v is not None}))


def _driven(model: Model, robot: Robot) -> tuple[int, ...]:
    """The joints that the model takes, in the order of its argument."""
    owners = {variable.name: j for j, variable in robot.variables.items()}
    placed = sorted(
        (item.index, owners[item.name]) for item in model.program.inputs if item.array == "q"
    )
    return tuple(j for _, j in placed)


def _axis(robot: Robot, frame: int, numbers: Numbers, ranges: Sequence[JointRange]) -> Line | None:
    """The axis of the first joint before a frame, if that makes a full turn by itself."""
    first = next((j for j in robot.ancestors(frame)[1:] if robot.frame(j).moves), None)
    known = {item.joint: item for item in ranges}
    if first is None or first not in known or robot.frame(first).sigma is not JointType.REVOLUTE:
        return None
    if first in looped(robot) or known[first].high - known[first].low < _TURN:
        return None
    zeros = {variable.name: 0.0 for variable in robot.variables.values()}
    pose = poses(robot, {**numbers.values, **zeros}, FloatArithmetic(), float)[first]
    return pose[:3, 3], pose[:3, 2]


def _ignored(robot: Robot, joints: Sequence[int]) -> tuple[str, ...]:
    limited = [j for j, frame in robot if frame.limits is not None and frame.moves]
    passive = [str(j) for j in limited if j not in joints]
    if not passive:
        return ()
    return (f"limits of joints that no motor drives are not applied: {', '.join(passive)}",)
