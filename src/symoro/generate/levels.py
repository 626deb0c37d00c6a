"""Level O2: what is done to a traced program, and what a call of it costs."""

from __future__ import annotations

from symoro.generate.options import ONE_PART
from symoro.ir.program import Program
from symoro.passes import Regroup, ValueNumbering, count

PASSES = (ValueNumbering(), Regroup(), ValueNumbering())


def optimised(program: Program) -> Program:
    """Return the program with each value computed once, constants in statements of their own."""
    for each in PASSES:
        program = each(program)
    return program


def call_cost(program: Program, level: str) -> tuple[int, int]:
    """What a call costs: additions and multiplications, then sines and cosines."""
    counted = count(program)
    if level in ONE_PART or counted.online is None:
        return counted.total, counted.trig
    return counted.online.total, counted.online.trig
