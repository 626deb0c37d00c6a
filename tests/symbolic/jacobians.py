"""Jacobian matrices of library robots in SymPy, straight from their Khalil tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import symoro
from symoro.robot import JointType
from symoro.symbolic.to_sympy import expression_to_sympy

if TYPE_CHECKING:
    from sympy import Expr, Matrix


def step(frame: object) -> Matrix:
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r)."""
    fields = ("gamma", "b", "alpha", "d", "theta", "r")
    gamma, b, alpha, d, theta, r = (expression_to_sympy(getattr(frame, name)) for name in fields)
    return _screw(2, gamma, b) * _screw(0, alpha, d) * _screw(2, theta, r)


def _screw(axis: int, angle: Expr, distance: Expr) -> Matrix:
    from sympy import cos, eye, sin

    T = eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[j, j] = cos(angle)
    T[i, j], T[j, i] = -sin(angle), sin(angle)
    T[axis, 3] = distance
    return T


def jacobian(
    name: str, *, projection: int = 0, point: int | None = None, last: int | None = None
) -> Matrix:
    """The Jacobian of a library robot's chain 1 .. last: (V; w), in a projection frame.

    V is the velocity of the point of link `last` at the origin of frame `point`: with point 4 and
    last 6 this is the guide's J_{6,4}.
    """
    from sympy import Matrix, eye, zeros

    robot = symoro.load(name)
    last = last or len(robot.frames)
    poses = [eye(4)]
    chain = [frame for j, frame in robot if j <= last]
    for frame in chain:
        poses.append((poses[frame.antecedent] * step(frame)).expand())
    at = last if point is None else point
    moving = [j for j, frame in enumerate(chain, start=1) if frame.moves]
    J = zeros(6, len(moving))
    for column, j in enumerate(moving):
        axis = relative_rotation(chain, projection, j)[:, 2]
        if chain[j - 1].sigma is JointType.PRISMATIC:
            J[:3, column] = axis
            continue
        arm = relative_position(chain, projection, at) - relative_position(chain, projection, j)
        J[:3, column] = Matrix(axis).cross(Matrix(arm))
        J[3:, column] = axis
    return J


def relative(chain: list[object], i: int, j: int) -> Matrix:
    """The transform of frame j in frame i of a simple chain."""
    from sympy import eye

    T = eye(4)
    for frame in chain[min(i, j) : max(i, j)]:
        T = T * step(frame)
    if i <= j:
        return T
    R = T[:3, :3].T
    inverse = eye(4)
    inverse[:3, :3] = R
    inverse[:3, 3] = -R * T[:3, 3]
    return inverse


def relative_rotation(chain: list[object], i: int, j: int) -> Matrix:
    """The rotation of frame j in frame i."""
    return relative(chain, i, j)[:3, :3]


def relative_position(chain: list[object], i: int, j: int) -> Matrix:
    """The origin of frame j in frame i."""
    return relative(chain, i, j)[:3, 3]
