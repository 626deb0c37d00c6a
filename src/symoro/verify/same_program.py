"""Compare a program with the one that it was made from: at random states, and exactly.

Floating point: random values of all inputs; where double precision is not enough, both programs
are computed with eighty digits (see `agreement`). Exact: see `exact_test`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import Arithmetic, Values
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program, Role
from symoro.verify.agreement import Comparison, Disagreement
from symoro.verify.certificate import Certificate
from symoro.verify.exact_test import ExactResult, Field, Results, compare
from symoro.verify.verify import SAMPLES, STATES

_MOST_NODES = 100_000  # that are evaluated in floating point, all states together


def verify_same(result: Program, source: Program, against: str) -> Certificate:
    """Compare the outputs of two programs over the same inputs.

    Raises:
        VerificationError: naming the output that differs; or if nothing could be compared.
    """
    exact = _exact(result, source) or ExactResult(0, 0)
    rng = random.Random(source.name)
    floor = 1.0 if exact.points and not exact.signs else 0.0
    comparison = _comparison(result, source, floor)
    errors: list[float] = []
    states = max(2, min(SAMPLES * STATES, _MOST_NODES // len(source.graph.nodes)))
    try:
        for _ in range(10 * states):
            error = comparison.error(_sample(source, rng))
            if error is not None:
                errors.append(error)
            if len(errors) == states:
                break
    except Disagreement as difference:
        name = source.outputs[int(np.argmax(difference.errors))].name
        raise VerificationError(
            f"{result.name}: {name} differs from what was read by a relative "
            f"{max(difference.errors):.2g}; nothing is written. This is a defect of symoro: please "
            "report it with the file"
        ) from None
    if not errors and not exact.points:
        raise VerificationError(
            f"{result.name} could not be verified: its expressions are defined and finite at none "
            "of the random states that were tried; --no-verify (verify=False) does without"
        )
    worst = max(errors, default=0.0)
    return Certificate(
        against, len(errors), worst, exact.points, exact.chance, exact.signs, comparison.lost
    )


def _comparison(result: Program, source: Program, floor: float) -> Comparison:
    def run(values: Values, arithmetic: Arithmetic[Any]) -> dict[str, list[Any]]:
        return interpret(result, values, arithmetic)

    def pairs(
        ours: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> list[tuple[Any, Any]]:
        wanted = interpret(source, values, arithmetic)
        return [(ours[output.name], wanted[output.name]) for output in source.outputs]

    return Comparison(run, pairs, floor)


def _sample(program: Program, rng: random.Random) -> dict[str, float]:
    """Constants are positive, as lengths and masses are."""
    return {
        item.name: rng.uniform(0.2, 1.0) if item.role is Role.PARAMETER else rng.uniform(-1.5, 1.5)
        for item in program.used_inputs
    }


def _exact(result: Program, source: Program) -> ExactResult | None:
    def both(arithmetic: Field) -> Results:
        values: dict[str, Any] = {
            item.name: arithmetic.symbol(item.name) for item in source.used_inputs
        }
        ours, wanted = (interpret(p, values, arithmetic) for p in (result, source))
        return {name: (ours[name], expected) for name, expected in wanted.items()}

    def differs(name: str) -> VerificationError:
        return VerificationError(
            f"{result.name}: {name} differs from what was read modulo a 61-bit prime; "
            "nothing is written. This is a defect of symoro: please report it with the file"
        )

    return compare(both, source.name, differs)
