"""The roots of the equations of a solution tree, in doubles: their meaning.

Each function takes the coefficients of a `Kind`, and the rounding that they may carry. A value
within rounding of zero is zero: so a stretched elbow has one double root, and a singular wrist is
free. An equation that no root satisfies says by how much it fails.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symoro.models.inverse_geometry.unknowns import Kind

_PASSES = 100  # halvings of a bracket: a double has no more digits


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


def angle_root(S: float, C: float, index: int = 0, multiplicity: int = 1) -> Root:
    """The root with a sine and a cosine."""
    return Root(math.atan2(S, C), S, C, index, multiplicity)


MOST_ROOTS = {
    Kind.LINEAR: 1,
    Kind.QUADRATIC: 2,
    Kind.QUARTIC: 4,
    Kind.ANGLE: 2,
    Kind.DIRECTION: 1,
    Kind.CIRCLE: 4,
}


def roots(kind: Kind, coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    """Return the roots of an equation.

    Args:
        kind: its kind.
        coefficients: in the order of the kind.
        rounding: by how much each coefficient may be wrong.
    """
    return _SOLVERS[kind](coefficients, rounding)


def _linear(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    X, Y = coefficients
    if abs(X) > rounding[0]:
        return [Root(Y / X)]
    return Free() if abs(Y) <= rounding[1] else NoRoot(abs(Y))


def _quadratic(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    a, b, c = coefficients
    if abs(a) <= rounding[0]:
        return _linear((b, -c), rounding[1:])
    D = b * b - 4 * a * c
    error = 2 * abs(b) * rounding[1] + 4 * (abs(a) * rounding[2] + abs(c) * rounding[0])
    if -error > D:
        return NoRoot(-D / (4 * abs(a)))
    if error >= D:
        return [Root(-b / (2 * a), multiplicity=2)]
    q = -(b + math.copysign(math.sqrt(D), b)) / 2
    first, second = q / a, c / q
    low, high = min(first, second), max(first, second)
    return [Root(high, index=0), Root(low, index=1)]


def _angle(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    """X S + Y C = Z: S = (X Z + e Y D) / H, C = (Y Z - e X D) / H, D^2 = H - Z^2."""
    X, Y, Z = coefficients
    H = X * X + Y * Y
    h = math.sqrt(H)
    error = rounding[0] + rounding[1]
    if h <= error:
        return Free() if abs(Z) <= error + rounding[2] else NoRoot(abs(Z) - h)
    gap = h - abs(Z)
    if gap < -(error + rounding[2]):
        return NoRoot(-gap)
    if gap <= error + rounding[2]:
        sign = math.copysign(1.0, Z)
        return [angle_root(sign * X / h, sign * Y / h, multiplicity=2)]
    D = math.sqrt(gap * (h + abs(Z)))
    return [
        angle_root((X * Z + Y * D) / H, (Y * Z - X * D) / H, 0),
        angle_root((X * Z - Y * D) / H, (Y * Z + X * D) / H, 1),
    ]


_AGREE = 1e-4  # of a sine and a cosine: what is wrong by less is told by the pose


def _direction(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    """X1 S + Y1 C = Z1, X2 S + Y2 C = Z2, which must agree on S^2 + C^2 = 1."""
    X1, Y1, Z1, X2, Y2, Z2 = coefficients
    D = X1 * Y2 - X2 * Y1
    one, two = math.hypot(X1, Y1), math.hypot(X2, Y2)
    if abs(D) <= one * (rounding[3] + rounding[4]) + two * (rounding[0] + rounding[1]):
        equation = (X1, Y1, Z1) if one > two else (X2, Y2, Z2)
        return _angle(equation, rounding[:3] if one > two else rounding[3:])
    S, C = (Z1 * Y2 - Z2 * Y1) / D, (X1 * Z2 - X2 * Z1) / D
    length = math.hypot(S, C)
    if abs(length - 1) > _AGREE:
        return NoRoot(abs(length - 1))
    return [angle_root(S / length, C / length)]


def _quartic(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    solved = polynomial_roots(list(coefficients), list(rounding))
    if solved is None:
        return Free()
    if not solved:
        return NoRoot(math.nan)
    return [Root(x, index=k, multiplicity=m) for k, (x, m) in enumerate(solved)]


def _circle(coefficients: Sequence[float], rounding: Sequence[float]) -> Roots:
    """a4 S^2 + a3 C S + a2 C + a1 S + a0 = 0, by the tangent of half an angle.

    The angle is counted from where the equation is far from zero half a turn away, so that no
    root is at infinity.
    """
    a4, a3, a2, a1, a0 = coefficients

    def at(S: float, C: float) -> float:
        return a4 * S * S + a3 * C * S + a2 * C + a1 * S + a0

    error = sum(rounding)
    if max(map(abs, coefficients)) <= error:
        return Free()
    turns = [(math.sin(k * math.pi / 4), math.cos(k * math.pi / 4)) for k in range(8)]
    s, c = max(turns, key=lambda turn: abs(at(-turn[0], -turn[1])))
    # S = s C' + c S', C = c C' - s S'
    b4 = a4 * (c * c - s * s) - 2 * a3 * s * c
    b3 = 2 * a4 * s * c + a3 * (c * c - s * s)
    b2, b1 = a2 * c + a1 * s, a1 * c - a2 * s
    b0 = a0 + a4 * s * s + a3 * s * c
    # b4 S'^2 + b3 C' S' + b2 C' + b1 S' + b0, S' = 2 t / (1 + t^2)
    quartic = [b0 - b2, 2 * (b1 - b3), 2 * b0 + 4 * b4, 2 * (b1 + b3), b0 + b2]
    solved = polynomial_roots(quartic, [error] * 5)
    if not solved:
        return NoRoot(math.nan)
    result = []
    for k, (t, multiplicity) in enumerate(solved):
        S1, C1 = 2 * t / (1 + t * t), (1 - t * t) / (1 + t * t)
        S, C = s * C1 + c * S1, c * C1 - s * S1
        result.append(angle_root(S, C, k, multiplicity))
    return result


def polynomial_roots(
    coefficients: list[float], rounding: list[float]
) -> list[tuple[float, int]] | None:
    """Return the real roots of a polynomial in order, each with its multiplicity.

    Between two extremes there is one root or none; extremes are the roots of the derivative. An
    extreme that is zero within rounding is a double root.

    Args:
        coefficients: that of the highest power first.
        rounding: by how much each may be wrong.
    """
    while coefficients and abs(coefficients[0]) <= rounding[0]:
        coefficients, rounding = coefficients[1:], rounding[1:]
    n = len(coefficients) - 1
    if n < 0:
        return None
    if n == 0:
        return []
    if n == 1:
        return [(-coefficients[1] / coefficients[0], 1)]
    slopes = [(n - k) * x for k, x in enumerate(coefficients[:-1])]
    bound = 1 + max(abs(x / coefficients[0]) for x in coefficients[1:])
    inner = polynomial_roots(slopes, [0.0] * n) or []
    extremes = [-bound, *(x for x, _ in inner), bound]
    values = [_value(coefficients, x) for x in extremes]
    tolerances = [_value(rounding, abs(x)) for x in extremes]
    near = [abs(v) <= e for v, e in zip(values, tolerances, strict=True)]
    near[0] = near[-1] = False
    result: list[tuple[float, int]] = []
    for k in range(1, len(extremes)):
        if near[k]:
            side = [v for v, close in zip(values[k + 1 :], near[k + 1 :], strict=True) if not close]
            crosses = values[k - 1] * side[0] < 0
            result.append((extremes[k], 3 if crosses and not near[k - 1] else 2))
        elif not near[k - 1] and values[k - 1] * values[k] < 0:
            result.append((_bracket_root(coefficients, slopes, extremes[k - 1], extremes[k]), 1))
    return result


def _value(coefficients: Sequence[float], x: float) -> float:
    total = 0.0
    for coefficient in coefficients:
        total = total * x + coefficient
    return total


def _bracket_root(
    coefficients: Sequence[float], slopes: Sequence[float], low: float, high: float
) -> float:
    """The root in a bracket, by Newton's method; by halves where that leaves the bracket."""
    rising = _value(coefficients, high) > 0
    x = (low + high) / 2
    for _ in range(_PASSES):
        value = _value(coefficients, x)
        if (value > 0) == rising:
            high = x
        else:
            low = x
        slope = _value(slopes, x)
        step = x - value / slope if slope else low
        following = step if low < step < high else (low + high) / 2
        if following in (x, low, high):
            return following if following == x else x
        x = following
    return x


_SOLVERS: dict[Kind, Callable[[Sequence[float], Sequence[float]], Roots]] = {
    Kind.LINEAR: _linear,
    Kind.QUADRATIC: _quadratic,
    Kind.QUARTIC: _quartic,
    Kind.ANGLE: _angle,
    Kind.DIRECTION: _direction,
    Kind.CIRCLE: _circle,
}
