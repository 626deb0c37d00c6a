"""Verification: a model against an independent computation, at random states and exactly.

Floating point: five draws of parameters, four states each, seeded by the robot's own text, and the
robot's own value sets; the largest difference relative to the largest reference value (not below 1
where the exact test has passed too) must not exceed 1e-9. A state at which an expression is not
defined is drawn again; where doubles differ by more, the reference is computed with eighty digits,
then the program too, and these decide (see `agreement`). Exact: see `exact_test`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import Arithmetic, FloatArithmetic
from symoro.formats import json_format
from symoro.generate.agreement import (
    NOTHING,
    TOLERANCE,
    Array,
    Pair,
    precise_errors,
    relative_errors,
)
from symoro.generate.certificate import Certificate
from symoro.generate.draw import draw, known_values, redraw_state
from symoro.generate.exact_test import Exact, exact_test
from symoro.generate.plan import Plan
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.numeric.precise import DIGITS, PreciseArithmetic, precise

DRAWS = 5
STATES = 4
_CLOSED_FLOOR = 1e-3
_CLOSED = 1e-10  # to which loops are closed, relative to the largest value around

_UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
_FLOATS = FloatArithmetic()

Values = dict[str, float]


def verify(program: Program, plan: Plan) -> Certificate:
    """Compare a program with its reference.

    Raises:
        VerificationError: naming the output that differs most; or if nothing could be compared.
    """
    robot = plan.drawn or plan.robot
    text = json_format.write(replace(robot, notes=()))
    seed = hashlib.sha256(text.encode()).hexdigest()
    exact = exact_test(program, plan, seed)
    comparison = _Comparison(program, plan, floor=_floor(plan, exact))
    errors = [error for error in map(comparison, _own_states(plan, seed)) if error is not None]
    random_states = _random_states(plan, random.Random(seed))
    wanted = len(errors) + DRAWS * STATES
    for values in islice(random_states, 10 * DRAWS * STATES):
        if (error := comparison(values)) is not None:
            errors.append(error)
        if len(errors) == wanted:
            break
    if not errors and exact is None:
        raise VerificationError(
            f"{program.name} could not be verified: its expressions are defined and finite at none "
            f"of the {10 * DRAWS * STATES} random states that were tried; --no-verify "
            "(verify=False) generates it unverified"
        )
    points, chance = (exact.points, exact.chance) if exact is not None else (0, 0)
    worst = max(errors, default=0.0)
    return Certificate(plan.against, len(errors), worst, points, chance, comparison.lost)


def _floor(plan: Plan, exact: Exact | None) -> float:
    """What counts as large: results that are zero but for rounding must pass.

    Without an exact test a robot may be small as a whole; but closed states carry rounding errors
    of their own.
    """
    if exact is not None:
        return 1.0
    return 0.0 if plan.settle is None else _CLOSED_FLOOR


def _random_states(plan: Plan, rng: random.Random) -> Iterator[Values]:
    """Draw parameters, and four states for each draw, without end."""
    robot = plan.drawn or plan.robot
    while True:
        values = draw(robot, rng)
        for _ in range(STATES):
            yield _complete(plan, redraw_state(robot, values, rng), rng)


def _own_states(plan: Plan, seed: str) -> Iterator[Values]:
    """The robot's own numbers, each set with a random state."""
    robot = plan.drawn or plan.robot
    rng = random.Random(f"{seed}|own")
    for own in robot.values:
        yield _complete(plan, draw(robot, rng) | known_values(robot, own), rng)


def _complete(plan: Plan, values: Values, rng: random.Random) -> Values:
    """Draw the arguments that are no symbols of the robot."""
    more = sorted(plan.symbols - values.keys())
    return values | {name: rng.uniform(-1.5, 1.5) for name in more}


class _Comparison:
    """Compares at a state; returns the relative error, or None where a value is not defined.

    Attributes:
        lost: the number of states at which the program needs more digits than doubles have.
    """

    def __init__(self, program: Program, plan: Plan, floor: float) -> None:
        self.program, self.plan, self.floor = program, plan, floor
        self.lost = 0

    def __call__(self, values: Values) -> float | None:
        try:
            if self.plan.settle is not None:
                values = self.plan.settle(values)
            with np.errstate(all="ignore"):
                found = self._run(values, _FLOATS)
                pairs = self._pairs(found, values, _FLOATS, float)
        except _UNDEFINED:
            return None
        if not all(np.isfinite(array).all() for pair in pairs for array in pair):
            return None
        error = max(relative_errors(pairs, self.floor), default=0.0)
        if error <= TOLERANCE:
            return error
        try:
            return self._precise_error(found, values)
        except _UNDEFINED:
            return None

    def _precise_error(self, found: Mapping[str, list[float]], values: Values) -> float:
        """The error of doubles against a reference with eighty digits.

        Where that is large too the program is run with eighty digits: is it its formulas that
        differ, or did it lose its digits?

        Raises:
            VerificationError: if the formulas differ.
        """
        exact = {name: precise(value) for name, value in values.items()}
        arithmetic = PreciseArithmetic()
        doubles = {name: [precise(x) for x in row] for name, row in found.items()}
        pairs = self._pairs(doubles, exact, arithmetic, object)
        error = max(relative_errors(pairs, self.floor), default=0.0)
        if error <= TOLERANCE:
            return error
        pairs = self._pairs(self._run(exact, arithmetic), exact, arithmetic, object)
        noise = NOTHING if self.plan.settle is None else _CLOSED
        errors = precise_errors(pairs, exact, noise)
        if max(errors, default=0.0) > TOLERANCE:
            raise self._differs(errors)
        self.lost += 1
        return error

    def _differs(self, errors: list[float]) -> VerificationError:
        worst = int(np.argmax(errors)) if self.plan.judge is None else 0
        return VerificationError(
            f"{self.program.name}: {self.program.outputs[worst].name} differs from "
            f"{self.plan.against} by a relative {max(errors):.2g}, computed with {DIGITS} digits; "
            "the model is not written. This is a defect of symoro: please report it with the "
            "robot's file"
        )

    def _run(self, values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> dict[str, list[Any]]:
        return interpret(self.program, self.plan.completed(values, arithmetic), arithmetic)

    def _pairs(
        self,
        found: Mapping[str, list[Any]],
        values: Mapping[str, Any],
        arithmetic: Arithmetic[Any],
        dtype: Any,
    ) -> list[Pair]:
        """What must be equal, as flat arrays."""
        plan = self.plan
        if plan.judge is not None:
            pairs = plan.judge(found, values, arithmetic, dtype)
        else:
            assert plan.reference is not None
            expected = plan.reference(values, arithmetic, dtype)
            names = (output.name for output in self.program.outputs)
            pairs = [(found[name], expected[name]) for name in names]
        return [(_flat(ours, dtype), _flat(theirs, dtype)) for ours, theirs in pairs]


def _flat(part: Any, dtype: Any) -> Array:
    array: Array = np.asarray(part, dtype=dtype).ravel()
    return array
