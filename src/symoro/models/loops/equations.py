"""The equations of one joint of a loop that hold whatever its two neighbours do.

In A X_b B = X_a^-1 N X_c^-1 (N = C^-1) functions of a transformation that neither X_a nor X_c
changes involve joint b alone. For a revolute b each is X S + Y C = Z, for a prismatic one it is
linear or quadratic in its position ([Guide] table 2.1: types 2, 3 and 1).

    a, c revolute       z.z, z.p, p.z, p.p of the axes z and the vector p between their origins
    a prismatic         the last column of the rotation, the components of p across the axis
    c prismatic         the last row of the rotation, the components of p across the axis of c
    both prismatic      the whole rotation

References: [Raghavan90] for the four functions of two lines; [Bennis91].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import Array
from symoro.models.loops.segments import Unknown


@dataclass(frozen=True)
class AngleEquation:
    """X S + Y C = Z."""

    name: str
    X: Any
    Y: Any
    Z: Any


@dataclass(frozen=True)
class SlideEquation:
    """For a joint that slides: x^2 + 2 half x = right if ``square`` is 1, half x = right if 0."""

    name: str
    square: int
    half: Any
    right: Any


def equations(
    a: Unknown, b: Unknown, c: Unknown, A: Array, B: Array, N: Array
) -> Iterator[AngleEquation | SlideEquation]:
    """Return the equations of joint ``b``."""
    return _angle_equations(a, c, A, B, N) if b.turns else _slide_equations(a, c, A, B, N)


def _angle_equations(
    a: Unknown, c: Unknown, A: Array, B: Array, N: Array
) -> Iterator[AngleEquation]:
    Ap, Bp, Np = A[:3, 3], B[:3, 3], N[:3, 3]
    back = A[:3, :3].T @ Ap

    def scalar(name: str, u: Array, v: Array, constant: Any, right: Any) -> AngleEquation:
        """The equation u . Rz v + constant = right."""
        X, Y = u[1] * v[0] - u[0] * v[1], u[0] * v[0] + u[1] * v[1]
        return AngleEquation(name, X, Y, right - constant - u[2] * v[2])

    if a.turns and c.turns:
        yield scalar("z.z", A[2, :3], B[:3, 2], 0, N[2, 2])
        yield scalar("z.p", A[2, :3], Bp, Ap[2], Np[2])
        yield scalar("p.z", back, B[:3, 2], B[:3, 2] @ Bp, N[:3, 2] @ Np)
        yield scalar("p.p", 2 * back, Bp, Ap @ Ap + Bp @ Bp, Np @ Np)
    elif c.turns:
        for i in (0, 1, 2):
            yield scalar(f"R{i + 1}3", A[i, :3], B[:3, 2], 0, N[i, 2])
        for i in (0, 1):
            yield scalar(f"p{i + 1}", A[i, :3], Bp, Ap[i], Np[i])
    elif a.turns:
        for i in (0, 1, 2):
            yield scalar(f"R3{i + 1}", A[2, :3], B[:3, i], 0, N[2, i])
        for i in (0, 1):
            yield scalar(f"r{i + 1}", back, B[:3, i], B[:3, i] @ Bp, N[:3, i] @ Np)
    else:
        for i in (0, 1, 2):
            for k in (0, 1, 2):
                yield scalar(f"R{i + 1}{k + 1}", A[i, :3], B[:3, k], 0, N[i, k])


def _slide_equations(
    a: Unknown, c: Unknown, A: Array, B: Array, N: Array
) -> Iterator[SlideEquation]:
    Np = N[:3, 3]
    p = A[:3, 3] + A[:3, :3] @ B[:3, 3]  # of A B, at x = 0; the joint adds x times z, A[:3, 2]
    R = A[:3, :3] @ B[:3, :3]

    def linear(name: str, factor: Any, constant: Any, right: Any) -> SlideEquation:
        return SlideEquation(name, 0, factor, right - constant)

    if a.turns and c.turns:
        yield linear("z.p", A[2, 2], p[2], Np[2])
        yield linear("p.z", B[2, 2], R[:, 2] @ p, N[:3, 2] @ Np)
        yield SlideEquation("p.p", 1, A[:3, 2] @ p, Np @ Np - p @ p)
    elif c.turns:
        for i in (0, 1):
            yield linear(f"p{i + 1}", A[i, 2], p[i], Np[i])
    elif a.turns:
        for i in (0, 1):
            yield linear(f"r{i + 1}", B[2, i], R[:, i] @ p, N[:3, i] @ Np)
    else:  # all three slide: across both directions
        across = R[1, 2] * A[0, 2] - R[0, 2] * A[1, 2]
        yield linear("zxz", across, R[1, 2] * p[0] - R[0, 2] * p[1], _across(N))


def _across(N: Array) -> Any:
    return N[1, 2] * N[0, 3] - N[0, 2] * N[1, 3]
