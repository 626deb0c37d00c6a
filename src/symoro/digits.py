"""Computed numbers as they are shown: with the digits that are the same on every processor.

Digits after these are rounding, and an error is nothing but rounding: of that a bound is shown.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]


def significant(value: float, digits: int) -> float:
    """Return a number with some significant digits; no zero is negative."""
    return float(f"{value:.{digits}g}") + 0.0


def decimals(values: Array, places: int) -> Array:
    """Return numbers with some places after the point; no zero is negative."""
    return values.round(places) + 0.0


def bound_of(error: float, least: float) -> float:
    """Return the power of ten, not below ``least``, that an error does not exceed.

    What exceeds a power of ten by rounding alone does not count.
    """
    return float(f"1e{math.ceil(round(math.log10(max(error, least)), 9))}")
