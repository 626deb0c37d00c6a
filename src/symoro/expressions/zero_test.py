"""Tell whether an expression is zero: evaluation modulo primes, see `modular`."""

from __future__ import annotations

import random

from symoro.expressions.evaluate import evaluate
from symoro.expressions.expression import Expression
from symoro.expressions.modular import ModularArithmetic, NoValue
from symoro.expressions.primes import Modulus

_SIGN_POINTS = 20
_MAX_DRAWS = 2000  # half of all residues have no root: six independent roots still get 20 points


def is_zero(node: Expression) -> bool:
    """Tell whether an expression is zero for all values of its symbols.

    Exact for rational functions of symbols, sines and cosines (a wrong "zero" has a chance below
    degree / 2^120); two random points, modulo two primes. With square roots of unknown sign the
    chance is 2^-40, at 20 points modulo each prime.
    """
    if node.number is not None:
        return node.number == 0
    text = str(node)
    return all(_vanishes(node, text, first) for first in (0, 1))


def _vanishes(node: Expression, text: str, first: int) -> bool:
    """Tell whether it is zero modulo prime number ``first``, or one that has all roots."""
    rng = random.Random(text)
    modulus = Modulus(first)
    points = 0
    for _ in range(_MAX_DRAWS):
        if modulus.prime is None:
            return False
        field = ModularArithmetic(f"{text}|{rng.random()}", modulus.prime)
        values = {name: field.symbol(name) for name in node.symbols}
        try:
            if evaluate(node, values, field).value:
                return False
        except NoValue as error:
            if error.radicand is not None:
                modulus.admit(error.radicand)
            continue
        points += 1
        if points == (_SIGN_POINTS if field.signs_drawn else 1):
            return True
    return False
