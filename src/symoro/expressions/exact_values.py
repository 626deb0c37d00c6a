"""Rational values of functions, which every kind of scalar folds alike."""

from __future__ import annotations

from fractions import Fraction

_COSINES = {
    Fraction(0): Fraction(1),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): Fraction(0),
    Fraction(2, 3): Fraction(-1, 2),
    Fraction(1): Fraction(-1),
}


def exact_cosine(multiple: Fraction) -> Fraction | None:
    """Return cos(multiple * Pi) where it is rational (Niven's theorem), else None."""
    reduced = abs(multiple) % 2
    return _COSINES.get(min(reduced, 2 - reduced))


def sign_of(value: Fraction | float) -> int:
    """Return 1, 0 or -1."""
    return (value > 0) - (value < 0)
