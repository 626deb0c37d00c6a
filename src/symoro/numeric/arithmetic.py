"""Batches of doubles: NumPy arrays as the scalars of an interpretation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

Batch = npt.NDArray[np.float64]

_NUMPY = {"atan2": np.arctan2}


class ArrayArithmetic:
    """Double precision, a whole batch at a time."""

    def number(self, value: Fraction) -> Batch:
        """Return the nearest double."""
        return np.asarray(value.numerator / value.denominator)

    def pi(self) -> Batch:
        """Return Pi as a double."""
        return np.asarray(np.pi)

    def call(self, function: str, *arguments: Batch) -> Batch:
        """Return the values of a function."""
        result: Batch = _NUMPY.get(function, getattr(np, function, None))(*arguments)
        return result
