"""Rows of cells of a .csv text, each cell with its place, as spreadsheets and people write them.

Cells are separated by commas, semicolons or tabs, whichever the first row has; ``sep=;`` in the
first line says it as well. Cells may have quotes. What follows ``#`` at the beginning of a cell is
a comment. Decimals have points, or commas where these do not separate cells: never both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symoro.expressions import Expression, parse
from symoro.formats.source import MAX_ENTRIES, Source

_COMMA = re.compile(r"[-+]?\d*,\d+(?:[eE][-+]?\d+)?")
_POINT = re.compile(r"[-+]?\d*\.\d+(?:[eE][-+]?\d+)?")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_MINUS = str.maketrans("\u2212\u2013", "--")  # as printed; parse knows the sign of keyboards


@dataclass(frozen=True)
class Cell:
    """The text of a cell without blanks and quotes, and its offset in the source."""

    text: str
    offset: int


@dataclass(frozen=True)
class CsvRow:
    """The cells of a line, its end, and the text of its comment, None if there is none."""

    cells: tuple[Cell, ...]
    end: int
    comment: tuple[Cell, ...] = ()


def csv_rows(source: Source) -> list[CsvRow]:
    """Return the rows that are not blank.

    Raises:
        ParseError: for a quote that does not end in its line, or too many rows or cells in a row.
    """
    lines = list(_lines(source.text))
    first = next((t for _, t in lines if t.strip(' "\t,;')[:1] not in ("#", "")), "")
    if declared := re.fullmatch(r'"?sep=(.)"?\s*', first, re.IGNORECASE):
        separator = declared[1]
        lines = [(offset, text) for offset, text in lines if text != first]
    else:
        outside = re.sub(r'"[^"]*"', "", first)
        separator = next((mark for mark in ";\t" if mark in outside), ",")
    rows: list[CsvRow] = []
    for offset, text in lines:
        if not text.strip(separator + " \t"):
            continue
        row = _row(source, offset, text, separator)
        if not row.comment and not any(cell.text for cell in row.cells):
            continue
        if len(rows) == MAX_ENTRIES:
            raise source.error(f"more than {MAX_ENTRIES} rows", row.end)
        rows.append(row)
    return rows


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.split("\n"):
        yield offset, line.rstrip("\r")
        offset += len(line) + 1


def _row(source: Source, offset: int, line: str, separator: str) -> CsvRow:
    cells: list[Cell] = []
    k = 0
    while k <= len(line):
        if len(cells) == MAX_ENTRIES:
            raise source.error(f"more than {MAX_ENTRIES} cells in a row", offset + k)
        start = k
        while line[start : start + 1] == " ":
            start += 1
        if line[start : start + 1] == '"':
            quoted = _QUOTED.match(line, start)
            if quoted is None:
                raise source.error("a quote that does not end in its line", offset + start)
            text, inner, after = quoted[1].replace('""', '"'), start + 1, quoted.end()
            stop = line.find(separator, after)
            stop = len(line) if stop < 0 else stop
            if line[after:stop].strip():
                raise source.error("text after a quote", offset + after)
        else:
            stop = line.find(separator, k)
            stop = len(line) if stop < 0 else stop
            text, inner = line[k:stop], k
        cell = Cell(text.strip(), offset + inner + len(text) - len(text.lstrip()))
        if cell.text.startswith("#"):
            rest = [cell]
            if stop < len(line):
                rest += _row(source, offset + stop + 1, line[stop + 1 :], separator).cells
            return CsvRow(tuple(cells), offset + len(line), tuple(rest))
        cells.append(cell)
        k = stop + 1
    return CsvRow(tuple(cells), offset + len(line))


class CsvNumbers:
    """The expressions of cells; remembers the decimal mark of the text, for it has one only."""

    def __init__(self, source: Source) -> None:
        self.source, self._mark = source, ""
        self._text = source.text.translate(_MINUS)

    def read(self, cell: Cell) -> Expression:
        """Return the expression of a cell.

        Raises:
            ParseError: with its position; for decimals with commas beside decimals with points.
        """
        text = cell.text.translate(_MINUS)
        comma = _COMMA.fullmatch(text) is not None
        if comma or _POINT.fullmatch(text):
            mark = "comma" if comma else "point"
            if self._mark not in ("", mark):
                raise self.source.error(
                    f"{cell.text} has a decimal {mark}, and other cells have decimal "
                    f"{self._mark}s; a comma may be a thousands separator: write all with points",
                    cell.offset,
                )
            self._mark = mark
        if comma:
            return parse(text.replace(",", "."))
        start, end = cell.offset, cell.offset + len(text)
        return parse(self._text, start=start, end=end, file=self.source.file)
