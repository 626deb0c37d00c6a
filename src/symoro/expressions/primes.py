"""Primes for exact tests: 1 modulo 10080, and squares for the numbers whose roots are needed.

A rational number has a square root modulo half of all primes. Whether it does is a property of the
prime, not of the random point, so a test that needs the root of 7 takes a prime that has one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

TURN = 5040
"""7!: symbols' angles can be divided by any of its divisors, Pi by its half."""

_STEP = 2 * TURN
_MOST = 2048  # primes looked at for roots: ten independent numbers have one on average
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # decide primality below 2^64


@cache
def prime(index: int, bits: int = 61) -> int:
    """Return a prime that is 1 modulo 10080: those below 2^bits, the largest being number 0."""
    candidate = prime(index - 1, bits) if index else ((1 << bits) // _STEP + 1) * _STEP + 1
    candidate -= _STEP
    while not _is_prime(candidate):
        candidate -= _STEP
    return candidate


class Modulus:
    """A prime that is exchanged for another whenever a number turns out to have no root.

    Attributes:
        prime: the prime; None once no prime was found in reasonable time.
    """

    def __init__(self, first: int = 0, bits: int = 61) -> None:
        """Take the largest prime.

        Args:
            first: 0 or 1; what starts at 0 is never the prime of what starts at 1.
            bits: of the prime.
        """
        self.prime: int | None = prime(first, bits)
        self._index, self._bits = first, bits
        self._squares: set[int] = set()

    def admit(self, number: Fraction) -> None:
        """Take a prime modulo which this number, and all before it, are squares."""
        self._squares.add(number.numerator * number.denominator)
        while self._index < _MOST:
            p = prime(self._index, self._bits)
            if all(pow(square, (p - 1) // 2, p) == 1 for square in self._squares):
                self.prime = p
                return
            self._index += 2
        self.prime = None


def _is_prime(number: int) -> bool:
    """Decide by Miller and Rabin, with witnesses that leave no doubt at this size."""
    s = ((number - 1) & (1 - number)).bit_length() - 1
    for witness in _WITNESSES:
        x = pow(witness, number >> s, number)
        if x in (1, number - 1):
            continue
        for _ in range(s - 1):
            x = x * x % number
            if x == number - 1:
                break
        else:
            return False
    return True
