"""The numbers of Julia and the functions of them, for the reader of printed files.

Whole numbers are Python's, within 64 bits; floating-point numbers are NumPy's, whose scalars
promote like Julia's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

TYPES: dict[str, type] = {"Int64": int, "Int": int, "Float32": np.float32, "Float64": np.float64}


class JuliaError(Exception):
    """What Julia would refuse, or what is not known here."""


def integer(value: int) -> int:
    """A whole number; one that wraps around is never meant."""
    if not -(2**63) <= value < 2**63:
        raise JuliaError(f"{value} overflows Int64")
    return value


def kind(value: Any) -> type:
    """The type of a number."""
    for each in (int, np.float32, np.float64):
        if type(value) is each:
            return each
    raise JuliaError(f"{value!r} is no number")


def promoted(*kinds: type) -> type:
    """What numbers of these types become together."""
    for each in (np.float64, np.float32, int):
        if each in kinds:
            return each
    raise JuliaError("promote_type of nothing")


def converted(to: type, value: Any) -> Any:
    """A number as another type."""
    kind(value)
    if to is int:
        if value != int(value):
            raise JuliaError(f"InexactError: Int64({value})")
        return integer(int(value))
    return to(value)


def array(elements: Sequence[Any], to: type) -> Any:
    """A vector of numbers of a type."""
    return np.array([converted(to, each) for each in elements], dtype=to)


def floating(value: Any) -> Any:
    """``float`` of a number or of a type."""
    if isinstance(value, type):
        return np.float64 if value is int else value
    return np.float64(value) if kind(value) is int else value


def operated(sign: str, a: Any, b: Any) -> Any:
    """An operation of two numbers, or a linear system."""
    if sign == "\\":
        if not (isinstance(a, np.ndarray) and a.ndim == 2 and a.shape[0] == a.shape[1] == len(b)):
            raise JuliaError("least squares, not a linear system")
        try:
            return np.linalg.solve(a, b)
        except np.linalg.LinAlgError:
            raise JuliaError("SingularException") from None
    whole = promoted(kind(a), kind(b)) is int
    if sign == "/":
        return np.float64(a) / np.float64(b) if whole else a / b
    if sign == "^":
        if kind(b) is not int or b < 0:
            raise JuliaError(f"an exponent {b}")
        return integer(a**b) if whole else a**b
    operations: dict[str, Callable[[Any, Any], Any]] = {
        "+": lambda x, y: x + y,
        "-": lambda x, y: x - y,
        "*": lambda x, y: x * y,
    }
    if sign not in operations:
        raise JuliaError(f"the operator {sign}")
    found = operations[sign](a, b)
    return integer(found) if whole else found


def elements(value: Any) -> Any:
    """``eltype`` of an array or of a number."""
    if isinstance(value, np.ndarray):
        return int if value.dtype == np.int64 else value.dtype.type
    return kind(value)


def zeros(to: type, *shape: int) -> Any:
    """An array of zeros."""
    return np.zeros(shape, dtype=to)


def reshaped(value: Any, *shape: int) -> Any:
    """``reshape``: the first index runs fastest."""
    if value.ndim != 1 or value.size != math.prod(shape):
        raise JuliaError(f"DimensionMismatch: {value.shape} as {shape}")
    return value.reshape(shape, order="F")


def thrown(error: JuliaError) -> None:
    """``throw``."""
    raise error


def _of_floats(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: function(*(floating(value) for value in values))


def _sqrt(value: Any) -> Any:
    if value < 0:
        raise JuliaError(f"DomainError: sqrt({value})")
    return np.sqrt(floating(value))


def _log(value: Any) -> Any:
    if value < 0:
        raise JuliaError(f"DomainError: log({value})")
    return np.log(floating(value))


BASE: dict[str, Any] = {
    **TYPES,
    **{name: _of_floats(getattr(np, name)) for name in ("sin", "cos", "tan", "exp", "tanh")},
    **{f"a{name}": _of_floats(getattr(np, f"arc{name}")) for name in ("sin", "cos")},
    "atan": _of_floats(lambda y, *x: np.arctan2(y, *x) if x else np.arctan(y)),
    "sqrt": _sqrt,
    "log": _log,
    "oftype": lambda x, y: type(x)(y),
    "NaN": np.float64("nan"),
    "abs": abs,
    "sign": lambda x: type(x)(0 if x == 0 else math.copysign(1, x)),
    "pi": np.float64(np.pi),
    "float": floating,
    "promote_type": promoted,
    "typeof": kind,
    "eltype": elements,
    "reshape": reshaped,
    "zeros": zeros,
    "iszero": lambda x: bool(x == 0),
    "throw": thrown,
    "length": lambda values: int(values.size),
    "size": lambda values: values.shape,
    "ArgumentError": lambda message: JuliaError(f"ArgumentError: {message}"),
    "DimensionMismatch": lambda message: JuliaError(f"DimensionMismatch: {message}"),
    "eachrow": lambda matrix: list(matrix),
    "join": lambda texts, between: between.join(texts),
}
