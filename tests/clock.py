"""Times that tests hold."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

NOISE = 10  # a machine may be slow, and busy with other tests


@contextmanager
def at_most(figure: float) -> Iterator[None]:
    """Fail if what stands inside takes ten times the figure, in seconds; benchmarks show it."""
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < NOISE * figure
