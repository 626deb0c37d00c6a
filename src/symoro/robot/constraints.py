"""Explicit relations between the joints of a robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symoro.expressions import Expression


@dataclass(frozen=True)
class Constraints:
    """Relations between the joints of a robot.

    In an expression ``Q3`` stands for the variable of joint 3, ``QD3`` for its velocity.

    Attributes:
        positions: the variables of some joints as functions of those of others.
        rates: their velocities, where they are given.
        constants: numbers, by symbol.
    """

    positions: Mapping[int, Expression] = field(default_factory=dict)
    rates: Mapping[int, Expression] = field(default_factory=dict)
    constants: Mapping[str, Expression] = field(default_factory=dict)

    def __repr__(self) -> str:
        parts = (("positions", self.positions), ("rates", self.rates))
        texts = [f"{word} of joints {', '.join(map(str, each))}" for word, each in parts if each]
        return f"<Constraints: {'; '.join(texts) or 'none'}>"
