"""Numbers, points, directions and poses that a user gives, in 40 digits."""

from __future__ import annotations

from typing import Any

from symoro.errors import RobotError, UsageError
from symoro.expressions import evaluate
from symoro.expressions.precision import PreciseArithmetic
from symoro.robot.assembly.space import (
    DIGITS,
    Number,
    Pose,
    Vector,
    along,
    cross,
    dot,
    norm,
    transpose,
    unit,
)
from symoro.robot.bodies import read_vector
from symoro.robot.coerce import coerce_scalar
from symoro.robot.dh import read_matrix
from symoro.robot.mdh import require_transformation

ROUNDING = 1e-13
"""The relative error of numbers that doubles have computed."""

_ARITHMETIC = PreciseArithmetic()


def exact_number(value: object, field: str) -> Number:
    """Return a number, or an expression without symbols, in 40 digits."""
    entry = coerce_scalar(value, field)
    if entry.symbols:
        raise RobotError(
            "a number is needed, which places axes; a symbol would not tell which are parallel",
            field=field,
            found=entry,
            expected="a number, or an expression without symbols such as Pi/4 or sqrt(3)/2",
        )
    try:
        return DIGITS.mpf(evaluate(entry, {}, _ARITHMETIC))
    except (UsageError, ArithmeticError, ValueError) as error:
        raise RobotError(f"no number: {error}", field=field, found=entry) from None


def exact_vector(values: Any, field: str) -> Vector:
    """Return three numbers."""
    x, y, z = (exact_number(value, field) for value in read_vector(values, field))
    return x, y, z


def exact_direction(values: Any, field: str) -> Vector:
    """Return the direction of a vector, whose length does not matter."""
    u = exact_vector(values, field)
    if not any(u):
        raise RobotError(
            "a direction of length 0", field=field, found="0, 0, 0", expected="a vector along z"
        )
    return unit(u)


def exact_pose(matrix: Any, field: str) -> Pose:
    """Return the pose of a 4x4 matrix, whose rotation is made orthonormal to all digits."""
    rows = [[exact_number(entry, field) for entry in row] for row in read_matrix(matrix, field)]
    require_transformation([[float(entry) for entry in row] for row in rows], field)
    columns = [(row[0], row[1], row[2]) for row in zip(*rows[:3], strict=True)]
    z = unit(columns[2])
    x = unit(along(columns[0], -dot(columns[0], z), z))
    return Pose(transpose((x, cross(z, x), z)), columns[3])


def is_parallel(u: Vector, v: Vector, within: float) -> bool:
    """True for two directions that are parallel or antiparallel."""
    return bool(norm(cross(u, v)) <= within)
