"""Angles as affine sums: coefficients over symbols, and a basis of which all are whole sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from symoro.errors import UsageError

if TYPE_CHECKING:
    from sympy import Expr

Vector = tuple[Fraction | int, ...]
"""The coefficients of an angle over a list of atoms; plain integers where they are whole."""


def affine_sum(angle: Expr) -> tuple[dict[Expr, Fraction], Fraction]:
    """Write an angle as a sum of {atom: factor}, plus a multiple of Pi that is returned apart.

    That is a multiple of Pi/12, whose sine and cosine are square roots. Of another multiple the
    quarter turns are returned and the rest is an atom like any other.
    """
    from sympy import Add, pi

    factors: dict[Expr, Fraction] = {}
    turns = Fraction(0)
    for term in Add.make_args(angle.expand()):
        number, atom = term.as_coeff_Mul()
        factors[atom] = exact_fraction(number)
    if pi in factors:
        turns = factors.pop(pi)
        if 12 % turns.denominator:
            quarters = [Fraction(k, 2) for k in range(int(2 * turns) - 2, int(2 * turns) + 3)]
            rest = min((turns - q for q in quarters), key=lambda r: (r.denominator, abs(r)))
            factors[pi], turns = rest, turns - rest
    return {atom: factor for atom, factor in factors.items() if factor}, turns


def exact_fraction(number: Expr) -> Fraction:
    """Return the exact value of a SymPy number; a float means the decimal that prints it."""
    if number.is_Rational:
        return Fraction(int(number.p), int(number.q))
    if number.is_Float:
        return Fraction(str(number))
    raise UsageError(f"an exact number is needed here, not {number}")


def basis_of(vectors: Iterable[Vector]) -> list[Vector]:
    """Return independent angles of which every given one is a sum with whole coefficients.

    The given angles themselves where they suffice, the shortest first; else fractions of the atoms.
    """
    angles = sorted(
        {positive_vector(vector) for vector in vectors},
        key=lambda v: (sum(map(bool, v)), [-abs(x) for x in v], v),
    )
    basis: list[Vector] = []
    for vector in angles:
        inside = coordinates(vector, basis)
        if inside is None:
            basis.append(vector)
        elif any(x.denominator > 1 for x in inside):
            return fractions_of_atoms(angles)
    return basis


def positive_vector(vector: Vector) -> Vector:
    """Return a vector or its opposite, whichever has a positive leading coefficient."""
    leading = next((x for x in vector if x), 0)
    return tuple(-x for x in vector) if leading < 0 else vector


def fractions_of_atoms(vectors: Iterable[Vector]) -> list[Vector]:
    """Return the largest fraction of each atom of which every angle is a whole sum."""
    columns = list(zip(*vectors, strict=True))
    return [
        tuple(Fraction(i == j, lcm(*(x.denominator for x in column))) for j in range(len(columns)))
        for i, column in enumerate(columns)
    ]


def coordinates(vector: Vector, basis: Sequence[Vector]) -> list[Fraction] | None:
    """Return a vector's coordinates over independent vectors, or None if it is no sum of them."""
    rows = [[Fraction(x) for x in row] for row in zip(*basis, vector, strict=True)]
    for k in range(len(basis)):
        pivot = next(i for i in range(k, len(rows)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [x - row[k] * y for x, y in zip(row, rows[k], strict=True)]
    if any(row[-1] for row in rows[len(basis) :]):
        return None
    return [row[-1] for row in rows[: len(basis)]]
