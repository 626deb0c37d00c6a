"""Read the table of a data sheet from .dh.csv: Denavit-Hartenberg parameters, bodies, drives.

Comments say the convention, the unit of angles and, unless it is the metre, that of lengths; then
come a header and a row for each joint. A unit behind the name of a column says it too.

    # convention: classic
    # angles: degrees
    joint, type,  a,     alpha,   d [mm],   theta

The table is that of `Robot.from_dh`, and made a robot as there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from symoro.errors import ParseError, RobotError
from symoro.expressions import PI, ZERO, Expression
from symoro.formats.dh_csv.cells import Cell
from symoro.formats.dh_csv.sheet import BODY, INERTIA, LIMITS, TABLE, Sheet
from symoro.formats.dh_csv.unsaid import refuse_long_ways, unsaid_angles, unsaid_convention
from symoro.formats.source import Source
from symoro.robot import Diagnostic, Limits, Link, Robot, check
from symoro.robot.dh import dh_fields
from symoro.robot.dh_table import LETTERS, DhTable
from symoro.robot.link import DRIVE, LAW

_TYPES = {
    **{letter.lower(): letter for letter in LETTERS},
    **{kind.name.lower(): letter for letter, kind in LETTERS.items()},
    **{str(kind.value): letter for letter, kind in LETTERS.items()},
}
_FLAGS = dict.fromkeys(("", "0", "no", "false"), False)
_FLAGS |= dict.fromkeys(("1", "yes", "true", "x", "-1"), True)
_VARIABLE = re.compile(r"((q|theta|th|t|d|r|\u03b8)_?\d*)?\*?|variable", re.IGNORECASE)
_FIELDS = {"joints": "type", "reversed_joints": "reversed", "inertia": "Ixx", "center": "cx"}
_PYTHON = {  # the words of `DhTable` for its arguments
    "and degrees is false": "and the file says radians",
    "and degrees is true": "and the file says degrees",
    "degrees=True (--degrees)": "# angles: degrees",
    "degrees=True": "# angles: degrees",
    "degrees=False (--radians)": "# angles: radians",
    "degrees=False": "# angles: radians",
}


def read(text: str, file: str | None = None, diagnostics: list[Diagnostic] | None = None) -> Robot:
    """Read a robot from the text of a .dh.csv file.

    Raises:
        ParseError: with the position of what is wrong; for a convention or a unit that is not said.
    """
    text = text.removeprefix("\ufeff")
    reader = _Reader(Source(text if "\n" in text else text.replace("\r", "\n"), file))
    robot = reader.robot()
    if diagnostics is not None:
        diagnostics.extend(reader.locate(each) for each in check(robot))
    return robot


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.sheet = Sheet(source)
        self.joints = "".join(map(self._type, range(len(self.sheet.rows))))

    def robot(self) -> Robot:
        sheet = self.sheet
        self._check_numbers()
        columns = {name: tuple(map(self._entry, self._rows(name))) for name in TABLE}
        if sheet.units.angles is None:
            raise unsaid_angles(sheet, columns)
        degrees = sheet.units.angles == "degrees"
        refuse_long_ways(sheet, columns)
        a, alpha, d, theta = columns.values()
        turned = tuple(j for j, _ in enumerate(self.joints, start=1) if self._is_reversed(j - 1))
        links = [self._link(row) for row, _ in enumerate(self.joints)]
        bodies = tuple(links) if "mass" in sheet.columns else None
        try:
            if not sheet.convention:
                raise unsaid_convention(sheet, columns, degrees, self.joints)
            choices = (sheet.convention, degrees, self.joints, turned, None, None, bodies)
            fields = dh_fields(DhTable(a, alpha, d, theta, *choices), self._name())
            return Robot(**fields | self._more(fields, degrees))
        except RobotError as error:
            raise self._parse_error(error) from None

    def _name(self) -> str:
        stem = PurePath(self.source.file or "").name.partition(".dh.csv")[0]
        return self.sheet.settings.get("name", (stem.strip() or "robot",))[0]

    def _more(self, fields: dict[str, Any], degrees: bool) -> dict[str, Any]:
        """The fields of a robot that its table has beside those of `Robot.from_dh`."""
        frames, links = list(fields["frames"]), list(fields["links"])
        for row, _ in enumerate(self.joints):
            name, limits = self.sheet.text(row, "name"), self._limits(row, degrees)
            frames[row] = replace(frames[row], name=name, limits=limits)
            links[row] = replace(links[row], **self._drive(row))
        provenance = self.sheet.settings.get("provenance", ("",))[0]
        return {"frames": tuple(frames), "links": tuple(links), "provenance": provenance}

    # The table

    def _type(self, row: int) -> str:
        if "type" not in self.sheet.columns:
            return "R"
        cell = self.sheet.cell(row, "type")
        if cell.text.lower() not in _TYPES:
            kind = cell.text or "an empty cell"
            expected = "R (revolute), P (prismatic) or F (fixed)"
            raise self.sheet.error(f"{kind} is not a joint type; expected {expected}", cell)
        return _TYPES[cell.text.lower()]

    def _is_reversed(self, row: int) -> bool:
        text = self.sheet.text(row, "reversed").lower()
        if text not in _FLAGS:
            raise self.sheet.error("expected yes or no", self.sheet.cell(row, "reversed"))
        return _FLAGS[text]

    def _check_numbers(self) -> None:
        for row, _ in enumerate(self.joints if "joint" in self.sheet.columns else ""):
            cell = self.sheet.cell(row, "joint")
            if cell.text != str(row + 1):
                hint = "" if cell.text.isdecimal() else "; names go to a column name"
                raise self.sheet.error(f"expected the joint's number, {row + 1}{hint}", cell)

    def _rows(self, name: str) -> list[tuple[int, str]]:
        return [(row, name) for row, _ in enumerate(self.joints)]

    def _entry(self, place: tuple[int, str]) -> Expression:
        """An entry of the table; that of a variable is in the column offset, if there is one."""
        row, name = place
        sheet = self.sheet
        if name == "theta" and sheet.text(row, "offset") not in ("", "0"):
            self._refuse_fixed(row, "offset")
        if "offset" not in sheet.columns or name != self._variable(row):
            return sheet.value(row, name)
        cell = sheet.cell(row, name)
        if not _VARIABLE.fullmatch(cell.text) and sheet.value(row, name) != ZERO:
            raise sheet.error(
                f"{name} is the variable of joint {row + 1}, and the column offset has its "
                "constant part: write 0 or the variable here",
                cell,
            )
        return sheet.value(row, "offset", name)

    def _variable(self, row: int) -> str:
        """The column of the variable of a joint; a fixed frame has none."""
        return {"R": "theta", "P": "d"}.get(self.joints[row], "")

    # Links and joints

    def _link(self, row: int) -> Link:
        names = [name for name in BODY if name in self.sheet.columns]
        if self.joints[row] == "F" and not any(self.sheet.text(row, name) for name in names):
            return Link()
        body = {name: self.sheet.value(row, name) for name in names}
        if all(value == ZERO for value in body.values()):
            return Link()
        positive = self.sheet.settings.get("products", ("",))[0] == "positive"
        center = [body[name] for name in ("cx", "cy", "cz")]
        inertia = [body.get(name, ZERO) for name in INERTIA]
        try:
            return Link.from_com(body["mass"], center, inertia, positive_products=positive)
        except RobotError as error:
            raise self._parse_error(error, row) from None

    def _drive(self, row: int) -> dict[str, Expression]:
        fields = [name for name in (*DRIVE, *LAW) if self.sheet.text(row, name)]
        drive = {name: self.sheet.value(row, name) for name in fields}
        for name, value in drive.items():
            if value != ZERO:
                self._refuse_fixed(row, name)
        return drive

    def _limits(self, row: int, degrees: bool) -> Limits | None:
        fields = [name for name in LIMITS if self.sheet.text(row, name)]
        if not fields:
            return None
        self._refuse_fixed(row, fields[0])
        kind = self.joints[row]
        limits = {name: self.sheet.value(row, name, kind) for name in fields}
        turns = ("lower", "upper", "velocity") if degrees and kind == "R" else ()
        try:
            Limits(**limits)  # compared in the unit of the sheet, where they are numbers
            return Limits(**{n: v * PI / 180 if n in turns else v for n, v in limits.items()})
        except RobotError as error:
            raise self._parse_error(error, row, fields[0]) from None

    def _refuse_fixed(self, row: int, name: str) -> None:
        if self.joints[row] == "F":
            raise self.sheet.error(f"a fixed frame has no {name}", self.sheet.cell(row, name))

    # Places

    def _parse_error(
        self, error: RobotError, row: int | None = None, name: str | None = None
    ) -> ParseError:
        """The error of a table at the place of its entry."""
        if row is None:
            row = min(error.frame or 1, len(self.joints)) - 1
        name = name or _FIELDS.get(error.field or "", error.field or "")
        if name == self._variable(row) and "offset" in self.sheet.columns:
            name = "offset"
        message = str(error)
        for python, words in _PYTHON.items():
            message = message.replace(python, words)
        return self.sheet.error(message, self._place(row, name))

    def _place(self, row: int, name: str) -> Cell:
        exists = name in self.sheet.columns
        return self.sheet.cell(row, name) if exists else self.sheet.rows[row].cells[0]

    def locate(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic of the robot with the place of the row that it is about."""
        row = min(diagnostic.frame or 1, len(self.joints)) - 1
        cell = self._place(row, "") if diagnostic.frame else self.sheet.columns["a"].cell
        return self.source.locate(diagnostic, cell.offset)
