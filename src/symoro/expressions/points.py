"""A random point of the exact arithmetic at which a whole computation has a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symoro.expressions.modular import ModularArithmetic, NoRoot, ZeroDivisor
from symoro.expressions.primes import Modulus

T = TypeVar("T")

_DRAWS = 50  # half of all residues have no root: five independent roots are all but certain


def at_random_point(
    seed: str, run: Callable[[ModularArithmetic], T], modulus: Modulus | None = None
) -> T:
    """Run a computation modulo a prime at a random point where its square roots exist.

    Where the root of a number is missing another prime is taken, where that of anything else is,
    another point. If some roots exist at none of the points, they are fresh values in the end, and
    the field is opaque.

    Args:
        seed: text that determines the points.
        run: the computation; it may be run several times.
        modulus: the prime; it is exchanged here, for all who share it.

    Raises:
        ZeroDivisor: if it divides by zero where its roots exist.
    """
    modulus = modulus or Modulus()
    divisor: ZeroDivisor | None = None
    draw = 0
    while draw < _DRAWS and modulus.prime is not None:
        try:
            return run(ModularArithmetic(f"{seed}|{draw}", modulus.prime))
        except NoRoot as error:
            if error.radicand is None:
                draw += 1
            else:
                modulus.admit(error.radicand)
        except ZeroDivisor as error:
            divisor = error
            draw += 1
    if divisor is not None:
        raise divisor
    return run(ModularArithmetic(f"{seed}|loose", loose=True))
