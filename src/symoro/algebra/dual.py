"""Dual numbers: a computation that runs on them is differentiated.

The values may be doubles, arrays of them, numbers of eighty digits or residues modulo a prime. Each
operation applies the product, quotient or chain rule as it is done; nothing is recorded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from symoro.expressions import Arithmetic


class Dual:
    """A value and its derivatives.

    Attributes:
        value: a number; or one at each of m points, of shape (m,).
        derivative: a number, or one for each of k variables: of shape (k,), or (k, m) at m points.
    """

    __slots__ = ("arithmetic", "derivative", "value")

    def __init__(self, value: Any, derivative: Any, arithmetic: Arithmetic[Any]) -> None:
        self.value = value
        self.derivative = derivative
        self.arithmetic = arithmetic

    def _with(self, value: Any, derivative: Any) -> Dual:
        return Dual(value, derivative, self.arithmetic)

    def _pair(self, other: Any) -> tuple[Any, Any] | None:
        """The value and derivative of a number; None for an array, whose elements come singly."""
        if isinstance(other, Dual):
            return other.value, other.derivative
        return None if isinstance(other, np.ndarray) else (other, 0)

    def __add__(self, other: Any) -> Dual:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        return self._with(self.value + pair[0], self.derivative + pair[1])

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return self._with(-self.value, -self.derivative)

    def __sub__(self, other: Any) -> Dual:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        return self._with(self.value - pair[0], self.derivative - pair[1])

    def __rsub__(self, other: Any) -> Dual:
        difference: Dual = -self + other
        return difference

    def __mul__(self, other: Any) -> Dual:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        derivative = self.derivative * pair[0] + self.value * pair[1]
        return self._with(self.value * pair[0], derivative)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        quotient = self.value / pair[0]
        return self._with(quotient, (self.derivative - quotient * pair[1]) / pair[0])

    def __rtruediv__(self, other: Any) -> Dual:
        quotient: Dual = self**-1 * other
        return quotient

    def __pow__(self, exponent: int) -> Dual:
        below = self.value ** (exponent - 1)
        return self._with(self.value**exponent, exponent * below * self.derivative)

    def __abs__(self) -> Any:
        """The size of the value, by which pivots are chosen; residues are all of one size."""
        return abs(self.value) if hasattr(self.value, "__abs__") else int(self.value != 0)

    def __eq__(self, other: object) -> bool:
        pair = self._pair(other)
        same = pair is not None and self.value == pair[0]
        return bool(same.all() if isinstance(same, np.ndarray) else same)

    __hash__ = None  # type: ignore[assignment]

    def call(self, function: str, *others: Any) -> Dual:
        """Apply a function, this number being its first argument."""
        pairs = [self._pair(other) or (other, 0) for other in others]
        value = self.arithmetic.call(function, self.value, *(x for x, _ in pairs))
        match function:
            case "sin":
                derivative = self.arithmetic.call("cos", self.value) * self.derivative
            case "cos":
                derivative = -self.arithmetic.call("sin", self.value) * self.derivative
            case "tan":
                derivative = (value * value + 1) * self.derivative
            case "sqrt":
                derivative = self.derivative / (2 * value)
            case "atan2":
                ((x, dx),) = pairs
                change = x * self.derivative - self.value * dx
                derivative = change / (self.value * self.value + x * x)
            case "abs":
                derivative = self.arithmetic.call("sign", self.value) * self.derivative
            case "exp":
                derivative = value * self.derivative
            case "log":
                derivative = self.derivative / self.value
            case "tanh":
                derivative = (1 - value * value) * self.derivative
            case "asin" | "acos":
                slope = self.derivative / self.arithmetic.call("sqrt", 1 - self.value * self.value)
                derivative = slope if function == "asin" else -slope
            case _:  # the sign is constant where it has a derivative
                derivative = 0 * self.derivative
        return self._with(value, derivative)


class DualArithmetic:
    """The arithmetic of dual numbers over that of their values."""

    def __init__(self, arithmetic: Arithmetic[Any]) -> None:
        """Take the arithmetic of the values and of their derivatives."""
        self.arithmetic = arithmetic

    def constant(self, value: Any) -> Dual:
        """Return a number that does not change."""
        return Dual(value, 0 * value, self.arithmetic)

    def number(self, value: Fraction) -> Dual:
        """Return an exact number."""
        return self.constant(self.arithmetic.number(value))

    def pi(self) -> Dual:
        """Return the constant Pi."""
        return self.constant(self.arithmetic.pi())

    def call(self, function: str, *arguments: Any) -> Dual:
        """Return the value of a function."""
        first, *others = arguments
        start = first if isinstance(first, Dual) else self.constant(first)
        return start.call(function, *others)
