"""Fifty digits: the arithmetic that decides when two results in double precision differ."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 50

_CONTEXT = mpmath.MPContext()
_CONTEXT.dps = DIGITS


def precise(value: float) -> Any:
    """Return a double as it is, with fifty digits to come."""
    return _CONTEXT.mpf(value)


class PreciseArithmetic:
    """Numbers of fifty digits, by mpmath."""

    def number(self, value: Fraction) -> Any:
        """Return an exact number to fifty digits."""
        return _CONTEXT.mpf(value.numerator) / value.denominator

    def pi(self) -> Any:
        """Return Pi to fifty digits."""
        return +_CONTEXT.pi

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the value of a function."""
        names = {"abs": "fabs"}
        return getattr(_CONTEXT, names.get(function, function))(*arguments)
