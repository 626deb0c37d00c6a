"""Compiled models of a point of a robot."""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.catalog.generate import generate
from symoro.compile.compiled_model import CompiledModel
from symoro.errors import UsageError
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.plot.geometry_values import GeometryValues
from symoro.robot import Robot

_CLOSED = 1e-9  # part of the robot's extent by which a closed loop may be open


class PointModels:
    """Position and Jacobian of a point as functions of the moving joints.

    Attributes:
        joints: the moving joints, one for each column of ``q``: all, or the actuated ones of a
            closed robot.
        notes: of a closed robot, its motors and the assembly mode.
    """

    def __init__(
        self,
        robot: Robot,
        frame: int,
        numbers: GeometryValues,
        point: Floats,
        mode: int | None = None,
    ) -> None:
        driven: dict[str, Any] = {"actuated": True, "mode": mode} if robot.n_loops else {}
        if mode is not None and not driven:
            raise UsageError(f"{robot.name} has no loops; a mode is that of a closed robot")
        rigid = dict(robot.loops()).get(frame, frame)  # both sides of a cut joint are one frame
        to = list(dict.fromkeys([rigid, *(side for pair in robot.loops() for side in pair)]))
        transform = _generate(robot, "fast-transform", {"from": [0] * len(to), "to": to, **driven})
        own = {"link": rigid, "projection": 0, "intermediate": rigid, **driven}
        jacobian = _generate(robot, "jacobian", own)
        names = dict(zip(to, transform.outputs, strict=True))
        self.joints = _argument_joints(transform, robot)
        self.notes = transform.notes[:1] if driven else ()  # the rest is about the program
        self._pose = names[rigid]
        self._pairs = [(names[k], names[other]) for k, other in robot.loops()]
        columns = self.joints if robot.n_loops else robot.joints_to(rigid)
        self._columns = [self.joints.index(j) for j in columns]
        self._point = point
        self._transform = _BatchFunction(transform.compile(), numbers)
        self._jacobian = _BatchFunction(jacobian.compile(), numbers)

    def position(self, q: Floats) -> Floats:
        """Return positions of the point, NaN where the loops are open."""
        poses = self._transform(q)
        T = poses[self._pose]
        x: Floats = T[:, :3, :3] @ self._point + T[:, :3, 3]
        for one, other in self._pairs:
            gap = np.abs(poses[one] - poses[other]).max(axis=(1, 2))
            extent = np.abs(poses[one][:, :3]).max(axis=(1, 2))
            x[~(gap <= _CLOSED * np.maximum(extent, 1.0))] = np.nan
        return x

    def jacobian(self, q: Floats) -> Floats:
        """Return matrices of the point's velocity, a column for each moving joint."""
        basic = self._jacobian(q)["J"]
        arm = self._transform(q)[self._pose][:, :3, :3] @ self._point
        turning = np.cross(basic[:, 3:], arm[:, :, None], axis=1)
        J = np.zeros((len(q), 3, len(self.joints)))
        J[:, :, self._columns] = basic[:, :3] + turning
        return J


class _BatchFunction:
    """A compiled model with its parameters, always over a batch, outputs by name."""

    def __init__(self, function: CompiledModel, numbers: GeometryValues) -> None:
        self._function = function
        self._parameters = {name: numbers.values[name] for name in function.program.parameters}

    def __call__(self, q: Floats) -> dict[str, Floats]:
        value = self._function(q, parameters=self._parameters)
        return value if isinstance(value, dict) else {self._function.program.outputs[0].name: value}


def _generate(robot: Robot, name: str, own: dict[str, Any]) -> Model:
    return generate(name, robot, Options(own={k: v for k, v in own.items() if v is not None}))


def _argument_joints(model: Model, robot: Robot) -> tuple[int, ...]:
    """The joints that the model takes, in the order of its argument."""
    owners = {variable.name: j for j, variable in robot.variables.items()}
    placed = sorted(
        (item.index, owners[item.name]) for item in model.program.inputs if item.array == "q"
    )
    return tuple(j for _, j in placed)
