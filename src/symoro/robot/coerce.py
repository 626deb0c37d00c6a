"""Accept numbers and texts where a robot's table wants an expression."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from symoro.errors import ParseError, RobotError, UsageError
from symoro.expressions import Expression, expression


def coerce(instance: Any, *, skip: tuple[str, ...] = ()) -> None:
    """Turn every field of a frozen dataclass into expressions, tuples of them included.

    Raises:
        RobotError: naming the field and what was found.
    """
    for item in fields(instance):
        if item.name not in skip:
            value = getattr(instance, item.name)
            if not isinstance(value, Expression):
                object.__setattr__(instance, item.name, _exact(value, item.name))


def _exact(value: object, name: str) -> Any:
    if value is None or isinstance(value, Expression):
        return value
    if isinstance(value, tuple | list):
        return tuple(_exact(item, name) for item in value)
    try:
        return expression(value)  # type: ignore[arg-type]
    except (UsageError, ParseError, TypeError, ValueError) as error:
        raise RobotError(
            "not an expression", field=name, found=repr(value), expected="a number or a text"
        ) from error
