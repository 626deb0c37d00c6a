"""Rounds of measurements: how many, and the least time of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How long is measured: rounds of the C timer, repeats of the rest, states of a batch."""

    rounds: int = 150
    repeats: int = 5
    batch: int = 1_000_000


def time_run(run: Callable[[], object], clock: Callable[[], float]) -> Callable[[], float]:
    """A function that runs another and returns its time by a clock."""

    def timed() -> float:
        start = clock()
        run()
        return clock() - start

    return timed


def time_processor(run: Callable[[], object]) -> Callable[[], float]:
    """The processor time of what runs in one thread: others on the machine do not count."""
    return time_run(run, time.process_time)


def least(repeats: int, timed: Callable[[], float]) -> float:
    """The least time of some rounds."""
    return least_each(repeats, {"": timed})[""]


def least_each(repeats: int, timed: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """The least time of each, in rounds in which they take turns, after one that warms up."""
    rounds = [{name: run() for name, run in timed.items()} for _ in range(repeats + 1)]
    return {name: min(each[name] for each in rounds) for name in timed}
