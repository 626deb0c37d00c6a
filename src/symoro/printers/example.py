"""Numbers for an example call: the robot's own where it has some, else plain placeholders."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from symoro.expressions import Symbol, float_values
from symoro.printers.document import Document
from symoro.robot import INERTIAL, Robot
from symoro.robot.link import DRIVE, LAW
from symoro.wording import plain_text

_INERTIA = dict.fromkeys(("XX", "YY", "ZZ", "M"), 1.0) | dict.fromkeys(("MX", "MY", "MZ"), 0.05)
_GRAVITY = -9.81  # axes point up
_OTHER = 0.1  # products of inertia, rotors, friction
_LENGTH = 0.5  # also angles, and whatever stands inside an expression
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Example:
    """Numbers for the arguments of a model, and where they come from, in words."""

    parameters: dict[str, float]
    arrays: dict[str, tuple[float, ...]]
    source: tuple[str, ...]


def example(document: Document) -> Example:
    """Return numbers for all parameters and argument arrays of a document."""
    robot, program = document.robot, document.program
    names = [item.name for item in program.inputs if item.array is None]
    usual = _placeholders(robot) if robot is not None else {}
    own = float_values(robot.values[0].values) if robot is not None and robot.values else {}
    parameters = {name: own.get(name, usual.get(name, _LENGTH)) for name in names}
    arrays = {
        name: _IDENTITY
        if name == "R0"
        else tuple(round(0.1 * (k + 1), 1) for k in range(prod(shape)))
        for name, shape in program.arrays
    }
    missing = [name for name in names if name not in own]
    source: list[str] = []
    if robot is not None and len(missing) < len(names):
        source.append(f"Parameters: the robot's value set {plain_text(robot.values[0].name)}.")
    if missing:
        source.append(f"Placeholders, put your robot's numbers there: {', '.join(missing)}.")
    return Example(parameters, arrays, tuple(source))


def _placeholders(robot: Robot) -> dict[str, float]:
    """A number for each symbol that stands alone in the tables of links, and for gravity."""
    bodies = [*robot.drives, *([robot.base.link] if robot.base.link is not None else [])]
    entries = [(getattr(body, f), _INERTIA.get(f, _OTHER)) for body in bodies for f in INERTIAL]
    entries += [(getattr(body, f), _OTHER) for body in bodies for f in (*DRIVE, *LAW)]
    alone = {entry.name: value for entry, value in entries if isinstance(entry, Symbol)}
    return alone | _gravity(robot)


def _gravity(robot: Robot) -> dict[str, float]:
    """Gravity against the last axis that it may act along; none along the others."""
    values: dict[str, float] = {}
    free = not any(entry.number for entry in robot.base.G)
    for entry in reversed(robot.base.G):
        terms = entry.terms()
        symbol, factor = terms[0] if len(terms) == 1 else (entry, 1)
        if isinstance(symbol, Symbol):
            along = free and not values
            values.setdefault(symbol.name, _GRAVITY / float(factor) if along else 0.0)
    return values
