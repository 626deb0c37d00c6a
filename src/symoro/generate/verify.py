"""Verification: a model against an independent computation, at random states and exactly.

Floating point: five draws of parameters, four states each, seeded by the robot's own text; the
largest difference relative to max(1, largest reference value) must not exceed 1e-9. Exact: both
routes modulo a 61-bit prime at random points of sin^2 + cos^2 = 1, where they must be equal.
"""

from __future__ import annotations

import hashlib
import math
import random
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import FloatArithmetic, ModularArithmetic, is_identifier
from symoro.expressions.degree import DegreeArithmetic
from symoro.expressions.modular import NoRoot
from symoro.generate.draw import draw, redraw_state
from symoro.generate.registry import Entry
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.robot import Robot

DRAWS = 5
STATES = 4
TOLERANCE = 1e-9
POINTS = 2
"""Random points of the exact test."""


@dataclass(frozen=True)
class Certificate:
    """What was compared, at how many states, with what result.

    Attributes:
        against: the independent route, in words.
        states: how many random states.
        max_rel_error: the largest relative error there.
        exact_points: random points modulo a 61-bit prime at which both routes are equal.
        chance: log2 of the bound on the chance that unequal results pass that exact test.
    """

    against: str
    states: int
    max_rel_error: float
    exact_points: int
    chance: int

    def as_dict(self) -> dict[str, object]:
        """The certificate as plain data, for JSON."""
        return {
            "against": self.against,
            "states": self.states,
            "max_rel_error": self.max_rel_error,
            "exact": {"points": self.exact_points, "chance_log2": self.chance},
        }

    def lines(self) -> list[str]:
        """The certificate in words; the error as a bound, so that the text is reproducible."""
        error = max(self.max_rel_error, 1e-15)
        bound = 10.0 ** math.ceil(math.log10(error))
        return [
            f"Verified against {self.against}:",
            f"  {self.states} random states, largest relative error below {bound:.0e};",
            f"  exact equality modulo a 61-bit prime at {self.exact_points} random points",
            f"  (chance of a false equality below 2^{self.chance}).",
        ]


def verify(program: Program, robot: Robot, entry: Entry) -> Certificate:
    """Compare a program with its reference.

    Raises:
        VerificationError: naming the output and element that differ most.
    """
    seed = hashlib.sha256(repr(replace(robot, notes=())).encode()).hexdigest()
    error = _floating(program, robot, entry, seed)
    chance = _exact(program, robot, entry, seed)
    return Certificate(entry.against, DRAWS * STATES, error, POINTS, chance)


def _floating(program: Program, robot: Robot, entry: Entry, seed: str) -> float:
    arithmetic = FloatArithmetic()
    rng = random.Random(seed)
    worst = 0.0
    states = []
    for _ in range(DRAWS):
        values = draw(robot, rng)
        states += [redraw_state(robot, values, rng) for _ in range(STATES)]
    states += [_with_values(robot, draw(robot, rng), s.values) for s in robot.values]
    for values in states:
        found = interpret(program, values, arithmetic)
        expected = entry.reference(robot, values, arithmetic, float)
        for output in program.outputs:
            reference = np.asarray(expected[output.name], dtype=float).ravel()
            difference = np.abs(np.array(found[output.name], dtype=float) - reference)
            scale = max(1.0, float(np.abs(reference).max(initial=0.0)))
            error = float(difference.max(initial=0.0)) / scale
            if not error <= TOLERANCE:
                element = int(np.nanargmax(difference)) + 1
                raise VerificationError(
                    f"{program.name}: {output.name} differs from {entry.against} by a relative "
                    f"{error:.2g} (element {element}); the model is not written. This is a defect: "
                    "please report it with the robot's file"
                )
            worst = max(worst, error)
    return worst


def _with_values(robot: Robot, values: dict[str, float], own: Any) -> dict[str, float]:
    arithmetic = FloatArithmetic()
    from symoro.expressions import evaluate

    for name, value in own:
        if is_identifier(name) and name in robot.symbols:
            values[name] = evaluate(value, {}, arithmetic)
    return values


def _exact(program: Program, robot: Robot, entry: Entry, seed: str) -> int:
    for point in range(POINTS):
        for attempt in range(100):
            field = ModularArithmetic(f"{seed}|{point}|{attempt}")
            values = {name: field.symbol(name) for name in robot.symbols}
            try:
                found = interpret(program, values, field)
                expected = entry.reference(robot, values, field, object)
            except NoRoot:
                continue
            break
        else:
            raise VerificationError(f"{program.name}: no point for the exact test in 100 draws")
        for output in program.outputs:
            reference = list(np.asarray(expected[output.name], dtype=object).ravel())
            if found[output.name] != reference:
                raise VerificationError(
                    f"{program.name}: {output.name} is not equal to {entry.against} modulo a prime; "
                    "the model is not written. This is a defect: please report it"
                )
    degrees = DegreeArithmetic()
    values_ = {name: degrees.symbol(name) for name in robot.symbols}
    ours = interpret(program, values_, degrees)
    theirs = entry.reference(robot, values_, degrees, object)
    bound = max(
        a.above + a.below + getattr(b, "above", 0) + getattr(b, "below", 0)
        for output in program.outputs
        for a, b in zip(ours[output.name], np.asarray(theirs[output.name]).ravel(), strict=True)
    )
    per_point = math.log2(max(bound, 1)) - math.log2(field.prime - 1)
    return math.ceil(POINTS * per_point)
