"""Functions of a scalar of any kind: a float, a graph node, a residue."""

from __future__ import annotations

import math
from typing import Any

from symoro.expressions import FloatArithmetic

_FLOATS = FloatArithmetic()


def is_number(x: Any, value: int) -> bool:
    """Return True if a scalar is this number, whatever the inputs of the program it stands in."""
    return bool(x.is_number(value) if hasattr(x, "is_number") else x == value)


def sin(x: Any) -> Any:
    """Return the sine."""
    return math.sin(x) if isinstance(x, float | int) else x.call("sin")


def cos(x: Any) -> Any:
    """Return the cosine."""
    return math.cos(x) if isinstance(x, float | int) else x.call("cos")


def sign(x: Any) -> Any:
    """Return 1, 0 or -1; of a whole number a whole number."""
    if isinstance(x, int):
        return (x > 0) - (x < 0)
    return _FLOATS.call("sign", x) if isinstance(x, float) else x.call("sign")


def sqrt(x: Any) -> Any:
    """Return the square root."""
    return math.sqrt(x) if isinstance(x, float | int) else x.call("sqrt")


def absolute(x: Any) -> Any:
    """Return the absolute value."""
    return abs(x) if isinstance(x, float | int) else x.call("abs")


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the direction (x, y)."""
    if isinstance(y, float | int) and isinstance(x, float | int):
        return math.atan2(y, x)
    return y.call("atan2", x)
