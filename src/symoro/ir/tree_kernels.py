"""Kernels of a tree of solutions beside roots: values of a free unknown, angles in one turn.

The functions are in the subset of Python of `symoro.ir.root_kernels`.
"""

from __future__ import annotations

from math import atan2, cos, sin

from symoro.ir.root_kernels import PI, TRIED, TURN, Floats, Ints

WEAK = 1e5
"""The roundings up to which an equation nearly vanishes.

Beyond them its roots have more digits than `symoro.ir.tree_rows.ACCEPTED` asks for.
"""


def tried_positions(unit: float, x: Floats, m: Ints) -> int:
    """The values of a free unknown that are tried, in units: 0, 1/2, 1/4, -1/4, 1/8, ...

    No multiplicity: each stands for infinitely many.
    """
    x[0] = 0.0
    m[0] = 0
    size = 1
    step = 0.5
    while size < TRIED:
        for k in range(size):
            x[size + k] = x[k] + step
            m[size + k] = 0
        size = size + size
        step = 0.5 * step
    for k in range(TRIED):
        if x[k] > 0.5:
            x[k] = x[k] - 1.0
        x[k] = x[k] * unit
    return TRIED


def tried_angles(x: Floats, S: Floats, C: Floats, m: Ints) -> int:
    """The values of a free angle that are tried."""
    count = tried_positions(TURN, x, m)
    for k in range(count):
        S[k] = sin(x[k])
        C[k] = cos(x[k])
    return count


def wrap_angle(x: float) -> float:
    """The same angle in (-Pi, Pi]."""
    if abs(x) < PI:
        return x
    y = x
    if y > PI:
        y = y - TURN
    elif y <= -PI:
        y = y + TURN
    if y > PI or y <= -PI:
        y = atan2(sin(x), cos(x))
    if y <= -PI:
        y = PI
    return y


def all_small(values: Floats, count: int, limit: float) -> bool:
    """True if no value is larger than a limit, nor is none at all."""
    small = True
    for k in range(count):
        small = small and abs(values[k]) <= limit
    return small


def is_weak(K: Floats, R: Floats, count: int) -> bool:
    """True if an equation nearly vanishes: rounding decides on its roots."""
    weak = True
    for k in range(count):
        weak = weak and abs(K[k]) <= WEAK * R[k]
    return weak


def is_weak_direction(K: Floats, R: Floats) -> bool:
    """True if X1 S + Y1 C = Z1 and X2 S + Y2 C = Z2 are nearly one equation, or none."""
    one = abs(K[0]) + abs(K[1]) + abs(K[2])
    two = abs(K[3]) + abs(K[4]) + abs(K[5])
    error = WEAK * (one * (R[3] + R[4] + R[5]) + two * (R[0] + R[1] + R[2]))
    weak = abs(K[0] * K[4] - K[3] * K[1]) <= error
    weak = weak and abs(K[2] * K[4] - K[5] * K[1]) <= error
    return weak and abs(K[0] * K[5] - K[3] * K[2]) <= error
