"""Computed numbers as entries of tables: exact where they can be, else the decimal of a double."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from symoro.expressions import ONE, PI, ZERO, Expression, expression
from symoro.robot.assembly.space import DIGITS, Number, Pose
from symoro.robot.base import Matrix4
from symoro.robot.mdh import SNAP

_STEP = DIGITS.pi / 12


class Decimals:
    """Entries of tables, and notes on those that were made exact.

    Attributes:
        noise: lengths [m] that rounding alone explains.
        tolerance: lengths [m] and angles [rad] that are made exact on request.
        rounding: the relative error of the numbers, whose digits beyond it are left out; 0 for all.
        notes: the numbers that were made exact.
    """

    def __init__(self, noise: float, tolerance: float, rounding: float = 0.0) -> None:
        self.noise, self.tolerance, self.rounding = noise, tolerance, rounding
        self.notes: list[str] = []

    def length(self, value: Number, where: str) -> Expression:
        """A length; one that is within the noise or the tolerance is 0."""
        if abs(value) > max(self.noise, self.tolerance):
            return self._decimal(value, self.noise)
        if abs(value) > self.noise:
            self.notes.append(f"{where}: {float(value):.3g} m was read as 0")
        return ZERO

    def angle(self, value: Number, where: str) -> Expression:
        """An angle; one that is near a multiple of Pi/12 is that angle."""
        steps = int(DIGITS.nint(value / _STEP))
        error = float(abs(value - steps * _STEP))
        if error > max(SNAP, self.tolerance):
            return self._decimal(value, self.rounding)
        exact = PI * Fraction(-12 if steps == 12 and value < 0 else steps, 12)
        if error > SNAP:
            self.notes.append(f"{where}: {float(value)!r} was read as {exact}")
        return exact

    def _decimal(self, value: Number, error: float) -> Expression:
        """The decimal of a double, with the digits that an error leaves."""
        digits = math.floor(-math.log10(error)) if self.rounding else None
        return expression(float(value) if digits is None else round(float(value), digits))

    def beside(self, values: Sequence[Number], size: Number) -> tuple[Expression, ...]:
        """Numbers of one kind; those that are rounding beside ``size`` are 0."""
        least = size * DIGITS.mpf(2) ** -52
        return tuple(expression(float(v)) if abs(v) > least else ZERO for v in values)

    def pose(self, pose: Pose) -> Matrix4:
        """A pose as four rows."""
        rows = [
            (*self.beside(row, DIGITS.mpf(1)), *self.beside((p,), DIGITS.mpf(self.noise) * 2**52))
            for row, p in zip(pose.R, pose.p, strict=True)
        ]
        return rows[0], rows[1], rows[2], (ZERO, ZERO, ZERO, ONE)  # type: ignore[return-value]


def largest(values: Iterable[Number]) -> Number:
    """The largest absolute value, 0 of none."""
    return max((abs(value) for value in values), default=DIGITS.mpf(0))
