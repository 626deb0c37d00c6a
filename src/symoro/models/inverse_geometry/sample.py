"""Residues at three points of a chain, by which a method decides what is zero and what is constant.

The geometry is the same at the first two points, the joints are not: a value that agrees there does
not depend on the pose. At the third point joints are those of the first and all lengths are
multiplied by one number: its powers tell the degree of a value in lengths.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, identity
from symoro.expressions import Expression, ModularArithmetic, Residue, ScalarOf, evaluate
from symoro.models.geometry.transforms import Chain
from symoro.models.inverse_geometry.joint_chain import JointChain
from symoro.models.inverse_geometry.scene import Angle
from symoro.models.mechanism import Mechanism, mechanism

_SCALE = 1_000_003  # any number whose low powers differ modulo the prime
_DEGREES = range(-6, 13)


class Sample:
    """One value at the three points."""

    __slots__ = ("prime", "values")

    def __init__(self, prime: int, values: tuple[int, int, int]) -> None:
        self.prime = prime
        self.values = values

    def __repr__(self) -> str:
        return f"Sample{self.values}"

    def _lift(self, other: Any) -> tuple[int, int, int] | None:
        if isinstance(other, Sample):
            return other.values
        if isinstance(other, int):
            return (other, other, other)
        if hasattr(other, "numerator"):
            x = other.numerator * pow(other.denominator, -1, self.prime)
            return (x, x, x)
        return None

    def _make(self, a: int, b: int, c: int) -> Sample:
        p = self.prime
        return Sample(p, (a % p, b % p, c % p))

    def __add__(self, other: Any) -> Sample:
        if (v := self._lift(other)) is None:
            return NotImplemented
        u = self.values
        return self._make(u[0] + v[0], u[1] + v[1], u[2] + v[2])

    __radd__ = __add__

    def __neg__(self) -> Sample:
        u = self.values
        return self._make(-u[0], -u[1], -u[2])

    def __sub__(self, other: Any) -> Sample:
        if (v := self._lift(other)) is None:
            return NotImplemented
        u = self.values
        return self._make(u[0] - v[0], u[1] - v[1], u[2] - v[2])

    def __rsub__(self, other: Any) -> Sample:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Sample:
        if (v := self._lift(other)) is None:
            return NotImplemented
        u = self.values
        return self._make(u[0] * v[0], u[1] * v[1], u[2] * v[2])

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Sample:
        if (v := self._lift(other)) is None:
            return NotImplemented
        p = self.prime
        a, b, c = (x * pow(y, -1, p) for x, y in zip(self.values, v, strict=True))
        return self._make(a, b, c)

    def is_number(self, value: int) -> bool:
        """True if the value is this number at all points."""
        residue = value % self.prime
        return self.values == (residue, residue, residue)

    @property
    def is_constant(self) -> bool:
        """True if the value does not depend on the joints."""
        return self.values[0] == self.values[1]

    @property
    def degree(self) -> int | None:
        """The degree in lengths; None where it has none."""
        for degree in _DEGREES:
            factor = pow(_SCALE, degree, self.prime)
            if (self.values[0] * factor - self.values[2]) % self.prime == 0:
                return degree
        return None


class SampledChain:
    """A chain at the three points: its constant matrices, its joints and the pose of its end."""

    def __init__(self, chain: JointChain, seed: str) -> None:
        """Sample a chain.

        Args:
            chain: the chain; joints of it that are fixed have random positions.
            seed: text that determines the points.
        """
        self.chain = chain
        self._field = ModularArithmetic(seed)
        self.prime = self._field.prime
        robot = chain.robot
        scalar: ScalarOf = _evaluator(self._field)
        m = mechanism(robot, scalar)
        self.geometry = _SampledGeometry(
            Chain(robot, m), Chain(robot, _scale_lengths(m)), self.prime
        )
        self.values = {k: self._value(k) for k in chain.unknowns}

    def _value(self, unknown: int) -> Any:
        """Random values of an unknown: an angle's sine and cosine, or a position."""
        if not self.chain.unknowns[unknown].turns:
            a, b = (self._field.random("position", unknown, k) for k in (1, 2))
            return self.sample(a, b, a * _SCALE)
        circles = [self._circle(unknown, k) for k in (1, 2)]
        (S1, C1), (S2, C2) = circles
        return Angle(self.sample(S1, S2, S1), self.sample(C1, C2, C1))

    def _circle(self, unknown: int, k: int) -> tuple[int, int]:
        """The sine and cosine of a random angle."""
        t = self._field.random("tangent of a half", unknown, k)
        h = pow(1 + t * t, -1, self.prime)
        return 2 * t * h, (1 - t * t) * h

    def sample(self, a: int, b: int, c: int) -> Sample:
        """A value at the three points."""
        p = self.prime
        return Sample(p, (a % p, b % p, c % p))


class _SampledGeometry:
    """Multiplies constant screws at the three points; stands for a `Chain`."""

    def __init__(self, plain: Chain, scaled: Chain, prime: int) -> None:
        self._plain, self._scaled, self._prime = plain, scaled, prime

    def product(self, screws: Any) -> Array:
        """The product of screws."""
        pair = (self._plain.product(screws), self._scaled.product(screws))
        T = identity(4)
        for place in np.ndindex(3, 4):
            T[place] = self._join(*(matrix[place] for matrix in pair))
        return T

    def circle(self, parts: Any) -> tuple[Any, Any]:
        """The sine and cosine of a sum of angles."""
        S, C = self._plain.circle(parts)
        return self._join(S, S), self._join(C, C)

    def sum(self, parts: Any) -> Any:
        """The sum of some parameters."""
        return self._join(self._plain.sum(parts), self._scaled.sum(parts))

    def _join(self, value: Any, scaled: Any) -> Any:
        if isinstance(value, int) and isinstance(scaled, int):
            return value
        a, c = (x.value if isinstance(x, Residue) else x % self._prime for x in (value, scaled))
        return Sample(self._prime, (a, a, c))


def _evaluator(field: ModularArithmetic) -> ScalarOf:
    def scalar(entry: Expression) -> Any:
        values = {name: field.symbol(name) for name in entry.symbols}
        return evaluate(entry, values, field)

    return scalar


def _scale_lengths(m: Mechanism) -> Mechanism:
    """The mechanism with all lengths of its frames multiplied."""
    bodies = tuple(
        replace(body, b=body.b * _SCALE, d=body.d * _SCALE, r=body.r * _SCALE) for body in m.bodies
    )
    return replace(m, bodies=bodies)
