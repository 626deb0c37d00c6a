"""Degrees of rational functions: bounds that hold, and that divisions do not inflate."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy

from symoro.expressions import ModularArithmetic
from symoro.expressions.degree import Degree, DegreeArithmetic
from symoro.expressions.primes import TURN, prime

X = sympy.symbols("x:4")
FIELD = DegreeArithmetic()


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


def test_the_number_in_an_angle_has_a_root_of_its_own() -> None:
    """Its power may be one by the order of the field: no point then shows it in the sine."""
    whole = (prime(0) - 1) // TURN
    for seed in "abc":
        field = ModularArithmetic(seed)
        x, n = field.symbol("x"), field.number(whole)
        assert field.call("sin", x + n) == field.call("sin", x)
    assert FIELD.call("sin", FIELD.symbol("x") + whole).above > prime(0)


@pytest.mark.parametrize(
    ("angle", "turns"),
    [
        (lambda x, y, z: x, 1),
        (lambda x, y, z: x - y + z, 3),
        (lambda x, y, z: 2 * 3 * x, 6),
        (lambda x, y, z: (x + y) / 2, 1),
        (lambda x, y, z: x / FIELD.number(Fraction(1, 2)) - 1, 3),
        (lambda x, y, z: x + 100, 101),
        (lambda x, y, z: (x + y + z) ** 1, 3),
        (lambda x, y, z: 3 * (x - FIELD.pi() / 2), 3),
        (lambda x, y, z: x * y, 1),  # opaque: a random value of its own
    ],
)
def test_the_sine_of_a_sum_has_the_degrees_of_its_angles(
    angle: Callable[..., Degree], turns: int
) -> None:
    """Each angle has a root of its own, so exp(3ix) and exp(i(x + y + z)) are of degree 3 TURN."""
    sine = FIELD.call("sin", angle(*map(FIELD.symbol, "xyz")))
    assert (sine.above, sine.below) == (2 * TURN * turns, 0)
