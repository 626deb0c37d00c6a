"""The mobility of a robot: how many joints can be chosen freely, by the rank of its loops."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from symoro.errors import SymoroError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.numeric.reference.poses import poses
from symoro.robot import JointType, Robot

Array = npt.NDArray[np.float64]

_FLOATS = FloatArithmetic()
_CLOSED = 1e-10  # residual of a closed loop: position by the robot's size, rotation as a number
_RANK = 1e-7  # relative size of a singular value that counts as zero
_STEPS = 60  # of one Gauss-Newton run
_BUDGET = 4_000  # frames that may be placed in all runs together


class CannotClose(SymoroError):
    """The loops could not be closed with these lengths; the message says by how much."""


def mobility(robot: Robot, values: Mapping[str, float], rng: random.Random) -> int:
    """Return the degrees of freedom of a robot at a random posture in which its loops close.

    Args:
        robot: any robot; without loops the answer is the number of joints that move.
        values: a number for each symbol that is not a joint variable.
        rng: for the first guess of the posture.

    Raises:
        CannotClose: if no closed posture was found from several guesses.
    """
    moving = list(robot.variables)
    if not robot.n_loops:
        return len(moving)
    q = closed_posture(robot, values, rng)
    size = _size(robot, values)
    pose = _at(robot, values, q)
    rows = [_twists(robot, pose, k, other, size) for k, other in robot.loops()]
    singular = np.linalg.svd(np.vstack(rows), compute_uv=False)
    return len(moving) - int(np.sum(singular > _RANK * singular[0]))


def closed_posture(
    robot: Robot, values: Mapping[str, float], rng: random.Random, tries: int | None = None
) -> dict[int, float]:
    """Return joint positions, by frame, in which every loop closes (Gauss-Newton).

    Lengths are measured by the size of the robot, so that millimetres do as well as metres.
    """
    from scipy.optimize import least_squares

    moving = list(robot.variables)
    size = _size(robot, values)
    unit = [1.0 if robot.frame(j).sigma is JointType.REVOLUTE else size for j in moving]

    def pose(x: Array) -> dict[int, Array]:
        return _at(robot, values, dict(zip(moving, (x * unit).tolist(), strict=True)))

    def residual(x: Array) -> Array:
        return _gaps(robot, pose(x), size)

    def slope(x: Array) -> Array:
        return _slopes(robot, pose(x), size) * unit

    best = np.inf
    budget = max(2, min(6, _BUDGET // (_STEPS * robot.n_frames)))
    for _ in range(budget if tries is None else tries):
        start = np.array([rng.uniform(-1.5, 1.5) for _ in moving])
        solved = least_squares(
            residual, start, jac=slope, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=_STEPS
        )
        distance = float(np.abs(solved.fun).max())
        best = min(best, distance)
        if distance < _CLOSED:
            return dict(zip(moving, (solved.x * unit).tolist(), strict=True))
    raise CannotClose(f"the loops do not close: residual {best:.3g} of the robot's size")


def _size(robot: Robot, values: Mapping[str, float]) -> float:
    """The largest length of the table, joints that slide at zero."""
    known = dict(values) | {variable.name: 0.0 for variable in robot.variables.values()}
    fields = [entry for _, frame in robot for entry in (frame.b, frame.d, frame.r)]
    lengths: list[float] = [evaluate(entry, known, _FLOATS) for entry in fields]
    return max(map(abs, lengths)) or 1.0


def _at(robot: Robot, values: Mapping[str, float], q: Mapping[int, float]) -> dict[int, Array]:
    known = dict(values) | {robot.variables[j].name: x for j, x in q.items()}
    return poses(robot, known, _FLOATS, float)


def _gaps(robot: Robot, pose: Mapping[int, Array], size: float) -> Array:
    """What is open: the difference of the two poses of each cut joint, lengths by the size."""
    scale = np.array([1.0, 1.0, 1.0, 1.0 / size])
    return np.concatenate([((pose[k] - pose[o])[:3] * scale).ravel() for k, o in robot.loops()])


def _slopes(robot: Robot, pose: Mapping[int, Array], size: float) -> Array:
    """The derivatives of the gaps with respect to the joint positions."""
    scale = np.array([1.0, 1.0, 1.0, 1.0 / size])
    rows = []
    for k, other in robot.loops():
        columns = []
        for j in robot.variables:
            slope = np.zeros((3, 4))
            for end, sign in ((k, 1), (other, -1)):
                if j in robot.ancestors(end):
                    slope += sign * _slope(robot, pose, j, pose[end])
            columns.append((slope * scale).ravel())
        rows.append(np.column_stack(columns))
    return np.vstack(rows)


def _slope(robot: Robot, pose: Mapping[int, Array], j: int, end: Array) -> Array:
    """The derivative of a pose with respect to the position of joint ``j`` before it."""
    z, p = pose[j][:3, 2], pose[j][:3, 3]
    slope = np.zeros((3, 4))
    if robot.frame(j).sigma is JointType.REVOLUTE:
        slope[:, :3] = np.cross(z, end[:3, :3].T).T
        slope[:, 3] = np.cross(z, end[:3, 3] - p)
    else:
        slope[:, 3] = z
    return slope


def _twists(robot: Robot, pose: Mapping[int, Array], k: int, other: int, size: float) -> Array:
    """Six rows: the twists of the joints of a loop, signed along the way around it."""
    down, up = set(robot.ancestors(k)), set(robot.ancestors(other))
    block = np.zeros((6, len(robot.variables)))
    for column, j in enumerate(robot.variables):
        z, p = pose[j][:3, 2], pose[j][:3, 3] / size
        revolute = robot.frame(j).sigma is JointType.REVOLUTE
        twist = [np.cross(p, z), z] if revolute else [z, np.zeros(3)]
        block[:, column] = ((j in down) - (j in up)) * np.concatenate(twist)
    return block
