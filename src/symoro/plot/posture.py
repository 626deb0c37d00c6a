"""The poses of a robot's frames in one posture, loops closed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.loops import closed_postures, modes
from symoro.analysis.workspace import joint_ranges
from symoro.errors import UsageError
from symoro.expressions import ZERO, FloatArithmetic
from symoro.plot.geometry_values import GeometryValues
from symoro.references.poses import poses
from symoro.robot import JointType, Robot
from symoro.robot.active_joints import loop_joints
from symoro.robot.joint_values import JointValues, by_number

Positions = Sequence[float] | JointValues | None
"""Joint positions in their order, by variable or by number; None for a posture that shows well."""

_TRIED = 200  # closed postures of which the clearest is taken
_SHARES = np.linspace(0, 1, 9)  # points of a link
_APART = 4.0  # what a distance counts, compared with height
_OPEN = 1e-6  # part of the extent by which a loop that is drawn may be open


@dataclass(frozen=True)
class Posture:
    """A robot with a number for each symbol of its geometry, and the poses of its frames.

    Attributes:
        values: by symbol, joint variables included.
        pose: 4x4 matrices in frame 0, by frame.
    """

    robot: Robot
    values: dict[str, float]
    pose: dict[int, Floats]

    def origin(self, j: int) -> Floats:
        """The origin of a frame."""
        return self.pose[j][:3, 3]

    def axis(self, j: int, k: int) -> Floats:
        """Axis x, y or z (0, 1, 2) of a frame."""
        return self.pose[j][:3, k]


def posture(robot: Robot, q: Positions, numbers: GeometryValues, mode: int = 1) -> Posture:
    """Return a robot in a posture.

    Args:
        robot: any robot.
        q: positions of all joints that move; for a closed robot those of the actuated joints, and
            the loops are closed. Joints on no loop may be left out by name: angles are 0 then and
            slides in the middle. By default all are so; a closed robot is shown in the clearest of
            some random postures.
        numbers: for the robot's symbols.
        mode: the assembly mode of a closed robot, from 1.

    Raises:
        UsageError: for a wrong number of positions, or all positions of a robot whose loops they
            leave open.
        CannotClose: if the loops do not close at the positions given.
    """
    if q is None:
        if robot.n_loops:
            return _clearest_posture(robot, numbers)
        return _posture_at(robot, numbers, dict(_rest_positions(robot, numbers)))
    on_loops = loop_joints(robot)
    positions = {j: x for j, x in _rest_positions(robot, numbers) if j not in on_loops}
    positions |= _positions_by_frame(robot, q)
    if robot.n_loops and set(positions) != set(robot.moving_joints):
        choices = modes(robot, numbers.values, positions)
        if not 1 <= mode <= len(choices.positions):
            raise UsageError(f"modes are 1 to {len(choices.positions)} here, not {mode}")
        positions = dict(zip(choices.joints, map(float, choices.positions[mode - 1]), strict=True))
    placed = _posture_at(robot, numbers, positions)
    _require_closed(placed)
    return placed


def _rest_positions(robot: Robot, numbers: GeometryValues) -> Iterator[tuple[int, float]]:
    """Angles at zero, or at the limit next to it; slides in the middle."""
    for item in joint_ranges(robot, numbers.values):
        turns = robot.frame(item.joint).sigma is JointType.REVOLUTE
        middle = (item.low + item.high) / 2
        yield item.joint, min(max(0.0, item.low), item.high) if turns else middle


def _clearest_posture(robot: Robot, numbers: GeometryValues) -> Posture:
    """Of some closed postures one with few crossings that stands upright.

    Joints on no loop are at rest.
    """
    rows = closed_postures(robot, numbers.values, _TRIED, random.Random(0))
    on_loops = loop_joints(robot)
    for j, rest in _rest_positions(robot, numbers):
        if j not in on_loops:
            rows[:, robot.moving_joints.index(j)] = rest
    up = next((k for k, entry in enumerate(robot.base.G) if entry != ZERO), 2)
    shown = [
        _posture_at(robot, numbers, dict(zip(robot.moving_joints, map(float, row), strict=True)))
        for row in rows
    ]
    return max(shown, key=lambda item: _clearness(item, up))


def _clearness(item: Posture, up: int) -> float:
    """The distance of the nearest two links, beside where they meet, and the height of all."""
    robot = item.robot
    links = np.array([[item.origin(robot.antecedent(j)), item.origin(j)] for j, _ in robot])
    lengths = np.linalg.norm(links[:, 1] - links[:, 0], axis=1)
    longest = float(lengths.max(initial=0.0))
    links = links[lengths > _OPEN * longest]
    nearest = longest / 2
    for k, one in enumerate(links):
        for other in links[:k]:
            ends = np.linalg.norm(one[:, None] - other, axis=2)
            met = ends < _OPEN * longest
            if not met.any():
                nearest = min(nearest, _distance(one, other))
            elif met.sum() == 1:
                nearest = min(nearest, float(ends[::-1, ::-1][met][0]))
    height = float(np.mean([pose[up, 3] for pose in item.pose.values()]))
    return float(f"{_APART * nearest + height:.9g}")  # the first of those that look the same


def _distance(one: Floats, other: Floats) -> float:
    """About the distance of two links, by some of their points."""
    points, others = (link[0] + _SHARES[:, None] * (link[1] - link[0]) for link in (one, other))
    return float(np.linalg.norm(points[:, None] - others, axis=2).min())


def _positions_by_frame(robot: Robot, q: Sequence[float] | JointValues) -> dict[int, float]:
    if isinstance(q, Mapping):
        values = by_number(robot, q)
        joints, positions = list(values), list(values.values())
    else:
        positions = list(np.asarray(q, dtype=float).ravel())
        choices = {len(robot.moving_joints): list(robot.moving_joints)}
        if robot.n_loops:
            driven = [j for j in robot.moving_joints if robot.frame(j).mu]
            choices[len(driven)] = driven
        if len(positions) not in choices:
            numbers = " or ".join(map(str, sorted(choices)))
            raise UsageError(f"{robot.name} takes {numbers} joint positions, not {len(positions)}")
        joints = choices[len(positions)]
    return {j: _require_finite(j, value) for j, value in zip(joints, positions, strict=True)}


def _require_finite(j: int, value: float) -> float:
    if not math.isfinite(value):
        raise UsageError(f"the position of joint {j} is {value}, not a number")
    return float(value)


def _posture_at(robot: Robot, numbers: GeometryValues, q: Mapping[int, float]) -> Posture:
    variables = {robot.variables[j].name: value for j, value in q.items()}
    values = {**numbers.values, **variables}
    return Posture(robot, values, poses(robot, values, FloatArithmetic(), float))


def _require_closed(item: Posture) -> None:
    extent = max(float(np.abs(pose[:3, 3]).max()) for pose in item.pose.values())
    for k, other in item.robot.loops():
        gap = float(np.linalg.norm(item.origin(k) - item.origin(other)))
        if gap > _OPEN * max(extent, 1e-300):
            motors = ", ".join(str(j) for j, frame in item.robot if frame.mu)
            raise UsageError(
                f"these positions leave the loop of joint {k} open by {gap:.3g} m; give those of "
                f"the actuated joints {motors} alone and the loops are closed"
            )
