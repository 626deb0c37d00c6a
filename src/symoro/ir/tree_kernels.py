"""Kernels of a tree of solutions beside roots: values of a free unknown, angles in one turn.

The functions are in the subset of Python of `symoro.ir.root_kernels`.
"""

from __future__ import annotations

from math import atan2, cos, sin

from symoro.ir.root_kernels import PI, TRIED, TURN, Floats, Ints


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
