"""The units of the columns of a .dh.csv file: said in comments or behind the columns' names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from symoro.expressions import ZERO, Expression
from symoro.formats.dh_csv.cells import Cell
from symoro.formats.source import Source

ANGLES = {
    **dict.fromkeys(("deg", "degree", "degrees", "\u00b0"), "degrees"),
    **dict.fromkeys(("rad", "radian", "radians"), "radians"),
}
LENGTHS = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), Fraction(1)),
    **dict.fromkeys(("mm", "millimetre", "millimetres", "millimeters"), Fraction(1, 1000)),
    **dict.fromkeys(("cm", "centimetres", "centimeters"), Fraction(1, 100)),
}
MASSES = {"kg": Fraction(1), "g": Fraction(1, 1000)}
INERTIAS = {
    f"{mass}{length}2": factor * LENGTHS[length] ** 2
    for mass, factor in MASSES.items()
    for length in ("m", "cm", "mm")
}

T = TypeVar("T")

_ANGLE_COLUMNS = ("alpha", "theta")
_LENGTH_COLUMNS = ("a", "d", "cx", "cy", "cz")
_PLAIN = re.compile(r"[\s.*^\u00b7]")


class CsvUnits:
    """The unit of each column.

    Attributes:
        angles: degrees or radians; None if the file does not say.
    """

    def __init__(
        self,
        source: Source,
        settings: Mapping[str, tuple[str, Cell]],
        columns: Mapping[str, tuple[str, Cell]],
    ) -> None:
        self.source, self.columns = source, columns
        self.angles = self._angles(settings.get("angles"))
        self._length: Fraction | None = None
        if "lengths" in settings:
            word, cell = settings["lengths"]
            self._length = self._unit_of(LENGTHS, word, cell, "lengths")
        self._factors = {name: self._factor(name) for name in columns}

    def says_length(self, name: str) -> bool:
        """True if the file says the unit of a column of lengths."""
        return self._length is not None or bool(self.columns[name][0])

    def convert(self, value: Expression, name: str, kind: str, cell: Cell) -> Expression:
        """Return a value in metres and kilograms, exactly; angles stay as they are.

        Args:
            value: of a cell.
            name: its column.
            kind: the column that an offset stands for, or the letter of the joint of a limit.
            cell: the cell, for errors.
        """
        if name == "offset":
            factor = self._factors["d"] if kind == "d" else Fraction(1)
        elif name in ("lower", "upper", "velocity"):
            factor = (self._length or Fraction(1)) if kind == "P" else Fraction(1)
        else:
            factor = self._factors[name]
        if factor == 1 or value == ZERO:
            return value
        if value.symbols:
            raise self.source.error(
                f"{cell.text}: a symbol has the unit of the robot; write {name} in m and kg",
                cell.offset,
            )
        return value * factor

    def _angles(self, setting: tuple[str, Cell] | None) -> str | None:
        choices = [] if setting is None else [self._unit_of(ANGLES, *setting, "angles")]
        units = {}
        for name in (*_ANGLE_COLUMNS, "offset"):
            unit, cell = self.columns.get(name, ("", None))
            if unit and cell:
                units[name] = self._unit_of(ANGLES, unit, cell, name)
                if units[name] not in (choices or [units[name]]):
                    raise self.source.error(
                        f"{name} is in {units[name]}, and the angles before it in {choices[0]}: "
                        "write all angles in one unit",
                        cell.offset,
                    )
                choices.append(units[name])
        return choices[0] if setting is not None or units.keys() >= set(_ANGLE_COLUMNS) else None

    def _factor(self, name: str) -> Fraction:
        unit, cell = self.columns[name]
        if name in _LENGTH_COLUMNS:
            if not unit:
                return Fraction(1) if self._length is None else self._length
            own = self._unit_of(LENGTHS, unit, cell, name)
            if self._length not in (None, own):
                raise self.source.error(
                    f"{name} is in {unit}, and the file says other lengths", cell.offset
                )
            return own
        if name == "mass":
            return self._unit_of(MASSES, unit, cell, name) if unit else Fraction(1)
        if re.fullmatch("I[xyz]{2}", name):
            if unit:
                return self._unit_of(INERTIAS, unit, cell, name)
            if self._length not in (None, 1):
                raise self.source.error(
                    f"the unit of {name} is not said; write {name} [kg m2] or {name} [kg mm2]",
                    cell.offset,
                )
        elif unit and name not in (*_ANGLE_COLUMNS, "offset"):
            raise self.source.error(
                f"{name} [{unit}]: write {name} without a unit; it is in SI units, limits of "
                "joints in those of the table",
                cell.offset,
            )
        return Fraction(1)

    def _unit_of(self, units: Mapping[str, T], word: str, cell: Cell, name: str) -> T:
        plain = _PLAIN.sub("", word.lower()).replace("\u00b2", "2")
        if plain not in units:
            listed = ", ".join(each for each in units if each.isascii())
            raise self.source.error(f"{name}: no unit {word}; expected {listed}", cell.offset)
        return units[plain]
