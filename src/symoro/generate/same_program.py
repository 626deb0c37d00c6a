"""Compare a program with the one that it was made from: at random states, and exactly.

Floating point: random values of all inputs; where double precision is not enough, both programs
are computed with fifty digits. Exact: both modulo a 61-bit prime at random points.
"""

from __future__ import annotations

import math
import random
from contextlib import suppress
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.expressions.degree import DegreeArithmetic
from symoro.expressions.modular import PRIMES, NoRoot
from symoro.generate.certificate import Certificate
from symoro.generate.exact_test import POINTS
from symoro.generate.verify import DRAWS, STATES, TOLERANCE
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program, Role
from symoro.numeric.precise import PreciseArithmetic, precise

_UNDEFINED = (ValueError, ZeroDivisionError, OverflowError)
_MOST_NODES = 100_000  # that are evaluated in floating point, all states together
_LIKELY = -30  # log2 of a chance that is small enough
_DRAWS = 20  # of a point at which all square roots exist


def verify_same(result: Program, source: Program, against: str) -> Certificate:
    """Compare the outputs of two programs over the same inputs.

    Raises:
        VerificationError: naming the output that differs; or if nothing could be compared.
    """
    chance = _exact(result, source)
    rng = random.Random(source.name)
    errors: list[float] = []
    states = max(2, min(DRAWS * STATES, _MOST_NODES // len(source.graph.nodes)))
    for _ in range(10 * states):
        error = _error(result, source, _drawn(source, rng))
        if error is not None:
            errors.append(error)
        if len(errors) == states:
            break
    if not errors and chance is None:
        raise VerificationError(
            f"{result.name} could not be verified: its expressions are defined and finite at none "
            "of the random states that were tried; --no-verify (verify=False) does without"
        )
    points = 0 if chance is None else POINTS
    return Certificate(against, len(errors), max(errors, default=0.0), points, chance or 0)


def _drawn(program: Program, rng: random.Random) -> dict[str, float]:
    """Constants are positive, as lengths and masses are."""
    return {
        item.name: rng.uniform(0.2, 1.0) if item.role is Role.PARAMETER else rng.uniform(-1.5, 1.5)
        for item in program.read
    }


def _error(result: Program, source: Program, values: dict[str, float]) -> float | None:
    """The largest relative error, or None where a value is not defined."""
    try:
        with np.errstate(all="ignore"):
            found, wanted = (interpret(p, values, FloatArithmetic()) for p in (result, source))
            rows = (*found.values(), *wanted.values())
            if not all(math.isfinite(x) for row in rows for x in row):
                return None
            worst, error = _worst(found, wanted)
            if error > TOLERANCE:  # is it that digits were lost?
                exact = {name: precise(value) for name, value in values.items()}
                both = (interpret(p, exact, PreciseArithmetic()) for p in (result, source))
                worst, error = _worst(*both)
    except _UNDEFINED:
        return None
    if error > TOLERANCE:
        raise VerificationError(
            f"{result.name}: {worst} differs from what was read by a relative {error:.2g}; nothing "
            "is written. This is a defect of symoro: please report it with the file"
        )
    return error


def _worst(found: dict[str, list[Any]], wanted: dict[str, list[Any]]) -> tuple[str, float]:
    errors = {}
    for name, expected in wanted.items():
        scale = max([1.0, *(abs(value) for value in expected)])
        pairs = zip(found[name], expected, strict=True)
        errors[name] = float(max((abs(a - b) for a, b in pairs), default=0.0) / scale)
    worst = max(errors, key=lambda name: errors[name])
    return worst, errors[worst]


def _exact(result: Program, source: Program) -> int | None:
    """log2 of the chance that unequal programs pass, or None if there is no exact test."""
    degree = 1
    for program in (result, source):
        degrees = DegreeArithmetic()
        values = {item.name: degrees.symbol(item.name) for item in source.read}
        rows = interpret(program, values, degrees).values()
        degree += max((x.above + x.below for row in rows for x in row), default=0)
    chance = math.ceil(-POINTS * (math.log2(PRIMES[0] - 1) - math.log2(degree)))
    for point in range(POINTS):
        try:
            field, found, wanted = _residues(result, source, f"{source.name}|{point}")
        except NoRoot:  # a division by zero whatever the values
            return None
        for name, expected in wanted.items():
            if found[name] != expected:
                if field.opaque:
                    return None
                raise VerificationError(
                    f"{result.name}: {name} differs from what was read modulo a 61-bit prime; "
                    "nothing is written. This is a defect of symoro: please report it with the file"
                )
    return chance if chance <= _LIKELY else None


def _residues(
    result: Program, source: Program, seed: str
) -> tuple[ModularArithmetic, dict[str, list[Any]], dict[str, list[Any]]]:
    """Both programs at a random point where square roots exist, or with fresh values for them."""

    def at(field: ModularArithmetic) -> tuple[ModularArithmetic, Any, Any]:
        values = {item.name: field.symbol(item.name) for item in source.read}
        return field, interpret(result, values, field), interpret(source, values, field)

    for attempt in range(_DRAWS):
        with suppress(NoRoot):
            return at(ModularArithmetic(f"{seed}|{attempt}"))
    return at(ModularArithmetic(f"{seed}|loose", loose=True))
