"""Errors for what a .dh.csv text must say and does not, with what it probably means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symoro.errors import ParseError
from symoro.expressions import PI, Expression
from symoro.expressions.expression import walk
from symoro.formats.dh_csv.sheet import Sheet
from symoro.robot.angle_digits import is_beyond_a_turn, is_rounded, steps_near
from symoro.robot.dh_table import CONVENTIONS, DhTable

_FARTHEST = 20  # metres between two joints where no unit is said

Columns = Mapping[str, tuple[Expression, ...]]


def unsaid_angles(sheet: Sheet, columns: Columns) -> ParseError:
    """An error for angles without a unit, at the entry that tells the likely one."""
    for name in ("alpha", "theta"):
        for row, entry in enumerate(columns[name]):
            number = entry.number or Fraction(0)
            steps = steps_near(float(number))
            radians = PI in set(walk(entry)) or (steps and is_rounded(number, steps))
            if radians or is_beyond_a_turn(float(number)):
                unit = "radians" if radians else "degrees"
                offset = "offset" in sheet.columns and not sheet.text(row, name)
                cell = sheet.cell(row, "offset" if offset else name)
                return sheet.error(f"{name} has {entry}: {unit}? write # angles: {unit}", cell)
    return sheet.error(
        "the unit of angles is not said; write # angles: degrees or # angles: radians",
        sheet.columns["alpha"].cell,
    )


def unsaid_convention(sheet: Sheet, columns: Columns, degrees: bool, joints: str) -> ParseError:
    """An error for a table without a convention, with the one that its zeros are of."""
    a, alpha, d, theta = columns.values()
    likely = [
        each
        for each in CONVENTIONS
        if not DhTable(a, alpha, d, theta, each, degrees, joints).doubts
    ]
    cell = sheet.columns["a"].cell
    if odd := sheet.of_modified():
        return sheet.error(f"{odd.text}: modified? write # convention: modified", odd)
    if len(likely) == 1:
        end = "last" if likely == ["classic"] else "first"
        why = f"a and alpha of the {end} joint are zero: {likely[0]}?"
        return sheet.error(f"{why} write # convention: {likely[0]}", cell)
    return sheet.error(
        "the convention is not said; write # convention: classic (distal: the rows are Rz Tz Tx "
        "Rx) or # convention: modified (proximal: Rx Tx Rz Tz)",
        cell,
    )


def refuse_long_ways(sheet: Sheet, columns: Columns) -> None:
    """Refuse lengths of hundreds of metres, which are millimetres, unless the unit is said."""
    for name in ("a", "d"):
        for row, entry in enumerate(columns[name]):
            far = entry.number is not None and abs(entry.number) > _FARTHEST
            if far and not sheet.units.says_length(name):
                raise sheet.error(
                    f"{name} has {entry}: millimetres? write # lengths: mm, or # lengths: m",
                    sheet.cell(row, name),
                )
