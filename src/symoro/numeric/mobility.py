"""The mobility of a robot: how many joints can be chosen freely, by the rank of its loops."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from symoro.errors import SymoroError
from symoro.expressions import FloatArithmetic
from symoro.numeric.reference.poses import poses
from symoro.robot import JointType, Robot

Array = npt.NDArray[np.float64]

_FLOATS = FloatArithmetic()
_CLOSED = 1e-10  # residual of a closed loop: position in metres, rotation as a number
_RANK = 1e-7  # relative size of a singular value that counts as zero


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
    jacobian = _loop_jacobian(robot, _at(robot, values, q), moving)
    singular = np.linalg.svd(jacobian, compute_uv=False)
    return len(moving) - int(np.sum(singular > _RANK * singular[0]))


def closed_posture(
    robot: Robot, values: Mapping[str, float], rng: random.Random, tries: int = 10
) -> dict[int, float]:
    """Return joint positions, by frame, in which every loop closes (Gauss-Newton)."""
    from scipy.optimize import least_squares

    moving = list(robot.variables)

    def positions(x: Array) -> dict[int, float]:
        return dict(zip(moving, (float(value) for value in x), strict=True))

    def residual(x: Array) -> Array:
        return _residual(robot, _at(robot, values, positions(x)))

    best = np.inf
    for _ in range(tries):
        start = np.array([rng.uniform(-1.5, 1.5) for _ in moving])
        solved = least_squares(residual, start, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=100)
        distance = float(np.abs(solved.fun).max())
        best = min(best, distance)
        if distance < _CLOSED:
            return positions(solved.x)
    raise CannotClose(f"the loops do not close: residual {best:.3g}")


def _at(robot: Robot, values: Mapping[str, float], q: Mapping[int, float]) -> dict[int, Array]:
    known = dict(values) | {robot.variables[j].name: x for j, x in q.items()}
    return poses(robot, known, _FLOATS, float)


def _residual(robot: Robot, pose: Mapping[int, Array]) -> Array:
    gaps = [(pose[k] - pose[other])[:3].ravel() for k, other in robot.loops()]
    return np.concatenate(gaps)


def _loop_jacobian(robot: Robot, pose: Mapping[int, Array], moving: list[int]) -> Array:
    """Six rows a loop: the twists of its joints, signed along the way around it."""
    rows = []
    for k, other in robot.loops():
        down, up = set(robot.ancestors(k)), set(robot.ancestors(other))
        block = np.zeros((6, len(moving)))
        for column, j in enumerate(moving):
            side = (j in down) - (j in up)
            if side:
                z, p = pose[j][:3, 2], pose[j][:3, 3]
                revolute = robot.frame(j).sigma is JointType.REVOLUTE
                twist = [np.cross(p, z), z] if revolute else [z, np.zeros(3)]
                block[:, column] = side * np.concatenate(twist)
        rows.append(block)
    return np.vstack(rows)
