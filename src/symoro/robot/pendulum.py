"""Inertial parameters of a part that was weighed, balanced and swung.

A part of mass M that hangs from a horizontal axis with direction u, whose centre of mass is at the
distance l, swings with the period T in small oscillations. Its inertia about that axis, and about
the parallel axis through the centre of mass, are

    I_axis = M g l T^2 / (4 Pi^2)                                                 (1)
    u^T J u = I_axis - M l^2                                                      (2)

so that each swing gives one equation in the six elements of J. Three swings about x, y and z give
the moments and no product of inertia; six axes in general directions give all six.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symoro.digits import significant
from symoro.errors import RobotError
from symoro.expressions import ZERO, Expression, ExpressionLike, FloatArithmetic, evaluate
from symoro.robot.bodies import com_fields, read_mass, read_vector
from symoro.robot.coerce import coerce_scalar
from symoro.robot.inertia_matrix import MOMENTS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

Swing = tuple[str | Iterable[ExpressionLike], Iterable[ExpressionLike], ExpressionLike]
"""The axis (x, y, z or a direction) and a point of it in the link's frame [m], the period [s]."""

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_FLOATS = FloatArithmetic()
_DIGITS = 12
_NULL = 1e-9  # of a unit: a part of a moment that no swing shows


def pendulum_fields(
    mass: ExpressionLike,
    center: Iterable[ExpressionLike],
    swings: Sequence[Swing],
    gravity: float = 9.81,
    known: Mapping[str, ExpressionLike] | None = None,
) -> dict[str, Expression]:
    """Return the ten inertial parameters of a part; see `Link.from_pendulum`, which calls this."""
    import numpy as np

    M = _number(read_mass(mass), "mass")
    c = np.array([_number(entry, "center") for entry in read_vector(center, "center")])
    g = _number(coerce_scalar(gravity, "gravity"), "gravity")
    if g <= 0:
        raise RobotError("not positive", field="gravity", found=g, expected="9.81 or so")
    if known is not None and not isinstance(known, Mapping):
        expected = 'elements by name, such as {"XY": 0}'
        raise RobotError("not a mapping", field="known", found=repr(known), expected=expected)
    stated = {name: coerce_scalar(entry, name) for name, entry in (known or {}).items()}
    if strange := sorted(stated.keys() - set(MOMENTS)):
        expected = f"elements of the inertia matrix about the centre of mass: {', '.join(MOMENTS)}"
        raise RobotError(
            "no moment of inertia", field="known", found=", ".join(strange), expected=expected
        )
    unknown = [name for name in MOMENTS if name not in stated]
    if not hasattr(swings, "__len__") or (unknown and not len(swings)):
        raise RobotError("no swing", field="swings", expected="(axis, point, period), one or more")
    equations = [_equation(swing, k, M, c, g) for k, swing in enumerate(swings)]
    rows = np.array([row for row, _ in equations]).reshape(len(equations), len(MOMENTS))
    free = rows[:, [MOMENTS.index(name) for name in unknown]]
    if idle := [str(k + 1) for k, row in enumerate(free) if not np.abs(row).max(initial=0) > _NULL]:
        raise RobotError(
            f"swing {', '.join(idle)} shows no element that known does not state",
            field="known",
            found=", ".join(stated),
            expected="the swing or the elements that it shows, not both",
        )
    inverse = np.linalg.pinv(free) if free.size else np.zeros((len(unknown), len(equations)))
    right = [
        coerce_scalar(value, "swings")
        - sum((_scale(row[MOMENTS.index(n)], entry) for n, entry in stated.items()), ZERO)
        for row, value in equations
    ]
    solution = {
        name: sum((_scale(x, e) for x, e in zip(inverse[k], right, strict=True)), ZERO)
        for k, name in enumerate(unknown)
    }
    _refuse_unknown(unknown, solution, inverse @ free - np.eye(len(unknown)), len(swings))
    moments = [solution[name] if name in solution else stated[name] for name in MOMENTS]
    moments = [_round(entry) for entry in moments]
    return com_fields(mass, center, moments)


def _equation(swing: Any, k: int, M: float, c: Array, g: float) -> tuple[tuple[float, ...], float]:
    """The coefficients of the six moments in (2), and its right-hand side."""
    import numpy as np

    if not hasattr(swing, "__len__") or len(swing) != 3:
        raise RobotError(
            f"swing {k + 1} is none", field="swings", found=swing, expected="(axis, point, period)"
        )
    axis, point, period = swing
    u = np.array(_direction(axis, k))
    pivot = [_number(entry, "swings") for entry in read_vector(point, "swings")]
    T = _number(coerce_scalar(period, "swings"), "swings")
    l = float(np.linalg.norm(np.cross(u, c - np.array(pivot))))  # noqa: E741
    if l == 0.0:
        raise RobotError(
            f"swing {k + 1}: its axis goes through the centre of mass, about which nothing swings",
            field="swings",
        )
    shortest = 2 * math.pi * math.sqrt(l / g)
    if shortest >= T:
        raise RobotError(
            f"swing {k + 1}: a point mass at the distance {l:.4g} m of the axis has a longer "
            "period than this, and every body's is longer still",
            field="swings",
            found=f"{T:g} s",
            expected=f"more than {shortest:.4g} s, the time there and back",
        )
    I_axis = M * g * l * T**2 / (4 * math.pi**2)  # (1)
    x, y, z = (float(entry) for entry in u)
    row = (x * x, 2 * x * y, 2 * x * z, y * y, 2 * y * z, z * z)
    return row, I_axis - M * l**2  # (2)


def _refuse_unknown(
    unknown: Sequence[str], solution: Mapping[str, Expression], gap: Array, swings: int
) -> None:
    """Refuse moments that the swings do not determine; say which they do."""
    missing = [n for k, n in enumerate(unknown) if max(abs(float(x)) for x in gap[k]) > _NULL]
    if not missing:
        return
    sure = ", ".join(f"{n} = {_round(solution[n], 6)}" for n in unknown if n not in missing)
    count = "1 swing determines" if swings == 1 else f"{swings} swings determine"
    raise RobotError(
        f"{count} {sure or 'no element by itself'} about the centre of mass, but not "
        f"{', '.join(missing)}",
        field="swings",
        expected="swings about more axes, or these elements in known={...}: 0 for a product of "
        "inertia of a part that is symmetric, a symbol for what stays unknown",
    )


def _direction(axis: Any, k: int) -> tuple[float, ...]:
    if isinstance(axis, str):
        if axis not in _AXES:
            raise RobotError(
                f"swing {k + 1}: no axis",
                field="swings",
                found=axis,
                expected="x, y, z or a vector",
            )
        return _AXES[axis]
    vector = [_number(entry, "swings") for entry in read_vector(axis, "swings")]
    length = math.hypot(*vector)
    if length == 0.0:
        raise RobotError(f"swing {k + 1}: a direction of length 0", field="swings")
    return tuple(x / length for x in vector)


def _number(entry: Expression, field: str) -> float:
    if entry.symbols:
        raise RobotError("a measured number is needed", field=field, found=entry)
    return evaluate(entry, {}, _FLOATS)


def _scale(factor: float, entry: Expression) -> Expression:
    """The product, without what rounding leaves of a zero."""
    return ZERO if abs(factor) < _NULL else entry * coerce_scalar(float(factor), "swings")


def _round(entry: Expression, digits: int = _DIGITS) -> Expression:
    number = entry.number
    return entry if number is None else coerce_scalar(significant(float(number), digits), "swings")
