"""Compare a program with the one that it was made from: at random states, and exactly.

Floating point: random values of all inputs; where double precision is not enough, both programs
are computed with eighty digits (see `agreement`). Exact: see `exact_test`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import Arithmetic, FloatArithmetic
from symoro.generate.agreement import TOLERANCE, Pair, precise_errors, relative_errors
from symoro.generate.certificate import Certificate
from symoro.generate.exact_test import Exact, Field, Results, compare
from symoro.generate.verify import DRAWS, STATES
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program, Role
from symoro.numeric.precise import PreciseArithmetic, precise

_UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
_MOST_NODES = 100_000  # that are evaluated in floating point, all states together


def verify_same(result: Program, source: Program, against: str) -> Certificate:
    """Compare the outputs of two programs over the same inputs.

    Raises:
        VerificationError: naming the output that differs; or if nothing could be compared.
    """
    exact = _exact(result, source)
    rng = random.Random(source.name)
    errors: list[float] = []
    states = max(2, min(DRAWS * STATES, _MOST_NODES // len(source.graph.nodes)))
    for _ in range(10 * states):
        error = _error(result, source, _drawn(source, rng))
        if error is not None:
            errors.append(error)
        if len(errors) == states:
            break
    if not errors and exact is None:
        raise VerificationError(
            f"{result.name} could not be verified: its expressions are defined and finite at none "
            "of the random states that were tried; --no-verify (verify=False) does without"
        )
    points, chance = (exact.points, exact.chance) if exact is not None else (0, 0)
    return Certificate(against, len(errors), max(errors, default=0.0), points, chance)


def _drawn(program: Program, rng: random.Random) -> dict[str, float]:
    """Constants are positive, as lengths and masses are."""
    return {
        item.name: rng.uniform(0.2, 1.0) if item.role is Role.PARAMETER else rng.uniform(-1.5, 1.5)
        for item in program.read
    }


def _error(result: Program, source: Program, values: dict[str, float]) -> float | None:
    """The largest relative error, or None where a value is not defined."""
    names = [output.name for output in source.outputs]

    def pairs(values: dict[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> list[Pair]:
        both = [interpret(p, values, arithmetic) for p in (result, source)]
        ours, theirs = ([np.array(each[name], dtype) for name in names] for each in both)
        return list(zip(ours, theirs, strict=True))

    try:
        with np.errstate(all="ignore"):
            doubles = pairs(values, FloatArithmetic(), float)
            if not all(np.isfinite(array).all() for pair in doubles for array in pair):
                return None
            errors = relative_errors(doubles, 1.0)
            if max(errors, default=0.0) > TOLERANCE:  # is it that digits were lost?
                exact = {name: precise(value) for name, value in values.items()}
                errors = precise_errors(pairs(exact, PreciseArithmetic(), object), exact)
    except _UNDEFINED:
        return None
    error = max(errors, default=0.0)
    if error > TOLERANCE:
        raise VerificationError(
            f"{result.name}: {names[int(np.argmax(errors))]} differs from what was read by a "
            f"relative {error:.2g}; nothing is written. This is a defect of symoro: please report "
            "it with the file"
        )
    return error


def _exact(result: Program, source: Program) -> Exact | None:
    def both(arithmetic: Field) -> Results:
        values: dict[str, Any] = {item.name: arithmetic.symbol(item.name) for item in source.read}
        found, wanted = (interpret(p, values, arithmetic) for p in (result, source))
        return {name: (found[name], expected) for name, expected in wanted.items()}

    def differs(name: str) -> VerificationError:
        return VerificationError(
            f"{result.name}: {name} differs from what was read modulo a 61-bit prime; "
            "nothing is written. This is a defect of symoro: please report it with the file"
        )

    return compare(both, source.name, differs)
