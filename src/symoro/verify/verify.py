"""Verification: a model against an independent computation, at random states and exactly.

Floating point: five samples of the parameters, four states each, seeded by the robot's own text,
and the robot's own value sets; the largest difference relative to the largest reference value (not
below 1 where the exact test has passed too) must not exceed 1e-9. A state at which an expression is
not defined is sampled again; where doubles differ by more, the reference is computed with eighty
digits, then the program too, and these decide (see `agreement`). Exact: see `exact_test`; where it
steps aside each element is compared with eighty digits at two states.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from symoro.errors import VerificationError, short_list
from symoro.expressions import Arithmetic
from symoro.expressions.precision import DIGITS
from symoro.formats.json_format import write as json_text
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.verify.agreement import UNDEFINED, Comparison, Disagreement
from symoro.verify.certificate import Certificate
from symoro.verify.check import Check, Pairs
from symoro.verify.exact_test import ExactResult, exact_test
from symoro.verify.sampling import known_values, resample_state, sample_values

SAMPLES = 5
STATES = 4
_ELEMENTS = 2  # states at which each element is compared, where there is no exact test

Values = dict[str, float]


def verify(program: Program, check: Check) -> Certificate:
    """Compare a program with its reference.

    Raises:
        VerificationError: naming the output that differs most, or all where outputs are compared
            together; or if nothing could be compared.
    """
    robot = check.robot
    seed = hashlib.sha256(json_text(replace(robot, notes=())).encode()).hexdigest()
    exact = exact_test(program, check, seed)
    # what an exact test has shown may be zero but for rounding
    floor = 1.0 if exact is not None and not exact.signs else 0.0
    comparison = _comparison(program, check, floor)
    errors: list[float] = []
    try:
        for values in _sample_states(check, seed):
            state = _possible_state(check, values)
            error = comparison.error(state) if state is not None else None
            if state is None or error is None:
                continue
            if exact is None and len(errors) < _ELEMENTS and not check.approximate:
                comparison.require_elements(state)
            errors.append(error)
            if len(errors) == len(robot.values) + SAMPLES * STATES:
                break
    except Disagreement as difference:
        raise _refusal(program, check, difference) from None
    if not errors and exact is None:
        raise VerificationError(
            f"{program.name} could not be verified: its expressions are defined and finite at none "
            f"of the {10 * SAMPLES * STATES} random states that were tried; --no-verify "
            "(verify=False) generates it unverified"
        )
    passed = exact or ExactResult(0, 0)
    return Certificate(
        check.against,
        states=len(errors),
        max_rel_error=max(errors, default=0.0),
        exact_points=passed.points,
        chance=passed.chance,
        signs=passed.signs,
        lost=comparison.lost,
    )


def _comparison(program: Program, check: Check, floor: float) -> Comparison:
    def run(values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> dict[str, list[Any]]:
        return interpret(program, check.complete(values, arithmetic), arithmetic)

    def pairs(
        ours: Mapping[str, Any], values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any
    ) -> Pairs:
        if check.compare_outputs is not None:
            return check.compare_outputs(ours, values, arithmetic, dtype)
        assert check.reference is not None
        expected = check.reference(values, arithmetic, dtype)
        return [(ours[output.name], expected[output.name]) for output in program.outputs]

    return Comparison(run, pairs, floor, check.refine)


def _possible_state(check: Check, values: Values) -> Values | None:
    """A state that the model can have; None if these values lead to none."""
    try:
        return values if check.close_state is None else check.close_state(values)
    except UNDEFINED:
        return None


def _refusal(program: Program, check: Check, difference: Disagreement) -> VerificationError:
    names = [output.name for output in program.outputs]
    if check.compare_outputs is None:  # else a difference may be that of any output
        names = [names[int(np.argmax(difference.errors))]]
    verb = "differ" if len(names) > 1 else "differs"
    return VerificationError(
        f"{program.name}: {short_list(names)} {verb} from {check.against} by a relative "
        f"{max(difference.errors):.2g}, computed with {DIGITS} digits; the model is not written. "
        "This is a defect of symoro: please report it with the robot's file"
    )


def _sample_states(check: Check, seed: str) -> Iterator[Values]:
    """The robot's own numbers, then random ones."""
    yield from _own_states(check, seed)
    yield from islice(_sample_random_states(check, random.Random(seed)), 10 * SAMPLES * STATES)


def _sample_random_states(check: Check, rng: random.Random) -> Iterator[Values]:
    """Sample parameters, and four states for each sample, without end."""
    robot = check.robot
    while True:
        values = sample_values(robot, rng)
        for _ in range(STATES):
            yield _sample_arguments(check, resample_state(robot, values, rng), rng)


def _own_states(check: Check, seed: str) -> Iterator[Values]:
    """The robot's own numbers, each set with a random state."""
    robot = check.robot
    rng = random.Random(f"{seed}|own")
    for own in robot.values:
        yield _sample_arguments(check, sample_values(robot, rng) | known_values(robot, own), rng)


def _sample_arguments(check: Check, values: Values, rng: random.Random) -> Values:
    """Sample the arguments that are no symbols of the robot."""
    return values | {name: rng.uniform(-1.5, 1.5) for name in sorted(check.symbols - values.keys())}
