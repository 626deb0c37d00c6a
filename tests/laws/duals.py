"""Numbers with a rate: a program that runs on them is differentiated exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symoro.expressions import FloatArithmetic

_FLOATS = FloatArithmetic()


@dataclass(frozen=True, eq=False)
class Dual:
    """A value and its rate."""

    x: float
    rate: float = 0.0

    def __add__(self, other: Any) -> Dual:
        y = dual(other)
        return Dual(self.x + y.x, self.rate + y.rate)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.x, -self.rate)

    def __sub__(self, other: Any) -> Dual:
        return self + -dual(other)

    def __rsub__(self, other: Any) -> Dual:
        return dual(other) + -self

    def __mul__(self, other: Any) -> Dual:
        y = dual(other)
        return Dual(self.x * y.x, self.rate * y.x + self.x * y.rate)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        y = dual(other)
        quotient = self.x / y.x
        return Dual(quotient, (self.rate - quotient * y.rate) / y.x)

    def __pow__(self, exponent: int) -> Dual:
        return Dual(self.x**exponent, exponent * self.x ** (exponent - 1) * self.rate)

    def __abs__(self) -> float:
        return abs(self.x)

    def __eq__(self, other: object) -> bool:
        return self.x == other

    __hash__ = None  # type: ignore[assignment]


def dual(value: Any) -> Dual:
    """A number as one that does not change."""
    return value if isinstance(value, Dual) else Dual(float(value))


class DualArithmetic:
    """How numbers, Pi and functions look among duals."""

    def number(self, value: Fraction) -> Dual:
        """A constant."""
        return Dual(_FLOATS.number(value))

    def pi(self) -> Dual:
        """The constant Pi."""
        return Dual(math.pi)

    def call(self, function: str, *arguments: Dual) -> Dual:
        """A function of one number, or atan2 of two, by the chain rule."""
        if function == "atan2":
            y, x = arguments
            rate = (x.x * y.rate - y.x * x.rate) / (x.x**2 + y.x**2)
            return Dual(math.atan2(y.x, x.x), rate)
        (y,) = arguments
        slope = {"sin": math.cos(y.x), "cos": -math.sin(y.x), "sign": 0.0}[function]
        return Dual(_FLOATS.call(function, y.x), slope * y.rate)
