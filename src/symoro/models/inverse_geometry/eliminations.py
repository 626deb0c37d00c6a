"""Equations in one unknown from one or two equations in two, [Guide] table 2.1.

Each elimination takes polynomials that are zero and gives another one; the same code decides, on
samples, whether it applies and computes, on scalars, the result.

    single      the equation has one unknown                                types 1, 2, 9, 10
    both        two equations in the same angle                             type 3
    ratio       h (a1 C + b1 S) + z1 = 0, h (a2 C + b2 S) + z2 = 0          type 4
                (z2 a1 - z1 a2) C + (z2 b1 - z1 b2) S = 0
    slide       a1 r + f1 = 0, a2 r + f2 = 0: a2 f1 - a1 f2 = 0             type 5
    triangle    a C + b S + f1 = 0, a S - b C + f2 = 0, a sum of vectors    types 5 to 8
                in a plane: f1^2 + f2^2 = a^2 + b^2
    square      a1 C + b1 S + f1 = 0, a2 C + b2 S + f2 = 0, solved for      types 5 to 8
                C and S: C^2 + S^2 = 1
"""

from __future__ import annotations

from collections.abc import Sequence

from symoro.algebra.scalars import is_number
from symoro.models.inverse_geometry.polynomial import ONE, Polynomial, constant, power


def eliminate(form: str, equations: Sequence[Polynomial], other: int | None) -> Polynomial | None:
    """The equation that is left without the other unknown; None if the form does not apply."""
    if form in ("single", "both"):
        return equations[0]
    assert other is not None
    if form == "ratio":
        return _ratio(equations, other)
    if form == "slide":
        return _slide(equations, other)
    return _square(equations, other, plane=form == "triangle")


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


def _square(equations: Sequence[Polynomial], other: int, plane: bool) -> Polynomial | None:
    """Both equations are linear in the sine and cosine of an angle, with factors that are scalars.

    With D = a1 b2 - a2 b1: C = (b1 f2 - b2 f1) / D, S = (a2 f1 - a1 f2) / D. In a plane the factors
    are those of a vector and of the same vector turned by a right angle, so D drops out.
    """
    S, C = power("S", other), power("C", other)
    parts = [equation.split(other) for equation in equations]
    if any(set(part) - {ONE, S, C} for part in parts):
        return None
    zero = constant(0)
    factors = [[part.get(C, zero), part.get(S, zero)] for part in parts]
    if any(set(x.terms) - {ONE} for row in factors for x in row):
        return None
    (a1, b1), (a2, b2) = ([x.coefficient(ONE) for x in row] for row in factors)
    f1, f2 = (part.get(ONE, zero) for part in parts)
    if plane:
        return f1 * f1 + f2 * f2 - constant(a1 * a1 + b1 * b1)
    determinant = constant(a1 * b2 - a2 * b1)
    if not determinant:
        return None
    cosine = f2.scale(b1) - f1.scale(b2)
    sine = f1.scale(a2) - f2.scale(a1)
    return cosine * cosine + sine * sine - determinant * determinant


def lies_in_a_plane(equations: Sequence[Polynomial], angle: int) -> bool:
    """True if both equations have the components of one vector that an angle turns in a plane."""
    C, S = ([e.coefficient(power(letter, angle)) for e in equations] for letter in "CS")
    across = C[0] * C[1] + S[0] * S[1]
    lengths = C[0] * C[0] + S[0] * S[0] - C[1] * C[1] - S[1] * S[1]
    return is_number(across, 0) and is_number(lengths, 0)
