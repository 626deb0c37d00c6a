"""Equality of SymPy expressions modulo a 61-bit prime: a route that shares no code with the ring.

Sines and cosines are those of random points of the unit circle in the field, so equality at two
points is chance for at most degree / 2^60 of unequal expressions each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symoro.expressions import ModularArithmetic
from symoro.symbolic.from_sympy import from_sympy

if TYPE_CHECKING:
    from sympy import Expr, Matrix

SEEDS = ("one", "two")


def same(a: Expr, b: Expr) -> bool:
    """True if two expressions are equal at two random points."""
    return all(residue(a, seed) == residue(b, seed) for seed in SEEDS)


def is_determinant(expression: Expr, matrix: Matrix) -> bool:
    """True if an expression is the determinant of a matrix at two random points."""
    return all(residue(expression, seed) == leibniz(residues(matrix, seed)) for seed in SEEDS)


def residue(expression: Expr, seed: str) -> Any:
    """The value of an expression at a random point."""
    field = ModularArithmetic(seed)
    values = {s.name: field.symbol(s.name) for s in expression.free_symbols}
    return from_sympy(expression, values, field)


def residues(matrix: Matrix, seed: str) -> NDArray[np.object_]:
    """The value of a matrix at a random point."""
    values = [residue(element, seed) for element in matrix]
    return np.array(values, dtype=object).reshape(matrix.shape)


def leibniz(table: NDArray[np.object_]) -> Any:
    """A determinant by its first row."""
    if len(table) == 1:
        return table[0, 0]
    rest = table[1:]
    total = 0
    for j, element in enumerate(table[0]):
        total = total + (-1) ** j * element * leibniz(np.delete(rest, j, axis=1))
    return total
