"""Eighty digits: the arithmetic that decides when two results in double precision differ."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 80

_CONTEXT = mpmath.MPContext()
_CONTEXT.dps = DIGITS


def precise(value: float) -> Any:
    """Return a double as it is, with eighty digits to come."""
    return _CONTEXT.mpf(value)


class PreciseArithmetic:
    """Numbers of eighty digits, by mpmath."""

    def number(self, value: Fraction) -> Any:
        """Return an exact number to eighty digits."""
        return _CONTEXT.mpf(value.numerator) / value.denominator

    def pi(self) -> Any:
        """Return Pi to eighty digits."""
        return +_CONTEXT.pi

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the value of a function; a negative number has no root, as among doubles."""
        if function == "sqrt" and arguments[0] < 0:
            raise ValueError("the root of a negative number")
        names = {"abs": "fabs"}
        return getattr(_CONTEXT, names.get(function, function))(*arguments)
