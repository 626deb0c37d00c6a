"""The rotation in the matrix Z, which places the base in the world: exact, near one, or none.

People type 0.866 and 0.5 for the cosine and the sine of Pi/6. The transpose of such a matrix is not
its inverse; models take the nearest rotation that is exact, and `check` says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symoro.errors import ModelError
from symoro.expressions import Expression
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.robot import Robot
from symoro.robot.rotation_matrix import (
    Rows,
    distance,
    is_assumed,
    is_rotation,
    nearest_rotation,
    rotation_fault,
)

_LONG = 10**6  # a denominator that is not worth reading
_MEANT = 1e-9  # decimals of a rotation that somebody computed: no doubt, only a note


def with_exact_rotation(robot: Robot) -> Robot:
    """The robot with the nearest rotation in Z, if Z has decimals near one; else the robot."""
    nearest = nearest_rotation(_rotation_part(robot))
    if nearest is None:
        return robot
    Z = robot.base.Z
    x, y, z = ((a, b, c, Z[k][3]) for k, (a, b, c) in enumerate(nearest))
    return replace(robot, base=replace(robot.base, Z=(x, y, z, Z[3])))


def doubtful_rotation(robot: Robot) -> Iterator[Diagnostic]:
    """Find numbers in Z that are no rotation, or one only nearly; and functions that are none."""
    R = _rotation_part(robot)
    if is_rotation(R) or is_assumed(R):
        return
    nearest = nearest_rotation(R)
    if nearest is None:
        yield Diagnostic(
            f"its first three rows and columns are no rotation: {rotation_fault(R)}", field="Z"
        )
        return
    listed = ", ".join(f"{{{', '.join(map(_short_text, row))}}}" for row in nearest)
    off = distance(R, nearest)
    text = f"its rotation is off by {off:.1e}; models take the nearest one, {listed}"
    yield Diagnostic(text, field="Z", note=off <= _MEANT)


def require_rotation(robot: Robot) -> None:
    """Refuse a Z that is no rotation where its inverse is taken, or vectors are turned by it.

    Raises:
        ModelError: if its elements are numbers or functions, and no rotation.
    """
    R = _rotation_part(robot)
    if not is_assumed(R) and not is_rotation(R):
        raise ModelError(
            f"{robot.name}: Z, which places the base in the world, is no rotation: "
            f"{rotation_fault(R)}; the robot's frames can be written in the world (transform "
            "--from -1), not the world in them, nor velocities in the world"
        )


def rotation_note(robot: Robot) -> tuple[str, ...]:
    """Say what is assumed of symbols in Z where a rotation is needed."""
    R = _rotation_part(robot)
    names = sorted({name for row in R for entry in row for name in entry.symbols})
    if not names or is_rotation(R):
        return ()
    return (
        f"Z is taken for a rotation with elements {', '.join(names)}: its inverse is its transpose",
    )


def _rotation_part(robot: Robot) -> Rows:
    return [row[:3] for row in robot.base.Z[:3]]


def _short_text(entry: Expression) -> str:
    """An element as text; a long quotient as a decimal."""
    number = entry.number
    return str(entry) if number is None or number.denominator < _LONG else f"{float(number):.15g}"
