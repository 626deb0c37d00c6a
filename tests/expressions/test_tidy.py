"""Shorter sums: the same value, at most as long, and the identities that it knows."""

from __future__ import annotations

import random

import pytest

import symoro.expressions.tidy as page
from models.mutants import mutants
from symoro.expressions import Expression, call, expression, parse, symbol
from symoro.expressions.tidy import tidy
from symoro.expressions.zero_test import is_zero

CASES = {
    "sin(a)^2 + cos(a)^2": "1",
    "D*sin(a)^2 + D*cos(a)^2": "D",
    "1 - cos(a)^2": "sin(a)^2",
    "L^2 - L^2*sin(a)^2": "L^2*cos(a)^2",
    "-L + L*sin(a)^2": "-L*cos(a)^2",
    "(a + b)*(a - b)": "a^2 - b^2",
    "(a + b)^2 - 2*a*b": "a^2 + b^2",
    "cos(a)*(cos(a)*X + Y) + sin(a)^2*X - Y*cos(a)": "X",
    "sin(a)^2*cos(b)^2 + cos(a)^2*cos(b)^2 + sin(b)^2": "1",
    "a*b - b*a": "0",
    "D": "D",
    "3/4": "3/4",
    "sin(a + b)": "sin(a + b)",
    "2*sin(a)^2 + cos(a)^2": "2*sin(a)^2 + cos(a)^2",
}


@pytest.mark.parametrize(("given", "expected"), CASES.items())
def test_known_sums(given: str, expected: str) -> None:
    assert tidy(parse(given)) == parse(expected)


def rotated(rng: random.Random) -> Expression:
    """A vector that is turned forth and back, a component of it, and something more."""
    x, y = (symbol(name) ** rng.randint(1, 2) for name in rng.sample("LDRB", 2))
    angle = symbol(rng.choice("ab"))
    S, C = call("sin", angle), call("cos", angle)
    X, Y = C * x - S * y, S * x + C * y
    node = rng.choice((C * X + S * Y, C * Y - S * X, X * X + Y * Y, X * (X + Y)))
    more = call(rng.choice(("sin", "cos")), symbol("b")) * symbol("M")
    return rng.choice((node, node * 3 - more, node * more, node / y + more, (node + more) ** 2))


def test_random_sums_keep_their_value_and_get_no_longer() -> None:
    rng = random.Random(3)
    shorter = 0
    for _ in range(100):
        node = rotated(rng)
        found = tidy(node)
        assert len(str(found)) <= len(str(node))
        assert is_zero(found - node)
        shorter += len(str(found)) < len(str(node))
    assert shorter > 50


def test_long_sums_are_left_alone() -> None:
    long = expression(0)
    for k in range(70):
        long = long + symbol(f"x{k}") * call("sin", symbol("a")) ** 2
    assert tidy(long) is long


def test_products_of_many_sums_are_not_multiplied_out() -> None:
    """Of 4^40 terms: nothing ends that forms them."""
    long = expression(1)
    for k in range(40):
        long = long * sum((symbol(f"x{k}{n}") for n in range(1, 4)), symbol(f"x{k}0"))
    assert tidy(long) is long


def test_every_mutant_is_caught() -> None:
    rng = random.Random(5)
    nodes = [rotated(rng) for _ in range(40)]
    alive = []
    for mutant in mutants(page):
        try:
            known = all(mutant.module.tidy(parse(a)) == parse(b) for a, b in CASES.items())
            known &= mutant.module._size(parse("(a + b)^2*(c + d)*x + e")) == 9
            if known and all(is_zero(mutant.module.tidy(node) - node) for node in nodes):
                alive.append(f"{mutant.line}: {mutant.what}: {mutant.text}")
        except (TypeError, ValueError, KeyError, AttributeError, RuntimeError):
            continue
    assert [each for each in alive if not any(line in each for line in SAME)] == []


SAME = (
    "_size(node) > _MOST_MULTIPLIED",  # a limit of work: what is beyond does not end
    "if node.number is not None or not isinstance",  # saves time
    "if len(terms) > _MOST",  # a limit, tested above
    "if total:",  # a term with the factor zero is dropped when the sum is made
)
"""Lines whose change has no effect on short sums."""
