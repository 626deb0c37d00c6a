"""A named set of numbers for a robot's symbols."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.expressions import Expression, FloatArithmetic, evaluate, expression


@dataclass(frozen=True)
class ValueSet:
    """Numbers for some or all symbols of a robot, and where they come from."""

    name: str
    values: tuple[tuple[str, Expression], ...]
    source: str = ""

    @property
    def numbers(self) -> dict[str, float]:
        """The values as doubles, by symbol."""
        floats = FloatArithmetic()
        return {name: evaluate(value, {}, floats) for name, value in self.values}

    def __post_init__(self) -> None:
        exact = tuple((name, expression(value)) for name, value in self.values)
        object.__setattr__(self, "values", exact)
