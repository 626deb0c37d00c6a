"""The values that a user gives for a robot's symbols, checked."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from numbers import Real

from symoro.errors import UsageError
from symoro.robot import Robot


def required_values(
    robot: Robot, needed: Collection[str], numbers: Mapping[str, object]
) -> dict[str, float]:
    """Return the values of the symbols that are needed.

    Raises:
        UsageError: naming symbols without a number, unknown ones, and values that are no numbers.
    """
    robot.require_symbols(numbers)
    missing = sorted(set(needed) - numbers.keys())
    if missing:
        listed = ", ".join(missing)
        raise UsageError(f"{robot.name}: no number for {listed}; all of them are needed")
    values: dict[str, float] = {}
    wrong: list[str] = []
    for name in sorted(needed):
        value = numbers[name]
        if not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value):
            values[name] = float(value)
        else:
            wrong.append(f"{name} = {value!r}")
    if wrong:
        raise UsageError(f"{robot.name}: a finite number is needed, not {', '.join(wrong)}")
    return values
