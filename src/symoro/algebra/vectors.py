"""Three-vectors as NumPy arrays of objects, so that any scalar will do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.object_]

Z: Array = np.array([0, 0, 1], dtype=object)
"""The joint axis: z of its own frame, always."""


def vector(components: Iterable[Any]) -> Array:
    """Return an array of scalars."""
    items = list(components)
    result = np.empty(len(items), dtype=object)
    result[:] = items
    return result


def cross(a: Array, b: Array) -> Array:
    """Return the cross product."""
    return vector((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def hat(a: Array) -> Array:
    """Return the matrix by which the cross product with a vector is a product."""
    x, y, z = a
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=object)
