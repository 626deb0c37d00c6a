"""How fast a rational function can vanish by chance: a bound on its degree.

Evaluated over `Degree` scalars, a computation returns a bound on the degrees of numerator and
denominator of its result in the random values that `modular` draws; by the lemma of Schwartz and
Zippel two different results agree at a random point with a chance of at most degree / prime.
"""

from __future__ import annotations

from fractions import Fraction

from symoro.expressions.modular import TURN


class Degree:
    """Bounds on the degrees of numerator and denominator."""

    __slots__ = ("above", "below")

    def __init__(self, above: int, below: int = 0) -> None:
        self.above = above
        self.below = below

    @staticmethod
    def _lift(other: object) -> Degree | None:
        if isinstance(other, Degree):
            return other
        return Degree(0) if isinstance(other, int | Fraction) else None

    def __add__(self, other: object) -> Degree:
        b = self._lift(other)
        if b is None:
            return NotImplemented
        above = max(self.above + b.below, b.above + self.below)
        return Degree(above, self.below + b.below)

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: object) -> Degree:
        b = self._lift(other)
        if b is None or other == 0:
            return NotImplemented if b is None else Degree(0)
        return Degree(self.above + b.above, self.below + b.below)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Degree:
        b = self._lift(other)
        if b is None:
            return NotImplemented
        return Degree(self.above + b.below, self.below + b.above)

    def __rtruediv__(self, other: object) -> Degree:
        return Degree(self.below, self.above) * other

    def __pow__(self, exponent: int) -> Degree:
        if exponent < 0:
            return Degree(-exponent * self.below, -exponent * self.above)
        return Degree(exponent * self.above, exponent * self.below)

    def __neg__(self) -> Degree:
        return self

    def call(self, function: str, *others: Degree) -> Degree:
        """Apply a function, this degree being its first argument."""
        return DegreeArithmetic().call(function, self, *others)


class DegreeArithmetic:
    """Degrees of what `modular.ModularArithmetic` computes."""

    def number(self, value: Fraction) -> Degree:
        """A number is constant."""
        return Degree(0)

    def symbol(self, name: str) -> Degree:
        """A symbol is one random value."""
        return Degree(1)

    def pi(self) -> Degree:
        """Pi is one random value."""
        return Degree(1)

    def call(self, function: str, *arguments: Degree) -> Degree:
        """A sine is a Laurent polynomial in the root of its angle; others are one random value."""
        if function in ("sin", "cos"):
            return Degree(2 * TURN * max(1, *(a.above for a in arguments), 1))
        if function == "tan":
            return Degree(2 * TURN, 2 * TURN)
        return Degree(1)
