"""Equality of SymPy expressions modulo a 61-bit prime: a route that shares no code with the ring.

Sines and cosines are those of random points of the unit circle in the field, so equality at two
points is chance for at most degree / 2^60 of unequal expressions each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.expressions import ModularArithmetic
from symoro.symbolic.from_sympy import from_sympy

if TYPE_CHECKING:
    from sympy import Expr


def same(a: Expr, b: Expr) -> bool:
    """True if two expressions are equal at two random points."""
    return all(_value(a, seed) == _value(b, seed) for seed in ("one", "two"))


def _value(expression: Expr, seed: str) -> object:
    field = ModularArithmetic(seed)
    values = {s.name: field.symbol(s.name) for s in expression.free_symbols}
    return from_sympy(expression, values, field)
