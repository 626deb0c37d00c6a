"""Where the frames of a robot are in one posture, loops closed."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symoro.errors import UsageError
from symoro.expressions import FloatArithmetic
from symoro.numeric.arrays import Array
from symoro.numeric.loops import closed_postures, modes
from symoro.numeric.reference.poses import poses
from symoro.numeric.workspace import joint_ranges
from symoro.plot.numbers import Numbers
from symoro.robot import JointType, Robot

Positions = Sequence[float] | Mapping[int, float] | None
"""Joint positions in the order of the joints, or by frame; None for a posture that shows well."""

_TRIED = 60  # closed postures of which the clearest is taken
_OPEN = 1e-6  # part of the extent by which a loop that is drawn may be open


@dataclass(frozen=True)
class Posture:
    """A robot with a number for each symbol of its geometry, and the poses of its frames.

    Attributes:
        robot: the robot.
        values: by symbol, joint variables included.
        pose: 4x4 matrices in frame 0, by frame.
    """

    robot: Robot
    values: dict[str, float]
    pose: dict[int, Array]

    def origin(self, j: int) -> Array:
        """The origin of a frame."""
        return self.pose[j][:3, 3]

    def axis(self, j: int, k: int) -> Array:
        """Axis x, y or z (0, 1, 2) of a frame."""
        return self.pose[j][:3, k]


def posture(robot: Robot, q: Positions, numbers: Numbers, mode: int = 1) -> Posture:
    """Return a robot in a posture.

    Args:
        robot: any robot.
        q: positions of all joints that move; for a closed robot those of the motorised joints, and
            the loops are closed. By default angles are 0 and slides in the middle; a closed robot
            is shown in the clearest of some random postures.
        numbers: for the robot's symbols.
        mode: which assembly mode of a closed robot, from 1.

    Raises:
        UsageError: for a wrong number of positions, or all positions of a robot whose loops they
            leave open.
        CannotClose: if the loops do not close at the positions given.
    """
    if q is None:
        return _clearest(robot, numbers) if robot.n_loops else _at_rest(robot, numbers)
    given = _by_frame(robot, q)
    if robot.n_loops and set(given) != set(robot.moving):
        found = modes(robot, numbers.values, given)
        if not 1 <= mode <= len(found.positions):
            raise UsageError(f"modes are 1 to {len(found.positions)} here, not {mode}")
        row = found.positions[mode - 1]
        given = dict(zip(found.joints, map(float, row), strict=True))
    placed = _placed(robot, numbers, given)
    _require_closed(placed)
    return placed


def _at_rest(robot: Robot, numbers: Numbers) -> Posture:
    """Angles at zero, or at the limit next to it; slides in the middle."""
    q: dict[int, float] = {}
    for item in joint_ranges(robot, numbers.values):
        turns = robot.frame(item.joint).sigma is JointType.REVOLUTE
        middle = (item.low + item.high) / 2
        q[item.joint] = min(max(0.0, item.low), item.high) if turns else middle
    return _placed(robot, numbers, q)


def _clearest(robot: Robot, numbers: Numbers) -> Posture:
    """Of some closed postures the one whose nearest origins are farthest apart."""
    rows = closed_postures(robot, numbers.values, _TRIED, random.Random(0))
    shown = [
        _placed(robot, numbers, dict(zip(robot.moving, map(float, row), strict=True)))
        for row in rows
    ]
    origins = np.array([[item.origin(j) for j in range(robot.n_frames + 1)] for item in shown])
    distances = np.linalg.norm(origins[:, :, None] - origins[:, None], axis=3)
    apart = distances.max(axis=0) > _OPEN * distances.max()  # frames that do not always coincide
    nearest = np.where(apart, distances, np.inf).min(axis=(1, 2))
    return shown[int(nearest.argmax())]


def _by_frame(robot: Robot, q: Sequence[float] | Mapping[int, float]) -> dict[int, float]:
    if isinstance(q, Mapping):
        joints, positions = list(q), list(q.values())
        unknown = [j for j in joints if j not in robot.moving]
        if unknown:
            raise UsageError(f"{unknown[0]} is no joint of {robot.name} that moves")
        if not robot.n_loops and len(joints) < len(robot.moving):
            missing = ", ".join(str(j) for j in robot.moving if j not in q)
            raise UsageError(f"{robot.name}: positions of joints {missing} are missing")
    else:
        positions = list(np.asarray(q, dtype=float).ravel())
        choices = {len(robot.moving): list(robot.moving)}
        if robot.n_loops:
            driven = [j for j in robot.moving if robot.frame(j).mu]
            choices[len(driven)] = driven
        if len(positions) not in choices:
            numbers = " or ".join(map(str, sorted(choices)))
            raise UsageError(f"{robot.name} takes {numbers} joint positions, not {len(positions)}")
        joints = choices[len(positions)]
    return {j: _finite(j, value) for j, value in zip(joints, positions, strict=True)}


def _finite(j: int, value: float) -> float:
    if not math.isfinite(value):
        raise UsageError(f"the position of joint {j} is {value}, not a number")
    return float(value)


def _placed(robot: Robot, numbers: Numbers, q: Mapping[int, float]) -> Posture:
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
                f"the motorised joints {motors} alone and the loops are closed"
            )
