"""A new robot from a data sheet's table, whose columns are options or answers on a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import typer

from symoro.errors import ParseError, SymoroError, UsageError

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.robot import Robot

T = TypeVar("T")

MOST = 5000
"""The largest number of joints of a new robot."""

COLUMNS = {
    "a": "lengths a along x [m]",
    "alpha": "twists alpha about x [{unit}]",
    "d": "distances d along z [m], offsets of prismatic joints",
    "theta": "angles theta about z [{unit}], offsets of revolute joints",
}
_SEPARATED = re.compile(r";|[\w.)]\s+[-+]?[\w.(]")  # values side by side
_COMMA = re.compile(r",(?![^(]*\))")  # none between the arguments of a function


def robot_of_sheet(
    name: str,
    convention: str,
    joints: str | None,
    columns: Mapping[str, str | None],
    degrees: bool | None,
    reversed_joints: tuple[int, ...],
) -> Robot:
    """Return the robot of a table; columns that are None are asked for.

    Raises:
        UsageError: for missing columns or a missing unit, if nobody can be asked; for words that
            are no column.
        RobotError: for a table that is none.
    """
    from symoro.robot import Robot
    from symoro.robot.dh import dh_fields
    from symoro.robot.dh_table import DhTable

    letters, count = _joint_letters(joints)
    known = {column: _read_column(column, text) for column, text in columns.items() if text}
    missing = [column for column in columns if column not in known]
    _refuse_silence(missing, degrees)
    if degrees is None:
        degrees = _ask("Are its angles in degrees or in radians?", _read_unit)
    for column in COLUMNS:
        if column in missing:
            known[column] = _ask_column(column, count, degrees)
        count = count or len(known[column])
    a, alpha, d, theta = (tuple(known[column]) for column in COLUMNS)
    table = DhTable(
        a,
        alpha,
        d,
        theta,
        convention=convention,
        degrees=degrees,
        joints=letters or "R" * (count or 0),
        reversed_joints=reversed_joints,
    )
    for doubt in table.doubts:
        typer.echo(f"warning: {doubt}", err=True)
    return Robot(**dh_fields(table, name))


def _joint_letters(joints: str | None) -> tuple[str, int | None]:
    """The letters of joint types and the number of rows, as far as --joints tells."""
    if joints is None:
        return "", None
    if joints.isdecimal() and int(joints) > MOST:
        raise UsageError(f"--joints takes at most {MOST}; files of larger robots are not read")
    if joints.isdecimal() and int(joints):
        return "R" * int(joints), int(joints)
    return joints, len(joints)


def _refuse_silence(missing: list[str], degrees: bool | None) -> None:
    """Refuse to ask where nobody answers."""
    if (not missing and degrees is not None) or sys.stdin.isatty():
        return
    options = [f"--{column} with a value for each joint, such as 0,0.4,0" for column in missing[:1]]
    options += [f"--{column}" for column in missing[1:]]
    options += ["--degrees or --radians"] if degrees is None else []
    raise UsageError(f"the table is not complete: give {', '.join(options)} (a terminal is asked)")


def _ask_column(column: str, count: int | None, degrees: bool) -> list[Expression]:
    meaning = COLUMNS[column].format(unit="degrees" if degrees else "rad")
    rows = f"{count} values" if count else "a value for each joint"

    def read(text: str) -> list[Expression]:
        entries = _read_column(column, text)
        if count and len(entries) != count:
            raise UsageError(f"{column} has {len(entries)} values; expected {count}")
        return entries

    return _ask(f"{meaning}; {rows}, with commas", read)


def _ask(question: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read."""

    def value(text: str) -> T:
        try:
            return read(text)
        except SymoroError as error:
            raise typer.BadParameter(str(error)) from None

    answer: T = typer.prompt(question, value_proc=value, err=True)
    return answer


def _read_unit(text: str) -> bool:
    word = text.strip().lower()
    for unit in ("degrees", "radians"):
        if word and unit.startswith(word):
            return unit == "degrees"
    raise UsageError(f"degrees or radians, not {text}")


def _read_column(column: str, text: str) -> list[Expression]:
    from symoro.expressions import parse

    entries: list[Expression] = []
    for k, part in enumerate(_COMMA.split(text), start=1):
        try:
            entries.append(parse(part.strip()))
        except ParseError as error:
            where = f" (in {part.strip()})" if part.strip() else ""
            hint = "; commas separate values: 0,0.4,0" if _SEPARATED.search(text.strip()) else ""
            message = f"--{column}, value {k}: {error.message}{where}{hint}"
            raise UsageError(message) from None
    return entries
