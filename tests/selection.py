"""A part of the suite: few parameters of each test, the most important first, for some seconds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest


class Selection:
    """A plugin that keeps few parameters of each test, but all of those in some paths.

    Tests run in the order of the paths that were given; what has not started when the time is up
    is skipped, and the summary says how many these were.
    """

    def __init__(self, few: int, whole: Sequence[Path], seconds: float) -> None:
        self._few, self._whole, self._seconds = few, tuple(whole), seconds
        self._start = time.monotonic()

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Deselect all but the first parameters of a test."""
        seen: Counter[str] = Counter()
        kept: list[pytest.Item] = []
        dropped: list[pytest.Item] = []
        for item in items:
            function = item.nodeid.partition("[")[0]
            seen[function] += 1
            whole = any(item.path.is_relative_to(path) for path in self._whole)
            (kept if whole or seen[function] <= self._few else dropped).append(item)
        items[:] = kept
        if dropped:
            config.hook.pytest_deselected(items=dropped)

    def pytest_runtest_setup(self) -> None:
        """Start no test when the time is up."""
        if time.monotonic() - self._start > self._seconds:
            pytest.skip(f"not started within {self._seconds:g} seconds")
