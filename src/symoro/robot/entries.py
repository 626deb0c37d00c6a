"""The expressions in the parts of a robot: visited one by one, or changed everywhere alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TypeVar

from symoro.expressions import Expression
from symoro.robot.base import Base
from symoro.robot.coupling import Coupling
from symoro.robot.frame import Frame, Limits
from symoro.robot.link import Link
from symoro.robot.wheel import Wheel

P = TypeVar("P")
_PARTS = (Frame, Link, Base, Limits, Coupling, Wheel)

TABLES = ("frames", "links", "cut_drives", "base", "coupling", "wheels")
"""The fields of a robot that hold expressions; value sets are numbers, not tables."""


def visit_entries(part: object, visit: Callable[[Expression], object]) -> None:
    """Visit every expression of a part."""
    if isinstance(part, Expression):
        visit(part)
    elif isinstance(part, tuple):
        for item in part:
            visit_entries(item, visit)
    elif isinstance(part, _PARTS):
        for item in fields(part):
            visit_entries(getattr(part, item.name), visit)


def change_entries(part: P, change: Callable[[Expression], Expression]) -> P:
    """Return a copy of a part with every expression changed."""
    if isinstance(part, Expression):
        return change(part)  # type: ignore[return-value]
    if isinstance(part, tuple):
        return tuple(change_entries(item, change) for item in part)  # type: ignore[return-value]
    if not isinstance(part, _PARTS):
        return part
    names = [item.name for item in fields(part)]
    return replace(part, **{name: change_entries(getattr(part, name), change) for name in names})
