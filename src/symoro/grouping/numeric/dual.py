"""Many numbers at once with their derivatives: values and slopes carried through any formula."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from symoro.analysis.arrays import Array
from symoro.expressions import FloatArithmetic

_FLOATS = FloatArithmetic()


class Dual:
    """A number at each of m points, and its derivatives with respect to k variables.

    Attributes:
        value: m numbers.
        slope: m x k; k may be 0.
    """

    __slots__ = ("slope", "value")

    def __init__(self, value: Array, slope: Array) -> None:
        self.value = value
        self.slope = slope

    def _lifted(self, other: Any) -> Dual | None:
        """A number as one of these; None for an array, whose elements are taken one by one."""
        if isinstance(other, Dual):
            return other
        if isinstance(other, np.ndarray):
            return None
        return Dual(np.full_like(self.value, float(other)), np.zeros_like(self.slope))

    def _with(self, value: Array, factor: Array) -> Dual:
        return Dual(value, factor[:, None] * self.slope)

    def __add__(self, other: Any) -> Dual:
        b = self._lifted(other)
        if b is None:
            return NotImplemented
        return Dual(self.value + b.value, self.slope + b.slope)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope)

    def __sub__(self, other: Any) -> Dual:
        b = self._lifted(other)
        if b is None:
            return NotImplemented
        return Dual(self.value - b.value, self.slope - b.slope)

    def __rsub__(self, other: Any) -> Dual:
        difference: Dual = -self + other
        return difference

    def __mul__(self, other: Any) -> Dual:
        b = self._lifted(other)
        if b is None:
            return NotImplemented
        slope = self.slope * b.value[:, None] + self.value[:, None] * b.slope
        return Dual(self.value * b.value, slope)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        b = self._lifted(other)
        if b is None:
            return NotImplemented
        quotient: Dual = self * b.power(-1)
        return quotient

    def __rtruediv__(self, other: Any) -> Dual:
        quotient: Dual = self.power(-1) * other
        return quotient

    def __pow__(self, exponent: int) -> Dual:
        return self.power(exponent)

    def power(self, exponent: int) -> Dual:
        """An integer power."""
        below = self.value ** float(exponent - 1)
        return self._with(below * self.value, exponent * below)

    def call(self, function: str, *others: Any) -> Dual:
        """Apply a function, this number being its first argument."""
        x = self.value
        match function:
            case "sin":
                return self._with(np.sin(x), np.cos(x))
            case "cos":
                return self._with(np.cos(x), -np.sin(x))
            case "tan":
                return self._with(np.tan(x), 1 / np.cos(x) ** 2)
            case "sqrt":
                root = np.sqrt(x)
                return self._with(root, 0.5 / root)
            case "atan2":
                c = 0 * self + others[0]
                size = x * x + c.value * c.value
                slope = c.value[:, None] * self.slope - x[:, None] * c.slope
                return Dual(np.arctan2(x, c.value), slope / size[:, None])
            case "abs":
                return self._with(np.abs(x), np.sign(x))
        return self._with(np.sign(x), np.zeros_like(x))


class DualArithmetic:
    """Constants are floats; they mix with `Dual` numbers."""

    def number(self, value: Fraction) -> Any:
        """Return the nearest double."""
        return _FLOATS.number(value)

    def pi(self) -> Any:
        """Return Pi as a double."""
        return _FLOATS.pi()

    def call(self, function: str, *arguments: Any) -> Any:
        """Return the value of a function."""
        known = [a for a in arguments if isinstance(a, Dual)]
        if not known:
            return _FLOATS.call(function, *arguments)
        first, *others = arguments
        start = first if isinstance(first, Dual) else 0 * known[0] + first
        return start.call(function, *others)
