"""Cosines that are rational."""

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
