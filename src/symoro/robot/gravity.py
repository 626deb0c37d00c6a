"""Gravity: the unit of length that it tells, an unlikely size, a decimal comma."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from symoro.robot.diagnostic import Diagnostic
from symoro.robot.robot import Robot

_METRES = (9.81, 3.71, 1.62)  # on the Earth, on Mars and on the Moon
_OTHER = {"cm": 981.0, "mm": 9810.0, "ft": 32.2, "in": 386.1}  # on the Earth
_NEAR = 0.025  # 10 is taken for 9.81


def length_unit(robot: Robot) -> str:
    """The unit of a robot's lengths: that of its gravity in numbers, else m."""
    numbers = [entry.number for entry in robot.base.G]
    size = math.hypot(*(float(number) for number in numbers if number is not None))
    units = (unit for unit, each in _OTHER.items() if abs(size / each - 1) < _NEAR)
    return next(units, "m") if None not in numbers else "m"


def doubtful_gravity(robot: Robot) -> Iterator[Diagnostic]:
    """Find gravity that is neither zero, nor symbolic, nor of the size that it has somewhere."""
    numbers = [entry.number for entry in robot.base.G]
    known = [number for number in numbers if number is not None]
    size = math.hypot(*map(float, known))
    if not size or len(known) < len(numbers) or _is_likely(size):
        return
    for whole, digits in pairwise(known):
        if whole.denominator == digits.denominator == 1 and digits >= 0:
            meant = f"{whole}.{digits}"
            if _is_likely(abs(float(meant))):
                yield Diagnostic(
                    f"gravity of size {size:.6g}: {whole},{digits} are two entries; {meant}, with "
                    "a decimal point, was probably meant",
                    field="G",
                )
                return
    yield Diagnostic(
        f"gravity of size {size:.6g}; it is 9.81 in metres, 9810 in millimetres (or a symbol, or "
        "zero)",
        field="G",
    )


def _is_likely(size: float) -> bool:
    return any(abs(size / each - 1) < _NEAR for each in (*_METRES, *_OTHER.values()))
