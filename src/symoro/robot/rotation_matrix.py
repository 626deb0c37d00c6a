"""Rotation matrices of numbers and expressions: exact, near a rotation, or none.

People type 0.866 and 0.5 for the cosine and the sine of Pi/6, and programs print six digits. The
transpose of such a matrix is not its inverse; the nearest rotation is taken in its place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from symoro.errors import RobotError
from symoro.expressions import ONE, PI, ZERO, Expression, FloatArithmetic, Symbol, call, evaluate
from symoro.expressions.expression import expression
from symoro.expressions.modular import ModularArithmetic
from symoro.expressions.points import at_random_point

Floats = list[list[float]]
Rows = Sequence[Sequence[Expression]]

NEAR = 5e-3
"""The largest distance of a rotation's elements from those typed: half a unit of two decimals."""

_IDENTITY = [(ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE)]
_FLOATS = FloatArithmetic()
_STEPS = 60  # towards the nearest rotation; the distance is squared by each
_DIGITS = 17  # of a double
_PLACES = 40  # of decimals such as 6.123233995736766e-17, a computed zero
_ROUNDING = 1e-15  # of a cosine, and of the text that it is printed as


def has_symbols(R: Rows) -> bool:
    """True if the matrix has elements that are no numbers."""
    return any(entry.symbols for row in R for entry in row)


def is_assumed(R: Rows) -> bool:
    """True if R has symbols that may be elements of a rotation, such as Z11 and -Z12."""
    entries = [entry for row in R for entry in row if entry.symbols]
    plain = (isinstance(entry, Symbol) or isinstance(-entry, Symbol) for entry in entries)
    return bool(entries) and all(plain)


def is_rotation(R: Rows) -> bool:
    """True if R R^T is 1 for all values of the symbols, and R is no reflection."""
    if list(map(tuple, R)) == _IDENTITY:
        return True
    names = {name for row in R for entry in row for name in entry.symbols}

    def is_rotation_at(field: ModularArithmetic) -> bool:
        values = {name: field.symbol(name) for name in names}
        rows = [[evaluate(entry, values, field) for entry in row] for row in R]
        one, zero = (field.number(Fraction(k)) for k in (1, 0))
        for i in range(3):
            for j in range(3):
                dot = sum((a * b for a, b in zip(rows[i], rows[j], strict=True)), zero)
                if dot != (one if i == j else zero):
                    return False
        return bool(_determinant(rows) == one)

    return at_random_point("Z", is_rotation_at)


def nearest_rotation(R: Rows) -> Rows | None:
    """The nearest rotation, exactly; None if R is exact, has symbols, or is near none."""
    if has_symbols(R) or is_rotation(R):
        return None
    typed = floats(R)
    closest = _nearest_orthogonal(typed)
    if closest is None or _gap(typed, closest) > NEAR:
        return None
    if nice := cosine_rotation(R):
        return nice
    enough = min(1.5 * _gap(typed, closest), NEAR)
    for digits in range(1, _DIGITS):
        rational = _rational_rotation(closest, 10**digits)
        if distance(R, rational) <= enough:
            return rational
    return rational


def cosine_rotation(R: Rows) -> Rows | None:
    """The rotation with cosines of multiples of Pi/12 that a matrix is rounded from, or None."""
    nice = [[_cosine(x) for x in row] for row in floats(R)]
    return nice if is_rotation(nice) and distance(R, nice) <= _half_a_unit(R) else None


def read_rotation(R: Rows) -> tuple[Rows, bool]:
    """Return the rotation that a matrix means, and whether it is exact.

    A matrix of numbers within `NEAR` of a rotation is rounded from it; where the rotation is not
    one of multiples of Pi/12 its elements are doubles.

    Raises:
        RobotError: with the reason, for a matrix that means none.
    """
    if is_rotation(R):
        return R, True
    if not has_symbols(R):
        if nice := cosine_rotation(R):
            return nice, True
        closest = _nearest_orthogonal(floats(R))
        if closest is not None and _gap(floats(R), closest) <= NEAR:
            return [[expression(x) for x in row] for row in closest], False
    raise RobotError(
        f"no rotation: {rotation_fault(R)}",
        field="rotation",
        expected="orthonormal columns: the axes of the sheet along those of the frame",
    )


def distance(R: Rows, other: Rows) -> float:
    """The largest difference of two elements."""
    return _gap(floats(R), floats(other))


def floats(R: Rows) -> Floats:
    """The elements of a matrix without symbols as doubles."""
    return [[evaluate(entry, {}, _FLOATS) for entry in row] for row in R]


def rotation_fault(R: Rows) -> str:
    """Say what keeps numbers, or functions of symbols, from being a rotation."""
    if has_symbols(R):
        names = sorted({name for row in R for entry in row for name in entry.symbols})
        return f"for most values of {', '.join(names)} rows are not orthogonal or not of length 1"
    rows = floats(R)
    faults = []
    for k, row in enumerate(rows, start=1):
        length = math.hypot(*row)
        faults.append((abs(length - 1), f"row {k} has length {length:.6g}, not 1"))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        dot = sum(a * b for a, b in zip(rows[i], rows[j], strict=True))
        text = f"rows {i + 1} and {j + 1} are not orthogonal, their product is {dot:.6g}"
        faults.append((abs(dot), text))
    size, worst = max(faults, key=lambda fault: fault[0])
    determinant = float(_determinant(rows))  # type: ignore[arg-type]
    if determinant < 0 and size <= 2 * NEAR:
        return f"it is a reflection, its determinant is {determinant:.6g}"
    return worst


def _determinant(R: Sequence[Sequence[object]]) -> object:
    (a, b, c), (d, e, f), (g, h, i) = R
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)  # type: ignore[operator]


def _nearest_orthogonal(R: Floats) -> Floats | None:
    """The nearest orthogonal matrix, by Newton's iteration; None for a reflection or worse."""
    for _ in range(_STEPS):
        determinant = float(_determinant(R))  # type: ignore[arg-type]
        if not determinant > NEAR:
            return None
        turned = [[x / determinant for x in row] for row in _cofactors(R)]
        R = [
            [(a + b) / 2 for a, b in zip(*rows, strict=True)]
            for rows in zip(R, turned, strict=True)
        ]
    return R


def _cofactors(R: Floats) -> Floats:
    """The transposed inverse, times the determinant."""
    x, y, z = R
    return [_cross(y, z), _cross(z, x), _cross(x, y)]


def _cross(u: list[float], v: list[float]) -> list[float]:
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def _cosine(x: float) -> Expression:
    """The cosine of a multiple of Pi/12 that is nearest to a number."""
    if x < 0:
        return -_cosine(-x)
    steps = min(range(7), key=lambda k: abs(math.cos(k * math.pi / 12) - x))
    exact = {0: ONE, 4: ONE / 2, 6: ZERO}
    return exact.get(steps, call("cos", PI * Fraction(steps, 12)))


def _half_a_unit(R: Rows) -> float:
    """Half a unit of the last decimal that is written, at most NEAR; zero if one is no decimal."""
    numbers = [entry.number for row in R for entry in row]
    for digits in range(_PLACES):
        if all(x is not None and (x * 10**digits).denominator == 1 for x in numbers):
            return min(max(0.501 * 10.0**-digits, _ROUNDING), NEAR)
    return 0.0


def _rational_rotation(R: Floats, largest_denominator: int) -> Rows:
    """The rotation of a quaternion whose elements are quotients of whole numbers."""
    quaternion = _quaternion(R)
    largest = max(range(4), key=lambda k: abs(quaternion[k]))
    ratios = (Fraction(x / quaternion[largest]) for x in quaternion)
    w, x, y, z = (ratio.limit_denominator(largest_denominator) for ratio in ratios)
    size = w * w + x * x + y * y + z * z
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return [[expression(entry / size) for entry in row] for row in rows]


def _quaternion(R: Floats) -> list[float]:
    """The quaternion of a rotation times some number: the longest of four that are parallel."""
    (a, b, c), (d, e, f), (g, h, i) = R
    rows = [
        [1 + a + e + i, h - f, c - g, d - b],
        [h - f, 1 + a - e - i, b + d, c + g],
        [c - g, b + d, 1 - a + e - i, f + h],
        [d - b, c + g, f + h, 1 - a - e + i],
    ]
    return max(rows, key=lambda row: sum(x * x for x in row))


def _gap(R: Floats, other: Floats) -> float:
    pairs = zip(R, other, strict=True)
    return max(abs(a - b) for one, two in pairs for a, b in zip(one, two, strict=True))
