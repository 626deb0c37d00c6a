"""Inertia matrices: the parallel-axis theorem, other axes, and matrices that no rigid body has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symoro.expressions import ZERO, Expression
from symoro.robot.rotation_matrix import Rows

MOMENTS = ("XX", "XY", "XZ", "YY", "YZ", "ZZ")
"""The elements of an inertia matrix, in SYMORO+'s order."""

_SLACK = 1e-9  # of the largest entry of an inertia matrix


def parallel_axis(mass: Any, point: Sequence[Any]) -> list[list[Any]]:
    """The inertia matrix of a mass in a point: M (p.p 1 - p p^T)."""
    x, y, z = point
    return [
        [mass * (y * y + z * z), -mass * x * y, -mass * x * z],
        [-mass * x * y, mass * (x * x + z * z), -mass * y * z],
        [-mass * x * z, -mass * y * z, mass * (x * x + y * y)],
    ]


def move_body(
    body: Mapping[str, Expression], R: Rows, p: Sequence[Expression]
) -> dict[str, Expression]:
    """Return the ten parameters of a body in another frame, whose coordinates are R x + p.

    With J, S and M in the old frame and S' = R S (Huygens and Steiner, for any point),

        J' = R J R^T + 2 (S'.p) 1 - S' p^T - p S'^T + M (p.p 1 - p p^T)            (1)
        MS = S' + M p                                                             (2)
    """
    J = symmetric_matrix([body[name] for name in MOMENTS])
    turned = _product(_product(R, J), _transpose(R))
    S = turn_vector(R, [body[name] for name in ("MX", "MY", "MZ")])
    shift = parallel_axis(body["M"], p)
    dot = sum((a * b for a, b in zip(S, p, strict=True)), ZERO)
    moved = [
        [
            turned[i][j] + (2 * dot if i == j else ZERO) - S[i] * p[j] - p[i] * S[j] + shift[i][j]
            for j in range(3)
        ]
        for i in range(3)
    ]  # (1)
    first = [S[i] + body["M"] * p[i] for i in range(3)]  # (2)
    entries = (moved[i][j] for i in range(3) for j in range(i, 3))
    return dict(zip((*MOMENTS, "MX", "MY", "MZ", "M"), (*entries, *first, body["M"]), strict=True))


def symmetric_matrix(moments: Sequence[Expression]) -> list[list[Expression]]:
    """Return the matrix of six elements in the order of `MOMENTS`."""
    XX, XY, XZ, YY, YZ, ZZ = moments
    return [[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]


def turn_vector(R: Rows, vector: Sequence[Expression]) -> list[Expression]:
    """The product of a matrix and a vector."""
    return [sum((a * b for a, b in zip(row, vector, strict=True)), ZERO) for row in R]


def inertia_fault(
    matrix: Sequence[Sequence[float]],
    where: str,
    size: float,
    planar: bool = False,
    slack: float = 0.0,
) -> str | None:
    """Say why an inertia matrix is that of no rigid body; None if one has it.

    Args:
        matrix: its elements.
        where: the point that it is about, in words.
        size: the largest number that it was computed from.
        planar: True if the inertia about one axis is all that was given.
        slack: the rounding of its elements, beside that of doubles.
    """
    if not size:
        return None
    import numpy as np

    if not np.isfinite(matrix).all():
        return f"the inertia about {where} is beyond double precision"
    a, b, c = (float(value) for value in np.linalg.eigvalsh(np.array(matrix)))
    allowed = max(_SLACK * size, slack)
    if a < -allowed:
        return f"the inertia about {where} has a negative principal value {a:.6g}"
    if not planar and a + b < c - allowed:
        values = f"the principal inertias {a:.6g}, {b:.6g}, {c:.6g} about {where}"
        return f"{values} break the triangle inequality"
    return None


def _transpose(R: Rows) -> list[list[Expression]]:
    return [[row[k] for row in R] for k in range(3)]


def _product(A: Rows, B: Rows) -> list[list[Expression]]:
    columns = _transpose(B)
    return [turn_vector(columns, row) for row in A]
