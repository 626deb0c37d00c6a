"""Messages of a command that works for long."""

from __future__ import annotations

import time
from collections.abc import Callable

import typer

EVERY = 2.0
"""Seconds before the first line, and between two."""


class Progress:
    """Says on standard error how many elements are simplified; quick work passes in silence."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the clock."""
        self._clock = clock
        self._next = clock() + EVERY

    def __call__(self, done: int, total: int) -> None:
        """Take note that some elements are simplified."""
        if self._clock() >= self._next:
            self._next = self._clock() + EVERY
            typer.echo(f"simplified {done} of {total} elements", err=True)
