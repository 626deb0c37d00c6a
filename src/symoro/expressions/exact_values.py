"""Rational values of functions, which every kind of scalar folds alike."""

from __future__ import annotations

import math
from fractions import Fraction

from symoro.errors import UsageError

_ZERO = Fraction(0)
_COSINES = {
    Fraction(0): Fraction(1),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): Fraction(0),
    Fraction(2, 3): Fraction(-1, 2),
    Fraction(1): Fraction(-1),
}
_ARCSINES = {cosine: Fraction(1, 2) - angle for angle, cosine in _COSINES.items()}


def exact_cosine(multiple: Fraction) -> Fraction | None:
    """Return cos(multiple * Pi) where it is rational (Niven's theorem), else None."""
    reduced = abs(multiple) % 2
    return _COSINES.get(min(reduced, 2 - reduced))


def exact_value(function: str, value: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return a and b where a function of a number is a + b Pi, both rational, else None.

    Raises:
        UsageError: if the function has no value there.
    """
    match function:
        case "sqrt":
            if value < 0:
                raise UsageError(f"sqrt of a negative number: {value}")
            root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
            return (root, _ZERO) if root * root == value else None
        case "abs":
            return abs(value), _ZERO
        case "sign":
            return Fraction(sign_of(value)), _ZERO
        case "exp" | "tanh" if not value:
            return Fraction(function == "exp"), _ZERO
        case "log":
            if value <= 0:
                raise UsageError(f"log of {value}, which is not positive")
            return (_ZERO, _ZERO) if value == 1 else None
        case "asin" | "acos":
            if abs(value) > 1:
                raise UsageError(f"{value} is the sine or cosine of no angle: it is beyond 1")
            turns = _ARCSINES.get(value)
            if turns is not None:
                return _ZERO, turns if function == "asin" else Fraction(1, 2) - turns
    return None


def sign_of(value: Fraction | float) -> int:
    """Return 1, 0 or -1."""
    return int(value > 0) - int(value < 0)
