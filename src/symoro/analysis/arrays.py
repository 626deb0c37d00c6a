"""Arrays of doubles: checked on their way in, assembled, multiplied, evaluated at many points."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.errors import UsageError
from symoro.expressions import FloatArithmetic

NUMPY_NAMES = {"atan2": "arctan2", "asin": "arcsin", "acos": "arccos"}
"""The functions that have another name among NumPy's."""

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]


def floats(value: npt.ArrayLike, what: str, *shape: int | None) -> Floats:
    """Return finite floats whose last axes have a shape; None stands for any length but zero.

    Raises:
        UsageError: for anything else; the message starts with ``what``.
    """
    try:
        if np.iscomplexobj(value):
            raise TypeError
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"{what}: expected real numbers, found {reprlib.repr(value)}") from None
    last = array.shape[array.ndim - len(shape) :] if array.ndim >= len(shape) else ()
    if len(last) < len(shape) or not all(
        length == wanted or (wanted is None and length)
        for length, wanted in zip(last, shape, strict=True)
    ):
        wanted = ", ".join(["...", *("n" if size is None else str(size) for size in shape)])
        raise UsageError(f"{what}: expected an array of shape ({wanted}), found {array.shape}")
    if not np.isfinite(array).all():
        raise UsageError(f"{what}: a number is infinite or undefined")
    return array


def apply(matrix: Floats, vector: Floats) -> Floats:
    """Return matrix times vector along the last axes."""
    product: Floats = (matrix @ vector[..., None])[..., 0]
    return product


def transpose(matrix: Floats) -> Floats:
    """Return the matrix with its last two axes exchanged."""
    return np.swapaxes(matrix, -1, -2)


def cross(a: Floats, b: Floats) -> Floats:
    """Return the cross product along the last axis: that of NumPy, in half its time."""
    first, second = [1, 2, 0], [2, 0, 1]
    product: Floats = a[..., first] * b[..., second] - a[..., second] * b[..., first]
    return product


def assemble(rows: Sequence[Sequence[npt.ArrayLike]]) -> Floats:
    """Return the matrix of these entries; each is a number or an array over the leading axes."""
    entries = np.broadcast_arrays(*(entry for row in rows for entry in row))
    stacked = np.stack(entries, axis=-1).astype(np.float64, copy=False)
    return stacked.reshape(*stacked.shape[:-1], len(rows), len(rows[0]))


class ArrayArithmetic(FloatArithmetic):
    """Double precision at many points at once; functions of arrays come from NumPy."""

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the value of a function; NaN at a point where it has none."""
        if not any(isinstance(argument, np.ndarray) for argument in arguments):
            return super().call(function, *arguments)
        return getattr(np, NUMPY_NAMES.get(function, function))(*arguments)
