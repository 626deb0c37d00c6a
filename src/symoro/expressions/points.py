"""A random point of the exact arithmetic at which a whole computation has a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symoro.expressions.modular import ModularArithmetic, NoRoot
from symoro.expressions.primes import Modulus

T = TypeVar("T")

_DRAWS = 50  # half of all residues have no root: five independent roots are all but certain


def at_random_point(seed: str, run: Callable[[ModularArithmetic], T]) -> T:
    """Run a computation modulo a prime at a random point where its square roots exist.

    Where the root of a number is missing another prime is taken, where that of anything else is,
    another point. Roots that are still missing then are fresh values, and the field is opaque.

    Args:
        seed: what the points are drawn from.
        run: the computation; it may be run several times.

    Raises:
        NoRoot: if it divides by zero at every point.
    """
    modulus = Modulus()
    draw = 0
    while draw < _DRAWS and modulus.prime is not None:
        try:
            return run(ModularArithmetic(f"{seed}|{draw}", modulus.prime))
        except NoRoot as error:
            if error.radicand is None:
                draw += 1
            else:
                modulus.admit(error.radicand)
    return run(ModularArithmetic(f"{seed}|loose", loose=True))
