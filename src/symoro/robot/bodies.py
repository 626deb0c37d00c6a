"""Inertial parameters of a link from a body's mass, centre and shape, as CAD sheets give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

from symoro.digits import significant
from symoro.errors import RobotError
from symoro.expressions import ONE, ZERO, Expression, ExpressionLike, expression
from symoro.robot.coerce import coerce_scalar
from symoro.robot.inertia_matrix import MOMENTS, inertia_fault, move_body, symmetric_matrix
from symoro.robot.rotation_matrix import Rows, floats, read_rotation

_ASYMMETRY = 1e-9  # of the largest element, by rounding
_DIGITS = 15  # of what doubles have computed
_PLACES = 20  # decimals that are looked at
_COARSEST = 0.01  # of an inertia matrix: the most that its rounding excuses
_ROUNDED = 1.5  # units in the last place: three rounded moments of inertia are compared
_IDENTITY = ((ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE))

Vector = Iterable[ExpressionLike]


def com_fields(
    mass: ExpressionLike,
    center: Vector,
    inertia: Any,
    rotation: Any = None,
    *,
    positive_products: bool = False,
) -> dict[str, Expression]:
    """Return the ten inertial parameters of a body; see `Link.from_com`, which calls this."""
    M = read_mass(mass)
    c = read_vector(center, "center")
    moments = _read_moments(inertia)
    if positive_products:
        moments = [
            e if name[0] == name[1] else -e for name, e in zip(MOMENTS, moments, strict=True)
        ]
    refuse_impossible(moments)
    R, exact = (_IDENTITY, True) if rotation is None else read_rotation(_read_matrix(rotation))
    body = dict(zip(MOMENTS, moments, strict=True)) | {"M": M}
    fields = move_body(body | dict.fromkeys(("MX", "MY", "MZ"), ZERO), R, c)
    return fields if exact else {name: _decimal(entry) for name, entry in fields.items()}


def box_fields(
    mass: ExpressionLike, size: Vector, center: Vector, rotation: Any = None
) -> dict[str, Expression]:
    """Return the ten inertial parameters of a homogeneous box; see `Link.box`.

    With the sides a, b, c along x, y, z, about the centre

        J = M/12 diag(b^2 + c^2, a^2 + c^2, a^2 + b^2)                            (1)
    """
    M, sides = read_mass(mass), read_vector(size, "size")
    for side in sides:
        if side.number is not None and side.number < 0:
            raise RobotError("a negative length", field="size", found=side, expected="three sides")
    a, b, c = (side**2 for side in sides)
    return com_fields(M, center, [M * s / 12 for s in (b + c, a + c, a + b)], rotation)  # (1)


def refuse_impossible(moments: Sequence[Expression]) -> None:
    """Refuse an inertia matrix about the centre of mass that no rigid body has.

    Matrices with symbols pass. Numbers may break the triangle inequality by their rounding.

    Raises:
        RobotError: with the principal moments of inertia.
    """
    if any(entry.symbols for entry in moments):
        return
    rounding = _rounding(moments)
    matrix = symmetric_matrix(list(moments))
    reason = _fault(matrix, rounding)
    if reason is None:
        return
    signs = [entry if name[0] == name[1] else -entry for name, entry in _pairs(moments)]
    other = _fault(symmetric_matrix(signs), rounding) is None
    hint = "; with the other sign of the products of inertia a body could have it"
    raise RobotError(
        f"no rigid body has that: {reason}{hint if other else ''}",
        field="inertia",
        found=", ".join(f"{name} = {entry}" for name, entry in _pairs(moments)),
        expected="the inertia matrix about the centre of mass",
    )


def read_mass(mass: ExpressionLike) -> Expression:
    """Return a mass; refuse a number that is not positive."""
    M = coerce_scalar(mass, "mass")
    if M.number is not None and M.number <= 0:
        raise RobotError("not positive", field="mass", found=M, expected="a mass in kg")
    return M


def read_vector(value: Any, field: str) -> list[Expression]:
    """Return three expressions."""
    items = _items(value, field)
    if len(items) != 3:
        raise RobotError(
            "not a point", field=field, found=f"{len(items)} values", expected="3: x, y, z"
        )
    return [coerce_scalar(item, field) for item in items]


def _pairs(moments: Sequence[Expression]) -> list[tuple[str, Expression]]:
    return list(zip(MOMENTS, moments, strict=True))


def _fault(matrix: Rows, rounding: float) -> str | None:
    numbers = floats(matrix)
    size = max(abs(x) for row in numbers for x in row)
    slack = min(rounding, _COARSEST * size)
    return inertia_fault(numbers, "the centre of mass", size, slack=slack)


def _rounding(moments: Sequence[Expression]) -> float:
    """The rounding of some decimals, by the finest of them; 0 where one is no decimal."""
    numbers = [entry.number for entry in moments]
    for places in range(_PLACES):
        if all(x is not None and (x * 10**places).denominator == 1 for x in numbers):
            return _ROUNDED * 10.0**-places if places else 0.0
    return 0.0


def _decimal(entry: Expression) -> Expression:
    """A number with the digits that doubles have; an expression with symbols as it is."""
    number = entry.number
    return entry if number is None else expression(significant(float(number), _DIGITS))


def _read_moments(inertia: Any) -> list[Expression]:
    """The six moments of a matrix, of six elements, or of three principal moments."""
    items = _items(inertia, "inertia")
    if any(_is_list(item) for item in items):
        matrix = _read_matrix(inertia, "inertia")
        _require_symmetry(matrix)
        return [matrix[i][j] for i in range(3) for j in range(i, 3)]
    entries = [coerce_scalar(item, "inertia") for item in items]
    if len(entries) == 3:
        return [entries[0], ZERO, ZERO, entries[1], ZERO, entries[2]]
    if len(entries) == 6:
        return entries
    raise RobotError(
        "not an inertia",
        field="inertia",
        found=f"{len(entries)} values",
        expected=f"3x3 elements, the six {', '.join(MOMENTS)}, or 3 principal moments",
    )


def _require_symmetry(matrix: list[list[Expression]]) -> None:
    numbers = [entry.number for row in matrix for entry in row]
    size = max((abs(x) for x in numbers if x is not None), default=Fraction(0))
    for i, j in ((0, 1), (0, 2), (1, 2)):
        difference = (matrix[i][j] - matrix[j][i]).number
        if difference is None or abs(difference) > _ASYMMETRY * size:
            raise RobotError(
                f"not symmetric: {'XYZ'[i]}{'XYZ'[j]} is given twice",
                field="inertia",
                found=f"{matrix[i][j]} and {matrix[j][i]}",
            )


def _read_matrix(value: Any, field: str = "rotation") -> list[list[Expression]]:
    rows = [_items(row, field) for row in _items(value, field)]
    if [len(row) for row in rows] != [3, 3, 3]:
        raise RobotError("not a 3x3 matrix", field=field, expected="3 rows of 3 values")
    return [[coerce_scalar(item, field) for item in row] for row in rows]


def _is_list(value: Any) -> bool:
    """True for values in an order; mappings and sets have none."""
    return not isinstance(value, str | Mapping | Set) and hasattr(value, "__iter__")


def _items(value: Any, field: str) -> list[Any]:
    if not _is_list(value):
        raise RobotError("not a list", field=field, found=repr(value), expected="a list of values")
    return list(value)
