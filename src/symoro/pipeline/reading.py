"""The reading order of a robot's formulas: which symbols are inertial parameters, which rates."""

from __future__ import annotations

from symoro.expressions import Symbol
from symoro.expressions.expression import Product, walk
from symoro.expressions.reading_order import ACCELERATION, FORCE, VELOCITY, ReadingOrder
from symoro.ir.program import Program
from symoro.robot import Robot

_PLACES = {
    **dict.fromkeys(("QDP", "WP0", "VP0", "GAM", "WX", "WQ"), ACCELERATION),
    **dict.fromkeys(("QDPr", "WP0r", "VP0r"), ACCELERATION),
    **dict.fromkeys(("QP", "W0", "V0", "QPr", "W0r", "V0r", "v"), VELOCITY),
    **dict.fromkeys(("FE", "FE0"), FORCE),
}
"""Arguments that change faster than the position; forces of joints stand for accelerations."""


def reading_order(robot: Robot, program: Program) -> ReadingOrder:
    """Return the order of the formulas of a robot's program.

    Of the symbols in a table of inertial parameters those are taken for one that are never raised
    to a power: I2 and M2 in ``I2 + M2*l2^2``.
    """
    nodes = {node for link in robot.links for value in link.inertial for node in walk(value)}
    bases = [
        base for node in nodes if isinstance(node, Product) for base, e in node.powers if e != 1
    ]
    inertial = {node.name for node in nodes if isinstance(node, Symbol)}
    inertial -= robot.geometry_symbols.union(*(base.symbols for base in bases))
    return ReadingOrder(frozenset(inertial), rates(program))


def rates(program: Program) -> dict[str, int]:
    """Return the velocities and the like among the inputs, with the place of terms with them."""
    inputs = {item.name: item.array for item in program.inputs}
    return {name: _PLACES[array] for name, array in inputs.items() if array in _PLACES}
