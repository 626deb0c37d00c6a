"""Sampled values of a closed robot, changed until its loops close in the modes of a model."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from symoro.analysis.loops import CannotClose, closed_postures
from symoro.expressions import FloatArithmetic, ScalarOf, evaluate
from symoro.models.let import plain
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan, Mode
from symoro.verify.closable_lengths import close_somehow

_FLOATS = FloatArithmetic()
_UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
_POSTURES = 5  # closed ones of which one may have all modes that are asked for
_PATIENCE = 10  # draws of lengths with which no loop closed before


class Closing:
    """Turns drawn values into ones at which the loops close in some modes.

    They stay as drawn if that is so; else the active joints are those of random closed postures,
    whatever the unit of length and however narrow the range in which the loops close. Lengths for
    which no value set has a number are changed where the loops close with none of the postures.
    """

    def __init__(self, loops: LoopPlan, modes: Sequence[Mode]) -> None:
        self.loops = loops
        self.modes = tuple(modes)
        self._closed = False
        self._failures = 0

    def __call__(self, values: dict[str, float]) -> dict[str, float]:
        """The values with other positions of the active joints; as drawn where none will do.

        Raises:
            CannotClose: if the loops closed with none of the first draws of lengths.
        """
        robot, recipes = self.loops.robot, self.loops.recipes
        for state in self._states(values):
            at: ScalarOf = partial(evaluate, values=state, arithmetic=_FLOATS)
            try:
                solve_loops(robot, recipes, self.modes, at, plain)
            except _UNDEFINED:
                continue
            self._closed = True
            return state
        return values

    def _states(self, values: dict[str, float]) -> Iterator[dict[str, float]]:
        yield values
        robot = self.loops.robot
        names = [robot.variables[j].name for j in robot.moving_joints]
        rng = random.Random(repr([values[name] for name in names]))

        def find(values: dict[str, float], rng: random.Random) -> list[list[float]]:
            return [*closed_postures(robot, values, _POSTURES, rng).tolist()]

        try:
            values, postures = close_somehow(robot, find, values, rng)
        except CannotClose:
            self._failures += 1
            if self._failures == _PATIENCE and not self._closed:
                raise
            return
        known = [robot.variables[j].name for j in self.loops.active]
        for row in postures:
            there = dict(zip(names, row, strict=True))
            yield values | {name: there[name] for name in known}
