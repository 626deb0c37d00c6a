"""Functions of a scalar of any kind: a float, a number of many digits, a graph node, a residue."""

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
    return math.sin(x) if isinstance(x, float | int) else _call("sin", x)


def cos(x: Any) -> Any:
    """Return the cosine."""
    return math.cos(x) if isinstance(x, float | int) else _call("cos", x)


def sign(x: Any) -> Any:
    """Return 1, 0 or -1; of a whole number a whole number."""
    if isinstance(x, int):
        return (x > 0) - (x < 0)
    return _FLOATS.call("sign", x) if isinstance(x, float) else _call("sign", x)


def sqrt(x: Any) -> Any:
    """Return the square root; a negative number has none."""
    return math.sqrt(x) if isinstance(x, float | int) else _call("sqrt", x)


def absolute(x: Any) -> Any:
    """Return the absolute value."""
    return abs(x) if isinstance(x, float | int) else _call("abs", x)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the direction (x, y)."""
    if isinstance(y, float | int) and isinstance(x, float | int):
        return math.atan2(y, x)
    return _call("atan2", y, x)


def exp(x: Any) -> Any:
    """Return the exponential."""
    return math.exp(x) if isinstance(x, float | int) else _call("exp", x)


def tanh(x: Any) -> Any:
    """Return the hyperbolic tangent."""
    return math.tanh(x) if isinstance(x, float | int) else _call("tanh", x)


def _call(name: str, x: Any, *others: Any) -> Any:
    """Scalars bring their functions, mpmath's numbers those of the context that made them."""
    if hasattr(x, "call"):
        return x.call(name, *others)
    if name == "sqrt" and x < 0:
        raise ValueError("the root of a negative number")
    return getattr(x.context, {"abs": "fabs"}.get(name, name))(x, *others)
