"""Eighty digits: the arithmetic that decides when two results in double precision differ.

And doubles by software, whose sines are the same on every machine: what double precision loses is
stated in texts that a user keeps.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 80

_CONTEXT = mpmath.MPContext()
_CONTEXT.dps = DIGITS
_SOFTWARE = mpmath.MPContext()
_SOFTWARE.prec = 53  # bits of a double


def precise(value: float) -> Any:
    """Return a double as it is, with eighty digits to come."""
    return _CONTEXT.mpf(value)


def software_double(value: float) -> Any:
    """Return a double that software computes with."""
    return _SOFTWARE.mpf(value)


class PreciseArithmetic:
    """Numbers of eighty digits, by mpmath."""

    _context = _CONTEXT

    def number(self, value: Fraction) -> Any:
        """Return an exact number to all digits."""
        return self._context.mpf(value.numerator) / value.denominator

    def pi(self) -> Any:
        """Return Pi to all digits."""
        return +self._context.pi

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the value of a function; it is real, as among doubles, or there is none."""
        if function == "sqrt" and arguments[0] < 0:
            raise ValueError("the root of a negative number")
        if function in ("asin", "acos") and abs(arguments[0]) > 1:
            raise ValueError("the angle of a sine beyond 1")
        if function == "log" and arguments[0] <= 0:
            raise ValueError("the logarithm of a number that is not positive")
        names = {"abs": "fabs"}
        return getattr(self._context, names.get(function, function))(*arguments)


class SoftwareDoubles(PreciseArithmetic):
    """Numbers of 53 bits, by mpmath: doubles that no processor rounds."""

    _context = _SOFTWARE
