"""Random trigonometric expressions of the kind that chains of joints make."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from symoro.symbolic.to_sympy import sympy_symbol

if TYPE_CHECKING:
    from sympy import Expr

ANGLES = tuple(sympy_symbol(f"t{k}") for k in range(1, 5))
LENGTHS = tuple(sympy_symbol(name) for name in ("D3", "RL4", "r"))


def random_angle(rng: Random, roots: bool) -> Expr:
    """A joint variable or a sum of two, sometimes with an offset: one with a root, if allowed."""
    from sympy import pi

    angle = sum(rng.choice((1, 1, -1)) * t for t in rng.sample(ANGLES, rng.choice((1, 1, 2))))
    return angle + rng.choice((0, 0, 0, pi / 2, -pi, *((pi / 4, pi / 3) if roots else ())))


def random_sum(rng: Random, terms: int = 3, *, roots: bool = True) -> Expr:
    """A sum of products of numbers, lengths, sines and cosines."""
    from sympy import Integer, Rational, cos, sin

    total = Integer(0)
    for _ in range(rng.randint(1, terms)):
        term = Rational(rng.choice((1, 1, -1, 2, -3)), rng.choice((1, 1, 2)))
        for _ in range(rng.randint(0, 2)):
            term *= rng.choice((sin, cos))(random_angle(rng, roots))
        if rng.random() < 0.5:
            term *= rng.choice(LENGTHS)
        total += term
    return total


def random_product(rng: Random) -> Expr:
    """A product of one or two sums, expanded or not, sometimes over a length or a cosine."""
    from sympy import cos, expand_trig

    product = random_sum(rng)
    if rng.random() < 0.5:
        product *= random_sum(rng, terms=2)
    if rng.random() < 0.5:
        product = expand_trig(product).expand()
    if rng.random() < 0.3:
        product /= rng.choice((LENGTHS[0], cos(ANGLES[1])))
    return product
