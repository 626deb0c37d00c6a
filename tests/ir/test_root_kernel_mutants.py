"""Root kernels that are broken, one place at a time, no longer find the roots there are."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from types import ModuleType

import numpy as np
import pytest

from models.mutants import Checks, Mutant, mutants
from symoro.ir import polynomial_kernels, root_kernels
from symoro.ir.root_kernels import FREE, TRIED

EPSILON = 2.0**-52
Check = Callable[[ModuleType], bool]
Wanted = list[tuple[float, int]]

COSMETIC = {
    # which way to the same root: steps of Newton's method, halves, a wider bracket, another scale
    "t = 0.5 * (low + high)",
    "slope = slope * t + value",
    "if abs(value) <= 0.0:",
    "following = 0.5 * (low + high)",
    "if abs(slope) > 0.0:",
    "step = t - value / slope",
    "if step > low and step < high:",
    "if following <= low or following >= high or abs(following - t) <= 0.0:",
    "bound = bound + 1.0",
    "if k > 0 and abs(P[k]) > bound * abs(P[0]):",
    "D[k] = D[k] * float(n - k - j)",
    "value = abs(circle_value(K, -sine, -cosine))",
    "if abs(Z) <= 0.0:",
    # cases that another line would decide the same way
    "if n == 0:",
    "if size <= error:",
    "if abs(K[k]) > size:",
    # the place of a multiple root within rounding, and its multiplicity where signs disagree
    "N[k] = N[k] * float(n - k - j)",
    "if touching == 0:",
    "if odd != crosses and touching < 3:",
    "m[count] = touching + 2",
    # the least value of a circle is told nearly
    "if count == 0:",
    "x[1] = 0.0",
    "x[1] = ends[k]",
    "x[0] = x[0] / ((1.0 + x[1] * x[1]) * (1.0 + x[1] * x[1]))",
    # where the value and the slope vanish, other multiples of them give the same
    "total = total * t + P[k] * float((degree - k) * (degree - k - 1))",
    # polishing: of roots that are exact already, and of double ones
    "if m[k] == 1:",
    "if abs(slope) <= 0.0:",
    "if abs(circle_value(K, sine / length, cosine / length)) >= abs(value):",
}


def near(a: float, b: float, tolerance: float = 1e-12) -> bool:
    return abs(a - b) <= tolerance * max(1.0, abs(b))


def solves(
    name: str,
    coefficients: Sequence[float],
    rounding: Sequence[float] | float,
    wanted: Wanted | int | float,
    tolerance: float = 1e-12,
) -> Check:
    """A check that an equation has roots in this order, a number of them, or fails by a value."""
    errors = [rounding] * len(coefficients) if isinstance(rounding, float) else [*rounding]
    angles = not name.startswith(("line", "quad", "quartic"))

    def check(module: ModuleType) -> bool:
        x, S, C, m = [9.0] * TRIED, [9.0] * TRIED, [9.0] * TRIED, [9] * TRIED
        results = (x, S, C, m) if angles else (x, m)
        count = getattr(module, name)([float(c) for c in coefficients], errors, *results)
        if isinstance(wanted, int):
            return bool(count == wanted)
        if isinstance(wanted, float):
            return count == 0 and near(x[0], wanted, tolerance)
        if count != len(wanted) or m[:count] != [each for _, each in wanted]:
            return False
        if angles:
            return all(
                near(S[k], math.sin(value), tolerance)
                and near(C[k], math.cos(value), tolerance)
                and near(x[k], value, tolerance)
                for k, (value, _) in enumerate(wanted)
            )
        return all(near(x[k], value, tolerance) for k, (value, _) in enumerate(wanted))

    return check


def line(t: float, X: float, Y: float, e: float = 0.0) -> list[float]:
    """X S + Y C = Z with a root t."""
    return [X, Y, X * math.sin(t) + Y * math.cos(t) + e]


def both_roots(t: float, X: float, Y: float) -> Wanted:
    """The roots of a line in order: t and its mirror in the direction (X, Y)."""
    mirror = math.remainder(2 * math.atan2(X, Y) - t, 2 * math.pi)
    turned = X * math.cos(t) - Y * math.sin(t)  # -D: S = (X Z + Y D) / H at the first root
    return [(t, 1), (mirror, 1)] if turned < 0 else [(mirror, 1), (t, 1)]


def root_checks() -> list[Check]:
    rng = random.Random(5)
    checks = [
        solves("linear_roots", [4.0, -6.0], [1e-9, 1e-9], [(-1.5, 1)]),
        solves("linear_roots", [1e-10, 1e-7], [1e-9, 1e-6], FREE),
        solves("linear_roots", [1e-10, -1e-5], [1e-9, 1e-6], 1e-5, 1e-20),
        solves("quadratic_roots", [2.0, -2.0, -12.0], 1e-12, [(3.0, 1), (-2.0, 1)]),
        solves("quadratic_roots", [-2.0, -2.0, 12.0], 1e-12, [(2.0, 1), (-3.0, 1)]),
        solves("quadratic_roots", [1.0, -1e8, 1.0], 1e-12, [(1e8, 1), (1e-8, 1)], 1e-15),
        solves("linear_roots", [1e-8, 3e-8], [1e-9, 1e-6], [(3.0, 1)]),
        solves("quadratic_roots", [1.0, 1e8, 1.0], 1e-12, [(-1e-8, 1), (-1e8, 1)], 1e-15),
        solves(
            "quadratic_roots", [1e-3, -1e3, 1.0], [0.0, 1e-2, 0.0], [(1e6 - 1e-3, 1), (1e-3, 1)]
        ),
        solves("quadratic_roots", [1e-10, 1e-4, 1e-5], [1e-9, 1e-3, 1e-6], 1e-5, 1e-20),
        solves("quadratic_roots", [1e-10, 1e-4, 5e-7], [1e-9, 1e-3, 1e-6], FREE),
        solves("quadratic_roots", [3.0, 2.0, 1 / 3 + 1e-3], [0.0, 2.8e-3, 0.0], 1e-3),
        solves("quadratic_roots", [3.0, 2.0, 1 / 3 + 4e-3], [3.3e-2, 0.0, 0.0], 4e-3),
        solves("quadratic_roots", [2.0, 12.0, 18.0], 1e-12, [(-3.0, 2)]),
        solves("quadratic_roots", [2.0, 4.0, 10.0], 1e-12, 8.0),
        solves("quadratic_roots", [1e-10, 4.0, -6.0], [1e-9, 1e-9, 1e-9], [(1.5, 1)]),
        solves("quadratic_roots", [1e-10, 1e-10, 1e-7], [1e-9, 1e-9, 1e-6], FREE),
        solves("quadratic_roots", [1.0, 2.0, 1.0 - 0.9e-3], [0.0, 0.0, 1e-3], [(-1.0, 2)]),
        solves("quadratic_roots", [1.0, 2.0, 1.0 + 0.9e-3], [0.0, 0.0, 1e-3], [(-1.0, 2)]),
        solves("quadratic_roots", [1.0, 2.0, 1.0 + 1.1e-3], [0.0, 0.0, 1e-3], 1.1e-3),
        solves("quadratic_roots", [3.0, 2.0, 1 / 3 + 1e-3], [0.0, 4e-3, 0.0], [(-1 / 3, 2)]),
        solves("quadratic_roots", [3.0, 2.0, 1 / 3 + 4e-3], [4e-2, 0.0, 0.0], [(-1 / 3, 2)]),
    ]
    for _ in range(6):
        t, X, Y = rng.uniform(-3, 3), rng.uniform(-2, 2), rng.uniform(-2, 2)
        checks.append(solves("angle_roots", line(t, X, Y), 1e-14, both_roots(t, X, Y)))
        U, V = rng.uniform(-2, 2), rng.uniform(-2, 2)
        checks.append(solves("direction_roots", line(t, X, Y) + line(t, U, V), 1e-14, [(t, 1)]))
        checks.append(solves("direction_roots", line(t, U, V) + line(t, X, Y), 1e-14, [(t, 1)]))
    h = math.hypot(0.3, -0.4)
    top = math.atan2(0.3, -0.4)
    errors = [1e-9, 2e-9, 4e-9]
    checks += [
        solves(
            "angle_roots", [0.3, -0.4, 0.0], 1e-14, both_roots(math.atan2(-0.4, -0.3), 0.3, -0.4)
        ),
        solves("angle_roots", [-0.3, 0.4, 0.0], 1e-14, both_roots(math.atan2(0.4, 0.3), -0.3, 0.4)),
        solves("angle_roots", [0.3, -0.4, h], 1e-14, [(top, 2)]),
        solves("angle_roots", [0.3, -0.4, -h], 1e-14, [(top - math.pi, 2)]),
        solves("angle_roots", [0.3, -0.4, h + 6e-9], errors, [(top, 2)]),
        solves("angle_roots", [0.3, -0.4, -h - 6e-9], errors, [(top - math.pi, 2)]),
        solves("angle_roots", [0.3, -0.4, h - 6e-9], errors, [(top, 2)]),
        solves("angle_roots", [0.3, -0.4, h + 8e-9], errors, 8e-9, 1e-16),
        solves("angle_roots", [0.3, -0.4, -1.5], 1e-14, 1.0),
        solves("angle_roots", [1e-9, 1e-9, 6e-9], errors, FREE),
        solves("angle_roots", [1e-9, 1e-9, 8e-9], errors, 8e-9 - math.sqrt(2) * 1e-9, 1e-20),
        solves("direction_roots", [*line(0.4, 2.0, 0.0), *line(0.4, 1.0, 0.0)], 1e-14, 2),
        solves("direction_roots", [*line(0.4, 1.0, 0.0), *line(0.4, 2.0, 0.0)], 1e-14, 2),
        solves("direction_roots", [0.0] * 6, 1e-14, FREE),
        solves("direction_roots", [2.0, 0.0, 1.2005, 0.0, 3.0, 2.4], 1e-14, 0),
        solves("direction_roots", [2.0, 0.0, 1.2001, 0.0, 3.0, 2.4], 1e-14, 1),
        solves("direction_roots", [2.0, 0.0, 1.6, 0.0, 3.0, 2.4], 1e-14, math.sqrt(1.28) - 1),
        solves("direction_roots", [2.0, 0.0, 1.6, 0.0, -3.0, 2.4], 1e-14, math.sqrt(1.28) - 1),
    ]
    return [*checks, *parallel_checks()]


def parallel_checks() -> list[Check]:
    """Lines that are parallel within the rounding of one coefficient: the larger one counts."""
    checks = []
    h = math.hypot(3.0, 1.0)
    top = math.atan2(3.0, 1.0)
    for j in (0, 1, 3, 4):
        for X, Y, U, V in ((3.0, 1.0, 3.0, 1.001), (1.0, 3.0, 1.001, 3.0), (6.0, 2.0, 3.0, 1.001)):
            lines = line(0.4, X, Y) + line(0.4, U, V)
            gap = abs(X * V - U * Y)
            reach = X + Y if j > 2 else U + V
            for factor, count in ((1.2, 2), (0.8, 1)):
                errors = [factor * gap / reach * (k == j) for k in range(6)]
                checks.append(solves("direction_roots", lines, errors, count))
    large, small = line(0.4, 2.0, 1.0), line(0.9, 1.0, 0.5)
    for lines in (large + small, small + large):
        checks.append(solves("direction_roots", lines, 1e-9, both_roots(0.4, 2.0, 1.0)))
    for j in range(3):
        errors = [1e-6 * (k == j) for k in range(3)]
        touching = [3.0, 1.0, h + 0.9e-6]
        missing = [3.0, 1.0, h + 1.1e-6]
        small = [1.5, 0.5, 0.2]
        nothing = [0.0] * 3
        checks += [
            solves("direction_roots", touching + small, errors + nothing, [(top, 2)]),
            solves("direction_roots", small + touching, nothing + errors, [(top, 2)]),
            solves("direction_roots", missing + small, errors + nothing, 1.1e-6, 1e-14),
            solves("direction_roots", small + missing, nothing + errors, 1.1e-6, 1e-14),
        ]
    return checks


def polynomial_checks() -> list[Check]:
    checks: list[Check] = []
    simple = [(-1.5, -0.25, 0.5, 2.0), (-3.0, -2.5, -0.1, 0.3), (1.0, 10.0, 100.0, 1000.0)]
    for roots in simple:
        for size in (1.0, -3.0):
            quartic = [size * float(c) for c in np.poly(roots)]
            checks.append(solves("quartic_roots", quartic, 0.0, [(x, 1) for x in roots], 1e-9))
    for multiple, wanted in (
        ((-0.5, 0.25, 1.0, 1.0), [(-0.5, 1), (0.25, 1), (1.0, 2)]),
        ((-1.0, -1.0, 0.25, 0.5), [(-1.0, 2), (0.25, 1), (0.5, 1)]),
        ((-0.5, 0.25, 0.25, 1.0), [(-0.5, 1), (0.25, 2), (1.0, 1)]),
        ((-0.5, -0.5, 0.75, 0.75), [(-0.5, 2), (0.75, 2)]),
        ((-0.3, 0.9, 0.9, 0.9), [(-0.3, 1), (0.9, 3)]),
        ((0.3, 0.3, 0.3, 0.9), [(0.3, 3), (0.9, 1)]),
        ((0.3, 0.3, 0.3, 0.3), [(0.3, 4)]),
    ):
        quartic = [float(c) for c in np.poly(multiple)]
        checks.append(solves("quartic_roots", quartic, 64 * EPSILON, wanted, 1e-6))
    lopsided = [1.0, -0.2, -2.0, 0.2, 1.25]
    mirrored = [1.0, 0.2, -2.0, -0.2, 1.25]
    extremes = np.roots(np.polyder(lopsided)).real
    cubic, square = [float(c) for c in np.poly([-1, 0.5, 2])], [1.0, -0.5, -1.5]
    checks += [
        solves("quartic_roots", [0.0, *cubic], 1e-14, [(-1.0, 1), (0.5, 1), (2.0, 1)]),
        solves("quartic_roots", [0.0, 0.0, *square], 1e-14, [(-1.0, 1), (1.5, 1)]),
        solves("quartic_roots", [0.0, 0.0, 0.0, 4.0, -6.0], 1e-14, [(1.5, 1)]),
        solves("quartic_roots", [0.0, 0.0, 0.0, 0.0, -6.0], 1e-14, 6.0),
        solves("quartic_roots", [0.0] * 5, 1e-14, FREE),
        solves("quartic_roots", [1.0, 0.0, -2.0, 0.0, 1.25], 0.0, 0.25),
        solves("quartic_roots", mirrored, 0.0, float(np.polyval(lopsided, extremes).min())),
        solves("quartic_roots", lopsided, 0.0, float(np.polyval(lopsided, extremes).min())),
        solves("quartic_roots", [0.0, 0.0, 2.0, -4.0, 5.0], 1e-14, 3.0),
        solves("quartic_roots", [1.0, 0.0, 0.0, 0.0, -16.0], 0.0, [(-2.0, 1), (2.0, 1)]),
        # a minimum that is zero within the rounding of one coefficient, beyond 1
        *(
            solves(
                "quartic_roots",
                [1.0, 0.0, -8.0, 0.0, 16.0 + 0.9 * 2.0 ** (4 - k) * 1e-6],
                [1e-6 * (j == k) for j in range(5)],
                2,
            )
            for k in range(5)
        ),
        *(
            solves(
                "quartic_roots",
                [1.0, 0.0, -8.0, 0.0, 16.0 + 1.1 * 2.0 ** (4 - k) * 1e-6],
                [1e-6 * (j == k) for j in range(5)],
                0,
            )
            for k in range(5)
        ),
    ]
    checks += apart_checks()
    checks += [circle_check(random.Random(k)) for k in range(24)]
    checks += [
        solves("circle_roots", [1e-15] * 5, 1e-15, FREE),
        solves("circle_roots", [0.0, 0.0, 0.0, 0.0, 0.5], 1e-15, 0.5),
        solves("circle_roots", [0.0, 0.0, 0.0, 1.0, 1.5], 1e-15, 0.5, 0.01),
        solves("circle_roots", [1.0, 0.0, 0.0, -1.0, 0.25], 1e-15, 2),
        polished,
        half_turn_away,
    ]
    return checks


def apart_checks() -> list[Check]:
    """Two roots about an extreme within rounding: they are two from a distance on."""
    rounding = [1e-20, 2e-20, 0.0, 0.0, 1e-9]  # the unit is 2
    reach = polynomial_kernels.APART
    checks = []
    for place in (0.0, 3.0):
        near_by = reach * (2 + place * place / 2)
        for factor in (1.1, 0.9):
            d = factor * near_by
            wanted = [(place - d, 1), (place + d, 1)] if factor > 1 else [(place, 2)]
            quadratic = [0.0, 0.0, 1.0, -2 * place, place * place - d * d]
            checks.append(solves("quartic_roots", quadratic, rounding, wanted, 1e-9))
    quartic = [float(c) for c in np.poly([1.0, 1.0, -2.0, -4.0])]  # 15 (x - 1)^2 near 1
    for factor, count in ((1.05, 4), (0.95, 3)):
        lowered = [*quartic[:4], quartic[4] - factor * 15 * (reach * 2.5) ** 2]
        checks.append(solves("quartic_roots", lowered, rounding, count))
    touching = [*quartic[:4], quartic[4] + 15 * (reach * 5) ** 2]  # above: no root, but rounding
    checks.append(solves("quartic_roots", touching, rounding, [(-4, 1), (-2, 1), (1, 2)], 1e-6))
    return checks


def half_turn_away(module: ModuleType) -> bool:
    """(C + 1)(S - 1/2) = 0 has a root whose half has no tangent."""
    x, S, C, m = [9.0] * TRIED, [9.0] * TRIED, [9.0] * TRIED, [9] * TRIED
    count = module.circle_roots([0.0, 0.1, -0.05, 0.1, -0.05], [1e-16] * 5, x, S, C, m)
    return bool(min(abs(abs(each) - math.pi) for each in x[:count]) < 1e-6)


def circle_check(rng: random.Random) -> Check:
    """The roots on the unit circle of the quartic of z = C + i S, by NumPy."""
    while True:
        K = [rng.gauss(0, 1) for _ in range(5)]
        a4, a3, a2, a1, a0 = K
        outer, inner = complex(-a4, -a3) / 4, complex(a2, -a1) / 2
        z = np.roots([outer, inner, a0 + a4 / 2, inner.conjugate(), outer.conjugate()])
        sizes = np.abs(np.abs(z) - 1)
        if sizes[sizes > 1e-9].min(initial=1.0) > 1e-2 and (sizes < 1e-9).sum() in (2, 4):
            break
    angles = np.angle(z[sizes < 1e-9])

    def check(module: ModuleType) -> bool:
        x, S, C, m = [9.0] * TRIED, [9.0] * TRIED, [9.0] * TRIED, [9] * TRIED
        count = module.circle_roots(K, [1e-15] * 5, x, S, C, m)
        if count != len(angles) or m[:count] != [1] * count:
            return False
        for angle in map(float, angles):
            gaps = [abs(math.remainder(each - angle, 2 * math.pi)) for each in x[:count]]
            k = gaps.index(min(gaps))
            exact = near(S[k], math.sin(angle), 1e-10) and near(C[k], math.cos(angle), 1e-10)
            if gaps[k] > 1e-10 or not exact:
                return False
        return True

    return check


def polished(module: ModuleType) -> bool:
    """Polishing: a root is as exact as the equation, though the quartic's is not."""
    K = [3.0, -2.0, 0.5, 1.0, 0.0]
    K[4] = -float(polynomial_kernels.circle_value(K, math.sin(0.7), math.cos(0.7)))
    S, C = [math.sin(0.7 + 1e-5)], [math.cos(0.7 + 1e-5)]
    x = module.polished_angle(K, 0, S, C)
    return (
        near(x, 0.7, 1e-14)
        and near(S[0], math.sin(0.7), 1e-14)
        and near(C[0], math.cos(0.7), 1e-14)
    )


CHECKS = {root_kernels: root_checks, polynomial_kernels: polynomial_checks}
BROKEN = (ArithmeticError, IndexError, TypeError, ValueError, NameError, AttributeError)


def is_cosmetic(mutant: Mutant) -> bool:
    """True for a line that is listed, or one that makes an array, which may be larger."""
    return mutant.text in COSMETIC or mutant.text.endswith(("] * 5", "] * 6"))


@pytest.mark.parametrize("page", CHECKS, ids=lambda x: x.__name__.rpartition(".")[2])
def test_a_broken_kernel_is_noticed(page: ModuleType) -> None:
    checks: Checks[ModuleType] = Checks(CHECKS[page](), BROKEN)
    assert checks.hold(page)
    made = [m for m in mutants(page, thorough=True) if not is_cosmetic(m)]
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if checks.hold(m.module)]
    print(len(made), "mutants")
    assert not alive, "\n".join(alive)
