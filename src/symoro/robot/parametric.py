"""A robot of numbers as one of symbols, with the numbers in a value set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from symoro.errors import UsageError
from symoro.expressions import PI, ZERO, Expression, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.base import Base
from symoro.robot.frame import GEOMETRY, Frame
from symoro.robot.link import DRIVE, INERTIAL, LAW, WRENCH, Link
from symoro.robot.robot import Robot
from symoro.robot.value_set import NOMINAL, ValueSet

_LETTERS = {"gamma": "GA", "b": "B", "alpha": "AL", "d": "D", "theta": "TH", "r": "RL"}


def parametric(robot: Robot, name: str = NOMINAL) -> Robot:
    """Return a robot with symbols in the place of its numbers, which become a value set.

    Lengths get the guide's names (``D3``, ``RL4``, ``B2``), angles ``AL3``, ``GA3``, ``TH3``, the
    constant beside a joint variable ``TH3_0`` or ``RL3_0``, inertial and drive parameters theirs
    (``XX1``, ``FV1``), gravity ``G1`` to ``G3``. Zeros and
    angles that are multiples of Pi/12 stay, and so do limits, stiffnesses and what is a symbol
    already. A name that the robot has gets a trailing ``_``.

    Args:
        robot: any robot.
        name: that of the value set.

    Raises:
        UsageError: if the robot has a value set of that name already.
    """
    if any(each.name == name for each in robot.values):
        raise UsageError(f"{robot.name} has a value set {name} already; give another name")
    names = _Names(set(robot.taken_names))
    frames = tuple(_frame(names, j, frame) for j, frame in robot)
    links = tuple(_link(names, j, link) for j, link in enumerate(robot.links, start=1))
    cut = enumerate(robot.cut_drives, start=robot.n_links + 1)
    drives = tuple(_link(names, j, drive) for j, drive in cut)
    base = _base(names, robot.base)
    if not names.values:
        return robot
    values = ValueSet(name, tuple(names.values.items()), "numbers of the tables")
    values_of = (*robot.values, values)
    return replace(
        robot, frames=frames, links=links, base=base, cut_drives=drives, values=values_of
    )


class _Names:
    """The symbols that were put in, with their numbers."""

    def __init__(self, taken_names: set[str]) -> None:
        self.taken_names = taken_names
        self.values: dict[str, Expression] = {}

    def replace(self, number: Expression, wanted: str) -> Expression:
        """A symbol for a number that is not zero."""
        if number == ZERO:
            return ZERO
        name = fresh_name(wanted, self.taken_names)
        self.taken_names.add(name)
        self.values[name] = number
        return symbol(name)

    def fields(
        self, part: object, numbers: dict[str, str], keep: Callable[[Expression], bool]
    ) -> dict[str, Expression]:
        """Symbols for the constant fields of a part, by their names."""
        entries = {field: getattr(part, field) for field in numbers}
        return {
            field: self.replace(entry, numbers[field])
            for field, entry in entries.items()
            if not entry.symbols and not keep(entry)
        }


def _frame(names: _Names, j: int, frame: Frame) -> Frame:
    changed: dict[str, Expression] = {}
    for field in GEOMETRY:
        entry = getattr(frame, field)
        angle = field in ("gamma", "alpha", "theta")
        constant = _constant(entry)
        if angle and _is_exact_angle(constant):
            continue
        if constant != ZERO and (entry.symbols == frame.position.symbols or not entry.symbols):
            rest = entry - constant
            offset = "_0" if entry.symbols else ""  # so that the variable alone ends in j
            changed[field] = rest + names.replace(constant, f"{_LETTERS[field]}{j}{offset}")
    return replace(frame, **changed)  # type: ignore[arg-type]


def _constant(entry: Expression) -> Expression:
    """The part of an entry without symbols, where it is a sum of symbols and a number."""
    if not entry.symbols:
        return entry
    return entry.substitute(dict.fromkeys(entry.symbols, ZERO))


def _is_exact_angle(angle: Expression) -> bool:
    """True for multiples of Pi/12, zero among them."""
    steps = [factor * 12 for base, factor in angle.terms() if base == PI]
    whole = all(Fraction(step).denominator == 1 for step in steps)
    return whole and all(base == PI for base, _ in angle.terms())


def _link(names: _Names, j: int, link: Link) -> Link:
    fields = {field: f"{field}{j}" for field in (*INERTIAL, *DRIVE, *LAW, *WRENCH)}
    return replace(link, **names.fields(link, fields, lambda _: False))


def _base(names: _Names, base: Base) -> Base:
    G = tuple(
        entry if entry.symbols else names.replace(entry, f"G{k}")
        for k, entry in enumerate(base.G, start=1)
    )
    links = {
        field: _link(names, 0, link)
        for field in ("link", "fixed_link")
        if (link := getattr(base, field)) is not None
    }
    return replace(base, G=G, **links)  # type: ignore[arg-type]
