"""Taylor series in time to the second order: derivatives without differences.

A `Jet` is x + x1 t + x2 t^2/2. A page that runs on jets is differentiated exactly, to the rounding
of doubles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Jet:
    """A value with its first and second derivative."""

    x: float
    x1: float = 0.0
    x2: float = 0.0

    def __add__(self, other: Any) -> Jet:
        if isinstance(other, np.ndarray):
            return NotImplemented
        y = _jet(other)
        return Jet(self.x + y.x, self.x1 + y.x1, self.x2 + y.x2)

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(-self.x, -self.x1, -self.x2)

    def __sub__(self, other: Any) -> Jet:
        return NotImplemented if isinstance(other, np.ndarray) else self + -_jet(other)

    def __rsub__(self, other: Any) -> Jet:
        return -self.__sub__(other)

    def __mul__(self, other: Any) -> Jet:
        if isinstance(other, np.ndarray):
            return NotImplemented
        y = _jet(other)
        second = self.x2 * y.x + 2 * self.x1 * y.x1 + self.x * y.x2
        return Jet(self.x * y.x, self.x1 * y.x + self.x * y.x1, second)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Jet:
        return math.prod([self] * exponent, start=Jet(1.0))

    def call(self, function: str) -> Jet:
        """The sine or the cosine, by the chain rule."""
        s, c = math.sin(self.x), math.cos(self.x)
        f, f1 = {"sin": (s, c), "cos": (c, -s)}[function]
        return Jet(f, f1 * self.x1, f1 * self.x2 - f * self.x1**2)


def _jet(value: Any) -> Jet:
    return value if isinstance(value, Jet) else Jet(float(value))


class JetArithmetic:
    """How numbers, Pi and functions look among jets."""

    def number(self, value: Fraction) -> Jet:
        """A constant."""
        return Jet(value.numerator / value.denominator)

    def pi(self) -> Jet:
        """The constant Pi."""
        return Jet(math.pi)

    def call(self, function: str, *arguments: Jet) -> Jet:
        """A function of one jet."""
        (argument,) = arguments
        return argument.call(function)


def parts(array: Any) -> tuple[Array, Array, Array]:
    """An array of jets and numbers as three arrays: values, first and second derivatives."""
    jets = np.frompyfunc(_jet, 1, 1)(np.asarray(array, dtype=object))
    values = [np.frompyfunc(lambda j, f=f: getattr(j, f), 1, 1)(jets) for f in ("x", "x1", "x2")]
    x, x1, x2 = (np.asarray(each, dtype=float) for each in values)
    return x, x1, x2


def base_pose(w: Array, wd: Array, v: Array, vd: Array) -> npt.NDArray[Any]:
    """The pose of a base that is at the identity now and moves as given."""
    W = _hat(w)
    turning = _hat(wd) + W @ W
    T = np.empty((4, 4), dtype=object)
    T[3] = [0, 0, 0, 1]
    for i in range(3):
        T[i, 3] = Jet(0.0, float(v[i]), float(vd[i]))
        for k in range(3):
            T[i, k] = Jet(float(i == k), float(W[i, k]), float(turning[i, k]))
    return T


def _hat(w: Array) -> Array:
    x, y, z = w
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def vee(matrix: Array) -> Array:
    """The vector of the skew part of a matrix."""
    skew = (matrix - matrix.T) / 2
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
