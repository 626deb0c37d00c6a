"""Tables as poses and vectors of forty digits, and numbers as the shortest decimals of doubles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.expressions import Expression, evaluate
from symoro.expressions.precision import PreciseArithmetic
from symoro.robot import Robot
from symoro.robot.assembly.space import DIGITS, REST, Number, Pose, Vector, X, Z, axis_rotation
from symoro.robot.base import Matrix4
from symoro.robot.frame import GEOMETRY

_TINY = 1e-30  # below it numbers are what rounding leaves of zero


class _Digits(PreciseArithmetic):
    _context = DIGITS


_ARITHMETIC = _Digits()


def number(entry: Expression) -> Number:
    """Return an expression without symbols to all digits."""
    return evaluate(entry, {}, _ARITHMETIC)


def numbers(entries: Iterable[Expression]) -> Any:
    """Return expressions without symbols to all digits."""
    return tuple(map(number, entries))


def matrix_pose(rows: Matrix4) -> Pose:
    """Return the pose of a 4x4 matrix."""
    R = tuple(numbers(row[:3]) for row in rows[:3])
    return Pose(R, numbers(row[3] for row in rows[:3]))


def frame_pose(robot: Robot, j: int) -> Pose:
    """Return frame ``j`` in its antecedent with its joint variable at zero."""
    frame = robot.frame(j)
    zero = {robot.variables[j].name: DIGITS.mpf(0)} if frame.moves else {}
    gamma, b, alpha, d, theta, r = (
        evaluate(getattr(frame, name), zero, _ARITHMETIC) for name in GEOMETRY
    )
    return _screw(Z, gamma, b) @ _screw(X, alpha, d) @ _screw(Z, theta, r)


def _screw(axis: Vector, angle: Number, length: Number) -> Pose:
    """A turn about an axis through the origin and a shift along it."""
    x, y, z = (length * u for u in axis)
    return Pose(axis_rotation(axis, angle), (x, y, z))


# Doubles


def as_double(value: Number) -> float:
    """Return the nearest double; zero for what rounding leaves of zero."""
    return 0.0 if abs(value) < _TINY else float(value)


def as_doubles(values: Any) -> npt.NDArray[np.float64]:
    """Return a vector or a matrix of the nearest doubles."""
    doubles: npt.NDArray[np.float64] = np.vectorize(as_double)(np.array(values, dtype=object))
    return doubles


def number_text(value: Number) -> str:
    """Return a number as the shortest decimal that reads back as its double."""
    return repr(as_double(value)).removesuffix(".0")


def vector_text(values: Iterable[Number]) -> str:
    """Return numbers with spaces between them."""
    return " ".join(map(number_text, values))


def is_rest(pose: Pose) -> bool:
    """True for a pose that changes nothing."""
    return bool((as_doubles(pose.rows) == as_doubles(REST.rows)).all())
