"""Equations in one unknown from one or two equations in two, [Guide] table 2.1.

Each elimination takes polynomials that are zero and gives the coefficients of an equation of a
`Kind`; the same code decides, on samples, whether it applies and computes, on scalars, the result.

    single      the equation has one unknown                                types 1, 2, 9, 10
    both        two equations in the same angle                             type 3
    ratio       h (a1 C + b1 S) + z1 = 0, h (a2 C + b2 S) + z2 = 0          type 4
                (z2 a1 - z1 a2) C + (z2 b1 - z1 b2) S = 0
    slide       a1 r + f1 = 0, a2 r + f2 = 0: a2 f1 - a1 f2 = 0             type 5
    square      a1 C + b1 S + f1 = 0, a2 C + b2 S + f2 = 0, solved for      types 5 to 8
                C and S: C^2 + S^2 = 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symoro.models.inverse_geometry.polynomial import ONE, Monomial, Polynomial, constant, power
from symoro.models.inverse_geometry.unknowns import Kind


def eliminate(form: str, equations: Sequence[Polynomial], other: int | None) -> Polynomial | None:
    """The equation that is left without the other unknown; None if the form does not apply."""
    if form in ("single", "both"):
        return equations[0]
    assert other is not None
    if form == "ratio":
        return _ratio(equations, other)
    return _slide(equations, other) if form == "slide" else _square(equations, other)


def coefficients(kind: Kind, equations: Sequence[Polynomial], unknown: int) -> list[Any]:
    """The coefficients of equations in one unknown, in the order of `Kind`."""
    first = equations[0].coefficient
    r, S, C = (power(letter, unknown) for letter in "rSC")
    if kind is Kind.LINEAR:
        return [first(r), -first(ONE)]
    if kind is Kind.QUADRATIC:
        return [first(power("r", unknown, 2)), first(r), first(ONE)]
    return [x for each in equations for x in _circular(each, S, C)]


def _circular(equation: Polynomial, S: Monomial, C: Monomial) -> tuple[Any, Any, Any]:
    return equation.coefficient(S), equation.coefficient(C), -equation.coefficient(ONE)


def kind_of(equation: Polynomial, unknown: int, turns: bool) -> Kind | None:
    """The kind of an equation in one unknown; None if table 2.1 has none."""
    own = set(equation.terms) - {ONE}
    if turns:
        circular = {power("S", unknown), power("C", unknown)}
        return Kind.ANGLE if own and own <= circular else None
    if own == {power("r", unknown)}:
        return Kind.LINEAR
    quadratic = {power("r", unknown), power("r", unknown, 2)}
    return Kind.QUADRATIC if power("r", unknown, 2) in own <= quadratic else None


def _ratio(equations: Sequence[Polynomial], other: int) -> Polynomial | None:
    """Both equations have one and the same factor in the other unknown, or none in it."""
    parts = [equation.split(other) for equation in equations]
    factors = {own for part in parts for own in part if own != ONE}
    if len(factors) != 1:
        return None
    (factor,) = factors
    inner, rest = zip(*((p.get(factor), p.get(ONE)) for p in parts), strict=True)
    if None in inner or None in rest or any(set(z.terms) != {ONE} for z in rest):
        return None
    z1, z2 = (z.coefficient(ONE) for z in rest)
    result = inner[0].scale(z2) - inner[1].scale(z1)
    return result if result and ONE not in result.terms else None


def _slide(equations: Sequence[Polynomial], other: int) -> Polynomial | None:
    """Both equations are linear in a position, with factors that are scalars."""
    r = power("r", other)
    parts = [equation.split(other) for equation in equations]
    if any(set(part) - {ONE, r} or r not in part for part in parts):
        return None
    if any(set(part[r].terms) != {ONE} for part in parts):
        return None
    a1, a2 = (part[r].coefficient(ONE) for part in parts)
    zero = constant(0)
    return parts[0].get(ONE, zero).scale(a2) - parts[1].get(ONE, zero).scale(a1)


def _square(equations: Sequence[Polynomial], other: int) -> Polynomial | None:
    """Both equations are linear in the sine and cosine of an angle, with factors that are scalars.

    With D = a1 b2 - a2 b1: C = (b1 f2 - b2 f1) / D, S = (a2 f1 - a1 f2) / D.
    """
    S, C = power("S", other), power("C", other)
    parts = [equation.split(other) for equation in equations]
    if any(set(part) - {ONE, S, C} for part in parts):
        return None
    zero = constant(0)
    (a1, b1), (a2, b2) = ((part.get(C, zero), part.get(S, zero)) for part in parts)
    if any(set(x.terms) - {ONE} for x in (a1, b1, a2, b2)):
        return None
    a1, b1, a2, b2 = (x.coefficient(ONE) for x in (a1, b1, a2, b2))
    f1, f2 = (part.get(ONE, zero) for part in parts)
    determinant = constant(a1 * b2 - a2 * b1)
    if not determinant:
        return None
    cosine = f2.scale(b1) - f1.scale(b2)
    sine = f1.scale(a2) - f2.scale(a1)
    return cosine * cosine + sine * sine - determinant * determinant
