"""When two results agree: in double precision, or with eighty digits where doubles are not enough.

A difference in double precision may be a defect or lost digits: terms that cancel, a matrix near a
singular one, lengths in millimetres beside inertias of 1e-6. So nothing is accused by doubles: both
routes are computed again with eighty digits. What rounding leaves of a zero is then 1e-60 of
anything that entered, whatever the unit; a defect stays as large as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

TOLERANCE = 1e-9
"""The largest relative difference of results that agree."""

NOTHING = 1e-40
"""A zero, with eighty digits, relative to the largest value around."""

Array = npt.NDArray[Any]
Pair = tuple[Array, Array]  # ours and theirs


def relative_errors(pairs: Iterable[Pair], floor: float) -> list[float]:
    """Return the largest difference of each pair, relative to the largest value of its second part.

    Args:
        pairs: what must be equal, in double precision.
        floor: the least scale, so that what is zero but for rounding passes; where it is 0 the
            scale is the largest value of all pairs.
    """
    pairs = list(pairs)
    whole = max((largest(theirs) for _, theirs in pairs), default=0.0)
    errors = []
    for ours, theirs in pairs:
        scale = max(floor, largest(theirs)) if floor else whole
        difference = largest(ours - theirs)
        errors.append(float(difference / scale if scale else difference))
    return errors


def precise_errors(
    pairs: Iterable[Pair], values: Mapping[str, Any], noise: float = NOTHING
) -> list[float]:
    """Return the relative differences of numbers with eighty digits, in any unit.

    Args:
        pairs: what must be equal.
        values: what both sides were computed from.
        noise: what the inputs are known to, relative to the largest value around.
    """
    pairs = list(pairs)
    around = max([0, *(abs(x) for x in values.values()), *(largest(b) for _, b in pairs)])
    errors = []
    for ours, theirs in pairs:
        difference = largest(ours - theirs)
        if difference <= noise * around:
            errors.append(0.0)
        else:
            errors.append(float(difference / (largest(theirs) or difference)))
    return errors


def largest(array: Array) -> Any:
    """Return the largest absolute value, 0 of an empty array."""
    return np.max(np.abs(array), initial=0)
