"""The limits of symbolic results, and the remedy where one is exceeded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symoro.errors import ModelError, SymoroError
from symoro.symbolic.time_limit import TimeLimitExceeded, run_within

T = TypeVar("T")

SECONDS = 60.0
"""The time limit unless another is given."""


MOST_TERMS = 200_000
"""Terms of a polynomial beyond which nobody reads it, and memory is at stake."""


class TooLarge(SymoroError):
    """A result that nobody reads and memory does not hold."""


def run_limited(what: str, seconds: float, function: Callable[..., T], *args: object) -> T:
    """Return function(*args) if it takes neither too long nor too much memory.

    Raises:
        ModelError: if it does, with what to do instead.
    """
    try:
        return run_within(seconds, function, *args)
    except TimeLimitExceeded:
        why = f"within {seconds:g} s"
    except TooLarge as error:
        why = f"({error})"
    raise ModelError(
        f"{what} is not practical symbolically {why}; compile the Jacobian and solve numerically: "
        "J = model.compile()(q), then numpy.linalg.solve or numpy.linalg.det; or take a part "
        "(--rows, --cols), another frame of projection (--projection) or more time (--time S)"
    )
