"""Load the robot of a command, and say on standard error what is probably mistyped in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from symoro.errors import RobotError

if TYPE_CHECKING:
    from symoro.formats import Diagnostic
    from symoro.robot import Robot


def load_robot(
    source: str, strict: bool = False, changes: Mapping[str, Any] | None = None
) -> Robot:
    """Return the robot of a command, before its options change it.

    Its warnings are printed as ``check`` prints them, with their place where the file has one.

    Args:
        source: a name or a path.
        strict: refuse a robot that has warnings.
        changes: those that the command's options ask for, by the arguments of `variant`; the robot
            that they give is the one that is checked.

    Raises:
        RobotError: for a robot with warnings, if ``strict``.
    """
    return _pair(source, strict, changes)[0]


def load_changed(
    source: str,
    strict: bool,
    changes: Mapping[str, Any],
    *,
    needs_numbers: bool = False,
    reading: Mapping[str, Any] | None = None,
) -> Robot:
    """Return the robot as the options of a command change it; see `load_robot`.

    A command that needs numbers takes the robot's only value set if it names none, and says so.
    ``reading`` has options of `symoro.library.load`.
    """
    return _pair(source, strict, changes, needs_numbers, reading)[1]


def value_set_or_only(robot: Robot, values: str | None) -> str | None:
    """Return the value set of a command, or the robot's only one: standard error says so then."""
    from symoro.robot.values import only_set

    if values is not None or (only := only_set(robot)) is None:
        return values
    typer.echo(f"values: {only.name}, the only value set of {robot.name}", err=True)
    return only.name


def refuse_warnings(source: str, count: int) -> None:
    """Refuse a robot whose warnings were printed, if it has some.

    Raises:
        RobotError: with their number.
    """
    if count:
        warnings = "1 warning" if count == 1 else f"{count} warnings"
        raise RobotError(f"{source} has {warnings}; --strict refuses it")


def _pair(
    source: str,
    strict: bool,
    changes: Mapping[str, Any] | None,
    needs_numbers: bool = False,
    reading: Mapping[str, Any] | None = None,
) -> tuple[Robot, Robot]:
    from symoro.library import load
    from symoro.robot.doubts import doubts, issued_warnings
    from symoro.robot.variant import asks_for_changes

    diagnostics: list[Diagnostic] = []
    robot = load(source, diagnostics, **reading or {})
    changes = dict(changes or {})
    if needs_numbers:
        changes["values"] = value_set_or_only(robot, changes["values"])
    variant = robot
    if asks_for_changes(changes):
        from symoro.formats.values import changed_robot

        variant = changed_robot(robot, **changes)
    messages = tuple(map(str, doubts(variant)))
    for message in messages:
        place = next((str(each) for each in reversed(diagnostics) if each.text == message), None)
        typer.echo(place or f"{source}: warning: {message}", err=True)
    if strict:
        refuse_warnings(source, len(messages))
    for each in (robot, variant):
        issued_warnings(each).update(messages)
    return robot, variant
