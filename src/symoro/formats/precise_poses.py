"""Poses and vectors of eighty digits, and the shortest decimals that read back as their doubles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.expressions import ONE, ZERO, Expression, evaluate
from symoro.expressions.precision import PreciseArithmetic, precise
from symoro.robot import Robot
from symoro.robot.frame import GEOMETRY

Array = npt.NDArray[Any]
"""Numbers of eighty digits."""

PRECISE = PreciseArithmetic()
_TINY = 1e-40  # below it numbers are what rounding leaves of zero
_O = precise(0.0)
_UNIT = tuple(tuple(ONE if i == k else ZERO for k in range(4)) for i in range(4))


def number_text(value: Any) -> str:
    """Return a number as the shortest decimal that reads back as its double."""
    return repr(as_double(value)).removesuffix(".0")


def vector_text(values: Iterable[Any]) -> str:
    """Return numbers with spaces between them."""
    return " ".join(map(number_text, values))


def as_double(value: Any) -> float:
    """Return the nearest double; zero for what rounding leaves of zero."""
    return 0.0 if abs(value) < _TINY else float(value)


def as_doubles(values: Array) -> Array:
    """Return an array of the nearest doubles."""
    return np.vectorize(as_double, otypes=[float])(values)  # type: ignore[no-any-return]


def rigid_inverse(pose: Array) -> Array:
    """Return the inverse of a pose."""
    inverse = pose.copy()
    inverse[:3, :3] = pose[:3, :3].T
    inverse[:3, 3] = -(pose[:3, :3].T @ pose[:3, 3])
    return inverse


def is_identity(pose: Array) -> bool:
    """True for a pose that changes nothing."""
    return bool((as_doubles(pose) == np.eye(4)).all())


def frame_pose(robot: Robot, j: int) -> Array:
    """Return frame ``j`` in its antecedent with its joint variable at zero."""
    frame = robot.frame(j)
    zero = {robot.variables[j].name: _O} if frame.moves else {}
    gamma, b, alpha, d, theta, r = (
        evaluate(getattr(frame, name), zero, PRECISE) for name in GEOMETRY
    )
    first = _turn(gamma, 2) @ shift(_O, _O, b)
    second = _turn(alpha, 0) @ shift(d, _O, _O)
    third = _turn(theta, 2) @ shift(_O, _O, r)
    return first @ second @ third  # type: ignore[no-any-return]


def _turn(angle: Any, axis: int) -> Array:
    pose = precise_matrix(_UNIT)
    c, s = PRECISE.call("cos", angle), PRECISE.call("sin", angle)
    a, b = [k for k in range(3) if k != axis]
    pose[a, a], pose[a, b], pose[b, a], pose[b, b] = c, -s, s, c
    return pose


def shift(x: Any, y: Any, z: Any) -> Array:
    """Return the pose of a frame that is only moved."""
    pose = precise_matrix(_UNIT)
    pose[:3, 3] = x, y, z
    return pose


def precise_vector(entries: Iterable[Expression]) -> Array:
    """Return expressions without symbols to all digits."""
    return np.array([evaluate(entry, {}, PRECISE) for entry in entries], dtype=object)


def precise_matrix(rows: Iterable[Iterable[Expression]]) -> Array:
    """Return rows of expressions without symbols to all digits."""
    return np.array([precise_vector(row) for row in rows], dtype=object)
