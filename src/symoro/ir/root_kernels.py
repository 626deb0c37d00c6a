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

from math import atan2, cos, pi, sin, sqrt

Floats = list[float]
Ints = list[int]

FREE = -1
"""The number of roots where every value is one."""

TRIED = 16
"""The number of values that are tried where every value is a root; also the size of ``x``."""

PI = pi
TURN = 2 * pi
HALF = sqrt(0.5)

AGREE = 1e-4
"""The error of the length of (sine, cosine) up to which there is an angle; poses tell the rest."""

PASSES = 400
"""The most steps of Newton's method and of halving in a bracket: a double has no more digits."""


def linear_roots(K: Floats, R: Floats, x: Floats, m: Ints) -> int:
    """X r = Y."""
    return line_root(K[0], K[1], R[0], R[1], x, m)


def line_root(X: float, Y: float, X_error: float, Y_error: float, x: Floats, m: Ints) -> int:
    """X r = Y, with the rounding of X and of Y."""
    if abs(X) > X_error:
        x[0] = Y / X
        m[0] = 1
        return 1
    if abs(Y) <= Y_error:
        return FREE
    x[0] = abs(Y)
    return 0


def quadratic_roots(K: Floats, R: Floats, x: Floats, m: Ints) -> int:
    """A r^2 + b r + c = 0: the larger root first."""
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
    """X S + Y C = Z."""
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
    """X S + Y C = Z: S = (X Z + e Y D) / H, C = (Y Z - e X D) / H, D^2 = H - Z^2."""
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
    """X1 S + Y1 C = Z1, X2 S + Y2 C = Z2, which must agree on S^2 + C^2 = 1."""
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


def polynomial_value(P: Floats, degree: int, t: float) -> float:
    """P[0] t^degree + ... + P[degree]."""
    total = P[0]
    for k in range(degree):
        total = total * t + P[k + 1]
    return total


def bracket_root(P: Floats, degree: int, lower: float, upper: float) -> float:
    """The root of a polynomial in a bracket where it changes its sign and is monotone.

    Newton's method, with halves where that leaves the bracket.
    """
    low = lower
    high = upper
    rising = polynomial_value(P, degree, high) > 0.0
    t = 0.5 * (low + high)
    for _ in range(PASSES):
        value = P[0]
        slope = 0.0
        for k in range(degree):
            slope = slope * t + value
            value = value * t + P[k + 1]
        if abs(value) <= 0.0:
            break
        if (value > 0.0) == rising:
            high = t
        else:
            low = t
        following = 0.5 * (low + high)
        if abs(slope) > 0.0:
            step = t - value / slope
            if step > low and step < high:
                following = step
        if following <= low or following >= high or abs(following - t) <= 0.0:
            break
        t = following
    return t


def roots_between(
    P: Floats,
    E: Floats,
    degree: int,
    ends: Floats,
    folds: Ints,
    last: int,
    x: Floats,
    m: Ints,
) -> int:
    """The roots of a polynomial between its extremes ``ends[1]`` to ``ends[last - 1]``, in order.

    The first and the last end are beyond all roots. Extremes in a row at which the polynomial is
    within its rounding of zero are one root, one more fold than they are as roots of the
    derivative, unless the signs on both sides need another.
    """
    count = 0
    before = polynomial_value(P, degree, ends[0])
    touching = 0
    begin = 0.0
    for k in range(1, last + 1):
        value = polynomial_value(P, degree, ends[k])
        error = polynomial_value(E, degree, abs(ends[k]))
        if k < last and abs(value) <= error:
            if touching == 0:
                begin = ends[k]
            touching = touching + folds[k]
        else:
            crosses = (before < 0.0) != (value < 0.0)
            if touching > 0:
                x[count] = 0.5 * (begin + ends[k - 1])
                m[count] = touching + 1
                odd = touching == 2
                if odd != crosses and touching < 3:
                    m[count] = touching + 2
                count = count + 1
            elif crosses:
                x[count] = bracket_root(P, degree, ends[k - 1], ends[k])
                m[count] = 1
                count = count + 1
            touching = 0
            before = value
    return count


def quartic_roots(K: Floats, R: Floats, x: Floats, m: Ints) -> int:
    """a4 r^4 + a3 r^3 + a2 r^2 + a1 r + a0 = 0: the real roots in order.

    Between two extremes there is one root or none; extremes are the roots of the derivative, and
    so on down to a line. Without a root, x[0] is the smallest value at an extreme, which is x[1].
    """
    P = [0.0] * 5
    E = [0.0] * 5
    D = [0.0] * 5
    N = [0.0] * 5
    ends = [0.0] * 6
    folds = [0] * 6
    first = 0
    for k in range(5):
        if first == k and abs(K[k]) <= R[k]:
            first = k + 1
    n = 4 - first
    if n < 0:
        return FREE
    if n == 0:
        x[0] = abs(K[4])
        x[1] = 0.0
        return 0
    bound = 0.0
    for k in range(n + 1):
        P[k] = K[first + k]
        E[k] = R[first + k]
        if k > 0 and abs(P[k]) > bound * abs(P[0]):
            bound = abs(P[k] / P[0])
    bound = bound + 1.0
    count = 0
    extremes = 0
    for degree in range(1, n + 1):
        extremes = count
        for k in range(degree + 1):
            D[k] = P[k]
            N[k] = E[k]
            for j in range(n - degree):
                D[k] = D[k] * float(n - k - j)
                N[k] = N[k] * float(n - k - j)
        for k in range(extremes):
            ends[k + 1] = x[k]
            folds[k + 1] = m[k]
        ends[0] = -bound
        ends[extremes + 1] = bound
        count = roots_between(D, N, degree, ends, folds, extremes + 1, x, m)
    if count == 0:
        x[1] = ends[1]
        x[0] = abs(polynomial_value(P, n, ends[1]))
        for k in range(2, extremes + 1):
            value = abs(polynomial_value(P, n, ends[k]))
            if value < x[0]:
                x[0] = value
                x[1] = ends[k]
    return count


def circle_value(K: Floats, S: float, C: float) -> float:
    """a4 S^2 + a3 C S + a2 C + a1 S + a0."""
    return (K[0] * S + K[1] * C + K[3]) * S + K[2] * C + K[4]


def circle_roots(K: Floats, R: Floats, x: Floats, S: Floats, C: Floats, m: Ints) -> int:
    """a4 S^2 + a3 C S + a2 C + a1 S + a0 = 0, by the tangent of half an angle.

    The angle is counted from a turn (s, c) such that the equation is far from zero half a turn
    away: so no root is at infinity. Single roots are polished on the equation itself. Without a
    root, x[0] is nearly the smallest value.
    """
    Q = [0.0] * 5
    E = [0.0] * 5
    error = 0.0
    size = 0.0
    for k in range(5):
        error = error + R[k]
        if abs(K[k]) > size:
            size = abs(K[k])
    if size <= error:
        return FREE
    s = 0.0
    c = 1.0
    sine = 0.0
    cosine = 1.0
    best = -1.0
    for _ in range(8):
        value = abs(circle_value(K, -sine, -cosine))
        if value > best:
            best = value
            s = sine
            c = cosine
        turned = (sine + cosine) * HALF
        cosine = (cosine - sine) * HALF
        sine = turned
    b4 = K[0] * (c * c - s * s) - 2.0 * K[1] * s * c
    b3 = 2.0 * K[0] * s * c + K[1] * (c * c - s * s)
    b2 = K[2] * c + K[3] * s
    b1 = K[3] * c - K[2] * s
    b0 = K[4] + K[0] * s * s + K[1] * s * c
    Q[0] = b0 - b2
    Q[1] = 2.0 * (b1 - b3)
    Q[2] = 2.0 * b0 + 4.0 * b4
    Q[3] = 2.0 * (b1 + b3)
    Q[4] = b0 + b2
    for k in range(5):
        E[k] = error
    count = quartic_roots(Q, E, x, m)
    if count == 0:
        x[0] = x[0] / ((1.0 + x[1] * x[1]) * (1.0 + x[1] * x[1]))
    for k in range(count):
        t = x[k]
        sine = 2.0 * t / (1.0 + t * t)
        cosine = (1.0 - t * t) / (1.0 + t * t)
        S[k] = s * cosine + c * sine
        C[k] = c * cosine - s * sine
        x[k] = atan2(S[k], C[k])
        if m[k] == 1:
            x[k] = polished_angle(K, k, S, C)
    return count


def polished_angle(K: Floats, k: int, S: Floats, C: Floats) -> float:
    """Angle k after two steps of Newton's method; a step that does not help is not taken."""
    for _ in range(2):
        value = circle_value(K, S[k], C[k])
        slope = (2.0 * K[0] * S[k] + K[3]) * C[k] - K[2] * S[k]
        slope = slope + K[1] * (C[k] * C[k] - S[k] * S[k])
        if abs(slope) <= 0.0:
            break
        step = value / slope
        sine = S[k] - C[k] * step
        cosine = C[k] + S[k] * step
        length = sqrt(sine * sine + cosine * cosine)
        if abs(circle_value(K, sine / length, cosine / length)) >= abs(value):
            break
        S[k] = sine / length
        C[k] = cosine / length
    return atan2(S[k], C[k])


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
