"""The reading order of a robot's formulas: which symbols are inertial parameters, which rates."""

from __future__ import annotations

from symoro.expressions import Symbol
from symoro.expressions.reading_order import ReadingOrder
from symoro.ir.program import Program
from symoro.robot import Robot


def reading_order(robot: Robot, program: Program) -> ReadingOrder:
    """Return the order of the formulas of a robot's program.

    An inertial parameter is a symbol that is a term of an entry: M2 and I2 in ``I2 + M2*l2^2``.
    """
    inertial = {
        term.name
        for link in robot.links
        for value in link.inertial
        for term, _ in value.terms()
        if isinstance(term, Symbol)
    }
    rates = {item.name for item in program.inputs if item.array not in (None, "q")}
    return ReadingOrder(frozenset(inertial), frozenset(rates))
