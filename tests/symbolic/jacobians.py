"""Jacobian matrices of library robots in SymPy, straight from their Khalil tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import symoro
from symoro.robot import Frame, JointType
from symoro.symbolic.to_sympy import expression_to_sympy

if TYPE_CHECKING:
    from sympy import Expr, Matrix


def jacobian(
    name: str, *, projection: int = 0, point: int | None = None, last: int | None = None
) -> Matrix:
    """The Jacobian of the chain 1 .. last of a library robot: (V; w), in a projection frame.

    V is the velocity of the point of link `last` that is at the origin of frame `point`: with last
    6, projection 3 and point 4 this is the guide's 3J6,4.
    """
    from sympy import zeros

    robot = symoro.load(name)
    last = last or len(robot.frames)
    chain = [frame for j, frame in robot if j <= last]
    target = transform(chain, projection, point or last)[:3, 3]
    moving = [j for j, frame in enumerate(chain, start=1) if frame.moves]
    J = zeros(6, len(moving))
    for column, j in enumerate(moving):
        T = transform(chain, projection, j)
        axis = T[:3, 2]
        if chain[j - 1].sigma is JointType.PRISMATIC:
            J[:3, column] = axis
        else:
            J[:3, column] = axis.cross(target - T[:3, 3])
            J[3:, column] = axis
    return J


def transform(chain: Sequence[Frame], i: int, j: int) -> Matrix:
    """The pose of frame j in frame i of a simple chain."""
    from sympy import eye

    T = eye(4)
    for frame in chain[min(i, j) : max(i, j)]:
        T = T * step(frame)
    if i <= j:
        return T
    R = T[:3, :3].T
    back = eye(4)
    back[:3, :3] = R
    back[:3, 3] = -R * T[:3, 3]
    return back


def step(frame: Frame) -> Matrix:
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r)."""
    fields = (frame.gamma, frame.b, frame.alpha, frame.d, frame.theta, frame.r)
    gamma, b, alpha, d, theta, r = map(expression_to_sympy, fields)
    return screw(2, gamma, b) * screw(0, alpha, d) * screw(2, theta, r)


def screw(axis: int, angle: Expr, distance: Expr) -> Matrix:
    """A rotation about an axis and a translation along it."""
    from sympy import cos, eye, sin

    T = eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[j, j] = cos(angle)
    T[i, j], T[j, i] = -sin(angle), sin(angle)
    T[axis, 3] = distance
    return T
