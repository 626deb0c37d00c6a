"""Batches of residues: field arithmetic, square roots and points of the circle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from symoro.expressions import ModularArithmetic
from symoro.grouping.exact.residues import (
    PRIMES,
    Residues,
    power,
    random_angles,
    random_residues,
    residues_of,
    roots,
)

COUNT = 200


def batch(prime: int, seed: int = 0) -> Residues:
    return random_residues(COUNT, prime, np.random.default_rng(seed))


@pytest.mark.parametrize("prime", PRIMES)
def test_operations_are_those_of_single_residues(prime: int) -> None:
    a, b = batch(prime, 1), batch(prime, 2)
    field = ModularArithmetic("one", prime)
    c = field.symbol("c")
    pairs = [(int(x), int(y)) for x, y in zip(a.values, b.values, strict=True)]
    assert (a + b).values.tolist() == [(x + y) % prime for x, y in pairs]
    assert (a - b).values.tolist() == [(x - y) % prime for x, y in pairs]
    assert (a * b).values.tolist() == [x * y % prime for x, y in pairs]
    assert (a / b).values.tolist() == [x * pow(y, -1, prime) % prime for x, y in pairs]
    assert (-a).values.tolist() == [-x % prime for x, _ in pairs]
    assert (a**3).values.tolist() == [pow(x, 3, prime) for x, _ in pairs]
    assert (a**-2).values.tolist() == [pow(x, -2, prime) for x, _ in pairs]
    others: list[tuple[Any, int]] = [(7, 7), (c, c.value)]
    for other, value in others:
        assert (a + other).values.tolist() == [(x + value) % prime for x, _ in pairs]
        assert (other + a).values.tolist() == [(x + value) % prime for x, _ in pairs]
        assert (a - other).values.tolist() == [(x - value) % prime for x, _ in pairs]
        assert (other - a).values.tolist() == [(value - x) % prime for x, _ in pairs]
        assert (a * other).values.tolist() == [x * value % prime for x, _ in pairs]
        assert (other * a).values.tolist() == [x * value % prime for x, _ in pairs]
        assert (a / other).values.tolist() == [x * pow(value, -1, prime) % prime for x, _ in pairs]
        inverses = [value * pow(x, -1, prime) % prime for x, _ in pairs]
        assert (other / a).values.tolist() == inverses


def test_what_is_no_residue_is_refused() -> None:
    with pytest.raises(TypeError):
        batch(PRIMES[0]) + "1"


@pytest.mark.parametrize("prime", PRIMES)
def test_the_primes_have_the_roots_of_unity_that_angles_need(prime: int) -> None:
    assert prime < 2**31
    assert (prime - 1) % 10080 == 0
    assert all(prime % k for k in range(2, 46341))


@pytest.mark.parametrize("prime", PRIMES)
def test_square_roots(prime: int) -> None:
    a = batch(prime)
    found = (a * a).call("sqrt")
    assert all(x in (y, prime - y) for x, y in zip(found.values, a.values, strict=True))
    assert roots(np.array([0, 1, 4]), prime)[0] == 0
    exists = power(a.values, (prime - 1) // 2, prime) == 1
    squares = roots(a.values, prime) ** 2 % prime == a.values
    assert (exists == squares).all()
    assert 60 < exists.sum() < 140  # half of them: five deviations


@pytest.mark.parametrize("prime", PRIMES)
def test_random_angles_lie_on_the_circle(prime: int) -> None:
    angle = random_angles(COUNT, ModularArithmetic("a", prime), np.random.default_rng(3))
    one = angle.S * angle.S + angle.C * angle.C
    assert (one.values == 1).all()
    assert len(set(angle.S.values.tolist())) > COUNT - 3


def test_scalars_of_all_kinds_are_spread() -> None:
    prime = PRIMES[0]
    field = ModularArithmetic("b", prime)
    c = field.symbol("c")
    assert residues_of(-1, 3, prime).tolist() == [prime - 1] * 3
    assert residues_of(c, 2, prime).tolist() == [c.value] * 2
    assert residues_of(batch(prime), COUNT, prime).tolist() == batch(prime).values.tolist()
