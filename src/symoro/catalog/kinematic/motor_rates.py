"""The motors' Jacobian in symbols: positions and rates of passive joints stand for themselves.

In a mode whose angles are no sums of active ones these are roots and quotients, in which nothing
factors. So the determinant is taken with passive joint variables and the elements of G as symbols,
and their values are put in when it is evaluated.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.errors import InternalError
from symoro.expressions import ZERO, symbol
from symoro.expressions.names import fresh_name
from symoro.models.let import LetFunction
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

if TYPE_CHECKING:
    from sympy import Matrix

    from symoro.catalog.kinematic.actuated import Actuated

_SAMPLES = 2
_DRAWS = 400
_ZERO = 1e-12


@dataclass(frozen=True)
class Rates:
    """The rates of the joints of a chain in those of the motors.

    Attributes:
        driven: the robot as driven by its motors; None for a matrix in all joints.
        joints: the joints of the chain, whose rates have symbols; none where they are numbers.
    """

    driven: Actuated | None
    joints: tuple[int, ...]

    @cached_property
    def names(self) -> dict[tuple[int, int], str]:
        """The symbol of each element of G that is not always 0 or 1, by row and column."""
        if self.driven is None or not self.joints:
            return {}
        taken_names = set(self.driven.robot.symbols)
        names = {}
        for row, column in zip(*np.nonzero(self._pattern()), strict=True):
            j = self.joints[row]
            if j not in self.driven.active:
                name = f"G{j}_{self.driven.active[column]}"
                names[int(row), int(column)] = fresh_name(name, taken_names)
        return names

    def _pattern(self) -> Any:
        """The places at which G is not zero, from some closed postures."""
        assert self.driven is not None
        rng = random.Random(f"{self.driven.robot.name}|motors")
        patterns = []
        for _ in range(_DRAWS):
            try:
                state = self.driven.settle(sample_values(self.driven.robot, rng))
            except (ValueError, ZeroDivisionError):
                continue
            patterns.append(np.abs(self.driven.reference_slopes(state, self.joints)) > _ZERO)
            if len(patterns) == _SAMPLES:
                return np.any(patterns, axis=0)
        raise InternalError(f"{self.driven.robot.name}: no closed posture was drawn")

    def matrix(self) -> Matrix:
        """G in SymPy: a row for each joint of the chain, a column for each motor."""
        from sympy import zeros

        from symoro.symbolic.to_sympy import sympy_symbol

        assert self.driven is not None
        G = zeros(len(self.joints), len(self.driven.active))
        for row, j in enumerate(self.joints):
            if j in self.driven.active:
                G[row, self.driven.active.index(j)] = 1
        for (row, column), name in self.names.items():
            G[row, column] = sympy_symbol(name)
        return G

    def values(self, robot: Robot, scalar: Any, let: LetFunction) -> dict[str, Any]:
        """The scalar of each symbol: the robot's own, passive positions, elements of G."""
        scalars = {name: scalar(symbol(name)) for name in robot.symbols}
        if self.driven is None or not self.joints:
            return scalars
        loops = self.driven.motion(scalar, let)
        for j, motion in loops.positions.items():
            offset = robot.frame(j).position - robot.variables[j]
            shifted = motion.position if offset == ZERO else motion.position - scalar(offset)
            scalars[robot.variables[j].name] = shifted
        for (row, column), name in self.names.items():
            scalars[name] = loops.slopes[self.joints[row]][column]
        return scalars
