"""Times that tests hold, and work that no machine ends in time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from shared_models import fresh_models

NOISE = 10  # a machine may be slow, and share its caches with other tests


@contextmanager
def at_most(figure: float) -> Iterator[None]:
    """Fail if what stands inside takes ten times the figure, in seconds; benchmarks show it.

    The time is that of the processor, here and in programs that were started and have ended: what
    else runs on the machine does not count.
    """
    start = processor_time()
    with fresh_models():
        yield
    assert processor_time() - start < NOISE * figure


def endless(*_args: object, **_options: object) -> NoReturn:
    """Work without an end, to test a time limit with: what is only slow is done elsewhere."""
    while True:
        sum(range(100))


def processor_time() -> float:
    """Seconds that this process, and those that it started and that have ended, computed."""
    return sum(os.times()[:4])
