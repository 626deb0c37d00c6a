"""Angles by their digits: those of a multiple of Pi/12, and those that no radian has."""

from __future__ import annotations

import math
from fractions import Fraction

_NEAR = 2e-3  # 1.57 for Pi/2 and 3.14 for Pi are within it
_STEP = math.pi / 12
_DIGITS = 17  # of a double
_SLACK = 1e-9  # of an angle


def is_beyond_a_turn(angle: float) -> bool:
    """True for more than a turn, as 90 is, which were degrees."""
    return abs(angle) > 2 * math.pi + _NEAR


def steps_near(angle: float) -> int:
    """Return k if an angle is near k Pi/12, as 1.57 is near 6 of them; 0 if it is near none."""
    steps = round(angle / _STEP)
    return steps if abs(angle - steps * _STEP) < _NEAR else 0


def is_rounded(number: Fraction, steps: int, least: int = 0) -> bool:
    """True if a number has the digits of some steps of Pi/12, and enough of them, at least some.

    Multiples of Pi/2 are known by two decimals, others by four: 0.26 is an angle like any other.
    """
    decimals = next((k for k in range(_DIGITS) if (number * 10**k).denominator == 1), _DIGITS)
    enough = decimals >= max(least, 2 if steps % 6 == 0 else 4)
    return enough and abs(float(number) - steps * _STEP) < max(10.0**-decimals, _SLACK)
