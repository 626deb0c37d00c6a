"""The columns of an identification model that some motion makes different from zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symoro.errors import ModelError
from symoro.expressions import ModularArithmetic, ScalarOf, evaluate
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.robot import Robot
from symoro.robot.parameter import Parameter

Run = Callable[[ScalarOf], Iterable[Iterable[Any]]]


def effective_columns(
    robot: Robot, every: Mapping[Parameter, str], run: Run
) -> dict[Parameter, str]:
    """Return the columns that are not zero, decided modulo a prime.

    Raises:
        ModelError: if all columns are zero.
    """

    def nonzero(field: ModularArithmetic) -> dict[Parameter, str]:
        values = {name: field.symbol(name) for name in robot.symbols}
        pairs = zip(every.items(), run(lambda entry: evaluate(entry, values, field)), strict=True)
        return {p: label for (p, label), column in pairs if any(x != 0 for x in column)}

    try:
        kept = at_random_point(f"{robot.name}|columns", nonzero)
    except ZeroDivisor:
        raise ModelError(
            f"{robot.name}: the model is undefined at every state: an expression of the tables "
            "divides by zero"
        ) from None
    if not kept:
        raise ModelError(
            f"{robot.name} has nothing to identify: its parameters "
            f"{', '.join(every.values())} have no effect whatever the motion"
        )
    return kept
