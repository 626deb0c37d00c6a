"""The settings, the columns and the rows of a .dh.csv text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symoro.errors import ParseError, near_names
from symoro.expressions import Expression
from symoro.formats.dh_csv.cells import Cell, CsvNumbers, CsvRow, csv_rows
from symoro.formats.dh_csv.units import CsvUnits
from symoro.formats.source import Source
from symoro.robot.decimal_comma import comma_hint
from symoro.robot.inertia_matrix import MOMENTS
from symoro.robot.link import DRIVE, LAW

TABLE = ("a", "alpha", "d", "theta")
INERTIA = tuple(f"I{name.lower()}" for name in MOMENTS)
BODY = ("mass", "cx", "cy", "cz", *INERTIA)
LIMITS = ("lower", "upper", "velocity", "effort")
COLUMNS = ("joint", "name", "type", *TABLE, "offset", "reversed", *LIMITS, *BODY, *DRIVE, *LAW)
"""The columns of a table; all but the four of `TABLE` are optional."""

SETTINGS = {
    "convention": {
        **dict.fromkeys(("classic", "distal", "standard"), "classic"),
        **dict.fromkeys(("modified", "proximal", "craig", "khalil"), "modified"),
    },
    "angles": None,
    "lengths": None,
    "products": {"matrix": "matrix", "positive": "positive"},
    "name": None,
    "provenance": None,
}
"""The settings of comments, with the words that there are."""

_PRODUCTS = ("Ixy", "Ixz", "Iyz")
_GREEK = {"\u03b1": "alpha", "\u03b8": "theta"}
_ALIASES = {
    **_GREEK,
    **dict.fromkeys(("i", "j", "row"), "joint"),
    **{"sigma": "type", "m": "mass", "com_x": "cx", "com_y": "cy", "com_z": "cz"},
    **{"qmin": "lower", "qmax": "upper"},
}
_INDEX = re.compile(r"(alpha|theta|a|d|\u03b1|\u03b8)[_ ]?[{(]?[ij]( ?- ?1)?[)}]?")
_HEADER = re.compile(r"(.*?)\s*(?:\[(.*)\]|\((.*)\)|_(deg|rad|mm))?", re.DOTALL)
_LONGEST = 40  # characters of the name of a column
_SETTING = re.compile(r"([A-Za-z]+)\s*[:=]\s*(\S.*)")


@dataclass(frozen=True)
class Column:
    """A column: its place in a row, its cell in the header, its unit if that is there.

    ``before`` is True for an index j-1, which only modified tables have.
    """

    name: str
    index: int
    cell: Cell
    unit: str
    before: bool


class Sheet:
    """A text taken apart; its numbers are in symoro's units."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.settings: dict[str, tuple[str, Cell]] = {}
        self.columns: dict[str, Column] = {}
        self.rows: list[CsvRow] = []
        for row in csv_rows(source):
            self._take(row)
        if not self.columns or not self.rows:
            missing = "row below the header" if self.columns else "header with a, alpha, d, theta"
            raise source.error(f"there is no {missing}", len(source.text))
        if (
            "convention" in self.settings
            and self.convention == "classic"
            and (odd := self.of_modified())
        ):
            raise self.error(f"{odd.text} is of a modified table, and the file says classic", odd)
        self.numbers = CsvNumbers(source)
        headers = {each.name: (each.unit, each.cell) for each in self.columns.values()}
        self.units = CsvUnits(source, self.settings, headers)

    @property
    def convention(self) -> str:
        """The convention that the text says, empty if it says none."""
        return self.settings["convention"][0] if "convention" in self.settings else ""

    def of_modified(self) -> Cell | None:
        """The header of a column whose index is that of a modified table."""
        return next((each.cell for each in self.columns.values() if each.before), None)

    def error(self, message: str, cell: Cell) -> ParseError:
        """An error at a cell, to be raised."""
        return self.source.error(message, cell.offset)

    # Cells

    def cell(self, row: int, name: str) -> Cell:
        """The cell of a column; a short row has empty ones."""
        index, cells = self.columns[name].index, self.rows[row].cells
        return cells[index] if index < len(cells) else Cell("", self.rows[row].end)

    def text(self, row: int, name: str) -> str:
        """The text of a cell; empty if there is no such column."""
        return self.cell(row, name).text if name in self.columns else ""

    def value(self, row: int, name: str, kind: str = "") -> Expression:
        """The number of a cell; see `CsvUnits.convert` for its kind."""
        cell = self.cell(row, name)
        if not cell.text:
            raise self.error(f"{name} of row {row + 1} is empty; write 0", cell)
        return self.units.convert(self.numbers.read(cell), name, kind, cell)

    # Rows

    def _take(self, row: CsvRow) -> None:
        """Take a row as a setting, a comment, the header or a joint."""
        cells = [cell for cell in row.cells if cell.text]
        if row.comment and not cells:
            texts = [cell.text for cell in row.comment if cell.text]
            bare = row.comment[0].text.lstrip("# ")
            first = Cell(bare, row.comment[0].offset + len(row.comment[0].text) - len(bare))
            header = (first, *row.comment[1:])
            if self._set(" ".join(texts).lstrip("# "), first) or self.columns:
                return
            if set(TABLE) <= {_column(0, cell).name for cell in header if cell.text}:
                self._read_header(header)
        elif self.columns:
            self._add(row)
        else:
            key = cells[0].text.rstrip(":= ")
            pair = len(cells) == 2 and key.lower() in SETTINGS
            if not (pair and self._set(f"{key}: {cells[1].text}", cells[0])):
                self._read_header(row.cells)

    def _set(self, text: str, cell: Cell) -> bool:
        """Take a setting from a comment; False for other comments."""
        match = _SETTING.fullmatch(text)
        if match is None:
            return False
        key, value = match[1].lower(), match[2].strip()
        if key in ("unit", "units"):
            raise self.error("units of what? write # angles: degrees and # lengths: m", cell)
        if key not in SETTINGS:
            if near := near_names(key, SETTINGS, cutoff=0.7):
                raise self.error(f"there is no setting {match[1]}; {near.strip()}", cell)
            return False
        if key in self.settings:
            raise self.error(f"{key} is said twice", cell)
        words = SETTINGS[key]
        if words is not None:
            if value.lower() not in words:
                expected = " or ".join(dict.fromkeys(words.values()))
                raise self.error(f"{key}: {value}; expected {expected}", cell)
            value = words[value.lower()]
        self.settings[key] = value, cell
        return True

    def _read_header(self, cells: Sequence[Cell]) -> None:
        columns = [_column(k, cell) for k, cell in enumerate(cells) if cell.text]
        names = [column.name for column in columns]
        for column in columns:
            if column.name not in COLUMNS:
                hint = _column_hint(column.name, names)
                raise self.error(
                    f"there is no column {column.cell.text[:_LONGEST]}; {hint}", column.cell
                )
            if column.name in self.columns:
                raise self.error(f"there is a column {column.name} before this one", column.cell)
            self.columns[column.name] = column
        body = [name for name in BODY if name not in _PRODUCTS] if set(BODY) & set(names) else []
        for name in (*TABLE, *body):
            if name not in self.columns:
                raise self.error(f"there is no column {name}", columns[0].cell)

    def _add(self, row: CsvRow) -> None:
        last = max(column.index for column in self.columns.values())
        extra = [cell for cell in row.cells[last + 1 :] if cell.text]
        if extra:
            hint = comma_hint([cell.text for cell in row.cells], last + 1)
            raise self.error(f"the row has more cells than the header{hint}", extra[0])
        for k, cell in enumerate(row.cells):
            if cell.text and k not in {column.index for column in self.columns.values()}:
                raise self.error("the column of this cell has no name", cell)
        self.rows.append(row)


def _column(index: int, cell: Cell) -> Column:
    """A column by the cell of the header; its name is not one of `COLUMNS` if it is unknown."""
    spellings = {name.lower(): name for name in COLUMNS}

    def column(name: str, unit: str = "", before: bool = False) -> Column:
        name = _ALIASES.get(name, name)
        return Column(spellings.get(name, name), index, cell, unit, before)

    if len(cell.text) > _LONGEST:
        return column(f"{cell.text[:_LONGEST]}...")
    if match := _INDEX.fullmatch(cell.text.lower()):
        return column(match[1], before=bool(match[2]))
    parts = _HEADER.fullmatch(cell.text)
    name, *units = ("", "") if parts is None else (part or "" for part in parts.groups())
    name = name.strip().lower()
    unit = "".join(units).strip()
    if match := _INDEX.fullmatch(name):
        return column(match[1], unit, bool(match[2]))
    return column(name, unit)


def _column_hint(name: str, names: Sequence[str]) -> str:
    if name == "r" and "alpha" in names and "a" not in names:
        return "with Khalil's letters alpha, d, theta, r write a for d and d for r"
    if re.fullmatch(r"[-+]?[\d.,]+", name):
        return "expected a header first, with a, alpha, d, theta"
    return f"{near_names(name, COLUMNS)}columns are {', '.join(COLUMNS)}"
