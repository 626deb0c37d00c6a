"""Numbers with a slope: a computation that runs on them is differentiated along one direction.

The numbers may be doubles, numbers of eighty digits or residues modulo a prime. The rules are those
of the quotient and of the chain, applied to each operation as it is done; nothing is recorded.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from symoro.expressions import Arithmetic


class Sloped:
    """A number and its slope.

    Attributes:
        x: the number.
        slope: its derivative along the direction.
        arithmetic: that of both.
    """

    __slots__ = ("arithmetic", "slope", "x")

    def __init__(self, x: Any, slope: Any, arithmetic: Arithmetic[Any]) -> None:
        self.x = x
        self.slope = slope
        self.arithmetic = arithmetic

    def _with(self, x: Any, slope: Any) -> Sloped:
        return Sloped(x, slope, self.arithmetic)

    def _pair(self, other: Any) -> tuple[Any, Any] | None:
        """A number and its slope; None for an array, whose elements are taken one by one."""
        if isinstance(other, Sloped):
            return other.x, other.slope
        return None if isinstance(other, np.ndarray) else (other, 0)

    def __add__(self, other: Any) -> Sloped:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        return self._with(self.x + pair[0], self.slope + pair[1])

    __radd__ = __add__

    def __neg__(self) -> Sloped:
        return self._with(-self.x, -self.slope)

    def __sub__(self, other: Any) -> Sloped:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        return self._with(self.x - pair[0], self.slope - pair[1])

    def __rsub__(self, other: Any) -> Sloped:
        difference: Sloped = -self + other
        return difference

    def __mul__(self, other: Any) -> Sloped:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        return self._with(self.x * pair[0], self.slope * pair[0] + self.x * pair[1])

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Sloped:
        pair = self._pair(other)
        if pair is None:
            return NotImplemented
        quotient = self.x / pair[0]
        return self._with(quotient, (self.slope - quotient * pair[1]) / pair[0])

    def __rtruediv__(self, other: Any) -> Sloped:
        quotient: Sloped = self**-1 * other
        return quotient

    def __pow__(self, exponent: int) -> Sloped:
        return self._with(self.x**exponent, exponent * self.x ** (exponent - 1) * self.slope)

    def __abs__(self) -> Any:
        """The size of the number, by which pivots are chosen; residues are all of one size."""
        return abs(self.x) if hasattr(self.x, "__abs__") else int(self.x != 0)

    def __eq__(self, other: object) -> bool:
        pair = self._pair(other)
        return pair is not None and bool(self.x == pair[0])

    __hash__ = None  # type: ignore[assignment]

    def call(self, function: str, *others: Any) -> Sloped:
        """Apply a function, this number being its first argument."""
        pairs = [self._pair(other) or (other, 0) for other in others]
        x = self.arithmetic.call(function, self.x, *(number for number, _ in pairs))
        match function:
            case "sin":
                slope = self.arithmetic.call("cos", self.x) * self.slope
            case "cos":
                slope = -self.arithmetic.call("sin", self.x) * self.slope
            case "tan":
                slope = (x * x + 1) * self.slope
            case "sqrt":
                slope = self.slope / (2 * x)
            case "atan2":
                (across, turning) = pairs[0]
                slope = across * self.slope - self.x * turning
                slope = slope / (self.x * self.x + across * across)
            case "abs":
                slope = self.arithmetic.call("sign", self.x) * self.slope
            case _:  # the sign is constant where it has a derivative
                slope = 0 * self.slope
        return self._with(x, slope)


class SlopeArithmetic:
    """How numbers, Pi and functions look among numbers with slopes."""

    def __init__(self, arithmetic: Arithmetic[Any]) -> None:
        """Take the arithmetic of the numbers and of their slopes."""
        self.arithmetic = arithmetic

    def constant(self, x: Any) -> Sloped:
        """A number that does not change."""
        return Sloped(x, 0 * x, self.arithmetic)

    def number(self, value: Fraction) -> Sloped:
        """An exact number."""
        return self.constant(self.arithmetic.number(value))

    def pi(self) -> Sloped:
        """The constant Pi."""
        return self.constant(self.arithmetic.pi())

    def call(self, function: str, *arguments: Any) -> Sloped:
        """Return the value of a function."""
        first, *others = arguments
        start = first if isinstance(first, Sloped) else self.constant(first)
        return start.call(function, *others)
