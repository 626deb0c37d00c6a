"""Limits of exact numbers and exponents: what is beyond them is refused and never hangs."""

from __future__ import annotations

from fractions import Fraction

from symoro.errors import UsageError

MAX_EXPONENT = 64
MAX_BITS = 4096  # of a numerator or denominator


def check_bits(value: Fraction) -> Fraction:
    """Return a number that is not too long."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise UsageError(f"a number of more than {MAX_BITS} bits")
    return value


def check_exponent(exponent: Fraction | int) -> None:
    """Refuse an exponent that is too large."""
    if not -MAX_EXPONENT <= exponent <= MAX_EXPONENT:
        raise UsageError(f"exponent {exponent} is beyond the limit of {MAX_EXPONENT}")


def power(value: Fraction, exponent: int) -> Fraction:
    """Return a power that is not too long."""
    if exponent < 0 and not value:
        raise UsageError("division by zero")
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits * abs(exponent) > MAX_BITS + abs(exponent):
        raise UsageError(f"a number of more than {MAX_BITS} bits")
    return value**exponent
