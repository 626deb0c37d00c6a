"""The kind of an equation in one unknown, and its coefficients, from a polynomial that is zero.

The same code decides, on samples, which kind an equation has and gives, on scalars, what its roots
are computed from; both methods rest on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symoro.models.inverse_geometry.polynomial import ONE, Polynomial, power
from symoro.models.inverse_geometry.unknowns import Kind

_OF_ANGLES = {1: Kind.ANGLE, 2: Kind.CIRCLE}
_OF_LENGTHS = {1: Kind.LINEAR, 2: Kind.QUADRATIC, 3: Kind.QUARTIC, 4: Kind.QUARTIC}


def kind_of(equation: Polynomial, unknown: int, turns: bool) -> Kind | None:
    """The kind of an equation; None if it is none in this unknown alone, or of no kind."""
    if equation.unknowns != {unknown}:
        return None
    degree = max(sum(k for _, k in monomial) for monomial in equation.terms)
    return (_OF_ANGLES if turns else _OF_LENGTHS).get(degree)


def coefficients(kind: Kind, equations: Sequence[Polynomial], unknown: int) -> list[Any]:
    """The coefficients of equations in one unknown, in the order of `Kind`.

    What is no term of the kind is zero, though not all scalars show it.
    """
    at = equations[0].coefficient
    r = [ONE, *(power("r", unknown, k) for k in (1, 2, 3, 4))]
    S, C = power("S", unknown), power("C", unknown)
    match kind:
        case Kind.LINEAR:
            return [at(r[1]), -at(ONE)]
        case Kind.QUADRATIC:
            return [at(r[2]), at(r[1]), at(ONE)]
        case Kind.QUARTIC:
            return [at(r[k]) for k in (4, 3, 2, 1, 0)]
        case Kind.ANGLE | Kind.DIRECTION:
            return [
                x
                for each in equations
                for x in (each.coefficient(S), each.coefficient(C), -each.coefficient(ONE))
            ]
    CC, CS = power("C", unknown, 2), (*C, *S)
    return [-at(CC), at(CS), at(C), at(S), at(ONE) + at(CC)]  # C^2 = 1 - S^2
