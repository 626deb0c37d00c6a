"""Root kernels of polynomials of degree four, and of equations of second degree in sine and cosine.

They are in the subset of Python of `symoro.ir.root_kernels`, and have its arguments.
"""

from __future__ import annotations

from math import atan2, sqrt

from symoro.ir.root_kernels import FREE, Floats, Ints

HALF = sqrt(0.5)

APART = 5e-7
"""The distance from an extreme, in units of the unknown, from which two roots are told apart.

Rounding moves a double root by the square root of the rounding of its equation, about as much.
"""

PASSES = 400
"""The most steps of Newton's method and of halving in a bracket: a double has no more digits."""


def polynomial_value(P: Floats, degree: int, t: float) -> float:
    """Value of P[0] t^degree + ... + P[degree]."""
    total = P[0]
    for k in range(degree):
        total = total * t + P[k + 1]
    return total


def curvature(P: Floats, degree: int, t: float) -> float:
    """Second derivative of P[0] t^degree + ... + P[degree]."""
    total = 0.0
    for k in range(degree - 1):
        total = total * t + P[k] * float((degree - k) * (degree - k - 1))
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
    unit: float,
    x: Floats,
    m: Ints,
) -> int:
    """The roots of a polynomial between its extremes ``ends[1]`` to ``ends[last - 1]``, in order.

    The first and the last end are beyond all roots. Extremes in a row at which the polynomial is
    within its rounding of zero are one root, one more fold than they are as roots of the
    derivative, unless the signs on both sides need another. Two roots about an extreme that are
    apart are two, also within rounding; ``unit`` is that of the unknown.
    """
    count = 0
    before = polynomial_value(P, degree, ends[0])
    touching = 0
    begin = 0.0
    for k in range(1, last + 1):
        value = polynomial_value(P, degree, ends[k])
        error = polynomial_value(E, degree, abs(ends[k]))
        touches = k < last and abs(value) <= error
        if touches and folds[k] == 1 and (before < 0.0) != (value < 0.0):
            near = APART * (unit + ends[k] * ends[k] / unit)
            touches = abs(value) <= 0.5 * abs(curvature(P, degree, ends[k])) * near * near
        if touches:
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
    """Real roots of a4 r^4 + a3 r^3 + a2 r^2 + a1 r + a0 = 0, in order.

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
    unit = 1.0
    if R[0] > 0.0:
        unit = R[1] / R[0]
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
        count = roots_between(D, N, degree, ends, folds, extremes + 1, unit, x, m)
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
    """Value of a4 S^2 + a3 C S + a2 C + a1 S + a0."""
    return (K[0] * S + K[1] * C + K[3]) * S + K[2] * C + K[4]


def circle_roots(K: Floats, R: Floats, x: Floats, S: Floats, C: Floats, m: Ints) -> int:
    """Roots of a4 S^2 + a3 C S + a2 C + a1 S + a0 = 0, by the tangent of half an angle.

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
