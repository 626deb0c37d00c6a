"""Symbols that were meant as units: ``0.3 m`` is the product of a number and a symbol m."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symoro.expressions import ONE, PI, Expression, Product, Sum, Symbol, expression
from symoro.expressions.expression import sum_of
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.frame import GEOMETRY
from symoro.robot.gravity import length_unit
from symoro.robot.link import DRIVE, INERTIAL, LAW, WRENCH
from symoro.robot.robot import Robot

_LENGTHS = {"m": Fraction(1), "cm": Fraction(1, 100), "mm": Fraction(1, 1000)}
_OTHERS: dict[str, Expression] = {
    **dict.fromkeys(("kg", "rad", "N", "Nm", "s", "J", "W", "A", "V", "Hz"), ONE),
    **dict.fromkeys(("g", "ms", "mNm"), expression(Fraction(1, 1000))),
    **dict.fromkeys(("kN", "kNm"), expression(1000)),
    **dict.fromkeys(("deg", "degree", "degrees", "Degree"), PI / 180),
    "rpm": PI / 30,
}
_OWN = {"m": INERTIAL, "g": ("G",)}
"""Symbols that are called as units are, and the fields where they are mass and gravity."""

Entry = tuple[int | None, str, Expression]


def unit_symbols(robot: Robot) -> Iterator[Diagnostic]:
    """Find products of numbers and symbols that are called as units are.

    A symbol to which a value set gives a number is a parameter, and so are a mass m in inertial
    parameters and a gravity g in G. Of ``1 m`` the number is not seen: symbols of one letter need
    another number.
    """
    entries = list(_entries(robot))
    own = {name for each in robot.values for name, _ in each.values}
    own |= {variable.name for variable in robot.variables.values()}
    own |= {
        name
        for name, fields in _OWN.items()
        for _, field, entry in entries
        if field in fields and name in entry.symbols and "kg" not in entry.symbols
    }
    unit = _LENGTHS.get(length_unit(robot), Fraction(1))
    meant = {name: expression(size / unit) for name, size in _LENGTHS.items()} | _OTHERS
    for number, field, entry in entries:
        for term in dict.fromkeys(_terms(entry)):
            if term.symbols and term.symbols <= meant.keys() - own:
                names = ", ".join(sorted(term.symbols))
                yield Diagnostic(
                    f"{term} has the symbol{'s' * (len(term.symbols) > 1)} {names}, and units are "
                    f"not read; write {term.substitute(meant)} if a unit was meant",
                    number,
                    field,
                )


def _entries(robot: Robot) -> Iterator[Entry]:
    for j, frame in robot:
        yield from ((j, field, getattr(frame, field)) for field in (*GEOMETRY, "k", "rest"))
    for j, link in enumerate((robot.base.link, *robot.drives)):
        for field in (*INERTIAL, *DRIVE, *LAW, *WRENCH) if link else ():
            yield j, field, getattr(link, field)
    for wheel in robot.wheels:
        yield wheel.link, "radius", wheel.radius
    for field in ("G", "W0", "WP0", "V0", "VP0"):
        yield from ((None, field, entry) for entry in getattr(robot.base, field))


def _terms(entry: Expression) -> Iterator[Expression]:
    """The terms, at any depth, that are products of symbols and a number, or one symbol."""
    for base, factor in entry.terms():
        factors = base.children if isinstance(base, Product) else (base,)
        if all(isinstance(each, Symbol) for each in factors):
            if abs(factor) != 1 or any(len(name) > 1 for name in base.symbols):
                yield sum_of([(base, factor)])
            continue
        for each in factors:
            inside = (each,) if isinstance(each, Sum) else each.children
            for child in inside:
                yield from _terms(child)
