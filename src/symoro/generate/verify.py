"""Verification: a model against an independent computation, at random states and exactly.

Floating point: five draws of parameters, four states each, seeded by the robot's own text; the
largest difference relative to max(1, largest reference value) must not exceed 1e-9. Exact: both
routes modulo a 61-bit prime at random points of sin^2 + cos^2 = 1, where they must be equal.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.modular import PRIMES, NoRoot
from symoro.formats import json_format
from symoro.generate.draw import draw, known_values, redraw_state
from symoro.generate.registry import Entry
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.robot import Robot

DRAWS = 5
STATES = 4
TOLERANCE = 1e-9
POINTS = 2
"""Random points of the exact test."""

Results = dict[str, list[Any]]


@dataclass(frozen=True)
class Certificate:
    """What was compared, at how many states, with what result.

    Attributes:
        against: the independent route, in words.
        states: how many random states.
        max_rel_error: the largest relative error there.
        exact_points: random points modulo a 61-bit prime at which both routes are equal; 0 where
            values that are not rational (the cosine of a decimal) leave no exact test.
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
            "exact": (
                {"points": self.exact_points, "chance_log2": self.chance}
                if self.exact_points
                else None
            ),
        }

    def lines(self) -> list[str]:
        """The certificate in words; the error as a bound, so that the text is reproducible."""
        error = max(self.max_rel_error, 1e-15)
        bound = 10.0 ** math.ceil(math.log10(error))
        lines = [
            f"Verified against {self.against}:",
            f"  {self.states} random states, largest relative error below {bound:.0e};",
        ]
        if not self.exact_points:
            return [*lines, "  no exact test: some values are not rational."]
        return [
            *lines,
            f"  exact equality modulo a 61-bit prime at {self.exact_points} random points",
            f"  (chance of a false equality below 2^{self.chance}).",
        ]


def verify(program: Program, robot: Robot, entry: Entry) -> Certificate:
    """Compare a program with its reference.

    Raises:
        VerificationError: naming the output and element that differ most.
    """
    text = json_format.write(replace(robot, notes=()))
    seed = hashlib.sha256(text.encode()).hexdigest()
    error = _floating(program, robot, entry, seed)
    chance = _exact(program, robot, entry, seed)
    points = POINTS if chance is not None else 0
    states = DRAWS * STATES + len(robot.values)
    return Certificate(entry.against, states, error, points, chance or 0)


def _floating(program: Program, robot: Robot, entry: Entry, seed: str) -> float:
    """Compare in double precision; return the largest relative error."""
    arithmetic = FloatArithmetic()
    worst = 0.0
    for values in _states(robot, random.Random(seed)):
        found = interpret(program, values, arithmetic)
        expected = entry.reference(robot, values, arithmetic, float)
        for output in program.outputs:
            reference = np.asarray(expected[output.name], dtype=float).ravel()
            difference = np.abs(np.array(found[output.name], dtype=float) - reference)
            scale = max(1.0, float(np.abs(reference).max(initial=0.0)))
            error = float(difference.max(initial=0.0)) / scale
            if not error <= TOLERANCE:
                element = int(np.argmax(difference)) + 1
                detail = f"by a relative {error:.2g} (element {element})"
                raise _refusal(program, output.name, entry, detail)
            worst = max(worst, error)
    return worst


def _states(robot: Robot, rng: random.Random) -> Iterator[dict[str, float]]:
    """Random parameters with random states, then the robot's own numbers with a random state."""
    for _ in range(DRAWS):
        values = draw(robot, rng)
        for _ in range(STATES):
            yield redraw_state(robot, values, rng)
    for own in robot.values:
        yield draw(robot, rng) | known_values(robot, own)


def _exact(program: Program, robot: Robot, entry: Entry, seed: str) -> int | None:
    """Compare modulo a prime; return log2 of the chance that unequal results pass.

    Values that are not rational are opaque there: results that then differ prove nothing, and the
    answer is None.
    """
    for point in range(POINTS):
        field, found, expected = _residues(program, robot, entry, f"{seed}|{point}")
        for output in program.outputs:
            if found[output.name] != expected[output.name]:
                if field.opaque:
                    return None
                raise _refusal(program, output.name, entry, "modulo a 61-bit prime")
    degrees = DegreeArithmetic()
    degree = max(_degrees(*_both(program, robot, entry, degrees)), default=1)
    return math.ceil(POINTS * (math.log2(max(degree, 1)) - math.log2(PRIMES[0] - 1)))


def _residues(
    program: Program, robot: Robot, entry: Entry, seed: str
) -> tuple[ModularArithmetic, Results, Results]:
    """Both routes at a random point; another point is drawn where a root does not exist."""
    for attempt in range(100):
        field = ModularArithmetic(f"{seed}|{attempt}")
        with suppress(NoRoot):
            return field, *_both(program, robot, entry, field)
    raise VerificationError(f"{program.name}: no point for the exact test in 100 draws")


def _both(
    program: Program, robot: Robot, entry: Entry, arithmetic: ModularArithmetic | DegreeArithmetic
) -> tuple[Results, Results]:
    values: dict[str, Any] = {name: arithmetic.symbol(name) for name in robot.symbols}
    expected = entry.reference(robot, values, arithmetic, object)
    flat = {o.name: list(np.ravel(expected[o.name])) for o in program.outputs}
    return interpret(program, values, arithmetic), flat


def _degrees(found: Results, expected: Results) -> Iterator[int]:
    for name, elements in found.items():
        for a, b in zip(elements, expected[name], strict=True):
            yield sum(x.above + x.below for x in (a, b) if isinstance(x, Degree))


def _refusal(program: Program, output: str, entry: Entry, detail: str) -> VerificationError:
    return VerificationError(
        f"{program.name}: {output} differs from {entry.against} {detail}; the model is not "
        "written. This is a defect of symoro: please report it with the robot's file"
    )
