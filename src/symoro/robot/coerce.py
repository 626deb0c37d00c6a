"""Accept numbers and texts where a robot's table wants an expression; refuse anything else."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any, TypeVar

from symoro.errors import ParseError, RobotError, UsageError
from symoro.expressions import Expression, expression

E = TypeVar("E", bound=Enum)


def coerce_scalars(instance: Any, *names: str, optional: bool = False) -> None:
    """Make fields of a frozen dataclass expressions: all of them, or those named.

    Raises:
        RobotError: naming the field and what was found.
    """
    for name in names or [item.name for item in fields(instance)]:
        value = getattr(instance, name)
        if not isinstance(value, Expression) and not (optional and value is None):
            _put(instance, name, coerce_scalar(value, name))


def coerce_vectors(instance: Any, *names: str) -> None:
    """Make fields tuples of expressions, or of such tuples."""
    for name in names:
        _put(instance, name, _sequence(getattr(instance, name), name))


def coerce_flags(instance: Any, *names: str) -> None:
    """Make fields True or False; 0 and 1 will do."""
    for name in names:
        value = getattr(instance, name)
        if not isinstance(value, bool):
            if value not in (0, 1) or not isinstance(value, int):
                raise RobotError("not a flag", field=name, found=repr(value), expected="0 or 1")
            _put(instance, name, bool(value))


def require_integer(instance: Any, name: str) -> None:
    """Refuse a field that is not an integer."""
    value = getattr(instance, name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RobotError("not a number of a frame", field=name, found=repr(value))


def coerce_member(instance: Any, name: str, kind: type[E]) -> None:
    """Make a field a member of an enumeration; its value will do."""
    value = getattr(instance, name)
    if not isinstance(value, kind):
        try:
            _put(instance, name, kind(value))
        except ValueError:
            expected = ", ".join(str(each.value) for each in kind)
            raise RobotError(
                "not one of the kinds", field=name, found=repr(value), expected=expected
            ) from None


def _put(instance: Any, name: str, value: object) -> None:
    object.__setattr__(instance, name, value)


def _sequence(value: object, name: str) -> tuple[Any, ...]:
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise RobotError("not a list", field=name, found=repr(value), expected="a list of values")
    return tuple(
        _sequence(item, name) if isinstance(item, tuple | list) else coerce_scalar(item, name)
        for item in value
    )


def coerce_scalar(value: object, name: str) -> Expression:
    """Return a value as an expression; an error names the field that has it."""
    if isinstance(value, Expression):
        return value
    try:
        if value is None or isinstance(value, bool):
            raise TypeError
        return expression(value)  # type: ignore[arg-type]
    except (UsageError, ParseError, TypeError, ValueError) as error:
        reason = error.message if isinstance(error, ParseError) else str(error)
        raise RobotError(
            f"not an expression{': ' if reason else ''}{reason}",
            field=name,
            found=repr(value),
            expected="a number or a text",
        ) from error
