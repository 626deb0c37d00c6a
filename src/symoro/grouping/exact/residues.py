"""Many residues at once: the same computation modulo a 31-bit prime at many random points.

A product of two residues fits into 64 bits, so a batch of points costs a few NumPy calls. Constants
are ordinary residues of the same field, with exact sines and cosines.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.algebra.angle import Angle
from symoro.expressions import ModularArithmetic
from symoro.expressions.modular import Residue
from symoro.expressions.primes import prime as prime_below

BITS = 31
"""Of the primes: 1 modulo 10080, so that every angle k Pi / 5040 has its sine and cosine."""

PRIMES = (prime_below(0, BITS), prime_below(1, BITS))
"""The primes that are taken unless the root of a number needs another."""

Integers = npt.NDArray[np.int64]


class Residues:
    """A vector of residues, one for each point; adds and multiplies with numbers and residues."""

    __slots__ = ("prime", "values")

    def __init__(self, values: Integers, prime: int) -> None:
        self.values = values
        self.prime = prime

    def _residue_values(self, other: Any) -> Any:
        if isinstance(other, Residues):
            return other.values
        if isinstance(other, Residue):
            return other.value
        if isinstance(other, int):
            return other % self.prime
        return None

    def __add__(self, other: Any) -> Residues:
        b = self._residue_values(other)
        return NotImplemented if b is None else Residues((self.values + b) % self.prime, self.prime)

    __radd__ = __add__

    def __neg__(self) -> Residues:
        return Residues(-self.values % self.prime, self.prime)

    def __sub__(self, other: Any) -> Residues:
        b = self._residue_values(other)
        return NotImplemented if b is None else Residues((self.values - b) % self.prime, self.prime)

    def __rsub__(self, other: Any) -> Residues:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Residues:
        b = self._residue_values(other)
        return NotImplemented if b is None else Residues(self.values * b % self.prime, self.prime)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Residues:
        b = self._residue_values(other)
        if b is None:
            return NotImplemented
        inverse = pow(b, -1, self.prime) if isinstance(b, int) else power(b, -1, self.prime)
        return Residues(self.values * inverse % self.prime, self.prime)

    def __rtruediv__(self, other: Any) -> Residues:
        return (self**-1).__mul__(other)

    def __pow__(self, exponent: int) -> Residues:
        return Residues(power(self.values, exponent, self.prime), self.prime)

    def call(self, function: str) -> Residues:
        """Take square roots; where there is none the result is no number of any point."""
        assert function == "sqrt"
        return Residues(roots(self.values, self.prime), self.prime)


def power(values: Integers, exponent: int, prime: int) -> Integers:
    """Raise every residue to a power; the inverse of 0 is 0."""
    exponent %= prime - 1
    powers = np.ones_like(values)
    square = values % prime
    while exponent:
        if exponent & 1:
            powers = powers * square % prime
        square = square * square % prime
        exponent >>= 1
    return powers


def roots(values: Integers, prime: int) -> Integers:
    """A square root of every residue that has one (Tonelli and Shanks, all at once)."""
    s = ((prime - 1) & (1 - prime)).bit_length() - 1
    odd = (prime - 1) >> s
    nonresidue = next(c for c in range(2, prime) if pow(c, (prime - 1) // 2, prime) != 1)
    root, t = power(values, (odd + 1) // 2, prime), power(values, odd, prime)
    factor = pow(nonresidue, odd, prime)
    for i in range(s - 1, 0, -1):  # t is a power of ``factor`` whose order divides 2^i
        wrong = power(t, 1 << (i - 1), prime) == prime - 1
        root = np.where(wrong, root * factor % prime, root)
        factor = factor * factor % prime
        t = np.where(wrong, t * factor % prime, t)
    return root


def residues_of(value: Any, count: int, prime: int) -> Integers:
    """A scalar of any kind as one residue for each point."""
    if isinstance(value, Residues):
        return np.broadcast_to(value.values, (count,))
    residue = value.value if isinstance(value, Residue) else int(value) % prime
    return np.full(count, residue, dtype=np.int64)


def random_residues(count: int, prime: int, rng: np.random.Generator) -> Residues:
    """Random residues that are not zero."""
    return Residues(rng.integers(1, prime, count, dtype=np.int64), prime)


def random_angles(count: int, field: ModularArithmetic, rng: np.random.Generator) -> Angle:
    """Random points of sin^2 + cos^2 = 1: w of the unit circle, C = (w + 1/w)/2."""
    prime = field.prime
    w = random_residues(count, prime, rng)
    inverse = w ** (prime - 2)
    i = pow(field.generator, (prime - 1) // 4, prime)
    half, half_i = pow(2, -1, prime), pow(2 * i, -1, prime)
    return Angle((w - inverse) * half_i, (w + inverse) * half)
