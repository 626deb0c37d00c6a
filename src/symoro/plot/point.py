"""A point of a robot: a frame, and its coordinates there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import UsageError
from symoro.expressions import ExpressionLike, FloatArithmetic, evaluate, expression
from symoro.plot.geometry_values import GeometryValues
from symoro.robot import Robot

Point = Sequence[ExpressionLike]
"""Three coordinates in a frame: numbers, or expressions in the robot's symbols."""

ORIGIN = (0, 0, 0)


def chosen_frame(robot: Robot, frame: int | None) -> int:
    """Return the frame asked for, or the one where a tool is.

    Raises:
        UsageError: for a frame that the robot does not have.
    """
    if frame is None:
        return robot.tip
    if not 1 <= frame <= robot.n_frames:
        raise UsageError(
            f"there is no frame {frame} in {robot.name} that moves; frames are 1 to "
            f"{robot.n_frames}"
        )
    return frame


def point_coordinates(robot: Robot, numbers: GeometryValues, point: Point) -> Floats:
    """Return the three coordinates of a point as numbers.

    Raises:
        UsageError: for another number of coordinates, or a symbol without a number.
    """
    entries = [expression(entry) for entry in point]
    if len(entries) != 3:
        raise UsageError(f"a point has three coordinates, not {len(entries)}")
    unknown = sorted({name for entry in entries for name in entry.symbols} - numbers.values.keys())
    if unknown:
        raise UsageError(
            f"the point uses {', '.join(unknown)}; symbols of the geometry of {robot.name} are "
            f"{', '.join(numbers.values) or 'none'}"
        )
    coordinates = [evaluate(entry, numbers.values, FloatArithmetic()) for entry in entries]
    return np.array(coordinates, dtype=float)
