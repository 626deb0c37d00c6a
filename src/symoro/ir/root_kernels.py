"""The roots of equations in one unknown: written once, for the interpreter and for all languages.

These functions define the meaning of a step of a solution tree. They are written in the subset of
Python that `symoro.ir.kernel_source` translates to routines: numbers, arrays that are arguments or
have a size known here, assignments to one name or element, if, while, for over a range, break,
return, and the functions sqrt, atan2, sin, cos and abs. Both sides of `and` and `or` are computed.

A function takes the coefficients ``K`` of a `Kind` and their rounding ``R``: by how much each may
be wrong. It fills ``x`` with the roots, for angles ``S`` and ``C`` with their sines and cosines,
and ``m`` with their multiplicities, and returns their number, or `FREE` where every value is a
root. A value within rounding of zero is zero: so a stretched elbow has one double root, and a
singular wrist is free. An equation without roots returns 0, and ``x[0]`` by how much it fails.
"""

from __future__ import annotations

from math import atan2, pi, sqrt

Floats = list[float]
Ints = list[int]

FREE = -1
"""The number of roots where every value is one."""

TRIED = 16
"""The number of values that are tried where every value is a root; also the size of ``x``."""

PI = pi
TURN = 2 * pi

AGREE = 1e-4
"""The error of the length of (sine, cosine) up to which there is an angle; poses tell the rest."""


def linear_roots(K: Floats, R: Floats, x: Floats, m: Ints) -> int:
    """Root of X r = Y."""
    return line_root(K[0], K[1], R[0], R[1], x, m)


def line_root(X: float, Y: float, X_error: float, Y_error: float, x: Floats, m: Ints) -> int:
    """Root of X r = Y, with the rounding of X and of Y."""
    if abs(X) > X_error:
        x[0] = Y / X
        m[0] = 1
        return 1
    if abs(Y) <= Y_error:
        return FREE
    x[0] = abs(Y)
    return 0


def quadratic_roots(K: Floats, R: Floats, x: Floats, m: Ints) -> int:
    """Roots of a r^2 + b r + c = 0: the larger one first."""
    a = K[0]
    b = K[1]
    c = K[2]
    if abs(a) <= R[0]:
        return line_root(b, -c, R[1], R[2], x, m)
    D = b * b - 4.0 * a * c
    error = 2.0 * abs(b) * R[1] + 4.0 * (abs(a) * R[2] + abs(c) * R[0])
    if -error > D:
        x[0] = -D / (4.0 * abs(a))
        return 0
    if error >= D:
        x[0] = -b / (2.0 * a)
        m[0] = 2
        return 1
    root = sqrt(D)
    if b < 0.0:
        root = -root
    middle = -0.5 * (b + root)
    x[0] = middle / a
    x[1] = c / middle
    if x[0] < x[1]:
        x[0] = c / middle
        x[1] = middle / a
    m[0] = 1
    m[1] = 1
    return 2


def angle_roots(K: Floats, R: Floats, x: Floats, S: Floats, C: Floats, m: Ints) -> int:
    """Roots of X S + Y C = Z."""
    return line_angles(K[0], K[1], K[2], R[0] + R[1], R[2], x, S, C, m)


def line_angles(
    X: float,
    Y: float,
    Z: float,
    line_error: float,
    Z_error: float,
    x: Floats,
    S: Floats,
    C: Floats,
    m: Ints,
) -> int:
    """Roots of X S + Y C = Z: S = (X Z + e Y D) / H, C = (Y Z - e X D) / H, D^2 = H - Z^2."""
    H = X * X + Y * Y
    h = sqrt(H)
    gap = h - abs(Z)
    error = line_error + Z_error
    if h <= line_error:
        if abs(Z) <= error:
            return FREE
        x[0] = -gap
        return 0
    if gap < -error:
        x[0] = -gap
        return 0
    if gap <= error:
        S[0] = X / h
        C[0] = Y / h
        if Z < 0.0:
            S[0] = -X / h
            C[0] = -Y / h
        x[0] = atan2(S[0], C[0])
        m[0] = 2
        return 1
    m[0] = 1
    m[1] = 1
    if abs(Z) <= 0.0:
        S[0] = Y / h
        C[0] = -X / h
        S[1] = -S[0]
        C[1] = -C[0]
        x[0] = atan2(S[0], C[0])
        x[1] = half_turn(x[0])
        return 2
    D = sqrt(gap * (h + abs(Z))) / H
    W = Z / H
    S[0] = X * W + Y * D
    C[0] = Y * W - X * D
    S[1] = X * W - Y * D
    C[1] = Y * W + X * D
    x[0] = atan2(S[0], C[0])
    x[1] = atan2(S[1], C[1])
    return 2


def half_turn(x: float) -> float:
    """The opposite of an angle in [-Pi, Pi]; in (-Pi, Pi]."""
    y = x + PI
    if x > 0.0:
        y = x - PI
    return y


def direction_roots(K: Floats, R: Floats, x: Floats, S: Floats, C: Floats, m: Ints) -> int:
    """Root of X1 S + Y1 C = Z1, X2 S + Y2 C = Z2, which must agree on S^2 + C^2 = 1."""
    D = K[0] * K[4] - K[3] * K[1]
    one = abs(K[0]) + abs(K[1])
    two = abs(K[3]) + abs(K[4])
    if abs(D) <= one * (R[3] + R[4]) + two * (R[0] + R[1]):
        if one > two:
            return line_angles(K[0], K[1], K[2], R[0] + R[1], R[2], x, S, C, m)
        return line_angles(K[3], K[4], K[5], R[3] + R[4], R[5], x, S, C, m)
    sine = K[2] * K[4] - K[5] * K[1]
    cosine = K[0] * K[5] - K[3] * K[2]
    length = sqrt(sine * sine + cosine * cosine)
    gap = abs(length - abs(D))
    if gap > AGREE * abs(D):
        x[0] = gap / abs(D)
        return 0
    unit = 1.0 / length
    if D < 0.0:
        unit = -unit
    S[0] = sine * unit
    C[0] = cosine * unit
    x[0] = atan2(S[0], C[0])
    m[0] = 1
    return 1
