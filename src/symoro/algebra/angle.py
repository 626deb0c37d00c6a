"""An angle known by its sine and cosine: no function is called to turn by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.scalars import atan2, cos, sin


@dataclass(frozen=True)
class Angle:
    """The angle with sine ``S`` and cosine ``C``; adds to other angles by products."""

    S: Any
    C: Any

    @property
    def radians(self) -> Any:
        """The angle itself, between -Pi and Pi."""
        return atan2(self.S, self.C)

    def call(self, function: str) -> Any:
        """The sine or the cosine."""
        return {"sin": self.S, "cos": self.C}[function]

    def __add__(self, other: Any) -> Angle:
        if isinstance(other, int) and other == 0:
            return self
        S, C = sin(other), cos(other)
        return Angle(self.S * C + self.C * S, self.C * C - self.S * S)

    __radd__ = __add__

    def __neg__(self) -> Angle:
        return Angle(-self.S, self.C)

    def __sub__(self, other: Any) -> Angle:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Angle:
        return (-self).__add__(other)
