"""A bound on the degree of a rational function: on the chance that it vanishes at a point.

Evaluated over `Degree` scalars, a computation returns a bound on the degrees of numerator and
denominator of its result in the random values that `modular` draws; by the lemma of Schwartz and
Zippel two different results agree at a random point with a chance of at most degree / prime.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from symoro.expressions.primes import TURN


class Factor:
    """A polynomial of some degree that something was divided by."""

    __slots__ = ("degree",)

    def __init__(self, degree: int) -> None:
        self.degree = degree


Powers = Mapping[Factor, int]
_NONE: Powers = {}
Number = int | Fraction


class Degree:
    """Bounds on the degrees of numerator and denominator.

    A denominator is kept as powers of what was divided by: a sum of quotients with one divisor has
    that divisor once, however many terms there are.

    Attributes:
        angles: the sum of the absolute coefficients of its symbols, and of its number, if it is an
            angle such as t1 + t2/2 + 0.1; a product counts as one symbol, Pi as none.
        number: its absolute value, if it is a number and no sum.
    """

    __slots__ = ("_divisor", "above", "angles", "number", "powers")

    def __init__(
        self, above: int, below: int = 0, angles: Number = 1, number: Number | None = None
    ) -> None:
        self.above, self.angles, self.number = above, angles, number
        self.powers: Powers = {Factor(below): 1} if below else _NONE
        self._divisor: Factor | None = None

    @property
    def below(self) -> int:
        """The degree of the denominator."""
        return sum(factor.degree * power for factor, power in self.powers.items())

    @staticmethod
    def _lift(other: object) -> Degree | None:
        if isinstance(other, Degree):
            return other
        return _number(other) if isinstance(other, int | Fraction) else None

    @staticmethod
    def _make(above: int, powers: Powers, angles: Number = 1) -> Degree:
        degree = Degree(above, 0, angles)
        degree.powers = powers
        return degree

    def __add__(self, other: object) -> Degree:
        b = self._lift(other)
        if b is None:
            return NotImplemented
        angles = self.angles + b.angles
        if self.powers is b.powers:
            return self._make(max(self.above, b.above), self.powers, angles)
        common = dict(self.powers)
        for factor, power in b.powers.items():
            common[factor] = max(power, common.get(factor, 0))
        below = sum(factor.degree * power for factor, power in common.items())
        above = max(self.above + below - self.below, b.above + below - b.below)
        return self._make(above, common, angles)

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: object) -> Degree:
        b = self._lift(other)
        if b is None or other == 0:
            return NotImplemented if b is None else _number(0)
        if self.number is not None and b.number is not None:
            return _number(self.number * b.number)
        above = self.above + b.above
        angles: Number = 1
        for one, scale in ((self, b.number), (b, self.number)):
            if scale is not None:
                angles = scale * one.angles
        if not b.powers or not self.powers:
            return self._make(above, self.powers or b.powers, angles)
        powers = dict(self.powers)
        for factor, power in b.powers.items():
            powers[factor] = powers.get(factor, 0) + power
        return self._make(above, powers)

    __rmul__ = __mul__

    def _inverse(self) -> Degree:
        """One over it: its numerator is a divisor from now on, and always the same one."""
        if self.number:
            return _number(Fraction(1, self.number))
        if self._divisor is None:
            self._divisor = Factor(self.above)
        return self._make(self.below, {self._divisor: 1} if self.above else _NONE)

    def __truediv__(self, other: object) -> Degree:
        b = self._lift(other)
        return NotImplemented if b is None else self * b._inverse()

    def __rtruediv__(self, other: object) -> Degree:
        return self._inverse() * other

    def __pow__(self, exponent: int) -> Degree:
        if exponent < 0:
            return self._inverse() ** -exponent
        if self.number is not None:
            return _number(self.number**exponent)
        if exponent == 1:
            return self
        powers = {factor: exponent * power for factor, power in self.powers.items() if exponent}
        return self._make(exponent * self.above, powers or _NONE)

    def __neg__(self) -> Degree:
        return self

    def call(self, function: str, *others: Degree) -> Degree:
        """Apply a function, this degree being its first argument."""
        return DegreeArithmetic().call(function, self, *others)


class DegreeArithmetic:
    """Degrees of what `modular.ModularArithmetic` computes."""

    def number(self, value: Fraction) -> Degree:
        """A number is constant."""
        return _number(value)

    def symbol(self, name: str) -> Degree:
        """A symbol is one random value."""
        return Degree(1)

    def pi(self) -> Degree:
        """Pi is one random value; as an angle it is constant."""
        return Degree(1, angles=0)

    def call(self, function: str, *arguments: Degree) -> Degree:
        """A sine is a Laurent polynomial in the roots of its angles, others are a random value."""
        degree = math.ceil(2 * TURN * max(1, arguments[0].angles))
        if function in ("sin", "cos"):
            return Degree(degree)
        return Degree(degree, degree) if function == "tan" else Degree(1)


def _number(value: Number) -> Degree:
    size = value if value >= 0 else -value
    size = int(size) if size.denominator == 1 else size
    return Degree(0, angles=size, number=size)
