"""Degrees of rational functions: bounds that hold, and that divisions do not inflate."""

from __future__ import annotations

import random

import pytest
import sympy

from symoro.expressions.degree import Degree

X = sympy.symbols("x:4")


@pytest.mark.parametrize("seed", range(12))
def test_a_bound_holds_for_random_rational_functions(seed: int) -> None:
    rng = random.Random(seed)
    pool = [(x, Degree(1)) for x in X]
    for _ in range(7):
        (a, da), (b, db) = rng.choice(pool), rng.choice(pool)
        operation = rng.choice("+-*/^")
        if operation in "/^" and sympy.cancel(b) == 0:
            continue
        pool.append(
            {
                "+": lambda a=a, b=b, da=da, db=db: (a + b, da + db),
                "-": lambda a=a, b=b, da=da, db=db: (a - b, da - db),
                "*": lambda a=a, b=b, da=da, db=db: (a * b, da * db),
                "/": lambda a=a, b=b, da=da, db=db: (a / b, da / db),
                "^": lambda a=a, b=b, da=da, db=db: (a * b**-2 + 1, da * db**-2 + 1),
            }[operation]()
        )
    for value, bound in pool:
        above, below = sympy.fraction(sympy.cancel(value))
        if above != 0:
            assert sympy.Poly(above, *X).total_degree() <= bound.above
            assert sympy.Poly(below, *X).total_degree() <= bound.below


def test_a_sum_of_quotients_with_one_divisor_has_it_once() -> None:
    x, y = Degree(1), Degree(3)
    total = x / y
    for _ in range(10):
        total = total + x / y
    assert (total.above, total.below) == (1, 3)
    inverse = 1 / y
    assert ((inverse * x + x * inverse) * inverse).below == 6
    assert (x / Degree(3) + total).below == 6  # another divisor


def test_powers_of_one_divisor() -> None:
    x = Degree(2)
    assert (x**-3).below == 6
    assert (x**-3 + x**-1).below == 6
    assert (x**0).above == 0
