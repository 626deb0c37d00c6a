"""Which columns of an identification model are not zero whatever the motion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from symoro.errors import ModelError
from symoro.expressions import Expression, ModularArithmetic, evaluate
from symoro.expressions.modular import NoRoot
from symoro.robot import Robot
from symoro.robot.parameter import Parameter

_POINTS = 4  # random points modulo a prime: one at which everything is defined is enough

Run = Callable[[Callable[[Expression], Any]], Iterable[Iterable[Any]]]


def effective_columns(
    robot: Robot, every: Mapping[Parameter, str], run: Run
) -> dict[Parameter, str]:
    """Return the columns that are not zero, decided modulo a prime.

    Args:
        robot: the robot.
        every: all parameters, with their labels.
        run: the elements of each column, over some scalars.

    Raises:
        ModelError: if all columns are zero.
    """
    for point in range(_POINTS):
        field = ModularArithmetic(f"{robot.name}|columns|{point}", loose=True)
        values = {name: field.symbol(name) for name in robot.symbols}
        with suppress(NoRoot):
            found = run(lambda entry: evaluate(entry, values, field))  # noqa: B023
            pairs = zip(every.items(), found, strict=True)
            kept = {p: label for (p, label), column in pairs if any(x != 0 for x in column)}
            if not kept:
                raise ModelError(
                    f"{robot.name} has nothing to identify: its parameters "
                    f"{', '.join(every.values())} have no effect whatever the motion"
                )
            return kept
    raise ModelError(f"{robot.name}: the model is undefined at every state that was tried")
