"""Level O2: what is done to a traced program, and what a call of it costs."""

from __future__ import annotations

from dataclasses import replace

from symoro.expressions import Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.ir.program import Program
from symoro.models.factored import Factoring
from symoro.passes import Operations, Regroup, count
from symoro.pipeline.options import ONE_PART, RUNNING
from symoro.pipeline.plan import Trace
from symoro.robot import Robot

_ROUNDS = 3  # a shorter program may have common parts that the longer one had not
_MANY = 1000  # operations beyond which one round must do


def optimised(program: Program) -> Program:
    """Return the program with each value computed once, constants in statements of their own."""
    return optimised_at_cost(program)[0]


def optimised_at_cost(program: Program) -> tuple[Program, tuple[int, int]]:
    """Return the optimised program, and what a call of it costs."""
    regroup = Regroup()
    best, cost = program, call_cost(program, RUNNING)
    for _ in range(_ROUNDS):
        program = regroup(program)
        now = call_cost(program, RUNNING)
        if now >= cost:
            break
        best, cost = program, now
        if cost[0] > _MANY:
            break
    return best, cost


def has_oblique_axes(robot: Robot) -> bool:
    """True if a rotation has factors that no right angle makes trivial."""
    angles = (angle for _, frame in robot for angle in (frame.alpha, frame.gamma))
    return any(_oblique(angle) for angle in angles)


def _oblique(angle: Expression) -> bool:
    turns = multiple_of_pi(angle)
    return turns is None or (2 * turns).denominator != 1


def factored(trace: Trace) -> Trace:
    """Return a trace whose rotations are kept in factors."""
    return lambda scalar, let: trace(scalar, Factoring(let))


def call_cost(program: Program, level: str) -> tuple[int, int]:
    """What a call costs: additions and multiplications, then sines and cosines."""
    counted = call_operations(program, level)
    return counted.total, counted.trig


def call_operations(program: Program, level: str) -> Operations:
    """Return the operations of a call: of the online part where a level has two parts."""
    counted = count(program)
    if level in ONE_PART or counted.online is None:
        return counted
    return replace(counted.online, online=counted.online, offline=counted.offline)
