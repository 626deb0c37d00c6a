"""The check of a program: its independent route, and the values at which both are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symoro.expressions import Arithmetic, Values
from symoro.robot import Robot
from symoro.robot.arguments import Argument

Arrays = dict[str, Any]  # output name -> NumPy array of scalars
Reference = Callable[[Values, Arithmetic[Any], Any], Arrays]
Pairs = list[tuple[Any, Any]]
PairFunction = Callable[[Mapping[str, Any], Mapping[str, Any], Arithmetic[Any], Any], Pairs]


class LazyArrays(dict[str, Any]):
    """Arrays of which some are made when they are asked for."""

    def __init__(self, arrays: Arrays, makers: Mapping[str, Callable[[], Any]]) -> None:
        super().__init__(arrays)
        self._makers = makers

    def __missing__(self, name: str) -> Any:
        self[name] = self._makers[name]()
        return self[name]


@dataclass(frozen=True)
class Check:
    """The independent route to a model's outputs, and the values at which both are compared.

    Attributes:
        robot: the robot whose symbols are given values.
        reference: the outputs by an independent route; arguments are the value of each symbol, the
            arithmetic and the type of arrays.
        against: that route, in words.
        arrays: the arguments whose symbols are given values beside the robot's.
        compare_outputs: instead of a reference: from the outputs, the values, the arithmetic and
            the type of arrays, pairs of arrays that must be equal (both sides of a cut joint).
        balance: the same in the exact test.
        close_state: turns sampled values into a state that the model can have (loops closed).
        refine: turns a closed state, in doubles, into one with the digits of another
            arithmetic (loops closed as exactly as that can); None if there is nothing to refine.
        derived_values: the values of other symbols of the program, from the given ones.
        approximate: True if the reference agrees to 1e-9 of the largest element only (formulas in
            double precision, angles that were taken for exact ones).
    """

    robot: Robot
    reference: Reference | None = None
    against: str = ""
    arrays: tuple[Argument, ...] = ()
    compare_outputs: PairFunction | None = None
    balance: PairFunction | None = None
    close_state: Callable[[dict[str, float]], dict[str, float]] | None = None
    refine: Callable[[Values, Arithmetic[Any], Any], Mapping[str, Any]] | None = None
    derived_values: Callable[[Values, Arithmetic[Any]], dict[str, Any]] | None = None
    approximate: bool = False

    def __repr__(self) -> str:
        return f"<Check of {self.robot.name} against {self.against or 'its loops'}>"

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols that are given values: the robot's, and those of the arrays."""
        return self.robot.symbols | {each.name for array in self.arrays for each in array.symbols}

    def complete(self, values: Values, arithmetic: Arithmetic[Any]) -> dict[str, Any]:
        """Return the given values, and those that follow from them."""
        more = self.derived_values(values, arithmetic) if self.derived_values is not None else {}
        return {**values, **more}
