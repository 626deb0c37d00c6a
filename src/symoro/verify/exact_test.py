"""The exact test: two routes to the same results modulo a 61-bit prime must be equal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import ModularArithmetic
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.modular import ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.expressions.primes import Modulus, prime
from symoro.ir.interpreter import interpret
from symoro.ir.program import Program
from symoro.verify.check import Check

POINTS = 2
"""Random points of the test, where their chance of being wrong is small enough."""

_MOST = 8  # points
_LIKELY = -30  # log2 of a chance that is small enough

Field = ModularArithmetic | DegreeArithmetic
Results = dict[str, tuple[list[Any], list[Any]]]  # what must be equal, by name


@dataclass(frozen=True)
class ExactResult:
    """The result of an exact test that was passed.

    Attributes:
        chance: log2 of the chance of a false "equal".
        signs: True if it holds up to the signs of square roots, which a field does not know.
    """

    points: int
    chance: int
    signs: bool = False


def exact_test(program: Program, check: Check, seed: str) -> ExactResult | None:
    """Compare a program with its reference at random points of sin^2 + cos^2 = 1.

    A model whose states must be closed first has no free random point: None.

    Raises:
        VerificationError: if the results differ although nothing is opaque.
    """
    if check.close_state is not None or check.reference is None:
        return None

    def both(arithmetic: Field) -> Results:
        return _routes(program, check, arithmetic)

    def differs(name: str) -> VerificationError:
        return VerificationError(
            f"{program.name}: {name} differs from {check.against} modulo a 61-bit "
            "prime; the model is not written. This is a defect of symoro: please report it "
            "with the robot's file"
        )

    return compare(both, seed, differs)


def compare(
    both: Callable[[Field], Results], seed: str, differs: Callable[[str], VerificationError]
) -> ExactResult | None:
    """Compare two routes modulo a prime at random points.

    Values that are not rational are opaque modulo a prime: results that then differ prove nothing,
    and the answer is None. Long chains of divisions have degrees so high that the chance has no
    bound: None as well.

    ``both`` gives what must be equal, in an arithmetic whose symbols are the random point.

    Raises:
        VerificationError: if the results differ although nothing is opaque.
    """
    degree = max(_degrees(both(DegreeArithmetic())), default=1)
    bits = math.log2(prime(0) - 1) - math.log2(max(degree, 1))  # that a point adds
    points = max(POINTS, math.ceil(-_LIKELY / bits)) if bits > 0 else POINTS
    chance = math.ceil(-points * bits)
    modulus, signs = Modulus(), False
    for point in range(min(points, _MOST)):
        try:
            field, compared = at_random_point(f"{seed}|{point}", lambda f: (f, both(f)), modulus)
        except ZeroDivisor:  # whatever the values
            return None
        signs |= field.signs_drawn
        for name, (outputs, expected) in compared.items():
            if outputs != expected:
                if field.opaque:
                    return None
                raise differs(name)
    return ExactResult(points, chance, signs) if chance <= _LIKELY and points <= _MOST else None


def _routes(program: Program, check: Check, arithmetic: Field) -> Results:
    values: dict[str, Any] = {name: arithmetic.symbol(name) for name in check.symbols}
    outputs = interpret(program, check.complete(values, arithmetic), arithmetic)
    if check.balance is not None:
        pairs = check.balance(outputs, values, arithmetic, object)
        return {f"balance {k}": _flat_pair(pair) for k, pair in enumerate(pairs, start=1)}
    assert check.reference is not None
    expected = check.reference(values, arithmetic, object)
    return {o.name: _flat_pair((outputs[o.name], expected[o.name])) for o in program.outputs}


def _flat_pair(pair: tuple[Any, Any]) -> tuple[list[Any], list[Any]]:
    outputs, expected = (list(np.ravel(np.asarray(each, dtype=object))) for each in pair)
    return outputs, expected


def _degrees(compared: Results) -> Iterator[int]:
    for outputs, expected in compared.values():
        for a, b in zip(outputs, expected, strict=True):
            yield sum(x.above + x.below for x in (a, b) if isinstance(x, Degree))
