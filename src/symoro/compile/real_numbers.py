"""Numbers that a caller gives, as an array of doubles."""

from __future__ import annotations

import reprlib
from numbers import Real

import numpy as np
import numpy.typing as npt

from symoro.compile.kernel import Array
from symoro.errors import UsageError


def real_numbers(program: str, name: str, value: npt.ArrayLike) -> Array:
    """Return the value of an argument or parameter as doubles.

    Raises:
        UsageError: if it is not made of real numbers, or some are masked.
    """
    if np.ma.is_masked(value):
        raise UsageError(f"{program}: {name} has masked elements, which have no value")
    try:
        array = np.asarray(value)
        real = array.dtype.kind in "biuf"
        if array.dtype.kind == "O":
            real = all(isinstance(item, Real) for item in array.ravel())
        if real:
            return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise UsageError(f"{program}: {name} is not made of real numbers: {reprlib.repr(value)}")
