"""Sums that are factors of several terms, taken out of them."""

from __future__ import annotations

import random

import pytest
from sympy import Add, Expr, Integer, Mul, symbols

from symoro.symbolic.shared_sums import with_shared_sums

a, b, c, x, y, z = symbols("a b c x y z", real=True)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        (x * (a + b) + y * (a + b), (a + b) * (x + y)),
        (x * (a - b) + y * (b - a) + c, c + (a - b) * (x - y)),
        (2 * x * c * (a + b) - 3 * y * c * (a + b), c * (a + b) * (2 * x - 3 * y)),
        ((a + b) * (x + y) + (a + b) * z, (a + b) * (x + y + z)),
        (c * (x * (a + b) + y * (a + b)) + 1, 1 + c * (a + b) * (x + y)),
        (x * (a + b) + y * (a + c), x * (a + b) + y * (a + c)),
        ((a + b) ** 2 * x + (a + b) * y, (a + b) ** 2 * x + (a + b) * y),
    ],
    ids=str,
)
def test_a_shared_sum_is_written_once(expression: Expr, wanted: Expr) -> None:
    assert with_shared_sums(expression) == wanted


@pytest.mark.parametrize("seed", range(30))
def test_the_value_is_the_same(seed: int) -> None:
    """Expanded, which is exact."""
    rng = random.Random(seed)
    sums = [a + b, a - b, b - a, a + 2 * c, -a - b]
    terms = [
        Mul(rng.choice([1, -1, Integer(2)]), rng.choice([x, y, z]), *rng.sample(sums, 2))
        for _ in range(6)
    ]
    total = Add(*terms)
    assert (with_shared_sums(total) - total).expand() == 0
