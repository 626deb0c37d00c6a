"""Forward kinematics in plain NumPy, written from the definition of the six parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from symoro.expressions import FloatArithmetic, evaluate
from symoro.robot import JointType, Robot, ValueSet

Matrix = NDArray[np.float64]
FLOATS = FloatArithmetic()


def about_z(angle: float) -> Matrix:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def about_x(angle: float) -> Matrix:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def shift(x: float, y: float, z: float) -> Matrix:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def six_parameter_transform(
    gamma: float, b: float, alpha: float, d: float, theta: float, r: float
) -> Matrix:
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r), as a product of six matrices."""
    before = about_z(gamma) @ shift(0, 0, b)
    between = about_x(alpha) @ shift(d, 0, 0)
    return before @ between @ about_z(theta) @ shift(0, 0, r)


def standard_dh(theta: float, d: float, a: float, alpha: float) -> Matrix:
    """Denavit and Hartenberg's own order: Rz(theta) Tz(d) Tx(a) Rx(alpha)."""
    return about_z(theta) @ shift(a, 0, d) @ about_x(alpha)


def numbers(values: ValueSet) -> dict[str, float]:
    """The floats of a value set."""
    return {name: evaluate(value, {}, FLOATS) for name, value in values.values}


def value_set(robot: Robot, name: str) -> dict[str, float]:
    """The floats of a robot's value set of that name."""
    (found,) = (values for values in robot.values if values.name == name)
    return numbers(found)


def pose(robot: Robot, frame: int, values: Mapping[str, float]) -> Matrix:
    """Frame ``frame`` in frame 0; ``values`` has the lengths and the joint variables."""
    T = np.eye(4)
    for j in robot.ancestors(frame)[1:]:
        f = robot.frame(j)
        parameters = (f.gamma, f.b, f.alpha, f.d, f.theta, f.r)
        T = T @ six_parameter_transform(*(evaluate(p, values, FLOATS) for p in parameters))
    return T


def jacobian(robot: Robot, r: int, values: Mapping[str, float]) -> Matrix:
    """Velocity of the origin of frame r and angular velocity, in frame 0: axes and moments."""
    end = pose(robot, r, values)[:3, 3]
    columns = []
    for j in robot.ancestors(r)[1:]:
        T = pose(robot, j, values)
        z, p = T[:3, 2], T[:3, 3]
        if robot.frame(j).sigma is JointType.REVOLUTE:
            columns.append(np.concatenate([np.cross(z, end - p), z]))
        elif robot.frame(j).sigma is JointType.PRISMATIC:
            columns.append(np.concatenate([z, np.zeros(3)]))
    return np.array(columns).T


def joint_values(robot: Robot, q: Mapping[int, float] | list[float]) -> dict[str, float]:
    """Values of the joint variables: by joint number, or for all moving joints in order."""
    by_joint = dict(zip(robot.moving_joints, q, strict=True)) if isinstance(q, list) else q
    return {robot.variables[j].name: value for j, value in by_joint.items()}


def closure(robot: Robot, values: Mapping[str, float]) -> Matrix:
    """What every loop lacks to be closed: the entries of T(k) - T(k+B), all loops in a row."""
    gaps = [pose(robot, k, values) - pose(robot, other, values) for k, other in robot.loops()]
    return np.concatenate([gap[:3].ravel() for gap in gaps])


def central_differences(function: Callable[[Matrix], Matrix], x: Matrix, step: float) -> Matrix:
    """The Jacobian matrix of a function of a vector."""
    columns = [
        (function(x + step * unit) - function(x - step * unit)) / (2 * step)
        for unit in np.eye(len(x))
    ]
    return np.stack(columns, axis=1)
