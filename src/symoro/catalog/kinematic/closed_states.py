"""Random closed postures for the verification of models that take the positions of all joints."""

from __future__ import annotations

import random
from collections.abc import Mapping

from symoro.analysis.loops import CannotClose
from symoro.catalog.kinematic.parallelograms import NO_SUMS, postures_with_sums
from symoro.expressions import Expression
from symoro.robot import Robot
from symoro.verify.closable_lengths import close_somehow

_POSTURES = 12  # closed ones with the same lengths, of which each state takes one
_PATIENCE = 10  # draws of lengths with which no loop closed before

Closed = tuple[dict[str, float], list[list[float]]]  # lengths that were changed, postures


class ClosedStates:
    """Turns drawn values into ones at which all loops close, in any mode in which sums hold."""

    def __init__(self, robot: Robot, sums: Mapping[int, Expression] = NO_SUMS) -> None:
        self.robot = robot
        self._sums = sums
        self._names = [robot.variables[j].name for j in robot.moving_joints]
        self._lengths = sorted(robot.geometry_symbols - set(self._names))
        self._postures: dict[tuple[float, ...], Closed] = {}
        self._failures = 0

    def __call__(self, values: dict[str, float]) -> dict[str, float]:
        """The values with other positions of all joints, and other lengths where none closes.

        Raises:
            CannotClose: if the loops closed with none of the first draws of lengths.
            ValueError: if they do not close with these.
        """
        key = tuple(values[name] for name in self._lengths)
        if key not in self._postures:
            self._postures[key] = self._closed_rows(values, random.Random(repr(key)))
        lengths, postures = self._postures[key]
        if not postures:
            raise ValueError("the loops do not close with these lengths")
        rng = random.Random(repr([values[name] for name in self._names]))
        return values | lengths | dict(zip(self._names, rng.choice(postures), strict=True))

    def _closed_rows(self, values: dict[str, float], rng: random.Random) -> Closed:
        def find(values: dict[str, float], rng: random.Random) -> list[list[float]]:
            rows = postures_with_sums(self.robot, values, self._sums, _POSTURES, rng)
            return [*rows.tolist()]

        try:
            changed, rows = close_somehow(self.robot, find, values, rng)
        except CannotClose:
            self._failures += 1
            if self._failures == _PATIENCE and not any(each[1] for each in self._postures.values()):
                raise
            return {}, []
        return {name: changed[name] for name in self._lengths}, rows
