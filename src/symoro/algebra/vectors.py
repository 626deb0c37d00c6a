"""Three-vectors as NumPy arrays of objects, so that any scalar will do."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.object_]
"""An array of scalars of any kind, as the pages compute with."""

AnyArray = npt.NDArray[Any]
"""An array of objects or of floats, as the references compute with: these take either."""

HALF = Fraction(1, 2)

NULL: Array = np.array([0, 0, 0], dtype=object)
"""The vector of zeros, as numbers; `symoro.robot.base.NULL` is that of a robot's tables."""

Z: Array = np.array([0, 0, 1], dtype=object)
"""The joint axis: z of its own frame, always."""


def vector(components: Iterable[Any]) -> Array:
    """Return an array of scalars."""
    return np.fromiter(components, object)


def zeros(*shape: int) -> Array:
    """Return an array of zeros to which any scalar can be added."""
    return np.full(shape, 0, dtype=object)


def identity(n: int) -> Array:
    """Return the identity matrix as numbers to which any scalar can be added."""
    return np.array(np.eye(n, dtype=int), dtype=object)


def rigid_inverse(T: Array) -> Array:
    """Return the inverse of a transformation, 4x4."""
    inverse = identity(4)
    inverse[:3, :3] = T[:3, :3].T
    inverse[:3, 3] = -(T[:3, :3].T @ T[:3, 3])
    return inverse


def cross(a: Array, b: Array) -> Array:
    """Return the cross product."""
    return vector((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def hat(a: Array) -> Array:
    """Return the matrix by which the cross product with a vector is a product."""
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=object)
