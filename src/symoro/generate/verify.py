"""Verification: a model against an independent computation, at random states and exactly.

Floating point: five draws of parameters, four states each, seeded by the robot's own text, and the
robot's own value sets; the largest difference relative to the largest reference value (not below 1
where the exact test has passed too) must not exceed 1e-9. A state at which an expression is not
defined is drawn again; where double precision is not enough for the reference, it is computed with
fifty digits. Exact: see `exact_test`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.errors import VerificationError
from symoro.expressions import FloatArithmetic
from symoro.formats import json_format
from symoro.generate.certificate import Certificate
from symoro.generate.draw import draw, known_values, redraw_state
from symoro.generate.exact_test import Exact, exact_test
from symoro.generate.plan import Plan
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.numeric.precise import PreciseArithmetic, precise

DRAWS = 5
STATES = 4
TOLERANCE = 1e-9
_CLOSED_FLOOR = 1e-3

_UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
_FLOATS = FloatArithmetic()

Array = npt.NDArray[np.float64]
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
    return Certificate(plan.against, len(errors), max(errors, default=0.0), points, chance)


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
    """Compares at a state; returns the relative error, or None where a value is not defined."""

    def __init__(self, program: Program, plan: Plan, floor: float) -> None:
        self.program, self.plan, self.floor = program, plan, floor

    def __call__(self, values: Values) -> float | None:
        plan = self.plan
        try:
            if plan.settle is not None:
                values = plan.settle(values)
            found = interpret(self.program, plan.completed(values, _FLOATS), _FLOATS)
            with np.errstate(all="ignore"):
                ours, theirs = self._both(found, values)
        except _UNDEFINED:
            return None
        if not all(np.isfinite(array).all() for array in (*ours, *theirs)):
            return None
        errors = self._errors(ours, theirs)
        if max(errors) > TOLERANCE and plan.judge is None and plan.reference is not None:
            # is it the reference that lost its digits?
            exact = {name: precise(value) for name, value in values.items()}
            again = plan.reference(exact, PreciseArithmetic(), object)
            errors = self._errors(ours, self._arrays(again))
        if max(errors) > TOLERANCE:
            worst = int(np.argmax(errors)) if plan.judge is None else 0
            raise VerificationError(
                f"{self.program.name}: {self.program.outputs[worst].name} differs from "
                f"{plan.against} by a relative {max(errors):.2g}; the model is not "
                "written. This is a defect of symoro, or numbers too unlike each other for double "
                "precision: please report it with the robot's file"
            )
        return max(errors)

    def _both(self, found: dict[str, list[float]], values: Values) -> tuple[list[Array], ...]:
        if self.plan.judge is not None:
            pairs = self.plan.judge(found, values)
            return [a for a, _ in pairs], [b for _, b in pairs]
        assert self.plan.reference is not None
        ours = [np.array(found[output.name], dtype=float) for output in self.program.outputs]
        return ours, self._arrays(self.plan.reference(values, _FLOATS, float))

    def _arrays(self, results: dict[str, Any]) -> list[Array]:
        names = (output.name for output in self.program.outputs)
        return [np.asarray(results[name], dtype=float).ravel() for name in names]

    def _errors(self, ours: list[Array], theirs: list[Array]) -> list[float]:
        whole = max(float(np.abs(array).max(initial=0.0)) for array in theirs)
        errors = []
        for found, expected in zip(ours, theirs, strict=True):
            own = float(np.abs(expected).max(initial=0.0))
            scale = max(self.floor, own) if self.floor else whole
            difference = float(np.abs(found - expected).max(initial=0.0))
            errors.append(difference / scale if scale else difference)
        return errors
