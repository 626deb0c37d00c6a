"""The roots of the equations of a solution tree, in doubles, by the root kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symoro.ir.polynomial_kernels import circle_roots, quartic_roots
from symoro.ir.root_kernels import (
    FREE,
    TRIED,
    TURN,
    angle_roots,
    direction_roots,
    linear_roots,
    quadratic_roots,
)
from symoro.ir.tree_kernels import is_weak, is_weak_direction, tried_positions
from symoro.models.inverse_geometry.unknowns import Kind


@dataclass(frozen=True)
class Root:
    """A root of an equation: a position, or an angle with its sine and cosine.

    Attributes:
        index: which root it is: 0 and 1 are the signs of a square root, + and -.
        multiplicity: 2 where two roots are one.
    """

    value: float
    S: float = 0.0
    C: float = 1.0
    index: int = 0
    multiplicity: int = 1


@dataclass(frozen=True)
class NoRoot:
    """No root: the equation fails by a distance, in the unit of its coefficients."""

    distance: float


@dataclass(frozen=True)
class Free:
    """Every value is a root: the equation vanishes."""


Roots = list[Root] | NoRoot | Free

MOST_ROOTS = {
    Kind.LINEAR: 1,
    Kind.QUADRATIC: 2,
    Kind.QUARTIC: 4,
    Kind.ANGLE: 2,
    Kind.DIRECTION: 1,
    Kind.CIRCLE: 4,
}

_KERNELS: dict[Kind, Callable[..., int]] = {
    Kind.LINEAR: linear_roots,
    Kind.QUADRATIC: quadratic_roots,
    Kind.QUARTIC: quartic_roots,
    Kind.ANGLE: angle_roots,
    Kind.DIRECTION: direction_roots,
    Kind.CIRCLE: circle_roots,
}

KERNELS = {kind: kernel.__name__ for kind, kernel in _KERNELS.items()}
"""The name of the root kernel of each kind of equation."""

ANGLES = frozenset((Kind.ANGLE, Kind.DIRECTION, Kind.CIRCLE))
"""The kinds whose roots are angles, with sines and cosines."""


def roots(kind: Kind, coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    """Return the roots of an equation.

    Args:
        kind: its kind.
        coefficients: in the order of the kind.
        rounding: by how much each coefficient may be wrong.
    """
    x, S, C, m = [0.0] * TRIED, [0.0] * TRIED, [1.0] * TRIED, [0] * TRIED
    results = (x, S, C, m) if kind in ANGLES else (x, m)
    count = _KERNELS[kind](list(coefficients), list(rounding), *results)
    if count == FREE:
        return Free()
    if count == 0:
        return NoRoot(x[0])
    return [Root(x[k], S[k], C[k], k, m[k]) for k in range(count)]


def nearly_vanishes(kind: Kind, coefficients: Sequence[float], rounding: Sequence[float]) -> bool:
    """True if rounding decides on the roots of an equation; arguments as of `roots`."""
    K, R = list(coefficients), list(rounding)
    return is_weak_direction(K, R) if kind is Kind.DIRECTION else is_weak(K, R, len(K))


def tried_values(turns: bool, size: float) -> list[float]:
    """Return the values of a free unknown that are tried, in order.

    Args:
        turns: True for an angle.
        size: the length within which positions are tried.
    """
    x, m = [0.0] * TRIED, [0] * TRIED
    tried_positions(TURN if turns else 2 * size, x, m)
    return x
